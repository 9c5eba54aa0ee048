import { type SQL, sql } from "drizzle-orm";
import { keyOf, rollUpOf } from "../../../platform/db/list/filter-sql";
import { coverDays } from "../../../platform/db/list/hour-cover";
import { type Count, countOf, type CountKey, totalOf } from "../../../platform/db/list/list-counts";
import { ITEM_TEXT, matchCount } from "../../../platform/db/text/text-search";
import { conditions, fromClause, ITEM_SQL, type MatchingItems } from "./match.sql.ts";

/** The same items on all days. */
function onAllDays({ org, filter: { dateFrom: _from, dateTo: _to, ...others } }: MatchingItems): MatchingItems {
  return { org, filter: others };
}

/** The key of a filter, without its days, in list_counts. Null unless at most one filter is set and has a key there. */
export function itemCountKey(items: MatchingItems): CountKey | null {
  const onDays = onAllDays(items);
  const filterKey = keyOf(ITEM_SQL, onDays.filter, items);
  if (filterKey === null) return null;
  const counts = { list: "items", filter: filterKey.key } as const;
  const total = filterKey.isRolledUp ? rollUpCount(onDays, ALL) : null;
  return { ...counts, total: total ?? countOf(items.org, counts) };
}

interface Buckets {
  basis: "all" | "date_day";
  from: number;
  to: number;
}

/** The one bucket that has the items of all days. */
const ALL = { basis: "all", from: 0, to: 1 } as const;

/** SQL for the number of items in some buckets of the roll-ups. Null if they do not have one of the filters. */
function rollUpCount(items: MatchingItems, { basis, from, to }: Buckets): SQL | null {
  const where = rollUpOf(ITEM_SQL, items.filter, items);
  if (where === null) return null;
  // The next column of the key is the status, which SQLite uses only after one bucket.
  const buckets = basis === "all" ? sql`r.bucket = ${from}` : sql`r.bucket >= ${from} and r.bucket < ${to}`;
  return sql`(select coalesce(sum(r.items), 0) from item_rollups r
    where r.organization_id = ${items.org.key} and r.basis = ${basis} and ${buckets} ${where})`;
}

/** SQL for how many items a filter finds, from stored counts. Null if they do not cover the filter. */
export function storedCount(items: MatchingItems): SQL | null {
  const { match, dateFrom, dateTo } = items.filter;
  if (match !== undefined) return Object.keys(items.filter).length === 1 ? matchCount(ITEM_TEXT, match ?? []) : null;
  const total = itemCountKey(items)?.total ?? rollUpCount(onAllDays(items), ALL);
  return total === null || (dateFrom === undefined && dateTo === undefined) ? total : countByDate(items);
}

/** Counts the matching items from stored counts if they cover the filter, else by reading the matches. */
export function itemCount(items: MatchingItems): Count {
  const { org } = items;
  const count = storedCount(items);
  if (count !== null) return totalOf(org, count);
  return org.rows<{ total: number }>()`select count(*) as total from ${fromClause(items)}
    where i.organization_id = ${org.key} ${conditions(items)}`;
}

/** SQL for how many items a filter with stored counts finds in its days. Of a part of a UTC day, the items are counted one by one. */
export function countByDate(items: MatchingItems): SQL {
  const { org, filter } = items;
  const { dateFrom = 0, dateTo = Number.POSITIVE_INFINITY } = filter;
  const [key, onDays] = [itemCountKey(items), onAllDays(items)];
  const { days, rows } = coverDays(dateFrom, dateTo);
  const counts = days.map(([from, to]) => {
    const buckets = { basis: "date_day", from, to } as const;
    return key === null ? (rollUpCount(onDays, buckets) ?? sql`0`) : countOf(org, key, buckets);
  });
  const rowCounts = rows.map(([from, to]) => {
    const part = { org, filter: { ...onDays.filter, dateFrom: from, dateTo: to } };
    return sql`(select count(*) from ${fromClause(part, { byDate: true })} where i.organization_id = ${org.key} ${conditions(part)})`;
  });
  return sql`(${sql.join([sql`0`, ...counts, ...rowCounts], sql` + `)})`;
}
