import * as z from "zod";
import { HISTORY, type HistoryRow, orderExists, type Records, type RowsAfterId } from "./records.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import { assertAllRead, assertWholeFits, MAX_PAGE_SIZE, takePage } from "../../../platform/db/list/page-fit";
import type { Weighed } from "../../../platform/db/list/page-limit";
import type { PageNumber } from "../../../platform/db/list/sort";
import type { Statement } from "../../../platform/db/statement";
import { notFound } from "../../../platform/api-error";
import { momentText } from "../../../platform/values/zone";
import { parseStored } from "../../../platform/reading/json";
import { ACTOR_KINDS } from "../../../platform/values/actor-kinds";

/** The notes or history entries to read. If `page` is null, all of them. */
export interface RecordPage {
  orderId: number;
  page: PageNumber | null;
}

/**
 * Reads a page of the notes or the history of an order, oldest first, and counts all rows. Throws 404 Not Found for an unknown order, and
 * 400 Bad Request if all rows do not fit in a page. One round trip.
 */
export async function listRecords<Row extends object>(
  org: OrgReader,
  records: Records<Row>,
  { orderId, page }: RecordPage,
): Promise<{ rows: Row[]; total: number }> {
  // Only with the last limit (without `next`), all rows are read or none. Before that, what is read is a page, which is read again if it is too large.
  const isWhole = page === null && org.pageLimit.next === undefined;
  const { orders, rows, counts } = await org.read({
    orders: orderExists(org, orderId),
    rows: isWhole ? records.all(org, orderId) : records.page(org, orderId, page ?? { page: 1, size: MAX_PAGE_SIZE }),
    counts: records.count(org, orderId),
  });
  if (orders.length === 0) throw notFound();
  const total = counts[0]?.total ?? 0;
  if (isWhole) assertWholeFits(rows, total);
  else assertAllRead(rows, org.pageLimit, { ...(page ?? { page: 1, size: total }), total });
  return { rows, total };
}

export const listHistory = (org: OrgReader, page: RecordPage) => listRecords(org, HISTORY, page);

/** Reads up to `limit` rows of an order with a statement, as many as fit in a page. Throws 404 Not Found for an unknown order. */
export async function readRowsAfter<Row, Id>(
  org: OrgReader,
  range: RowsAfterId<Id>,
  statement: (org: OrgReader, range: RowsAfterId<Id>) => Statement<Weighed<Row>>,
) {
  const { orders, rows } = await org.read({
    orders: orderExists(org, range.orderId),
    rows: statement(org, { ...range, limit: range.limit + 1 }),
  });
  if (orders.length === 0) throw notFound();
  return takePage(rows, range.limit, org.pageLimit);
}

export const listHistoryAfter = (org: OrgReader, range: RowsAfterId<number>) => readRowsAfter(org, range, HISTORY.after);

const nullableText = z.string().nullable();

/** The fields of an entry in an order's history (docs/spec/notes-and-history.md#history): who changed what, when and why. */
export const HISTORY_FIELDS = {
  id: z.int(),
  order_id: z.int(),
  order_item_id: nullableText,
  fulfillment_id: nullableText,
  change: z.string(),
  from: nullableText,
  to: nullableText,
  changed_fields: z.array(z.string()),
  reason: nullableText,
  actor_type: z.enum(ACTOR_KINDS),
  actor_id: z.int().nullable(),
  actor_name: z.string(),
  created_at: z.iso.datetime(),
};

/** A history entry as both APIs return it. */
export function presentHistory(row: HistoryRow) {
  return {
    id: row.id,
    order_id: row.order_id,
    order_item_id: row.order_item_id === null ? null : String(row.order_item_id),
    fulfillment_id: row.fulfillment_id,
    change: row.change,
    from: row.from_value,
    to: row.to_value,
    changed_fields: row.changed_fields === null ? [] : parseStored<string[]>(row.changed_fields),
    reason: row.reason,
    actor_type: row.actor_kind,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    created_at: momentText(row.at),
  };
}
