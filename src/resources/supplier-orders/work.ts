import { orNotFound } from "../../platform/api-error";
import { takePage } from "../../platform/db/list/page-fit";
import type { OrgReader } from "../../platform/db/org-db";
import { first } from "../../platform/db/statement";
import { isLive } from "../orders/items/item-status";
import { supplierById, type SupplierRow } from "../suppliers/rows.sql.ts";
import { assertLinesFit, idsOfTexts, type LineRow, type SupplierOrderRow } from "./rows.sql.ts";
import type { Snapshot } from "./snapshot";
import { isWorkState } from "./states";
import {
  idsOfWork,
  listedSnapshot,
  sentOrder,
  type ShippedOrderRow,
  shippedOrders,
  type WorkLine,
  workLines,
  type WorkOf,
  workOrders,
} from "./work.sql.ts";

export type { ShippedOrderRow, WorkLine, WorkOf } from "./work.sql.ts";

/** An order that a supplier works on, with the lines of it that are wanted, also those that are shipped. */
export interface Work {
  order: SupplierOrderRow;
  lines: WorkLine[];
}

/** The orders of a supplier that are read at once. Those that are due first come first. */
export const MAX_WORK_ORDERS = 200;

/** Whether a line is wanted, shipped or not: neither it nor what was ordered is rejected, cancelled or refunded. */
export const isWanted = ({ state, item_status, order_status, order_is_refunded }: WorkLine): boolean =>
  state === "open" && isLive(item_status) && order_status !== "Cancelled" && order_is_refunded !== 1;

/**
 * Whether something of a line is left to reject. What was not shipped of a shipped order was refunded or shipped otherwise, and is not charged once it
 * is rejected. The spec has the rule (docs/spec/supplier-orders.md#states).
 */
export const isRejectable = ({ state: orderState }: SupplierOrderRow, { state, quantity, shipped_quantity }: LineRow): boolean =>
  state === "open" && shipped_quantity < quantity && (isWorkState(orderState) || (orderState === "shipped" && shipped_quantity > 0));

/** Whether a line, or what was left of it when units of it were shipped, is rejected. */
export const isRejectedLine = ({ state, reject_reason }: WorkLine): boolean =>
  state === "rejected" || (state === "open" && reject_reason !== null);

/** How many units of a line are left to ship, after units of it and of its item that are about to be shipped. */
export function leftOfLine(line: WorkLine, taken: { ofLine: number; ofItem: number } = { ofLine: 0, ofItem: 0 }): number {
  if (!isWanted(line)) return 0;
  const left = line.item_quantity - line.item_cancelled - line.item_shipped - taken.ofItem;
  return Math.max(0, Math.min(line.quantity - line.shipped_quantity - taken.ofLine, left));
}

function worksOf(orders: readonly SupplierOrderRow[], lines: readonly WorkLine[]): Work[] {
  const linesOf = Map.groupBy(lines.filter(isWanted), ({ supplier_order_id }) => supplier_order_id);
  return orders.map((order) => ({ order, lines: linesOf.get(order.id) ?? [] }));
}

/**
 * Reads the orders that a supplier works on, as far as they fit in a page. Their snapshots have only the texts with these names. One without
 * wanted lines is left out. One round trip.
 */
export async function readWork(org: OrgReader, of: WorkOf, texts: readonly (keyof Snapshot)[]): Promise<Work[]> {
  const { orders, lines } = await org.read({
    orders: workOrders(org, of, MAX_WORK_ORDERS),
    lines: workLines(org, idsOfWork(org, of, MAX_WORK_ORDERS), listedSnapshot(texts)),
  });
  const page = takePage(orders, MAX_WORK_ORDERS, org.pageLimit);
  return worksOf(page.rows, lines).filter((work) => work.lines.length > 0);
}

/** Reads an order of a supplier without its lines. Throws 404 Not Found as `readWorkOrder` does. One round trip. */
export async function readSentOrder(org: OrgReader, of: WorkOf, id: string): Promise<SupplierOrderRow> {
  const [order] = await org.read(sentOrder(org, of, id));
  return orNotFound(order);
}

/** An order that a supplier works on or has worked on. */
export interface WorkOrder extends Work {
  /** All lines of it, also those that are shipped, rejected or cancelled. */
  allLines: readonly WorkLine[];
}

/**
 * Reads an order of a supplier. Nothing of it is left to do if it is no longer open. Throws 404 Not Found for an order that was never sent, or does
 * not belong to the work. One round trip.
 */
export async function readWorkOrder(org: OrgReader, of: WorkOf, id: string): Promise<WorkOrder> {
  const { order, lines } = await org.read({ order: first(sentOrder(org, of, id)), lines: workLines(org, idsOfTexts([id])) });
  const found = orNotFound(order);
  const allLines = assertLinesFit(org, lines);
  return { order: found, lines: isWorkState(found.state) ? allLines.filter(isWanted) : [], allLines };
}

/** How many of the latest orders of a supplier are searched for shipped ones, and how many are listed. */
const SHIPPED_LATELY = { searched: 100, listed: 20 };

/** Reads the shipped ones among the latest orders of a supplier, newest first. One round trip. */
export async function readShippedLately(org: OrgReader, supplierId: string): Promise<ShippedOrderRow[]> {
  return await org.read(shippedOrders(org, supplierId, SHIPPED_LATELY));
}

/** Reads an order as `readWorkOrder` does, with its supplier. Two round trips. */
export async function readWorkWithSupplier(org: OrgReader, of: WorkOf, id: string): Promise<Work & { supplier: SupplierRow }> {
  const work = await readWorkOrder(org, of, id);
  const { supplier } = await org.read({ supplier: first(supplierById(org, work.order.supplier_id)) });
  return { ...work, supplier: orNotFound(supplier) };
}
