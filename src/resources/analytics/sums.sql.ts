import { type SQL, sql } from "drizzle-orm";
import { coverRange, type Range } from "../../platform/db/list/hour-cover";
import { STORE_SORT_KEY, storeIdByRef } from "../stores/lookup.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";

/** A range of calendar days. Sums refer to a span by its index in the query. */
export interface Span {
  /** First and last day, YYYY-MM-DD: expenses have days and no times. */
  days: readonly [first: string, last: string];
  /** The same days in a time zone, ms since 1970. */
  moments: Range;
}

/** The spans to sum over (null is all time), and which orders and expenses count. */
export interface SumsQuery {
  spans: readonly (Span | null)[];
  /** Id, code or exact name. */
  store?: string | undefined;
  currency?: string | undefined;
  byStore: boolean;
}

/** SQL: the conditions of a query for a row `r` except organization and time. Each begins with "and". */
function filterConditions(org: OrgReader, { store, currency }: SumsQuery): SQL {
  return sql`${store === undefined ? sql`` : sql`and r.store_id = ${storeIdByRef(org, store)}`}
    ${currency === undefined ? sql`` : sql`and r.currency = ${currency}`}`;
}

/** SQL: the store to group a row `r` by, null if all stores are summed together. */
function storeColumn({ byStore }: SumsQuery): SQL {
  return byStore ? sql`r.store_id` : sql`null`;
}

/** Sums of the orders of one span, store and currency, cancelled or not. Money is text in stored units: sums can exceed a float's precision. */
export interface OrderSums {
  span: number;
  store_id: number | null;
  currency: string;
  cancelled: 0 | 1;
  orders: number;
  items: number;
  refunded: number;
  /** Orders that have a cost. */
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

/** SQL sums integers in 64 bits, up to 9 x 10^14 currency units, which is 9,000 orders with the maximum total. */
const MONEY = sql`cast(sum(r.total_amount) as text) as total_amount, cast(sum(r.subtotal) as text) as subtotal, cast(sum(r.tax) as text) as tax,
  cast(sum(r.shipping_cost) as text) as shipping_cost, cast(sum(r.discount) as text) as discount,
  cast(coalesce(sum(r.refund_amount), 0) as text) as refund_amount, cast(sum(r.refunded_tax) as text) as refunded_tax,
  cast(sum(r.production_cost) as text) as production_cost`;

export function orderSums(org: OrgReader, query: SumsQuery): Statement<OrderSums> {
  // Each range: the index of its span, the basis of the roll-ups, and their buckets from one to before another. All time is one bucket, 0.
  const ranges = query.spans.flatMap((span, at) => {
    if (span === null) return [[at, "all", 0, 1]];
    const { days, hours } = coverRange(...span.moments);
    return [...days.map(([from, to]) => [at, "date_day", from, to]), ...hours.map(([from, to]) => [at, "date_hour", from, to])];
  });
  // CROSS JOIN fixes the join order, so that each range uses the roll-up's primary key. A bucket whose orders were removed has 0 orders.
  return org.rows<OrderSums>()`select j.value->>0 as span, ${storeColumn(query)} as store_id, r.currency, r.status = 'Cancelled' as cancelled,
      sum(r.orders) as orders, sum(r.items) as items, sum(r.refunded) as refunded, sum(r.with_cost) as with_cost, ${MONEY}
    from json_each(${JSON.stringify(ranges)}) j cross join order_rollups r
    where r.organization_id = ${org.key} and r.basis = j.value->>1 and r.bucket >= j.value->>2 and r.bucket < j.value->>3
      ${filterConditions(org, query)} group by 1, 2, 3, 4 having sum(r.orders) > 0`;
}

/** Sums of the partial hours at the ends of the spans, from the orders. Only time zones with an offset in minutes have any. */
export function orderSumsAtEdges(org: OrgReader, query: SumsQuery): Statement<OrderSums> {
  const ranges = query.spans.flatMap((span, at) =>
    span === null ? [] : coverRange(...span.moments).rows.map(([from, to]) => [at, from, to]),
  );
  return org.rows<OrderSums>()`select j.value->>0 as span, ${storeColumn(query)} as store_id, r.currency, r.status = 'Cancelled' as cancelled,
      count(*) as orders, sum(r.units) as items, sum(coalesce(r.is_refunded, 0)) as refunded, sum(r.has_cost) as with_cost, ${MONEY}
    from json_each(${JSON.stringify(ranges)}) j cross join orders r
    where r.organization_id = ${org.key} and r.date >= j.value->>1 and r.date < j.value->>2
      ${filterConditions(org, query)} group by 1, 2, 3, 4`;
}

export interface ExpenseSums {
  span: number;
  /** 0: overhead of the whole organization. Null if all stores are summed together. */
  store_id: number | null;
  currency: string;
  kind: "operating" | "payroll";
  /** Text in stored units, like the sums of orders. */
  amount: string;
}

/** The date of the roll-up's row for all days. */
const ALL_DAYS = ["", ""] as const;

/** Sums of the expenses of the spans' days, from the roll-up. With a store, overhead is excluded. */
export function expenseSums(org: OrgReader, query: SumsQuery): Statement<ExpenseSums> {
  const ranges = query.spans.map((span, at) => [at, ...(span?.days ?? ALL_DAYS)]);
  return org.rows<ExpenseSums>()`select j.value->>0 as span, ${storeColumn(query)} as store_id, r.currency, r.kind,
      cast(sum(r.amount) as text) as amount
    from json_each(${JSON.stringify(ranges)}) j cross join expense_rollups r
    where r.organization_id = ${org.key} and r.date >= j.value->>1 and r.date <= j.value->>2
      ${filterConditions(org, query)} group by 1, 2, 3, 4 having sum(r.expenses) > 0`;
}

export function storeNames(org: OrgReader): Statement<{ id: number; name: string }> {
  return org.rows<{ id: number; name: string }>()`select s.id, s.name from stores s where s.organization_id = ${org.key}
    order by ${STORE_SORT_KEY}, s.id`;
}
