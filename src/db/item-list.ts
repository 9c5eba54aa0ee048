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

const DAY_MS = 86_400_000;

function conditions(org: OrgReader, filter: ItemFilter): SQL {
  const all: SQL[] = [];
  if (filter.match !== undefined) all.push(sql`f.item_search match ${filter.match ?? ""}`);
  if (filter.status !== undefined) all.push(sql`i.status = ${filter.status} collate nocase`);
  if (filter.store !== undefined) all.push(sql`i.store_id = ${storeNamed(org, filter.store)}`);
  if (filter.supplier !== undefined) {
    all.push(sql`(i.assigned_supplier = ${filter.supplier} collate nocase or i.sub_supplier = ${filter.supplier} collate nocase)`);
  }
  // The day in the organization's zone is within one of the UTC day: it narrows the index, the moment decides.
  if (filter.from !== undefined) all.push(sql`i.order_day >= ${Math.floor(filter.from / DAY_MS) - 1} and i.order_date >= ${filter.from}`);
  if (filter.to !== undefined) all.push(sql`i.order_day <= ${Math.floor(filter.to / DAY_MS) + 1} and i.order_date < ${filter.to}`);
  // Literals, because the partial indexes are chosen by their text.
  if (filter.missingSku === true) all.push(sql`i.missing_sku = 1`);
  if (filter.missingDesign === true) all.push(sql`i.missing_design = 1`);
  if (filter.missingCost === true) all.push(sql`i.missing_cost = 1`);
  return all.length === 0 ? sql`` : sql`and ${sql.join(all, sql` and `)}`;
}

function source(filter: ItemFilter): SQL {
  return filter.match === undefined ? sql`order_items i` : sql`item_search f cross join order_items i on i.id = f.rowid`;
}

/** A numbered page of items; `page` is 1-based. */
export function itemPage(org: OrgReader, filter: ItemFilter, sort: Sort<ItemSortField>, page: number, size: number): Statement<ItemRow> {
  const direction = sort.direction === "asc" ? sql`asc` : sql`desc`;
  const order = sort.field === "id" ? sql`i.id ${direction}` : sql`${SORT_COLUMN[sort.field]} ${direction}, i.id ${direction}`;
  const byStore = sort.field === "store_name" && filter.match === undefined;
  const from = byStore
    ? sql`stores s cross join order_items i indexed by order_items_store
        cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id`
    : sql`${source(filter)} ${JOIN_ORDER}`;
  const own = byStore ? sql`and s.organization_id = i.organization_id and s.id = i.store_id` : sql``;
  return org.rows<ItemRow>()`select ${ITEM_COLUMNS} from ${from} where i.organization_id = ${org.key} ${own} ${conditions(org, filter)}
    order by ${order} limit ${size} offset ${(page - 1) * size}`;
}

/** How many items match. From the roll-ups where they can tell, else by counting the matches. */
export function itemCount(org: OrgReader, filter: ItemFilter): Statement<{ total: number }> {
  if (filter.match !== undefined || filter.supplier !== undefined) {
    return org.rows<{
      total: number;
    }>()`select count(*) as total from ${source(filter)} where i.organization_id = ${org.key} ${conditions(org, filter)}`;
  }
  const { from, to, ...others } = filter;
  if (from === undefined && to === undefined) return total(org, [rolledUp(org, others, "all", 0, 1)]);
  const cover = coverRange(from ?? 0, to ?? Number.POSITIVE_INFINITY);
  return total(org, [
    ...cover.days.map(([first, last]) => rolledUp(org, others, "date_day", first, last)),
    ...cover.hours.map(([first, last]) => rolledUp(org, others, "date_hour", first, last)),
    ...cover.rows.map(([start, end]) => counted(org, { ...others, from: start, to: end })),
  ]);
}

function counted(org: OrgReader, filter: ItemFilter): SQL {
  return sql`(select count(*) from order_items i where i.organization_id = ${org.key} ${conditions(org, filter)})`;
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
