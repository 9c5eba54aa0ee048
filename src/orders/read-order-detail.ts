import { fulfillmentsOfOrders, itemsOfOrders } from "./select.sql.ts";
import { HISTORY, type HistoryRow, type NoteRow, NOTES } from "./history/records.sql.ts";
import type { OrgReader } from "../platform/db/org-db";
import type { OrderParts } from "./rows.sql.ts";
import { assertPageFits } from "../platform/db/list/page-limit";
import { ticketsAfter } from "../tickets/list.sql.ts";
import type { TicketRow } from "../tickets/rows.sql.ts";
import { notFound } from "../platform/api-error";
import { assemble } from "./list/list-orders";
import { singleOrder } from "./list/list.sql.ts";

/** The newest rows of a list, newest first. `nextBefore` is the id to continue before, or null if there are no more rows. */
interface Newest<Row> {
  rows: Row[];
  nextBefore: number | null;
}

/** An order with its items, fulfillments, notes, history and newest tickets. */
export interface OrderDetail extends OrderParts {
  notes: Newest<NoteRow>;
  history: Newest<HistoryRow>;
  tickets: TicketRow[];
}

const MAX_TICKETS = 20;

function newest<Row extends { id: number }>(rows: readonly Row[], size: number): Newest<Row> {
  const lines = rows.slice(0, size);
  return { rows: lines, nextBefore: rows.length > size ? (lines.at(-1)?.id ?? null) : null };
}

/**
 * Reads everything that the console shows of an order. It reads up to `size` notes and history entries each, those before the ids in `before`
 * if they are set. Throws 404 for an unknown order. One round trip.
 */
export async function readOrderDetail(
  org: OrgReader,
  id: number,
  size: number,
  before: { note: number | null; history: number | null },
): Promise<OrderDetail> {
  const { orders: order, ids } = singleOrder(org, id, true);
  const [orders, items, fulfillments, notes, history, tickets] = await org.read(
    order,
    itemsOfOrders(org, ids),
    fulfillmentsOfOrders(org, ids),
    NOTES.before(org, id, before.note, size + 1),
    HISTORY.before(org, id, before.history, size + 1),
    ticketsAfter(org, { orderId: id }, { sort: { field: "id", direction: "desc" }, after: null, limit: MAX_TICKETS }),
  );
  assertPageFits(orders, org.pageLimit);
  const [parts] = assemble(orders, items, fulfillments);
  if (parts === undefined) throw notFound();
  return { ...parts, notes: newest(notes, size), history: newest(history, size), tickets };
}
