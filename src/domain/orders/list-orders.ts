import { fulfillmentsOfOrders, itemsOfOrders } from "../../db/order-rows";
import { orderCount } from "../../db/order-count";
import { type OrderPosition, type OrderSortField, orderPage, ordersAfter, type Sort } from "../../db/order-list";
import type { OrderFilter } from "../../db/order-match";
import type { OrgReader } from "../../db/org-db";
import { type FulfillmentRow, itemOf, type OrderParts, type OrderRow, type StoredItem } from "../../db/rows";

/** A numbered page of orders with their items, and how many there are; one trip. */
export async function listOrders(
  org: OrgReader,
  filter: OrderFilter,
  sort: Sort<OrderSortField>,
  page: number,
  size: number,
  withFulfillments: boolean,
): Promise<{ orders: OrderParts[]; total: number }> {
  // A query without a word in it can't match (decisions E10).
  if (filter.match === null) return { orders: [], total: 0 };
  const { orders, ids } = orderPage(org, filter, sort, page, size);
  const [rows, items, counts, parcels] = await org.read(
    orders,
    itemsOfOrders(org, ids),
    orderCount(org, filter),
    ...(withFulfillments ? [fulfillmentsOfOrders(org, ids)] : []),
  );
  return { orders: assemble(rows, items, parcels), total: counts[0]?.total ?? 0 };
}

/** Up to `limit` orders with their items behind a position, and whether there are more; one trip. */
export async function ordersBehind(
  org: OrgReader,
  filter: OrderFilter,
  sort: Sort<"date" | "created_at" | "updated_at" | "id">,
  position: OrderPosition | null,
  limit: number,
): Promise<{ orders: OrderParts[]; hasMore: boolean }> {
  if (filter.match === null) return { orders: [], hasMore: false };
  const { orders, ids } = ordersAfter(org, filter, sort, position, limit + 1);
  const [rows, items] = await org.read(orders, itemsOfOrders(org, ids));
  return { orders: assemble(rows.slice(0, limit), items), hasMore: rows.length > limit };
}

/** Puts items and parcels to their orders. */
export function assemble(orders: OrderRow[], items: StoredItem[], fulfillments: FulfillmentRow[] = []): OrderParts[] {
  const itemsOf = Map.groupBy(items, (item) => item.order_id);
  const fulfillmentsOf = Map.groupBy(fulfillments, (fulfillment) => fulfillment.order_id);
  return orders.map((order) => ({
    order,
    items: (itemsOf.get(order.id) ?? []).map((item) => itemOf(order, item)),
    fulfillments: fulfillmentsOf.get(order.id) ?? [],
  }));
}
