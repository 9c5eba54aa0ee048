import { type SQL, sql } from "drizzle-orm";
import { coverRange, type Range } from "../../../platform/db/list/hour-cover";
import { countOf, type CountKey, totalOf } from "../../../platform/db/list/list-counts";
import {
  conditions,
  hasCreationTimes,
  hasDates,
  isSelective,
  wordConditions,
  ORDER_SQL,
  type OrderFilter,
  fromClause,
} from "./match.sql.ts";
import { keyOf, rollUpOf } from "../../../platform/db/list/filter-sql";
import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";
import { matchCount, ORDER_TEXT } from "../../../platform/db/text/text-search";

/** The key of a filter in list_counts. Null unless at most one filter is set and has a key there. */
export function orderCountKey(org: OrgReader, filter: OrderFilter): CountKey | null {
  const found = keyOf(ORDER_SQL, filter, { org, filter });
  if (found === null) return null;
  const counts = { list: "orders", filter: found.key } as const;
  return { ...counts, total: found.isRolledUp ? rollUpCount(org, filter, ALL) : countOf(org, counts) };
}

/** Counts the matching orders from stored counts if they cover the filter, else by reading the matches. */
export function orderCount(org: OrgReader, filter: OrderFilter): Statement<{ total: number }> {
  const { match } = filter;
  if (match !== undefined && Object.keys(filter).length === 1) return totalOf(org, [matchCount(ORDER_TEXT, match ?? [])]);
  const countKey = orderCountKey(org, filter);
  if (countKey !== null) return totalOf(org, [countKey.total]);
  const hasRange = hasDates(filter) || hasCreationTimes(filter);
  const isCounted = match === undefined && !isSelective(org, filter) && !hasRange;
  const count = isCounted ? rollUpCount(org, filter, ALL) : countInRange(org, filter);
  if (count !== null) return totalOf(org, [count]);
  return org.rows<{ total: number }>()`select count(*) as total from ${fromClause(org, filter)}
    where o.organization_id = ${org.key} ${wordConditions(filter)} ${conditions(org, filter)}`;
}

interface Buckets {
  basis: "all" | "date_day" | "created_day" | "created_hour" | "date_hour";
  from: number;
  to: number;
}

const ALL = { basis: "all", from: 0, to: 1 } as const;

/** Returns a function that counts the orders of a filter without words and ranges in buckets. */
function bucketCounter(org: OrgReader, filter: OrderFilter): (buckets: Buckets) => SQL {
  const countKey = orderCountKey(org, filter);
  const hasFilter = Object.keys(filter).length > 0;
  return (buckets) => {
    const hasCounts = buckets.basis === "date_day" || (buckets.basis !== "date_hour" && !hasFilter);
    return countKey !== null && hasCounts ? countOf(org, countKey, buckets) : rollUpCount(org, filter, buckets);
  };
}

function rollUpCount(org: OrgReader, filter: OrderFilter, { basis, from, to }: Buckets): SQL {
  const where = rollUpOf(ORDER_SQL, filter, { org, filter });
  if (where === null) throw new Error("The roll-ups do not cover one of these filters.");
  // The next column of the key is the status, which SQLite uses only after one bucket.
  const buckets = basis === "all" ? sql`r.bucket = ${from}` : sql`r.bucket >= ${from} and r.bucket < ${to}`;
  return sql`(select coalesce(sum(r.orders), 0) from order_rollups r
    where r.organization_id = ${org.key} and r.basis = ${basis} and ${buckets} ${where})`;
}

const sumOf = (counts: SQL[]): SQL => sql`(${sql.join([sql`0`, ...counts], sql` + `)})`;

/**
 * SQL for how many orders match a filter that has a range of dates or a range of creation times, but not both. Null if stored counts do not
 * cover the filter.
 */
export function countInRange(org: OrgReader, filter: OrderFilter): SQL | null {
  if (filter.match !== undefined || isSelective(org, filter) || hasCreationTimes(filter) === hasDates(filter)) return null;
  if (hasDates(filter)) return countByDate(org, filter);
  const { createdAfter: _after, createdBefore: _before, ...others } = filter;
  return countByCreation(org, filter, others);
}

const HOUR_MS = 3_600_000;

/**
 * SQL for how many orders match a filter with a range of order dates and without words, creation times, suppliers and external ids. The roll-ups
 * by date do not contain `missing_*`. With such a filter, the orders of partial days at the ends of the range are counted one by one.
 */
export function countByDate(org: OrgReader, { dateFrom, dateTo, ...others }: OrderFilter): SQL {
  const filtersMissing = others.missingSku === true || others.missingDesign === true;
  const countRows = ([from, to]: Range): SQL => {
    const filter = { ...others, dateFrom: from, dateTo: to };
    return sql`(select count(*) from ${fromClause(org, filter)} where o.organization_id = ${org.key} ${conditions(org, filter)})`;
  };
  const [from, to] = [dateFrom ?? 0, dateTo ?? Number.POSITIVE_INFINITY];
  if (filtersMissing && orderCountKey(org, others) === null) return countRows([Math.max(0, from), Math.min(to, Number.MAX_SAFE_INTEGER)]);
  const { days, hours, rows } = coverRange(from, to);
  const count = bucketCounter(org, others);
  return sumOf([
    ...days.map(([first, end]) => count({ basis: "date_day", from: first, to: end })),
    ...hours.map(([first, end]) =>
      filtersMissing ? countRows([first * HOUR_MS, end * HOUR_MS]) : count({ basis: "date_hour", from: first, to: end }),
    ),
    ...rows.map(countRows),
  ]);
}

/** SQL for how many orders were created in a filter's range of creation times and match `others`, which has only filters with stored counts. */
export function countByCreation(org: OrgReader, { createdAfter, createdBefore }: OrderFilter, others: OrderFilter): SQL {
  const count = bucketCounter(org, others);
  // The bounds are exclusive and in whole milliseconds, so the range starts at `createdAfter` + 1.
  const cover = coverRange((createdAfter ?? -1) + 1, createdBefore ?? Number.POSITIVE_INFINITY);
  return sumOf([
    ...cover.days.map(([from, to]) => count({ basis: "created_day", from, to })),
    ...cover.hours.map(([from, to]) => count({ basis: "created_hour", from, to })),
    ...cover.rows.map(
      ([from, to]) => sql`(select count(*) from orders o
        where o.organization_id = ${org.key} ${conditions(org, others)} and o.created_at >= ${from} and o.created_at < ${to})`,
    ),
  ]);
}
