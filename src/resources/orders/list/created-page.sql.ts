import { type SQL, sql } from "drizzle-orm";
import { countByCreation } from "./count.sql.ts";
import { conditions, dateIndexOf, type OrderFilter } from "./match.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";

/** Up to this many orders are read and sorted without estimating the cost of walking the days. */
const SMALL_RESULT = 100;
const DAY_MS = 86_400_000;

/** The part to read of a list that is sorted by date. */
interface Part {
  direction: "asc" | "desc";
  size: number;
  offset: number;
  /** The condition on the orders after the cursor. Empty without a cursor. */
  afterCursor: SQL;
  cursorDate: number | null;
}

/**
 * SQL for the ids of a page, sorted by date, of orders that were created in a range of time. It chooses the cheaper of two plans: read and sort
 * all of these orders, or walk the order dates in the order of the list. The walk skips days, and hours of a day, whose orders cannot have been
 * created in the range (order_days). Its cost is estimated as if the matches were spread evenly over the walked orders. The other plan gets a
 * limit of 0, which SQLite checks before it reads.
 */
export function createdPage(org: OrgReader, filter: OrderFilter, part: Part): SQL {
  const { size, offset, afterCursor } = part;
  const direction = sql.raw(part.direction);
  const { days, begin, end } = walkedDays(org, filter, part);
  const matches = sql`o.organization_id = ${org.key} ${conditions(org, filter)} ${afterCursor}`;
  const walkedRowCount = sql`(select coalesce(sum(c.total), 0) from order_days d
    join list_counts c on c.organization_id = d.organization_id and c.list = 'orders' and c.filter = '' and c.basis = 'date_day' and c.bucket = d.day
    where ${days})`;
  const readsAll = sql`case when found <= ${SMALL_RESULT} then 1 else found * found <= cast(${offset + size} as real) * ${walkedRowCount} end`;
  const limitIf = (isChosen: SQL): SQL => sql`limit (select iif(${isChosen}, ${size}, 0) from plan) offset ${offset}`;
  return sql`with plan as materialized (select ${readsAll} as reads_all from (select ${countByCreation(org, filter, {})} as found))
    select id from (select o.id from orders o indexed by orders_created where ${matches}
      order by o.date ${direction}, o.id ${direction} ${limitIf(sql`reads_all`)})
    union all select id from (select o.id from order_days d cross join orders o indexed by ${dateIndexOf(filter)}
      where ${days} and o.date >= ${begin} and o.date < ${end} and ${matches}
      order by d.day ${direction}, o.date ${direction}, o.id ${direction} ${limitIf(sql`not reads_all`)})`;
}

/** SQL for the days `d` that the walk visits, and for the part of a day whose orders can have been created in the range. */
function walkedDays(org: OrgReader, filter: OrderFilter, { direction, cursorDate }: Part): { days: SQL; begin: SQL; end: SQL } {
  const { createdAfter, createdBefore, dateFrom, dateTo } = filter;
  const dayOf = (date: number): number => Math.floor(date / DAY_MS);
  const days = [sql`d.organization_id = ${org.key}`];
  if (createdAfter !== undefined) days.push(sql`d.last_created > ${createdAfter}`);
  if (createdBefore !== undefined) days.push(sql`d.first_created < ${createdBefore}`);
  if (dateFrom !== undefined) days.push(sql`d.day >= ${dayOf(dateFrom)}`);
  if (dateTo !== undefined) days.push(sql`d.day <= ${dayOf(dateTo)}`);
  if (cursorDate !== null) days.push(sql`d.day ${direction === "asc" ? sql`>=` : sql`<=`} ${dayOf(cursorDate)}`);
  const [first, last] = [sql`d.day * ${DAY_MS}`, sql`(d.day + 1) * ${DAY_MS}`];
  return {
    days: sql.join(days, sql` and `),
    begin: createdAfter === undefined ? first : sql`max(${first}, ${createdAfter} - d.greatest_lag)`,
    end: createdBefore === undefined ? last : sql`min(${last}, ${createdBefore} - d.least_lag)`,
  };
}

/** SQL for a condition on the creation times of orders `o` in a range of dates, from the bounds that order_days has for these days. */
export function createdOnDates(org: OrgReader, { dateFrom, dateTo }: OrderFilter): SQL {
  if (dateFrom === undefined && dateTo === undefined) return sql``;
  const [first, last] = [dateFrom ?? 0, dateTo ?? Number.MAX_SAFE_INTEGER].map((date) => Math.floor(date / DAY_MS));
  const ofDays = (value: SQL): SQL =>
    sql`(select ${value} from order_days d where d.organization_id = ${org.key} and d.day between ${first} and ${last})`;
  return sql`and o.created_at between ${ofDays(sql`min(d.first_created)`)} and ${ofDays(sql`max(d.last_created)`)}`;
}
