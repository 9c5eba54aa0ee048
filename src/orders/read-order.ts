import { assertPageFits } from "../platform/db/list/page-limit";
import type { OrgReader } from "../platform/db/org-db";
import { orNotFound } from "../platform/api-error";
import { assemble } from "./list/list-orders";
import { singleOrder } from "./list/list.sql.ts";
import type { OrderParts } from "./rows.sql.ts";
import { fulfillmentsOfOrders, itemsOfOrders } from "./select.sql.ts";

/** Reads one order with its items and, if requested, its fulfillments. Throws 404 for an unknown order. One round trip. */
export async function readOrder(org: OrgReader, id: number, withFulfillments = false): Promise<OrderParts> {
  const { orders, ids } = singleOrder(org, id, withFulfillments);
  const [rows, items, fulfillments] = await org.read(
    orders,
    itemsOfOrders(org, ids),
    ...(withFulfillments ? [fulfillmentsOfOrders(org, ids)] : []),
  );
  assertPageFits(rows, org.pageLimit);
  const [order] = assemble(rows, items, fulfillments);
  return orNotFound(order);
}
