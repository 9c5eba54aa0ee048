import { retryOnConflict } from "../platform/db/change";
import { ingestWrites } from "./ingest/write.sql.ts";
import { fulfillmentsOfOrders, itemById, itemsOfOrders, orderById, orderOfItem } from "./select.sql.ts";
import type { OrgDb } from "../platform/db/org-db";
import type { ItemRow, OrderParts } from "./rows.sql.ts";
import { notFound } from "../platform/api-error";
import { selectIds } from "../platform/db/sql-values";
import { assertVersion } from "../platform/values/assert-version";
import { amendOrder, type ItemPatch, type OrderPatch } from "./amend-order";
import { assemble } from "./list/list-orders";
import { assertOrderVersion, orderConflict } from "./order-version";
import { readOrder } from "./read-order";

/**
 * Patches an order and sends order.updated, unless nothing changes. Throws 404 Not Found, or 412 Precondition Failed for another version.
 * Two round trips.
 */
export async function updateOrder(
  org: OrgDb,
  id: number,
  { patch, versions }: { patch: OrderPatch; versions: readonly number[] | null },
): Promise<{ parts: OrderParts; warnings: string[] }> {
  return await retryOnConflict(async () => {
    const parts = await readOrder(org, id, true);
    assertOrderVersion(parts.order.version, versions);
    const amended = amendOrder(org, parts, { order: patch });
    if (amended === null) return { parts, warnings: [] };
    const { rows } = await org.commit({
      writes: ingestWrites(org, [], [amended.update]),
      events: [amended.update.event.id],
      markerResult: JSON.stringify({ order_id: id }),
      returning: [orderById(org, id), itemsOfOrders(org, selectIds([id]))],
    });
    return { parts: assemble(...rows)[0] ?? parts, warnings: amended.warnings };
  }, orderConflict);
}

/**
 * Patches an item and sends order.updated for its order, unless nothing changes. Throws 404 Not Found, or 412 Precondition Failed if the
 * item is not at `expectedVersion`. Two round trips.
 */
export async function updateItem(
  org: OrgDb,
  id: number,
  { patch, expectedVersion }: { patch: ItemPatch; expectedVersion?: number | undefined },
): Promise<ItemRow> {
  return await retryOnConflict(async () => {
    const order = orderOfItem(org, id);
    const [parts] = assemble(...(await org.read(orderById(org, order), itemsOfOrders(org, order), fulfillmentsOfOrders(org, order))));
    const item = parts?.items.find((row) => row.id === id);
    if (parts === undefined || item === undefined) throw notFound();
    assertVersion(item.version, expectedVersion);
    const amended = amendOrder(org, parts, { item: { id, patch } });
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
