import { type SQL, sql } from "drizzle-orm";
import type { ItemFilter } from "./filters";
import { conditions, ITEM_SQL, fromClause } from "./match.sql.ts";
import { coverDays } from "../../../platform/db/list/hour-cover";
import { keysOf, rollUpOf } from "../../../platform/db/list/filter-sql";
import { countOf, type CountKey, totalOf } from "../../../platform/db/list/list-counts";
import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";
import { matchCount, ITEM_TEXT } from "../../../platform/db/text/text-search";

/** The key of a filter, without its days, in list_counts. Null unless at most one filter is set and has a key there. */
export function itemCountKey(org: OrgReader, filter: ItemFilter): CountKey | null {
  const { dateFrom: _from, dateTo: _to, ...others } = filter;
  const keys = keysOf(ITEM_SQL, others, { org, filter });
  if (keys === null || keys.length > 1) return null;
  return { list: "items", filter: keys[0] ?? sql`''` };
}

/** SQL for the number of items in the buckets [first, end) of a basis. */
type RangeCounter = (basis: string, first: number, end: number) => SQL;

/** Returns a function that counts the items of a filter. Null if no stored count covers the filter. */
function rangeCounter(org: OrgReader, filter: ItemFilter): RangeCounter | null {
  const countKey = itemCountKey(org, filter);
  if (countKey !== null) return (basis, first, end) => countOf(org, countKey, { basis, from: first, to: end });
  const where = rollUpOf(ITEM_SQL, filter, { org, filter });
  if (where === null) return null;
  return (basis, first, end) => sql`(select coalesce(sum(r.items), 0) from item_rollups r
    where r.organization_id = ${org.key} and r.basis = ${basis} and r.bucket >= ${first} and r.bucket < ${end} ${where})`;
}

/** Counts the matching items from stored counts if they cover the filter, else by reading the matches. */
export function itemCount(org: OrgReader, filter: ItemFilter): Statement<{ total: number }> {
  const { match, dateFrom, dateTo, ...others } = filter;
  if (match !== undefined && Object.keys(filter).length === 1) return totalOf(org, [matchCount(ITEM_TEXT, match ?? [])]);
  const count = match === undefined ? rangeCounter(org, others) : null;
  if (count === null) {
    return org.rows<{ total: number }>()`select count(*) as total from ${fromClause(org, filter)}
      where i.organization_id = ${org.key} ${conditions(org, filter)}`;
  }
  if (dateFrom === undefined && dateTo === undefined) return totalOf(org, [count("all", 0, 1)]);
  return totalOf(org, [countInDays(org, filter, count)]);
}

/** SQL for how many items a filter finds, whose days `count` can count. Of a part of a UTC day, the items are counted one by one. */
function countInDays(org: OrgReader, { dateFrom = 0, dateTo = Number.POSITIVE_INFINITY, ...others }: ItemFilter, count: RangeCounter): SQL {
  const { days, rows } = coverDays(dateFrom, dateTo);
  return sql`(${sql.join(
    [
      sql`0`,
      ...days.map(([first, end]) => count("date_day", first, end)),
      ...rows.map(([from, to]) => {
        const part = { ...others, dateFrom: from, dateTo: to };
        return sql`(select count(*) from ${fromClause(org, part, true)} where i.organization_id = ${org.key} ${conditions(org, part)})`;
      }),
    ],
    sql` + `,
  )})`;
}

/** SQL for how many items a filter with stored counts (itemCountKey) finds. */
export function countByDate(org: OrgReader, filter: ItemFilter, countKey: CountKey): SQL {
  return countInDays(org, filter, (basis, first, end) => countOf(org, countKey, { basis, from: first, to: end }));
}
