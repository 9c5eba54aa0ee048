import { type SQL, sql } from "drizzle-orm";
import { coverRange } from "./hour-cover";
import type { OrgReader } from "./org-db";
import { JOIN_STORE, ORDER_COLUMNS, storeNamed } from "./order-rows";
import type { OrderRow } from "./rows";
import type { Statement } from "./statement";

/** Filters of an order list. Times are ms since 1970 and exclusive, as on the wire. */
export interface OrderFilter {
  /** A full-text expression of this organization (domain/search-words.ts); null: nothing can match. */
  match?: string | null;
  status?: string;
  /** Id, code or exact name. */
  store?: string;
  /** Exact name of a supplier or sub-supplier. */
  supplier?: string;
  externalId?: string;
  createdAfter?: number;
  createdBefore?: number;
  updatedAfter?: number;
  missingSku?: boolean;
  missingDesign?: boolean;
}

export type OrderSortField = "date" | "created_at" | "updated_at" | "total_amount" | "customer_name" | "store_name" | "status" | "id";

export interface Sort<Field extends string> {
  field: Field;
  direction: "asc" | "desc";
}

const SORT_COLUMN: Record<OrderSortField, SQL> = {
  date: sql`o.date`,
  created_at: sql`o.created_at`,
  updated_at: sql`o.updated_at`,
  total_amount: sql`o.total_amount`,
  customer_name: sql`o.customer_name collate nocase`,
  store_name: sql`s.name collate nocase`,
  status: sql`o.status`,
  id: sql`o.id`,
};

/** Where a keyset page continues: the last row's sort value and id. */
export interface OrderPosition {
  value: number;
  id: number;
}

