import { narrowed, storeOf, type SumsQuery } from "./analytics-query";
import type { OrgReader } from "./org-db";
import type { Statement } from "./statement";

/** An order with a refund whose tax is not computed yet, under its span, store and currency. */
export interface PendingRefund {
  /** Place of the span. */
  span: number;
  store_id: number | null;
  currency: string;
  total_amount: number;
  tax: number;
  refund_amount: number;
}

/** Every moment that an order can have. */
const ALL_TIME = [0, Number.MAX_SAFE_INTEGER] as const;

/**
 * Up to `limit` orders of the spans whose refunded tax is not computed yet, order by order: after a migration there are some until
 * the backfill is done, and then none. The index holds no other orders.
 */
export function pendingRefunds(org: OrgReader, query: SumsQuery, limit: number): Statement<PendingRefund> {
  const ranges = query.spans.map((span, at) => [at, ...(span?.moments ?? ALL_TIME)]);
  return org.rows<PendingRefund>()`select j.value->>0 as span, ${storeOf(query)} as store_id, r.currency, r.total_amount, r.tax, r.refund_amount
    from json_each(${JSON.stringify(ranges)}) j cross join orders r indexed by orders_pending_refunds
    where r.organization_id = ${org.key} and r.date >= j.value->>1 and r.date < j.value->>2
      and r.refunded_tax is null and r.refund_amount <> 0 and r.status <> 'Cancelled' ${narrowed(org, query)} limit ${limit}`;
}
