import { type SQL, sql } from "drizzle-orm";
import { conditions, type ItemFilter, source } from "./match.sql.ts";
import { AFTER_ALL, BEFORE_ALL, countOf, type Counted, totalOf } from "../../platform/db/list/list-counts";
import type { OrgReader } from "../../platform/db/org-db";
import { storeNamed } from "../../stores/lookup.sql.ts";
import type { Statement } from "../../platform/db/statement";
import { holders, ITEM_TEXT } from "../../platform/db/text/text-search";

/** What list_counts has of a filter: any days, and at most one condition besides, not on words or suppliers. Else null. */
export function countedItems(org: OrgReader, filter: ItemFilter): Counted | null {
  const { match, supplier, from, to, status, store, missingSku, missingDesign, missingCost, needsSku } = filter;
  if ([match, supplier, from, to].some((value) => value !== undefined)) return null;
  const [one = sql`''`, ...more] = [
    ...(status === undefined ? [] : [sql`'status:' || lower(${status})`]),
    ...(store === undefined ? [] : [sql`'store:' || ${storeNamed(org, store)}`]),
    ...(missingSku === true ? [sql`'missing_sku'`] : []),
    ...(missingDesign === true ? [sql`'missing_design'`] : []),
    ...(missingCost === true ? [sql`'missing_cost'`] : []),
    ...(needsSku === true ? [sql`'needs_sku'`] : []),
  ];
  return more.length > 0 ? null : { list: "items", filter: one };
}

/** How many items match. From what is counted already where that can tell, else by counting the matches. */
export function itemCount(org: OrgReader, filter: ItemFilter): Statement<{ total: number }> {
  const { match, supplier, from, to, firstDay, lastDay, ...others } = filter;
  if (match !== undefined || supplier !== undefined) {
    if (match !== undefined && Object.keys(filter).length === 1) return totalOf(org, [holders(ITEM_TEXT, match ?? [])]);
    return org.rows<{
      total: number;
    }>()`select count(*) as total from ${source(org, filter)} where i.organization_id = ${org.key} ${conditions(org, filter)}`;
  }
  const counted = countedItems(org, others);
  const count = (basis: string, first: number, end: number): SQL =>
    counted === null ? rolledUp(org, others, basis, first, end) : countOf(org, counted, basis, first, end);
  if (firstDay === undefined && lastDay === undefined) return totalOf(org, [count("all", 0, 1)]);
  // Of a day of which another zone takes a part, the items are counted one by one.
  const parted = [...new Set([...(from === undefined ? [] : [firstDay]), ...(to === undefined ? [] : [lastDay])])];
  const first = (firstDay ?? BEFORE_ALL) + (from === undefined ? 0 : 1);
  const end = (lastDay ?? AFTER_ALL) + (to === undefined ? 1 : 0);
  return totalOf(org, [
    count("order_day", first, end),
    ...parted.map(
      (day) => sql`(select count(*) from ${source(org, others, true)}
        where i.organization_id = ${org.key} and i.order_day = ${day} ${conditions(org, filter)})`,
    ),
  ]);
}

function rolledUp(org: OrgReader, filter: ItemFilter, basis: string, first: number, end: number): SQL {
  const all: SQL[] = [sql`r.organization_id = ${org.key} and r.basis = ${basis} and r.bucket >= ${first} and r.bucket < ${end}`];
  if (filter.store !== undefined) all.push(sql`r.store_id = ${storeNamed(org, filter.store)}`);
  if (filter.status !== undefined) all.push(sql`r.status = lower(${filter.status})`);
  const flags = [filter.missingSku, filter.missingDesign, filter.missingCost];
  const missing = flags.reduce<number>((bits, on, index) => bits + (on === true ? 1 << index : 0), 0);
  if (missing > 0) all.push(sql`r.missing & ${sql.raw(String(missing))} = ${sql.raw(String(missing))}`);
  return sql`(select coalesce(sum(r.items), 0) from item_rollups r where ${sql.join(all, sql` and `)})`;
}
