import { allHistoryOf, historyAfter, historyCount, historyOf, type HistoryRow, orderExists, type Part } from "./records.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import { PAGE_LIMIT, type PageLimit, takePage, unmeasuredRows } from "../../platform/db/list/page-limit";
import { MAX_HISTORY_BYTES } from "../text-bytes.sql.ts";
import { notFound } from "../../platform/api-error";
import { assertWholeFits } from "../../platform/db/list/page-fits";
import { momentText } from "../../platform/values/zone";

/** Any so many entries fit in a page. */
const MAX_UNMEASURED = unmeasuredRows(MAX_HISTORY_BYTES, PAGE_LIMIT);

/**
 * What happened to an order, oldest first, all of it without a `part`, and how many entries there are. 404 for an unknown order, 400 if all
 * of it does not fit in a page. One trip; for all of a long list, another one.
 */
export async function listHistory(org: OrgReader, orderId: number, part: Part | null): Promise<{ history: HistoryRow[]; total: number }> {
  const first = part ?? { page: 1, size: MAX_UNMEASURED };
  const [orders, history, counts] = await org.read(orderExists(org, orderId), historyOf(org, orderId, first), historyCount(org, orderId));
  if (orders.length === 0) throw notFound();
  const total = counts[0]?.total ?? 0;
  if (part !== null || total <= first.size) return { history, total };
  const [all] = await org.read(allHistoryOf(org, orderId));
  assertWholeFits(all, total);
  return { history: all, total: all.length };
}

/** Up to `limit` entries behind the one with id `after`, oldest first, as many as fit in a page, and whether there are more. 404 for an unknown order. */
export async function historyBehind(
  org: OrgReader,
  orderId: number,
  after: number,
  limit: number,
  pageLimit: PageLimit,
): Promise<{ rows: HistoryRow[]; hasMore: boolean }> {
  const [orders, found] = await org.read(orderExists(org, orderId), historyAfter(org, orderId, after, limit + 1, pageLimit));
  if (orders.length === 0) throw notFound();
  return takePage(found, limit, pageLimit);
}

/** A line of history as both surfaces show it. */
export function viewHistory(row: HistoryRow) {
  return {
    id: row.id,
    order_id: row.order_id,
    order_item_id: row.order_item_id === null ? null : String(row.order_item_id),
    fulfillment_id: row.fulfillment_id,
    change: row.change,
    from: row.from_value,
    to: row.to_value,
    changed_fields: row.changed_fields === null ? [] : (JSON.parse(row.changed_fields) as string[]),
    reason: row.reason,
    actor_type: row.actor_kind,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    created_at: momentText(row.at),
  };
}
