import { newId } from "../../platform/crypto/random";
import { WriteConflict, retryOnConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import type { ItemRow } from "../rows.sql.ts";
import { changeItemStatus, assertItemStatus } from "../status-change.sql.ts";
import { assertVersion } from "../../platform/values/assert-version";
import { orderConflict } from "../order-version";
import { readItemStatus } from "./item-status";
import { readItem } from "./list-items";

/**
 * Sets an item's status. The same status changes nothing and sends no event. Throws 404 for an unknown item, and 412 if it is not at
 * `expectedVersion`. Nothing is read before the commit. If nothing has to change, that is committed too, so that a late batch of the same
 * operation cannot change the item afterwards.
 */
export async function setItemStatus(org: OrgDb, itemId: number, text: string, expectedVersion?: number): Promise<ItemRow> {
  const status = readItemStatus(text);
  return await retryOnConflict(async () => {
    const eventIds = { updated: newId("evt", org.now), statusChanged: newId("evt", org.now) };
    for (const change of [changeItemStatus(org, itemId, status, eventIds, expectedVersion), assertItemStatus(org, itemId, status)]) {
      try {
        const [item] = (await org.commit(change)).rows[0];
        if (item !== undefined) return item;
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
      }
    }
    // Both writes failed: the item does not exist, is not at the expected version, or was changed between the two writes.
    const { version } = await readItem(org, itemId);
    assertVersion(version, expectedVersion);
    throw new WriteConflict();
  }, orderConflict);
}
