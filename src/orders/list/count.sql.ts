import { type SQL, sql } from "drizzle-orm";
import { coverRange, type Range } from "../../platform/db/list/hour-cover";
import { countOf, type Counted, totalOf } from "../../platform/db/list/list-counts";
import { conditions, hasDates, isSelective, wordConditions, ORDER_SQL, type OrderFilter, fromClause } from "./match.sql.ts";
import { keysOf, rollUpOf } from "../../platform/db/list/filter-sql";
import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";
import { matchCount, ORDER_TEXT } from "../../platform/db/text/text-search";

/** The key of a filter in list_counts. Null unless at most one filter is set and has a key there. */
export function orderCountKey(org: OrgReader, filter: OrderFilter): Counted | null {
  const keys = keysOf(ORDER_SQL, filter, { org, filter });
  if (keys === null || keys.length > 1) return null;
  return { list: "orders", filter: keys[0] ?? sql`''` };
}

/** Counts the matching orders from stored counts if they cover the filter, else by reading the matches. */
export function orderCount(org: OrgReader, filter: OrderFilter): Statement<{ total: number }> {
  const { match, createdAfter, createdBefore, ...others } = filter;
  if (match !== undefined || isSelective(org, filter)) {
    if (match !== undefined && Object.keys(filter).length === 1) return totalOf(org, [matchCount(ORDER_TEXT, match ?? [])]);
    return countRows(org, filter);
  }
  if (hasDates(filter)) {
    const isCreated = createdAfter !== undefined || createdBefore !== undefined;
    return isCreated ? countRows(org, filter) : totalOf(org, [countByDate(org, filter)]);
  }
  const count = rangeCounter(org, others);
  if (createdAfter === undefined && createdBefore === undefined) return totalOf(org, [count("all", 0, 1)]);
  return totalOf(org, createdCounts(org, filter, count, conditions(org, others)));
}

/** Returns a function that counts the orders of a filter without ranges in the buckets [from, to) of a basis. */
function rangeCounter(org: OrgReader, filter: OrderFilter): (basis: string, from: number, to: number) => SQL {
  const counted = orderCountKey(org, filter);
  return (basis, from, to) =>
    counted !== null && (basis !== "created_hour" || Object.keys(filter).length === 0)
      ? countOf(org, counted, { basis, from, to })
      : rollUpCount(org, filter, basis, from, to);
}

/**
 * SQL of how many orders match a filter that has a range of dates or a range of creation times, but not both. Null if stored counts do not
 * cover the filter.
 */
export function countInRange(org: OrgReader, filter: OrderFilter): SQL | null {
  const { match, createdAfter, createdBefore, ...others } = filter;
  const isCreated = createdAfter !== undefined || createdBefore !== undefined;
  if (match !== undefined || isSelective(org, filter) || isCreated === hasDates(filter)) return null;
  if (!isCreated) return countByDate(org, filter);
  return sql`(${sql.join([sql`0`, ...createdCounts(org, filter, rangeCounter(org, others), conditions(org, others))], sql` + `)})`;
}

function countRows(org: OrgReader, filter: OrderFilter): Statement<{ total: number }> {
  return org.rows<{ total: number }>()`select count(*) as total from ${fromClause(org, filter)}
    where o.organization_id = ${org.key} ${wordConditions(filter)} ${conditions(org, filter)}`;
}

const HOUR_MS = 3_600_000;

/**
 * SQL of how many orders match a filter with a range of order dates and without words, creation times, suppliers and external ids. The roll-ups
 * by date do not contain `missing_*`. With such a filter, the orders of partial days at the ends of the range are counted one by one.
 */
export function countByDate(org: OrgReader, { dateFrom, dateTo, ...others }: OrderFilter): SQL {
  const filtersMissing = others.missingSku === true || others.missingDesign === true;
  const counted = orderCountKey(org, others);
  const countBetween = (from: number, to: number): SQL => {
    const filter = { ...others, dateFrom: from, dateTo: to };
    return sql`(select count(*) from ${fromClause(org, filter)} where o.organization_id = ${org.key} ${conditions(org, filter)})`;
  };
  const [from, to] = [dateFrom ?? 0, dateTo ?? Number.POSITIVE_INFINITY];
  if (counted === null && filtersMissing) return countBetween(Math.max(0, from), Math.min(to, Number.MAX_SAFE_INTEGER));
  const { days, hours, rows } = coverRange(from, to);
  const inMs = ([first, end]: Range): Range => [first * HOUR_MS, end * HOUR_MS];
  const counts = [
    ...days.map(([first, end]) =>
      counted === null
        ? rollUpCount(org, others, "date_day", first, end)
        : countOf(org, counted, { basis: "date_day", from: first, to: end }),
    ),
    ...(filtersMissing ? [] : hours).map(([first, end]) => rollUpCount(org, others, "date_hour", first, end)),
    ...[...rows, ...(filtersMissing ? hours.map(inMs) : [])].map(([first, end]) => countBetween(first, end)),
  ];
  return sql`(${sql.join([sql`0`, ...counts], sql` + `)})`;
}

/** SQL of counts whose sum is the number of orders created in a range of time. `others` are conditions on the orders that are counted one by one. */
function createdCounts(
  org: OrgReader,
  { createdAfter, createdBefore }: OrderFilter,
  count: (basis: string, from: number, to: number) => SQL,
  others: SQL,
): SQL[] {
  // The bounds are exclusive and in whole milliseconds, so the range starts at `createdAfter` + 1.
  const cover = coverRange((createdAfter ?? -1) + 1, createdBefore ?? Number.POSITIVE_INFINITY);
  return [
    ...cover.days.map(([from, to]) => count("created_day", from, to)),
    ...cover.hours.map(([from, to]) => count("created_hour", from, to)),
    ...cover.rows.map(
      ([from, to]) => sql`(select count(*) from orders o
        where o.organization_id = ${org.key} ${others} and o.created_at >= ${from} and o.created_at < ${to})`,
    ),
  ];
}

/** SQL of how many orders were created in the filter's range of creation times. It ignores the other filters. */
export function countCreated(org: OrgReader, filter: OrderFilter): SQL {
  const all: Counted = { list: "orders", filter: sql`''` };
  const counts = createdCounts(org, filter, (basis, from, to) => countOf(org, all, { basis, from, to }), sql``);
  return sql`(${sql.join([sql`0`, ...counts], sql` + `)})`;
}

function rollUpCount(org: OrgReader, filter: OrderFilter, basis: string, from: number, to: number): SQL {
  const where = rollUpOf(ORDER_SQL, filter, { org, filter });
  if (where === null) throw new Error("The roll-ups do not cover one of these filters.");
  return sql`(select coalesce(sum(r.orders), 0) from order_rollups r
    where r.organization_id = ${org.key} and r.basis = ${basis} and r.bucket >= ${from} and r.bucket < ${to} ${where})`;
}
