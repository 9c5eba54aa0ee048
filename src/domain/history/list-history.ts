import { historyAfter, historyCount, historyOf, type HistoryRow, orderExists, type Part } from "../../db/order-records";
import type { OrgReader } from "../../db/org-db";
import { type PageLimit, takePage } from "../../db/page-limit";
import { notFound } from "../../refusal";
import { assertWholeFits } from "../page-fits";
import { momentText } from "../zone";

/** What happened to an order, oldest first, whole or a part. 404 for an unknown order, 400 for a whole that is too large. One trip. */
export async function listHistory(org: OrgReader, orderId: number, part: Part | null): Promise<{ history: HistoryRow[]; total: number }> {
  const [orders, history, counts] = await org.read(orderExists(org, orderId), historyOf(org, orderId, part), historyCount(org, orderId));
  if (orders.length === 0) throw notFound();
  const total = counts[0]?.total ?? 0;
  assertWholeFits(part, history.length, total);
  return { history, total };
}

/** Up to `limit` lines behind the one with id `after`, fewer where the page has no room for more, oldest first, and whether there are more. 404 for an unknown order. */
export async function historyBehind(
  org: OrgReader,
  orderId: number,
  after: number,
  limit: number,
  pageLimit: PageLimit,
): Promise<{ history: HistoryRow[]; hasMore: boolean }> {
  const [orders, found] = await org.read(orderExists(org, orderId), historyAfter(org, orderId, after, limit + 1, pageLimit));
  if (orders.length === 0) throw notFound();
  const { rows, hasMore } = takePage<HistoryRow>(found, limit);
  return { history: rows, hasMore };
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
