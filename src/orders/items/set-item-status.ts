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
 * Sets an item's status; the same one again changes nothing and sends nothing. 404 for an unknown item, 412 where it is no
 * longer in the `expectedVersion`. Nothing is read before the commit; one that finds nothing to change commits that, so
 * that no late batch of the same operation can still change it.
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
    // It has neither another status nor this one: there is no such item, it is not in the expected version, or somebody came between.
    const { version } = await readItem(org, itemId);
    assertVersion(version, expectedVersion);
    throw new WriteConflict();
  }, orderConflict);
}
