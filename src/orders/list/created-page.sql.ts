import { type SQL, sql } from "drizzle-orm";
import { countCreated } from "./count.sql.ts";
import { conditions, dateIndexOf, type OrderFilter } from "./match.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";

/** Orders that are read and sorted without asking how many the days have. */
const SMALL_RESULT = 100;
const DAY = 86_400_000;

/** The part of a list by date to read. */
interface Part {
  direction: "asc" | "desc";
  size: number;
  offset: number;
  /** For a page behind a cursor: the filter of its orders, and the cursor's date. */
  behind: SQL;
  from: number | null;
}

/**
 * SQL of the ids of a page, by date, of orders that were created within a stretch of time. Either all of them are read and sorted,
 * or the days are walked in the order of the list, without those, and the hours of a day, of whose orders none can have been
 * created then (order_days). Were they spread evenly over the orders of these days, the walk would pass over one order in
 * so many; the way is taken that reads less. A branch that is not taken has a limit of 0, which SQLite tests before it reads.
 */
export function createdPage(org: OrgReader, filter: OrderFilter, { direction, size, offset, behind, from }: Part): SQL {
  const { createdAfter, createdBefore, dateFrom, dateTo } = filter;
  const way = sql.raw(direction);
  const days = [sql`d.organization_id = ${org.key}`];
  let [begin, end] = [sql`d.day * ${DAY}`, sql`(d.day + 1) * ${DAY}`];
  if (createdAfter !== undefined) {
    days.push(sql`d.last_created > ${createdAfter}`);
    begin = sql`max(${begin}, ${createdAfter} - d.greatest_lag)`;
  }
  if (createdBefore !== undefined) {
    days.push(sql`d.first_created < ${createdBefore}`);
    end = sql`min(${end}, ${createdBefore} - d.least_lag)`;
  }
  if (dateFrom !== undefined) days.push(sql`d.day >= ${Math.floor(dateFrom / DAY)}`);
  if (dateTo !== undefined) days.push(sql`d.day <= ${Math.floor(dateTo / DAY)}`);
  if (from !== null) days.push(sql`d.day ${direction === "asc" ? sql`>=` : sql`<=`} ${Math.floor(from / DAY)}`);
  const found = sql`o.organization_id = ${org.key} ${conditions(org, filter)} ${behind}`;
  const walked = sql`(select coalesce(sum(c.total), 0) from order_days d
    join list_counts c on c.organization_id = d.organization_id and c.list = 'orders' and c.filter = '' and c.basis = 'date_day' and c.bucket = d.day
    where ${sql.join(days, sql` and `)})`;
  return sql`with few as materialized (select case when found <= ${SMALL_RESULT} then 1 else found * found <= cast(${offset + size} as real) * ${walked} end as are
      from (select ${countCreated(org, filter)} as found))
    select id from (select o.id from orders o indexed by orders_created where ${found}
      order by o.date ${way}, o.id ${way} limit (select iif(are, ${size}, 0) from few) offset ${offset})
    union all select id from (select o.id from order_days d cross join orders o indexed by ${dateIndexOf(filter)}
      where ${sql.join(days, sql` and `)} and o.date >= ${begin} and o.date < ${end} and ${found}
      order by d.day ${way}, o.date ${way}, o.id ${way} limit (select iif(are, 0, ${size}) from few) offset ${offset})`;
}

/** SQL of a condition on when orders `o` of a range of dates can have been created, by what order_days tells of its days. */
export function createdOnDates(org: OrgReader, { dateFrom, dateTo }: OrderFilter): SQL {
  if (dateFrom === undefined && dateTo === undefined) return sql``;
  const [first, last] = [dateFrom ?? 0, dateTo ?? Number.MAX_SAFE_INTEGER].map((date) => Math.floor(date / DAY));
  const ofDays = (value: SQL): SQL =>
    sql`(select ${value} from order_days d where d.organization_id = ${org.key} and d.day between ${first} and ${last})`;
  return sql`and o.created_at between ${ofDays(sql`min(d.first_created)`)} and ${ofDays(sql`max(d.last_created)`)}`;
}
