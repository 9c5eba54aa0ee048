import { newId } from "../../crypto/random";
import { untilWon } from "../../db/commit";
import type { OrgDb } from "../../db/org-db";
import type { ItemRow } from "../../db/rows";
import { changeItemStatus } from "../../db/status-change";
import { Refusal } from "../../refusal";
import { readItemStatus } from "./item-status";
import { readItem } from "./list-items";

/** Sets an item's status; the same one again changes nothing and sends nothing. 404 for an unknown item. */
export async function setItemStatus(org: OrgDb, itemId: number, text: string): Promise<ItemRow> {
  const status = readItemStatus(text);
  return await untilWon(
    async () => {
      const item = await readItem(org, itemId);
      if (item.status === status) return item;
      const eventIds = { updated: newId("evt", org.now), statusChanged: newId("evt", org.now) };
      const { rows } = await org.commit(changeItemStatus(org, item, status, eventIds));
      return rows[0][0] ?? item;
    },
    () => new Refusal("conflict", [{ code: "too_much_contention", message: "This item is being changed by many requests at once." }]),
  );
}
