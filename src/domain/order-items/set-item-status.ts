import { newId } from "../../crypto/random";
import { LostRace } from "../../db/commit";
import type { OrgDb } from "../../db/org-db";
import type { ItemRow } from "../../db/rows";
import { changeItemStatus } from "../../db/status-change";
import { readItemStatus } from "./item-status";
import { readItem } from "./list-items";

/** Sets an item's status; the same one again changes nothing and sends nothing. 404 for an unknown item. One commit, no read. */
export async function setItemStatus(org: OrgDb, itemId: number, text: string): Promise<ItemRow> {
  const status = readItemStatus(text);
  const eventIds = { updated: newId("evt", org.now), statusChanged: newId("evt", org.now) };
  try {
    const { rows } = await org.commit(changeItemStatus(org, itemId, status, eventIds));
    const [item] = rows[0];
    if (item !== undefined) return item;
  } catch (error) {
    if (!(error instanceof LostRace)) throw error;
  }
  // There was nothing to change: the item has that status, or there is none.
  return await readItem(org, itemId);
}
