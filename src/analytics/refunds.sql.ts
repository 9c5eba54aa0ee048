import { narrowed, storeOf, type SumsQuery } from "./query.sql.ts";
import type { OrgReader } from "../platform/db/org-db";
import type { Statement } from "../platform/db/statement";

/** An order with a refund whose tax is not computed yet. */
export interface PendingRefund {
  /** When the order was made, ms since 1970. */
  date: number;
  store_id: number | null;
  currency: string;
  total_amount: number;
  tax: number;
  refund_amount: number;
}

/**
 * Up to `limit` orders between the first and the last moment of the spans whose refunded tax is not computed yet: after a migration
 * there are some until the backfill is done, and then none. The index holds no other orders.
 */
export function pendingRefunds(org: OrgReader, query: SumsQuery, limit: number): Statement<PendingRefund> {
  const from = Math.min(...query.spans.map((span) => span?.moments[0] ?? 0));
  const to = Math.max(...query.spans.map((span) => span?.moments[1] ?? Number.MAX_SAFE_INTEGER));
  return org.rows<PendingRefund>()`select r.date, ${storeOf(query)} as store_id, r.currency, r.total_amount, r.tax, r.refund_amount
    from orders r indexed by orders_pending_refunds where r.organization_id = ${org.key} and r.date >= ${from} and r.date < ${to}
      and r.refunded_tax is null and r.refund_amount <> 0 and r.status <> 'Cancelled' ${narrowed(org, query)} limit ${limit}`;
}
