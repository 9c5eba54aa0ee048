import { sql } from "drizzle-orm";
import { narrowed, storeOf, type SumsQuery } from "./query.sql.ts";
import { coverRange } from "../platform/db/list/hour-cover";
import type { OrgReader } from "../platform/db/org-db";
import type { Statement } from "../platform/db/statement";

/** Orders of one span, store and currency, cancelled or not. Money is text of stored units: sums go beyond what a float holds. */
export interface OrderSums {
  /** Place of the span. */
  span: number;
  store_id: number | null;
  currency: string;
  cancelled: 0 | 1;
  orders: number;
  items: number;
  refunded: number;
  /** Orders with at least one live item, of which every live item has a cost. */
  with_cost: number;
  total_amount: string;
  subtotal: string;
  tax: string;
  shipping_cost: string;
  discount: string;
  refund_amount: string;
  refunded_tax: string;
  production_cost: string;
}

/** Sums of integers are 64 bits wide: they hold 9 x 10^14 currency units, the largest total of 9,000 orders. */
const MONEY = sql`cast(sum(r.total_amount) as text) as total_amount, cast(sum(r.subtotal) as text) as subtotal, cast(sum(r.tax) as text) as tax,
  cast(sum(r.shipping_cost) as text) as shipping_cost, cast(sum(r.discount) as text) as discount,
  cast(coalesce(sum(r.refund_amount), 0) as text) as refund_amount, cast(coalesce(sum(r.refunded_tax), 0) as text) as refunded_tax,
  cast(sum(r.production_cost) as text) as production_cost`;

/** Sums of the whole days and hours of the spans, from the roll-up; of all time from its one row of each kind. */
export function orderSums(org: OrgReader, query: SumsQuery): Statement<OrderSums> {
  const ranges = query.spans.flatMap((span, at) => {
    if (span === null) return [[at, "all", 0, 1]];
    const { days, hours } = coverRange(...span.moments);
    return [...days.map(([from, to]) => [at, "date_day", from, to]), ...hours.map(([from, to]) => [at, "date_hour", from, to])];
  });
  // "cross" keeps the order of the join: each range is looked up in the roll-up's primary key. A bucket may be empty again.
  return org.rows<OrderSums>()`select j.value->>0 as span, ${storeOf(query)} as store_id, r.currency, r.status = 'Cancelled' as cancelled,
      sum(r.orders) as orders, sum(r.items) as items, sum(r.refunded) as refunded, sum(r.with_cost) as with_cost, ${MONEY}
    from json_each(${JSON.stringify(ranges)}) j cross join order_rollups r
    where r.organization_id = ${org.key} and r.basis = j.value->>1 and r.bucket >= j.value->>2 and r.bucket < j.value->>3
      ${narrowed(org, query)} group by 1, 2, 3, 4 having sum(r.orders) > 0`;
}

/** Sums of the part-hours at the ends of the spans, order by order: only zones off by a part of an hour have any. */
export function orderSumsAtEdges(org: OrgReader, query: SumsQuery): Statement<OrderSums> {
  const ranges = query.spans.flatMap((span, at) =>
    span === null ? [] : coverRange(...span.moments).rows.map(([from, to]) => [at, from, to]),
  );
  return org.rows<OrderSums>()`select j.value->>0 as span, ${storeOf(query)} as store_id, r.currency, r.status = 'Cancelled' as cancelled,
      count(*) as orders, sum(r.item_count) as items, sum(coalesce(r.is_refunded, 0)) as refunded, sum(r.missing_cost = 0 and r.has_live_items = 1) as with_cost, ${MONEY}
    from json_each(${JSON.stringify(ranges)}) j cross join orders r
    where r.organization_id = ${org.key} and r.date >= j.value->>1 and r.date < j.value->>2
      ${narrowed(org, query)} group by 1, 2, 3, 4`;
}
