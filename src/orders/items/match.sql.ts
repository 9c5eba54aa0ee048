import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../../platform/db/org-db";
import { storeNamed } from "../../stores/lookup.sql.ts";
import { type AskedWord, matchOf } from "../../platform/db/text/text-search";

/** Filters of an item list. */
export interface ItemFilter {
  /** Words of which every one must begin a word of the item; null: nothing can match. */
  match?: readonly AskedWord[] | null;
  status?: string;
  store?: string;
  supplier?: string;
  /** Days that items are listed under, both inclusive. */
  firstDay?: number;
  lastDay?: number;
  /** Where days of another zone are meant: order dates [from, to) in ms, which begin in `firstDay` and end in `lastDay`. */
  from?: number;
  to?: number;
  missingSku?: boolean;
  missingDesign?: boolean;
  missingCost?: boolean;
  /** Still has to be made and has no SKU. Asked alone: no roll-up tells it together with other conditions. */
  needsSku?: boolean;
}

/** Whether an item still has to be made; literal, because partial indexes are chosen by this text. */
export function stillToMake(item: string): SQL {
  return sql.raw(`${item}.order_closed = 0 and ${item}.status not in ('Shipped','Delivered')`);
}

/** What a filter asks of an item `i`, besides its organization; begins with "and" where it asks anything. */
export function conditions(org: OrgReader, filter: ItemFilter): SQL {
  const all: SQL[] = [];
  if (filter.match !== undefined) all.push(sql`f.item_search match ${matchOf(filter.match ?? [])}`);
  if (filter.status !== undefined) all.push(sql`i.status = ${filter.status} collate nocase`);
  if (filter.store !== undefined) all.push(sql`i.store_id = ${storeNamed(org, filter.store)}`);
  if (filter.supplier !== undefined && filter.match !== undefined) {
    all.push(sql`(i.assigned_supplier = ${filter.supplier} collate nocase or i.sub_supplier = ${filter.supplier} collate nocase)`);
  }
  if (filter.firstDay !== undefined) all.push(sql`i.order_day >= ${filter.firstDay}`);
  if (filter.lastDay !== undefined) all.push(sql`i.order_day <= ${filter.lastDay}`);
  if (filter.from !== undefined) all.push(sql`i.order_date >= ${filter.from}`);
  if (filter.to !== undefined) all.push(sql`i.order_date < ${filter.to}`);
  // Literals, because the partial indexes are chosen by their text.
  if (filter.missingSku === true) all.push(sql`i.missing_sku = 1`);
  if (filter.missingDesign === true) all.push(sql`i.missing_design = 1`);
  if (filter.missingCost === true) all.push(sql`i.missing_cost = 1`);
  if (filter.needsSku === true) all.push(sql`i.missing_sku = 1 and ${stillToMake("i")}`);
  return all.length === 0 ? sql`` : sql`and ${sql.join(all, sql` and `)}`;
}

/** Ids of a supplier's items. The indexes are named: left to itself, SQLite reads every item. */
function supplied(org: OrgReader, supplier: string): SQL {
  return sql`select x.id from order_items x indexed by order_items_supplier
      where x.organization_id = ${org.key} and x.assigned_supplier = ${supplier} collate nocase
    union select x.id from order_items x indexed by order_items_sub_supplier
      where x.organization_id = ${org.key} and x.sub_supplier = ${supplier} collate nocase`;
}

/** Items `i`, driven by whatever names few of them: matches of a word, a supplier, or an index of items. */
export function source(org: OrgReader, filter: ItemFilter, byDay = false): SQL {
  if (filter.match !== undefined) return sql`item_search f cross join order_items i on i.id = f.rowid`;
  if (filter.supplier !== undefined) return sql`(${supplied(org, filter.supplier)}) f cross join order_items i on i.id = f.id`;
  if (byDay && filter.missingSku === true) return sql`order_items i indexed by order_items_missing_sku`;
  if (byDay && filter.missingDesign === true) return sql`order_items i indexed by order_items_missing_design`;
  if (byDay && filter.missingCost === true) return sql`order_items i indexed by order_items_missing_cost`;
  if (byDay && filter.needsSku === true) return sql`order_items i indexed by order_items_needs_sku`;
  return sql`order_items i`;
}
