import { type SQL, sql } from "drizzle-orm";
import { coverRange } from "./hour-cover";
import type { OrgReader } from "./org-db";
import { type Sort, total } from "./order-list";
import { ITEM_COLUMNS, JOIN_ORDER, storeNamed } from "./order-rows";
import type { ItemRow } from "./rows";
import type { Statement } from "./statement";

/** Filters of an item list. */
export interface ItemFilter {
  /** A full-text expression of this organization; null: nothing can match. */
  match?: string | null;
  status?: string;
  store?: string;
  supplier?: string;
  /** Order dates [from, to) in ms, whole days of the zone that the caller meant. */
  from?: number;
  to?: number;
  /** The days of the organization's zone in which `from` and the last moment before `to` lie. */
  firstDay?: number;
  lastDay?: number;
  missingSku?: boolean;
  missingDesign?: boolean;
  missingCost?: boolean;
}

export type ItemSortField =
  | "order_date"
  | "id"
  | "order_id"
  | "name"
  | "sku"
  | "status"
  | "store_name"
  | "quantity"
  | "price"
  | "created_at"
  | "updated_at";

const SORT_COLUMN: Record<ItemSortField, SQL> = {
  order_date: sql`i.order_day`,
  id: sql`i.id`,
  order_id: sql`i.order_id`,
  name: sql`i.name collate nocase`,
  sku: sql`i.sku collate nocase`,
  status: sql`i.status collate nocase`,
  store_name: sql`s.name collate nocase`,
  quantity: sql`i.quantity`,
  price: sql`i.price`,
  created_at: sql`i.created_at`,
  updated_at: sql`i.updated_at`,
};

function conditions(org: OrgReader, filter: ItemFilter): SQL {
  const all: SQL[] = [];
  if (filter.match !== undefined) all.push(sql`f.item_search match ${filter.match ?? ""}`);
  if (filter.status !== undefined) all.push(sql`i.status = ${filter.status} collate nocase`);
  if (filter.store !== undefined) all.push(sql`i.store_id = ${storeNamed(org, filter.store)}`);
  if (filter.supplier !== undefined && filter.match !== undefined) {
    all.push(sql`(i.assigned_supplier = ${filter.supplier} collate nocase or i.sub_supplier = ${filter.supplier} collate nocase)`);
  }
  // The day narrows the index, the moment decides.
  if (filter.firstDay !== undefined) all.push(sql`i.order_day >= ${filter.firstDay}`);
  if (filter.lastDay !== undefined) all.push(sql`i.order_day <= ${filter.lastDay}`);
  if (filter.from !== undefined) all.push(sql`i.order_date >= ${filter.from}`);
  if (filter.to !== undefined) all.push(sql`i.order_date < ${filter.to}`);
  // Literals, because the partial indexes are chosen by their text.
  if (filter.missingSku === true) all.push(sql`i.missing_sku = 1`);
  if (filter.missingDesign === true) all.push(sql`i.missing_design = 1`);
  if (filter.missingCost === true) all.push(sql`i.missing_cost = 1`);
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
function source(org: OrgReader, filter: ItemFilter, byDay = false): SQL {
  if (filter.match !== undefined) return sql`item_search f cross join order_items i on i.id = f.rowid`;
  if (filter.supplier !== undefined) return sql`(${supplied(org, filter.supplier)}) f cross join order_items i on i.id = f.id`;
  if (byDay && filter.missingSku === true) return sql`order_items i indexed by order_items_missing_sku`;
  if (byDay && filter.missingDesign === true) return sql`order_items i indexed by order_items_missing_design`;
  if (byDay && filter.missingCost === true) return sql`order_items i indexed by order_items_missing_cost`;
  return sql`order_items i`;
}

/** A numbered page of items; `page` is 1-based. */
export function itemPage(org: OrgReader, filter: ItemFilter, sort: Sort<ItemSortField>, page: number, size: number): Statement<ItemRow> {
  const direction = sort.direction === "asc" ? sql`asc` : sql`desc`;
  const order = sort.field === "id" ? sql`i.id ${direction}` : sql`${SORT_COLUMN[sort.field]} ${direction}, i.id ${direction}`;
  const byStore = sort.field === "store_name" && filter.match === undefined && filter.supplier === undefined;
  const from = byStore
    ? sql`stores s cross join order_items i indexed by order_items_store
        cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id`
    : sql`${source(org, filter, sort.field === "order_date")} ${JOIN_ORDER}`;
  const own = byStore ? sql`and s.organization_id = i.organization_id and s.id = i.store_id` : sql``;
  return org.rows<ItemRow>()`select ${ITEM_COLUMNS} from ${from} where i.organization_id = ${org.key} ${own} ${conditions(org, filter)}
    order by ${order} limit ${size} offset ${(page - 1) * size}`;
}

/** How many items match. From the roll-ups where they can tell, else by counting the matches. */
export function itemCount(org: OrgReader, filter: ItemFilter): Statement<{ total: number }> {
  if (filter.match !== undefined || filter.supplier !== undefined) {
    return org.rows<{
      total: number;
    }>()`select count(*) as total from ${source(org, filter)} where i.organization_id = ${org.key} ${conditions(org, filter)}`;
  }
  const { from, to, firstDay: _first, lastDay: _last, ...others } = filter;
  if (from === undefined && to === undefined) return total(org, [rolledUp(org, others, "all", 0, 1)]);
  const cover = coverRange(from ?? 0, to ?? Number.POSITIVE_INFINITY);
  return total(org, [
    ...cover.days.map(([first, last]) => rolledUp(org, others, "date_day", first, last)),
    ...cover.hours.map(([first, last]) => rolledUp(org, others, "date_hour", first, last)),
    ...cover.rows.map(([start, end]) => counted(org, others, start, end)),
  ]);
}

/** A part of an hour, counted by its orders: no index of items knows the moment. */
function counted(org: OrgReader, filter: ItemFilter, from: number, to: number): SQL {
  return sql`(select count(*) from orders o indexed by orders_date
    cross join order_items i on i.organization_id = o.organization_id and i.order_id = o.id
    where o.organization_id = ${org.key} and o.date >= ${from} and o.date < ${to} ${conditions(org, filter)})`;
}

function rolledUp(org: OrgReader, filter: ItemFilter, basis: string, from: number, to: number): SQL {
  const all: SQL[] = [sql`r.organization_id = ${org.key} and r.basis = ${basis} and r.bucket >= ${from} and r.bucket < ${to}`];
  if (filter.store !== undefined) all.push(sql`r.store_id = ${storeNamed(org, filter.store)}`);
  if (filter.status !== undefined) all.push(sql`r.status = lower(${filter.status})`);
  const flags = [filter.missingSku, filter.missingDesign, filter.missingCost];
  const missing = flags.reduce<number>((bits, on, index) => bits + (on === true ? 1 << index : 0), 0);
  if (missing > 0) all.push(sql`r.missing & ${sql.raw(String(missing))} = ${sql.raw(String(missing))}`);
  return sql`(select coalesce(sum(r.items), 0) from item_rollups r where ${sql.join(all, sql` and `)})`;
}
