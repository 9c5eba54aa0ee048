import type { OrganizationsDb } from "../../platform/db/database";
import type { Assertion } from "../../platform/db/statement";
import { type ChangedRow, type Key, valuesIn } from "./rows.sql.ts";
import { indexOrders, indexProducts } from "./search.sql.ts";
import type { TenantTable } from "./tenant-tables.sql.ts";
import { parseStored } from "../../platform/reading/json";

export interface Changes {
  table: TenantTable;
  rows: readonly ChangedRow[];
}

/** Updates the full-text indexes of a database after changes of an organization's rows. Does nothing if the assertion fails. */
export async function indexChanges(
  db: OrganizationsDb,
  organizationId: number,
  changes: readonly Changes[],
  assertion: Assertion,
): Promise<void> {
  const { orderIds, goneItemIds, productIds } = affected(changes);
  for (const ids of inGroups(orderIds)) await indexOrders(db, organizationId, { orderIds: ids, goneItemIds: [] }, assertion);
  for (const ids of inGroups(goneItemIds)) await indexOrders(db, organizationId, { orderIds: [], goneItemIds: ids }, assertion);
  for (const ids of inGroups(productIds)) await indexProducts(db, organizationId, ids, assertion);
}

/**
 * The orders and products whose words may have changed, and the items that are gone. A removed item or fulfillment no longer says of which order it was,
 * but its removal also changes the row of that order.
 */
function affected(changes: readonly Changes[]) {
  const orderIds = new Set<number>();
  const goneItemIds: number[] = [];
  const productIds: number[] = [];
  for (const { table, rows } of changes) {
    const orderIdAt = table.columns.indexOf("order_id");
    for (const { key, row } of rows) {
      const [id] = parseStored<Key>(key);
      if (table.name === "orders") orderIds.add(Number(id));
      else if (table.name === "products") productIds.push(Number(id));
      else if (table.name === "order_items" && row === null) goneItemIds.push(Number(id));
      else if ((table.name === "order_items" || table.name === "fulfillments") && row !== null) {
        orderIds.add(Number(valuesIn(row)[orderIdAt]));
      }
    }
  }
  return { orderIds: [...orderIds], goneItemIds, productIds };
}

/** The number of orders whose words are computed at once: an order's texts can have a megabyte. */
const INDEX_GROUP_SIZE = 20;

function inGroups(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / INDEX_GROUP_SIZE) }, (_, n) =>
    ids.slice(n * INDEX_GROUP_SIZE, (n + 1) * INDEX_GROUP_SIZE),
  );
}
