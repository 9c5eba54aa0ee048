import { newId } from "../../crypto/random";
import { LostRace, untilWon } from "../../db/commit";
import type { OrgDb } from "../../db/org-db";
import type { ItemRow } from "../../db/rows";
import { changeItemStatus, keepItemStatus } from "../../db/status-change";
import { tooMuchContention } from "../orders/order-version";
import { readItemStatus } from "./item-status";
import { readItem } from "./list-items";

/**
 * Sets an item's status; the same one again changes nothing and sends nothing. 404 for an unknown item. Nothing is read before
 * the commit; one that finds nothing to change commits that, so that no late batch of the same operation can still change it.
 */
export async function setItemStatus(org: OrgDb, itemId: number, text: string): Promise<ItemRow> {
  const status = readItemStatus(text);
  return await untilWon(async () => {
    const eventIds = { updated: newId("evt", org.now), statusChanged: newId("evt", org.now) };
    for (const change of [changeItemStatus(org, itemId, status, eventIds), keepItemStatus(org, itemId, status)]) {
      try {
        const [item] = (await org.commit(change)).rows[0];
        if (item !== undefined) return item;
      } catch (error) {
        if (!(error instanceof LostRace)) throw error;
      }
    }
    // It has neither another status nor this one: there is no such item, or somebody came between.
    await readItem(org, itemId);
    throw new LostRace();
  }, tooMuchContention);
}