/** What a filter asks of an order `o`, besides its organization; begins with "and" where it asks anything. */
function conditions(org: OrgReader, filter: OrderFilter): SQL {
  const all: SQL[] = [];
  if (filter.status !== undefined) all.push(sql`o.status = ${filter.status}`);
  if (filter.store !== undefined) all.push(sql`o.store_id = ${storeNamed(org, filter.store)}`);
  if (filter.externalId !== undefined) all.push(sql`o.external_id = ${filter.externalId}`);
  if (filter.createdAfter !== undefined) all.push(sql`o.created_at > ${filter.createdAfter}`);
  if (filter.createdBefore !== undefined) all.push(sql`o.created_at < ${filter.createdBefore}`);
  if (filter.updatedAfter !== undefined) all.push(sql`o.updated_at > ${filter.updatedAfter}`);
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

/** Ids of the orders that have an item of this supplier. The indexes are named: left to itself, SQLite reads every item. */
function supplied(org: OrgReader, supplier: string): SQL {
  return sql`select i.order_id from order_items i indexed by order_items_supplier
      where i.organization_id = ${org.key} and i.assigned_supplier = ${supplier} collate nocase
    union select i.order_id from order_items i indexed by order_items_sub_supplier
      where i.organization_id = ${org.key} and i.sub_supplier = ${supplier} collate nocase`;
}

/** Orders `o`, driven by whatever names few of them: matches of a word, a supplier's items, or an index of orders. */
function source(org: OrgReader, filter: OrderFilter, byDate = false): SQL {
  if (filter.match !== undefined) return sql`order_search f cross join orders o on o.id = f.rowid`;
  if (filter.supplier !== undefined) return sql`(${supplied(org, filter.supplier)}) f cross join orders o on o.id = f.order_id`;
  // Rather few orders to sort than all orders in the order of the sort.
  if (filter.externalId !== undefined) return sql`orders o indexed by orders_external`;
  if (filter.updatedAfter !== undefined) return sql`orders o indexed by orders_updated`;
  if (byDate && filter.createdAfter === undefined && filter.createdBefore === undefined) {
    if (filter.missingSku === true) return sql`orders o indexed by orders_missing_sku`;
    if (filter.missingDesign === true) return sql`orders o indexed by orders_missing_design`;
  }
  return sql`orders o`;
}

function matching(filter: OrderFilter): SQL {
  return filter.match === undefined ? sql`` : sql`and f.order_search match ${filter.match ?? ""}`;
}

function orderBy(sort: Sort<OrderSortField>): SQL {
  const direction = sort.direction === "asc" ? sql`asc` : sql`desc`;
  return sort.field === "id" ? sql`o.id ${direction}` : sql`${SORT_COLUMN[sort.field]} ${direction}, o.id ${direction}`;
}

/** One page of orders, and SQL of its ids for what belongs to them. */
interface Page {
  orders: Statement<OrderRow>;
  ids: SQL;
}

function pageOf(org: OrgReader, filter: OrderFilter, sort: Sort<OrderSortField>, limit: SQL, after: SQL = sql``): Page {
  const { match, supplier, externalId, updatedAfter } = filter;
  const byStore = sort.field === "store_name" && [match, supplier, externalId, updatedAfter].every((value) => value === undefined);
  const from = byStore
    ? sql`stores s cross join orders o indexed by orders_store`
    : sql`${source(org, filter, sort.field === "date")} ${JOIN_STORE}`;
  const own = byStore ? sql`and s.organization_id = o.organization_id and s.id = o.store_id` : sql``;
  const rest = sql`${own} ${matching(filter)} ${conditions(org, filter)} ${after} order by ${orderBy(sort)} ${limit}`;
  return {
    orders: org.rows<OrderRow>()`select ${ORDER_COLUMNS} from ${from} where o.organization_id = ${org.key} ${rest}`,
    ids: sql`select o.id from ${from} where o.organization_id = ${org.key} ${rest}`,
  };
}

/** A numbered page of orders; `page` is 1-based. */
export function orderPage(org: OrgReader, filter: OrderFilter, sort: Sort<OrderSortField>, page: number, size: number): Page {
  return pageOf(org, filter, sort, sql`limit ${size} offset ${(page - 1) * size}`);
}

/** Up to `limit` orders behind a position, for cursors. */
export function ordersAfter(
  org: OrgReader,
  filter: OrderFilter,
  sort: Sort<"date" | "created_at" | "updated_at" | "id">,
  position: OrderPosition | null,
  limit: number,
): Page {
  const than = sort.direction === "asc" ? sql`>` : sql`<`;
  const after = position === null ? sql`` : sql`and (${SORT_COLUMN[sort.field]}, o.id) ${than} (${position.value}, ${position.id})`;
  return pageOf(org, filter, sort, sql`limit ${limit}`, after);
}

/** How many orders match. From the roll-ups where they can tell, else by counting the matches. */
export function orderCount(org: OrgReader, filter: OrderFilter): Statement<{ total: number }> {
  const { match, supplier, externalId, updatedAfter } = filter;
  if ([match, supplier, externalId, updatedAfter].some((value) => value !== undefined)) {
    return org.rows<{ total: number }>()`select count(*) as total from ${source(org, filter)}
      where o.organization_id = ${org.key} ${matching(filter)} ${conditions(org, filter)}`;
  }
  const { createdAfter, createdBefore } = filter;
  if (createdAfter === undefined && createdBefore === undefined) {
    return total(org, [rolledUp(org, filter, "all", 0, 1)]);
  }
  // Exclusive bounds in whole milliseconds: after t is from t + 1, before t is up to t.
  const cover = coverRange((createdAfter ?? -1) + 1, createdBefore ?? Number.POSITIVE_INFINITY);
  const terms = [
    ...cover.days.map(([from, to]) => rolledUp(org, filter, "created_day", from, to)),
    ...cover.hours.map(([from, to]) => rolledUp(org, filter, "created_hour", from, to)),
    ...cover.rows.map(
      ([from, to]) => sql`(select count(*) from orders o
        where o.organization_id = ${org.key} ${conditions(org, filter)} and o.created_at >= ${from} and o.created_at < ${to})`,
    ),
  ];
  return total(org, terms);
}

/** The sum of several counts. */
export function total(org: OrgReader, counts: SQL[]): Statement<{ total: number }> {
  return org.rows<{ total: number }>()`select ${sql.join([sql`0`, ...counts], sql` + `)} as total from organizations where id = ${org.key}`;
}

function rolledUp(org: OrgReader, filter: OrderFilter, basis: string, from: number, to: number): SQL {
  const all: SQL[] = [sql`r.organization_id = ${org.key} and r.basis = ${basis} and r.bucket >= ${from} and r.bucket < ${to}`];
  if (filter.store !== undefined) all.push(sql`r.store_id = ${storeNamed(org, filter.store)}`);
  if (filter.status !== undefined) all.push(sql`r.status = ${filter.status}`);
  const missing = (filter.missingSku === true ? 1 : 0) + (filter.missingDesign === true ? 2 : 0);
  if (missing > 0) all.push(sql`r.missing & ${sql.raw(String(missing))} = ${sql.raw(String(missing))}`);
  return sql`(select coalesce(sum(r.orders), 0) from order_rollups r where ${sql.join(all, sql` and `)})`;
}
