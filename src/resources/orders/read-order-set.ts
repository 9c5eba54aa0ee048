import { ApiError } from "../../platform/api-error";
import { fittingCount } from "../../platform/db/list/page-fit";
import { LargePage, type Weight } from "../../platform/db/list/page-limit";
import type { OrgReader } from "../../platform/db/org-db";
import { assemble } from "./list/list-orders";
import { type NamedOrder, namesOfOrders, type OrderIds, orderSet, rowsOfIds, type SetContents, type SizedOrder } from "./order-set.sql.ts";
import type { OrderParts, OrderRow } from "./rows.sql.ts";
import { returnAddressesOfOrders } from "./select.sql.ts";

interface SetOptions extends SetContents {
  /** What callers can do if the orders are too large together. Default: they choose fewer of them. */
  advice?: string;
}

/**
 * Reads orders with their items and fulfillments, in any order. Those that do not exist are left out. Throws 413
 * Content Too Large if they are too large together, and LargePage if memory must be reserved first, so that they are read again with the next
 * limit. One round trip.
 */
export async function readOrderSet(org: OrgReader, ids: OrderIds, { advice, ...contents }: SetOptions = {}): Promise<OrderParts[]> {
  const { orders, ...parts } = await org.read(orderSet(org, ids, contents));
  assertSetFits(org, orders, advice);
  return assemble({ orders: wholeOrders(orders), ...parts });
}

/** Reads the same by ids, in their order. */
export async function readOrderParts(org: OrgReader, ids: readonly number[], contents: SetContents = {}): Promise<OrderParts[]> {
  const partsById = new Map((await readOrderSet(org, rowsOfIds(ids), contents)).map((parts) => [parts.order.id, parts]));
  return ids.flatMap((id) => partsById.get(id) ?? []);
}

/** Reads what orders are called. One round trip. */
export async function readOrderNames(org: OrgReader, ids: readonly number[]): Promise<NamedOrder[]> {
  return await org.read(namesOfOrders(org, ids));
}

/** The return addresses of the stores of orders, by the ids of those stores that have one. One round trip. */
export async function readReturnAddresses(org: OrgReader, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await org.read(returnAddressesOfOrders(org, ids));
  return new Map(rows.map(({ store_id, return_address }) => [store_id, return_address]));
}

/** The orders that were read: of an order that was only measured, the store's name is null. */
export function wholeOrders(orders: readonly SizedOrder[]): OrderRow[] {
  return orders.flatMap((order) => (order.store_name === null ? [] : [order]));
}

/** Whether the orders of a set fit together. A single one always does. Throws LargePage if they may fit in a page of the next limit. */
export function fitsInSet({ pageLimit }: OrgReader, sizes: readonly Weight[]): boolean {
  if (fittingCount(sizes, pageLimit) === sizes.length) return true;
  if (pageLimit.next !== undefined) throw new LargePage(pageLimit.next, sizes);
  return sizes.length === 1;
}

/** Throws 413 Content Too Large if the orders of a set are too large together. It names how many of them fit. */
export function assertSetFits(org: OrgReader, sizes: readonly Weight[], advice?: string): void {
  if (fitsInSet(org, sizes)) return;
  const { pageLimit } = org;
  const fitting = Math.max(1, fittingCount(sizes, pageLimit));
  const problem = `Together, these ${sizes.length} orders have more than ${pageLimit.items.toLocaleString("en")} items, or too much text.`;
  const message = `${problem} ${advice ?? (fitting === 1 ? "Choose one at a time." : `Choose at most the first ${fitting}.`)}`;
  throw new ApiError("payload_too_large", [{ code: "stored_items_limit", message, fitting }]);
}
