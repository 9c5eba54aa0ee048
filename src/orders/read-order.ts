import { fulfillmentsOfOrders, itemsOfOrders, orderById } from "./select.sql.ts";
import type { OrgReader } from "../platform/db/org-db";
import type { OrderParts } from "./rows.sql.ts";
import { selectIds } from "../platform/db/sql-values";
import { orNotFound } from "../platform/api-error";
import { assemble } from "./list/list-orders";

/** Reads one order with its items and, if requested, its fulfillments. Throws 404 for an unknown order. One round trip. */
export async function readOrder(org: OrgReader, id: number, withFulfillments = false): Promise<OrderParts> {
  const [orders, items, fulfillments] = await org.read(
    orderById(org, id),
    itemsOfOrders(org, selectIds([id])),
    ...(withFulfillments ? [fulfillmentsOfOrders(org, selectIds([id]))] : []),
  );
  const [order] = assemble(orders, items, fulfillments);
  return orNotFound(order);
}
