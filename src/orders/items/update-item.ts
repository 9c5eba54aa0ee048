import { retryOnConflict } from "../../platform/db/change";
import { ingestWrites } from "../ingest/write.sql.ts";
import { fulfillmentsOfOrders, itemById, itemsOfOrders, orderById, orderOfItem } from "../select.sql.ts";
import type { OrgDb } from "../../platform/db/org-db";
import type { ItemRow } from "../rows.sql.ts";
import { notFound } from "../../platform/api-error";
import { amendOrder, type ItemPatch } from "../amend-order";
import { assemble } from "../list/list-orders";
import { assertVersion } from "../../platform/values/assert-version";
import { orderConflict } from "../order-version";

/**
 * Patches an item and sends order.updated for its order, unless nothing changes. Throws 404, or 412 if the item is not at `expectedVersion`.
 * Two round trips.
 */
export async function updateItem(org: OrgDb, id: number, patch: ItemPatch, expectedVersion?: number): Promise<ItemRow> {
  return await retryOnConflict(async () => {
    const order = orderOfItem(org, id);
    const [parts] = assemble(...(await org.read(orderById(org, order), itemsOfOrders(org, order), fulfillmentsOfOrders(org, order))));
    const item = parts?.items.find((row) => row.id === id);
    if (parts === undefined || item === undefined) throw notFound();
    assertVersion(item.version, expectedVersion);
    const amended = amendOrder(org, parts, {}, { id, patch });
    if (amended === null) return item;
    const { rows } = await org.commit({
      writes: ingestWrites(org, [], [amended.update]),
      events: [amended.update.event.id],
      markerResult: JSON.stringify({ order_item_id: id }),
      returning: [itemById(org, id)],
    });
    return rows[0][0] ?? item;
  }, orderConflict);
}
