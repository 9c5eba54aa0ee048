import { orNotFound } from "../../platform/api-error";
import { takePage } from "../../platform/db/list/page-fit";
import type { OrgReader } from "../../platform/db/org-db";
import { first } from "../../platform/db/statement";
import { type ReadyCount, readyOrderCount } from "../orders/readiness/blockers.sql.ts";
import type { SupplierOrderFilter } from "./filters";
import {
  assertLinesFit,
  idsOfTexts,
  openCounts,
  type OpenCounts,
  openSupplierOrders,
  supplierOrderById,
  supplierOrderByNumber,
  supplierOrdersBefore,
  type OpenSupplierOrderRow,
  type SupplierOrderRow,
} from "./rows.sql.ts";
import { wholeOrders, type WholeSupplierOrder } from "./send-items";
import { assertVisible, type Viewer } from "./viewer";
import { supplierById, type SupplierRow } from "../suppliers/rows.sql.ts";
import { workLines } from "./work.sql.ts";

/** Reads a supplier order with its lines. Throws 404 Not Found for one that is unknown or not visible. One round trip. */
export async function readSupplierOrder(org: OrgReader, id: string, viewer: Viewer = null): Promise<WholeSupplierOrder> {
  const rows = await org.read({ orders: supplierOrderById(org, id), lines: workLines(org, idsOfTexts([id])) });
  const whole = orNotFound(wholeOrders({ ...rows, lines: assertLinesFit(org, rows.lines) })[0]);
  assertVisible(whole.order, viewer);
  return whole;
}

/** Finds a supplier order by the number that people know. Null if there is none. One round trip. */
export async function findSupplierOrder(org: OrgReader, number: number): Promise<SupplierOrderRow | null> {
  const { order } = await org.read({ order: first(supplierOrderByNumber(org, number)) });
  return order ?? null;
}

/** Reads a supplier order with its supplier. Two round trips. */
export async function readWithSupplier(
  org: OrgReader,
  id: string,
  viewer: Viewer = null,
): Promise<WholeSupplierOrder & { supplier: SupplierRow }> {
  const whole = await readSupplierOrder(org, id, viewer);
  const { supplier } = await org.read({ supplier: first(supplierById(org, whole.order.supplier_id)) });
  return { ...whole, supplier: orNotFound(supplier) };
}

/** Lists up to `limit` supplier orders before an id, newest first, with their lines, as far as they fit in a page. Two round trips. */
export async function listSupplierOrdersBefore(
  org: OrgReader,
  filter: SupplierOrderFilter,
  { before, limit, viewer = null }: { before: string | null; limit: number; viewer?: Viewer },
): Promise<{ rows: WholeSupplierOrder[]; hasMore: boolean }> {
  const found = await org.read(supplierOrdersBefore(org, filter, { before, limit: limit + 1, viewer }));
  const { rows: orders, hasMore } = takePage(found, limit, org.pageLimit);
  const lines = orders.length === 0 ? [] : await org.read(workLines(org, idsOfTexts(orders.map(({ id }) => id))));
  return { rows: wholeOrders({ orders, lines: assertLinesFit(org, lines) }), hasMore };
}

const MAX_OPEN = 200;

/** Lists open supplier orders, those first that are due first. One round trip. */
export async function listOpenSupplierOrders(org: OrgReader): Promise<{ orders: OpenSupplierOrderRow[]; hasMore: boolean }> {
  const rows = await org.read(openSupplierOrders(org, MAX_OPEN + 1));
  return { orders: rows.slice(0, MAX_OPEN), hasMore: rows.length > MAX_OPEN };
}

const MAX_COUNTED = 1000;

/**
 * Counts what people have to look after in production: up to 1,000 open supplier orders, those of them that nobody has accepted and those that are
 * late on a day, and the orders that are ready to be sent among the newest `readyLimit` open items. One round trip.
 */
export async function countProduction(
  org: OrgReader,
  { today, readyLimit }: { today: string; readyLimit: number },
): Promise<{ atSuppliers: OpenCounts; ready: ReadyCount }> {
  const { open, ready } = await org.read({
    open: first(openCounts(org, { today, limit: MAX_COUNTED })),
    ready: first(readyOrderCount(org, readyLimit)),
  });
  return { atSuppliers: open ?? { total: 0, unaccepted: 0, late: 0 }, ready: ready ?? { total: 0, is_more: 0 } };
}
