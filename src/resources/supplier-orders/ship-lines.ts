import { conflictError } from "../../platform/api-error";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { parseFulfillments } from "../orders/fulfillments/write-fulfillment";
import { readOrderSet } from "../orders/read-order-set";
import { readinessOf } from "../orders/readiness/blockers.sql.ts";
import { assertLinesFit, idsOfTexts, supplierOrdersByIds } from "./rows.sql.ts";
import { wholeOrders, type WholeSupplierOrder } from "./send-items";
import type { Shipment, WorkToChange } from "./shipment";
import { Shipping } from "./shipping";
import { assertVisible, type Viewer } from "./viewer";
import { listedSnapshot, customerOrderIdsOfLines, workLines } from "./work.sql.ts";

/** Reads customers' orders with their fulfillments. One round trip. */
export async function readCustomerOrders(
  org: OrgDb,
  customerOrderIds: ReturnType<typeof customerOrderIdsOfLines>,
): Promise<WorkToChange["customerOrders"]> {
  const customerOrders = await readOrderSet(org, customerOrderIds);
  return new Map(customerOrders.map((parts) => [parts.order.id, parseFulfillments(parts)]));
}

async function readStored(org: OrgDb, shipments: readonly Shipment[]): Promise<WorkToChange> {
  const ids = [...new Set(shipments.map(({ supplier_order_id }) => supplier_order_id))];
  const namesAllLines = shipments.every(({ lines }) => lines !== undefined);
  const itemIds = namesAllLines ? shipments.flatMap(({ lines = [] }) => lines.map(({ order_item_id }) => order_item_id)) : null;
  const customerOrderIds = customerOrderIdsOfLines(org, ids, itemIds);
  const [own, customerOrders] = await Promise.all([
    org.read({
      orders: supplierOrdersByIds(org, ids),
      // What is shipped does not depend on what was to be made.
      lines: workLines(org, idsOfTexts(ids), listedSnapshot([])),
      readiness: readinessOf(org, customerOrderIds),
    }),
    readCustomerOrders(org, customerOrderIds),
  ]);
  // Only rejections need the states of lines, and nothing is rejected here.
  return { ...own, customerOrders, lineStates: [] };
}

/**
 * Commits what was shipped and rejected, all of it in one transaction. Returns the supplier orders with the ids `returned` as they are then.
 * `marker`: what a repeated request needs besides the ids of the changed orders.
 */
export async function commitShipping(
  org: OrgDb,
  shipping: Shipping,
  { marker = {}, returned = [] }: { marker?: Record<string, unknown>; returned?: readonly string[] } = {},
): Promise<WholeSupplierOrder[]> {
  const supplier_order_ids = shipping.changedOrders.map(({ id }) => id);
  const returning = { orders: supplierOrdersByIds(org, returned), lines: workLines(org, idsOfTexts(returned)) };
  return wholeOrders(await org.commit({ writes: shipping.writes(), marker: { supplier_order_ids, ...marker }, returning }));
}

/**
 * Records that a supplier has shipped lines of its orders. Returns the order if there is only one. What it ships to buyers becomes fulfillments, one for each
 * customer's order and shipment. An order of which nothing is left becomes `shipped`. All of it is one transaction. Throws as `Shipping.ship` does.
 */
export async function shipLines(org: OrgDb, shipments: readonly Shipment[], viewer: Viewer = null): Promise<WholeSupplierOrder[]> {
  return await retryOnConflict(
    async () => {
      const stored = await readStored(org, shipments);
      for (const order of stored.orders) assertVisible(order, viewer);
      const shipping = new Shipping(org, stored);
      for (const [index, shipment] of shipments.entries()) shipping.ship(shipment, shipments.length === 1 ? "" : `shipments[${index}].`);
      // Only the request for one order returns it.
      const returned = stored.orders.length === 1 ? stored.orders.map(({ id }) => id) : [];
      if (returned.length > 0) assertLinesFit(org, stored.lines);
      return await commitShipping(org, shipping, { returned });
    },
    () => conflictError("these supplier orders"),
  );
}
