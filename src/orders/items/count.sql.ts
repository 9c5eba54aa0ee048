import { type SQL, sql } from "drizzle-orm";
import type { ItemFilter } from "./filters";
import { conditions, ITEM_SQL, fromClause } from "./match.sql.ts";
import { keysOf, rollUpOf } from "../../platform/db/list/filter-sql";
import { AFTER_ALL, BEFORE_ALL, countOf, type CountKey, totalOf } from "../../platform/db/list/list-counts";
import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";
import { matchCount, ITEM_TEXT } from "../../platform/db/text/text-search";

/** The key of a filter, without its days, in list_counts. Null unless at most one filter is set and has a key there. */
export function itemCountKey(org: OrgReader, filter: ItemFilter): CountKey | null {
  const { dateFrom, dateTo, ...others } = filter;
  const keys = keysOf(ITEM_SQL, others, { org, filter });
  if (keys === null || keys.length > 1 || dateFrom?.at !== undefined || dateTo?.at !== undefined) return null;
  return { list: "items", filter: keys[0] ?? sql`''` };
}

/** Returns a function that counts the items of a filter in the buckets [first, end) of a basis. Null if no stored count covers the filter. */
function rangeCounter(org: OrgReader, filter: ItemFilter): ((basis: string, first: number, end: number) => SQL) | null {
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
  // If a range in another time zone covers part of a day, the items of that day are counted one by one.
  const partialDays = new Set([dateFrom, dateTo].flatMap((bound) => (bound?.at === undefined ? [] : [bound.day])));
  const first = (dateFrom?.day ?? BEFORE_ALL) + (dateFrom?.at === undefined ? 0 : 1);
  const end = (dateTo?.day ?? AFTER_ALL) + (dateTo?.at === undefined ? 1 : 0);
  return totalOf(org, [
    count("order_day", first, end),
    ...[...partialDays].map(
      (day) => sql`(select count(*) from ${fromClause(org, others, true)}
        where i.organization_id = ${org.key} and i.order_day = ${day} ${conditions(org, filter)})`,
    ),
  ]);
}
