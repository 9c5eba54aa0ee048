import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../../platform/db/org-db";
import { storeNamed } from "../../stores/lookup.sql.ts";
import { type AskedWord, matchOf } from "../../platform/db/text/text-search";

/** Filters of an order list. Times are ms since 1970 and exclusive, as on the wire. */
export interface OrderFilter {
  /** Words of which every one must begin a word of the order; null: nothing can match. */
  match?: readonly AskedWord[] | null;
  status?: string;
  /** Id, code or exact name; or SQL of the id, where a statement has looked it up already. */
  store?: string | SQL;
  /** Exact name of a supplier or sub-supplier. */
  supplier?: string;
  externalId?: string;
  createdAfter?: number;
  createdBefore?: number;
  updatedAfter?: number;
  /** Order dates from `dateFrom` on, and before `dateTo`. */
  dateFrom?: number;
  dateTo?: number;
  missingSku?: boolean;
  missingDesign?: boolean;
}

/** Whether something that names few orders drives the list: a supplier, an external id, a time of change. */
export function isNarrow({ supplier, externalId, updatedAfter }: OrderFilter): boolean {
  return [supplier, externalId, updatedAfter].some((value) => value !== undefined);
}

/** Whether a filter has a range of order dates. */
export function hasDates({ dateFrom, dateTo }: OrderFilter): boolean {
  return dateFrom !== undefined || dateTo !== undefined;
}

/** The index that holds a filter's orders by their date. */
export function dateIndexOf({ status, store, missingSku, missingDesign }: OrderFilter): SQL {
  if (missingSku === true) return sql`orders_missing_sku`;
  if (missingDesign === true) return sql`orders_missing_design`;
  if (status !== undefined) return sql`orders_status_date`;
  return store === undefined ? sql`orders_date` : sql`orders_store_date`;
}

/** Whether the filter's range of creation is shorter than its range of order dates. */
function isCreationShorter({ createdAfter, createdBefore, dateFrom, dateTo }: OrderFilter): boolean {
  const length = (from = 0, to = Number.MAX_SAFE_INTEGER) => to - from;
  return length(createdAfter, createdBefore) < length(dateFrom, dateTo);
}

/** The index that holds the orders of a filter's range of dates or of creation, of whichever is shorter. */
export function rangeIndexOf(filter: OrderFilter): SQL {
  return !hasDates(filter) || isCreationShorter(filter) ? sql`orders_created` : dateIndexOf(filter);
}

/** SQL of the id of the store that a filter asks for. */
export function storeIdOf(org: OrgReader, store: string | SQL): SQL {
  return typeof store === "string" ? storeNamed(org, store) : store;
}

/** What a filter asks of an order `o`, besides its organization; begins with "and" where it asks anything. */
export function conditions(org: OrgReader, filter: OrderFilter): SQL {
  const all: SQL[] = [];
  if (filter.status !== undefined) all.push(sql`o.status = ${filter.status}`);
  if (filter.store !== undefined) all.push(sql`o.store_id = ${storeIdOf(org, filter.store)}`);
  if (filter.externalId !== undefined) all.push(sql`o.external_id = ${filter.externalId}`);
  if (filter.createdAfter !== undefined) all.push(sql`o.created_at > ${filter.createdAfter}`);
  if (filter.createdBefore !== undefined) all.push(sql`o.created_at < ${filter.createdBefore}`);
  if (filter.updatedAfter !== undefined) all.push(sql`o.updated_at > ${filter.updatedAfter}`);
  if (filter.dateFrom !== undefined) all.push(sql`o.date >= ${filter.dateFrom}`);
  if (filter.dateTo !== undefined) all.push(sql`o.date < ${filter.dateTo}`);
  // Literals, because the partial indexes are chosen by their text.
  if (filter.missingSku === true) all.push(sql`o.missing_sku = 1`);
  if (filter.missingDesign === true) all.push(sql`o.missing_design = 1`);
  // Where words drive the query, the supplier is looked up in each match: it must not cost more than the matches do.
  if (filter.supplier !== undefined && filter.match !== undefined) {
    all.push(sql`exists (select 1 from order_items i indexed by order_items_order where i.organization_id = ${org.key} and i.order_id = o.id
      and (i.assigned_supplier = ${filter.supplier} collate nocase or i.sub_supplier = ${filter.supplier} collate nocase))`);
  }
  return all.length === 0 ? sql`` : sql`and ${sql.join(all, sql` and `)}`;
}

/** What the words ask of the index `f`; begins with "and" where they ask anything. */
export function matching({ match }: OrderFilter): SQL {
  return match === undefined ? sql`` : sql`and f.order_search match ${matchOf(match ?? [])}`;
}

/** Ids of the orders that have an item of this supplier. The indexes are named: left to itself, SQLite reads every item. */
function supplied(org: OrgReader, supplier: string): SQL {
  return sql`select i.order_id from order_items i indexed by order_items_supplier
      where i.organization_id = ${org.key} and i.assigned_supplier = ${supplier} collate nocase
    union select i.order_id from order_items i indexed by order_items_sub_supplier
      where i.organization_id = ${org.key} and i.sub_supplier = ${supplier} collate nocase`;
}

/** Orders `o`, driven by whatever names few of them: matches of a word, a supplier's items, or an index of orders. */
export function source(org: OrgReader, filter: OrderFilter, byDate = false): SQL {
  if (filter.match !== undefined) return sql`order_search f cross join orders o on o.id = f.rowid`;
  if (filter.supplier !== undefined) return sql`(${supplied(org, filter.supplier)}) f cross join orders o on o.id = f.order_id`;
  // Rather few orders to sort than all orders in the order of the sort.
  if (filter.externalId !== undefined) return sql`orders o indexed by orders_external`;
  if (filter.updatedAfter !== undefined) return sql`orders o indexed by orders_updated`;
  // Sorts other than by date: range-page.ts.
  if (hasDates(filter)) return sql`orders o indexed by ${rangeIndexOf(filter)}`;
  if (byDate && filter.createdAfter === undefined && filter.createdBefore === undefined) {
    if (filter.missingSku === true) return sql`orders o indexed by orders_missing_sku`;
    if (filter.missingDesign === true) return sql`orders o indexed by orders_missing_design`;
  }
  return sql`orders o`;
}
