import { type SQL, sql } from "drizzle-orm";
import { keyOf, rollUpOf } from "../../../platform/db/list/filter-sql";
import { coverRange, type Range } from "../../../platform/db/list/hour-cover";
import { type Count, countOf, type CountKey, totalOf } from "../../../platform/db/list/list-counts";
import { matchCount, ORDER_TEXT } from "../../../platform/db/text/text-search";
import { conditions, fromClause, hasCreationTimes, hasDates, isSelective, type Matching, ORDER_SQL } from "./match.sql.ts";

/** The key of a filter in list_counts. Null unless at most one filter is set and has a key there. */
export function orderCountKey(orders: Matching): CountKey | null {
  const { org, filter } = orders;
  const filterKey = keyOf(ORDER_SQL, filter, orders);
  if (filterKey === null) return null;
  const counts = { list: "orders", filter: filterKey.key } as const;
  return { ...counts, total: filterKey.isRolledUp ? rollUpCount(orders, ALL) : countOf(org, counts) };
}

/** SQL for how many orders match, from stored counts. Null if they do not cover the filter. */
export function storedCount(orders: Matching): SQL | null {
  const { match, ...others } = orders.filter;
  if (match !== undefined) return Object.keys(others).length === 0 ? matchCount(ORDER_TEXT, match ?? []) : null;
  const key = orderCountKey(orders);
  if (key !== null) return key.total;
  if (isSelective(orders)) return null;
  return hasDates(others) || hasCreationTimes(others) ? countInRange(orders) : rollUpCount(orders, ALL);
}

/** Counts the matching orders from stored counts if they cover the filter, else by reading the matches. */
export function orderCount(orders: Matching): Count {
  const { org } = orders;
  const count = storedCount(orders);
  if (count !== null) return totalOf(org, count);
  return org.rows<{ total: number }>()`select count(*) as total from ${fromClause(orders)}
    where o.organization_id = ${org.key} ${conditions(orders)}`;
}

interface Buckets {
  basis: "all" | "date_day" | "created_day" | "created_hour" | "date_hour";
  from: number;
  to: number;
}

const ALL = { basis: "all", from: 0, to: 1 } as const;

/**
 * Returns a function that counts the orders of a filter without words and ranges in buckets: by list_counts, which has days of order dates for a
 * single filter, and days and hours of creation only without a filter (platform/db/table.ts), else by the roll-ups.
 */
function bucketCounter(orders: Matching): (buckets: Buckets) => SQL {
  const key = orderCountKey(orders);
  const hasFilter = Object.keys(orders.filter).length > 0;
  return (buckets) => {
    const hasCounts = buckets.basis === "date_day" || (buckets.basis !== "date_hour" && !hasFilter);
    return key !== null && hasCounts ? countOf(orders.org, key, buckets) : rollUpCount(orders, buckets);
  };
}

function rollUpCount(orders: Matching, { basis, from, to }: Buckets): SQL {
  const where = rollUpOf(ORDER_SQL, orders.filter, orders);
  if (where === null) throw new Error("The roll-ups do not cover one of these filters.");
  // The next column of the key is the status, which SQLite uses only after one bucket.
  const buckets = basis === "all" ? sql`r.bucket = ${from}` : sql`r.bucket >= ${from} and r.bucket < ${to}`;
  return sql`(select coalesce(sum(r.orders), 0) from order_rollups r
    where r.organization_id = ${orders.org.key} and r.basis = ${basis} and ${buckets} ${where})`;
}

const sumOf = (counts: SQL[]): SQL => sql`(${sql.join([sql`0`, ...counts], sql` + `)})`;

/**
 * SQL for how many orders match a filter that has a range of dates or a range of creation times, but not both. Null if stored counts do not
 * cover the filter.
 */
export function countInRange(orders: Matching): SQL | null {
  const { createdAfter, createdBefore, ...others } = orders.filter;
  if (others.match !== undefined || isSelective(orders) || hasCreationTimes(orders.filter) === hasDates(others)) return null;
  return hasDates(others) ? countByDate(orders) : countByCreation({ ...orders, filter: others }, { createdAfter, createdBefore });
}

const HOUR_MS = 3_600_000;

/**
 * SQL for how many orders match a filter with a range of order dates and without words, creation times, suppliers and external ids. The roll-ups
 * by date do not contain `missing_*`. With such a filter alone, list_counts has the whole days, and the orders of partial days at the ends of the
 * range are counted one by one. With another filter besides it, all orders of the range are.
 */
export function countByDate({ org, filter: { dateFrom, dateTo, ...others } }: Matching): SQL {
  const filtersMissing = others.missingSku === true || others.missingDesign === true;
  const countRows = ([from, to]: Range): SQL => {
    const part = { org, filter: { ...others, dateFrom: from, dateTo: to } };
    return sql`(select count(*) from ${fromClause(part)} where o.organization_id = ${org.key} ${conditions(part)})`;
  };
  const [from, to] = [dateFrom ?? 0, dateTo ?? Number.POSITIVE_INFINITY];
  const orders = { org, filter: others };
  if (filtersMissing && orderCountKey(orders) === null) return countRows([Math.max(0, from), Math.min(to, Number.MAX_SAFE_INTEGER)]);
  const { days, hours, rows } = coverRange(from, to);
  const count = bucketCounter(orders);
  return sumOf([
    ...days.map(([first, end]) => count({ basis: "date_day", from: first, to: end })),
    ...hours.map(([first, end]) =>
      filtersMissing ? countRows([first * HOUR_MS, end * HOUR_MS]) : count({ basis: "date_hour", from: first, to: end }),
    ),
    ...rows.map(countRows),
  ]);
}

/** SQL for how many orders were created in a range of time, of orders whose filters have stored counts. */
export function countByCreation(orders: Matching, range: { createdAfter?: number | undefined; createdBefore?: number | undefined }): SQL {
  const { createdAfter, createdBefore } = range;
  const count = bucketCounter(orders);
  // The bounds are exclusive and in whole milliseconds, so the range starts at `createdAfter` + 1.
  const cover = coverRange((createdAfter ?? -1) + 1, createdBefore ?? Number.POSITIVE_INFINITY);
  return sumOf([
    ...cover.days.map(([from, to]) => count({ basis: "created_day", from, to })),
    ...cover.hours.map(([from, to]) => count({ basis: "created_hour", from, to })),
    ...cover.rows.map(
      ([from, to]) => sql`(select count(*) from orders o
        where o.organization_id = ${orders.org.key} ${conditions(orders)} and o.created_at >= ${from} and o.created_at < ${to})`,
    ),
  ]);
}
