import { type SQL, sql } from "drizzle-orm";
import { hasProfit, profitOf, utcDay, utcDayOf } from "./profit.sql.ts";
import type { Range } from "../../../platform/db/list/hour-cover";
import type { MoneyReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";
import { JOIN_STORE } from "../../stores/lookup.sql.ts";

/** An order with the amounts that its profit is computed from, in stored units. `profit` is null if it is unknown. */
export interface OrderProfitRow {
  id: number;
  number: string | null;
  external_id: string | null;
  customer_name: string | null;
  store_id: number;
  store_name: string;
  date: number;
  status: string;
  fulfillment_state: string;
  currency: string;
  total_amount: number;
  tax: number;
  refund_amount: number | null;
  refunded_tax: number;
  fees: number | null;
  production_cost: number;
  profit: number | null;
}

/** The position after which a page continues: the profit and the id of the last order. If profits are unknown, only the id counts. */
export type ProfitPosition = readonly [profit: number, id: number];

/** The orders to list. */
export interface ProfitsQuery {
  /** Ms since 1970. */
  moments: Range;
  currency: string;
  /** Whether to list the orders whose profit is known, or those whose profit is unknown. The latter are sorted by id. */
  isKnown: boolean;
  direction: "asc" | "desc";
  after: ProfitPosition | null;
  limit: number;
}

/**
 * SQL for the id of the first order `x` of a day. `after` is SQL of the profit and the id of the order before it: the next one has the same
 * profit and another id, or another profit. The condition on the date leaves out orders of the first and the last day only, because the days
 * of the period may begin in the middle of a day in UTC.
 */
function firstOf(org: MoneyReader, query: ProfitsQuery, day: SQL, after: readonly [profit: SQL, id: SQL] | null): SQL {
  const { currency, isKnown, moments, direction } = query;
  const [profit, sqlDirection] = [profitOf("x"), sql.raw(direction)];
  const comparison = direction === "asc" ? sql`>` : sql`<`;
  const first = (condition: SQL, order: SQL): SQL => sql`(select x.id from orders x indexed by orders_profit
    where x.organization_id = ${org.key} and ${hasProfit("x")} and x.currency = ${currency} and ${utcDayOf("x")} = ${day}
      and ${condition} and x.date >= ${moments[0]} and x.date < ${moments[1]} order by ${order} limit 1)`;
  // SQLite sorts all orders of one profit if the profit is part of the ORDER BY.
  const byProfit = sql`${profit} ${sqlDirection}, x.id ${sqlDirection}`;
  const byId = sql`x.id ${sqlDirection}`;
  // Any profit is greater. With `is not null`, SQLite would read all orders of the day whose profit is unknown before the first known one.
  if (after === null) return isKnown ? first(sql`${profit} > -9e18`, byProfit) : first(sql`${profit} is null`, byId);
  const isLaterId = sql`x.id ${comparison} ${after[1]}`;
  if (!isKnown) return first(sql`${profit} is null and ${isLaterId}`, byId);
  // Not one comparison of both values: SQLite would not use the index for the id.
  return sql`coalesce(${first(sql`${profit} = ${after[0]} and ${isLaterId}`, byId)}, ${first(sql`${profit} ${comparison} ${after[0]}`, byProfit)})`;
}

/**
 * Up to `limit` orders of a period after a position, by profit. The index has the orders of each day by profit, and this merges the days. It
 * reads the first order of each day and then one for each row of the page, so the number of orders does not matter.
 */
export function ordersByProfit(org: MoneyReader, query: ProfitsQuery): Statement<OrderProfitRow> {
  const { moments, direction, after, limit } = query;
  const sqlDirection = sql.raw(direction);
  // The `+` removes the affinity of the columns, because SQLite cannot use an index on an expression for a comparison with affinity.
  const first = firstOf(org, query, sql`+d.day`, after === null ? null : [sql`${after[0]}`, sql`${after[1]}`]);
  const next = firstOf(org, query, sql`+m.day`, [sql`+m.profit`, sql`+m.id`]);
  return org.rows<OrderProfitRow>()`with recursive merged(day, profit, id) as (
      select * from (select d.day, ${profitOf("n")}, n.id from order_days d cross join orders n on n.id = ${first}
        where d.organization_id = ${org.key} and d.day between ${utcDay(moments[0])} and ${utcDay(moments[1] - 1)})
      union all
      select m.day, ${profitOf("n")}, n.id from merged m cross join orders n on n.id = ${next}
      order by 2 ${sqlDirection}, 3 ${sqlDirection} limit ${limit})
    select o.id, o.number, o.external_id, o.customer_name, o.store_id, s.name as store_name, o.date, o.status, o.fulfillment_state, o.currency, o.total_amount, o.tax,
      o.refund_amount, o.refunded_tax, o.fees, o.production_cost, p.profit
    from merged p cross join orders o on o.id = p.id ${JOIN_STORE}
    where o.organization_id = ${org.key} order by p.profit ${sqlDirection}, o.id ${sqlDirection}`;
}

/** The gross profit of one order, in stored units. Null if it is unknown. */
export function profitOfOrder(org: MoneyReader, id: number): Statement<Pick<OrderProfitRow, "profit">> {
  return org.rows<
    Pick<OrderProfitRow, "profit">
  >()`select ${profitOf("o")} as profit from orders o where o.organization_id = ${org.key} and o.id = ${id}`;
}
