import type { OrgReader } from "../platform/db/org-db";
import { tooLargeTogether } from "./bulk-actions/action-result";
import { rowsOfIds } from "./bulk-actions/read.sql.ts";
import { assemble } from "./list/list-orders";
import { fittingOrders } from "./list/weight.sql.ts";
import type { OrderParts } from "./rows.sql.ts";
import { fulfillmentsOfOrders, itemsOfOrders, ordersWithIds } from "./select.sql.ts";

/**
 * Reads orders with their items and fulfillments, in the order of `ids`. Those that do not exist are left out. Throws 413 Content Too Large
 * if they are too large together. One round trip.
 */
export async function readOrderParts(org: OrgReader, ids: readonly number[]): Promise<OrderParts[]> {
  const fitting = fittingOrders(org, rowsOfIds(ids));
  const [orders, items, fulfillments] = await org.read(
    ordersWithIds(org, ids),
    itemsOfOrders(org, fitting),
    fulfillmentsOfOrders(org, fitting),
  );
  if (items.length === 0 && orders.some(({ item_count }) => item_count > 0)) throw tooLargeTogether();
  return assemble(orders, items, fulfillments);
}
