import { type SQL, sql } from "drizzle-orm";
import type { ItemFilter } from "./filters";
import { conditions, ITEM_SQL, fromClause } from "./match.sql.ts";
import { coverDays } from "../../../platform/db/list/hour-cover";
import { keyOf, rollUpOf } from "../../../platform/db/list/filter-sql";
import { countOf, type CountKey, totalOf } from "../../../platform/db/list/list-counts";
import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";
import { matchCount, ITEM_TEXT } from "../../../platform/db/text/text-search";

/** The key of a filter, without its days, in list_counts. Null unless at most one filter is set and has a key there. */
export function itemCountKey(org: OrgReader, filter: ItemFilter): CountKey | null {
  const { dateFrom: _from, dateTo: _to, ...others } = filter;
  const found = keyOf(ITEM_SQL, others, { org, filter });
  if (found === null) return null;
  const counts = { list: "items", filter: found.key } as const;
  const total = found.isRolledUp ? rollUpCount(org, others, ALL) : null;
  return { ...counts, total: total ?? countOf(org, counts) };
}

interface Buckets {
  basis: "all" | "date_day";
  from: number;
  to: number;
}

const ALL = { basis: "all", from: 0, to: 1 } as const;

/** SQL for the number of items in some buckets of the roll-ups. Null if they do not have one of the filters. */
function rollUpCount(org: OrgReader, filter: ItemFilter, { basis, from, to }: Buckets): SQL | null {
  const where = rollUpOf(ITEM_SQL, filter, { org, filter });
  if (where === null) return null;
  // The next column of the key is the status, which SQLite uses only after one bucket.
  const buckets = basis === "all" ? sql`r.bucket = ${from}` : sql`r.bucket >= ${from} and r.bucket < ${to}`;
  return sql`(select coalesce(sum(r.items), 0) from item_rollups r
    where r.organization_id = ${org.key} and r.basis = ${basis} and ${buckets} ${where})`;
}

/** SQL for how many items a filter finds, from stored counts. Null if they do not cover the filter. */
export function storedCount(org: OrgReader, filter: ItemFilter): SQL | null {
  const { match, dateFrom, dateTo, ...others } = filter;
  if (match !== undefined) return Object.keys(filter).length === 1 ? matchCount(ITEM_TEXT, match ?? []) : null;
  const countKey = itemCountKey(org, others);
  const total = countKey?.total ?? rollUpCount(org, others, ALL);
  return total === null || (dateFrom === undefined && dateTo === undefined) ? total : countByDate(org, filter, countKey);
}

/** Counts the matching items from stored counts if they cover the filter, else by reading the matches. */
export function itemCount(org: OrgReader, filter: ItemFilter): Statement<{ total: number }> {
  const count = storedCount(org, filter);
  if (count !== null) return totalOf(org, [count]);
  return org.rows<{ total: number }>()`select count(*) as total from ${fromClause(org, filter)}
    where i.organization_id = ${org.key} ${conditions(org, filter)}`;
}

/**
 * SQL for how many items a filter with stored counts finds in its days. `countKey` is null if only the roll-ups have them. Of a part of a
 * UTC day, the items are counted one by one.
 */
export function countByDate(
  org: OrgReader,
  { dateFrom = 0, dateTo = Number.POSITIVE_INFINITY, ...others }: ItemFilter,
  countKey: CountKey | null,
): SQL {
  const { days, rows } = coverDays(dateFrom, dateTo);
  const counts = days.map(([from, to]) => {
    const buckets = { basis: "date_day", from, to } as const;
    return countKey === null ? (rollUpCount(org, others, buckets) ?? sql`0`) : countOf(org, countKey, buckets);
  });
  const rowCounts = rows.map(([from, to]) => {
    const part = { ...others, dateFrom: from, dateTo: to };
    return sql`(select count(*) from ${fromClause(org, part, true)} where i.organization_id = ${org.key} ${conditions(org, part)})`;
  });
  return sql`(${sql.join([sql`0`, ...counts, ...rowCounts], sql` + `)})`;
}
