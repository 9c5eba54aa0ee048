import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../../platform/db/org-db";
import { storeIdByRef } from "../../stores/lookup.sql.ts";
import type { OrderFilterValues } from "./filters";
import { type FilterStatements, indexOf, rollUpOf, whereOf } from "../../platform/db/list/filter-sql";
import { matchOf } from "../../platform/db/text/text-search";

/** The filters of an order list that are set. */
export type OrderFilter = Omit<OrderFilterValues, "store"> & {
  /** Id, code or exact name; or SQL of the id, where a statement has looked it up already. */
  store?: string | SQL;
};

/** What the SQL of a filter may depend on. */
interface Context {
  org: OrgReader;
  filter: OrderFilter;
}

/** The SQL of each filter, for orders `o`. Words and ranges of time are counted by name in count.sql.ts. */
export const ORDER_SQL: FilterStatements<OrderFilter, Context> = {
  // Required by `matching`.
  match: { where: () => null },
  status: {
    where: (status) => sql`o.status = ${status}`,
    key: (status) => sql`'status:' || ${status}`,
    rollUp: (status) => sql`r.status = ${status}`,
  },
  store: {
    where: (store, { org }) => sql`o.store_id = ${storeIdOf(org, store)}`,
    key: (store, { org }) => sql`'store:' || ${storeIdOf(org, store)}`,
    rollUp: (store, { org }) => sql`r.store_id = ${storeIdOf(org, store)}`,
  },
  externalId: { where: (id) => sql`o.external_id = ${id}`, index: () => sql`orders_external` },
  createdAfter: { where: (after) => sql`o.created_at > ${after}` },
  createdBefore: { where: (before) => sql`o.created_at < ${before}` },
  updatedAfter: { where: (after) => sql`o.updated_at > ${after}`, index: () => sql`orders_updated` },
  dateFrom: { where: (from) => sql`o.date >= ${from}` },
  dateTo: { where: (to) => sql`o.date < ${to}` },
  supplier: {
    // Without words, `source` finds the supplier's orders. Where words drive the query, the supplier is looked up in each match: it must
    // not cost more than the matches do.
    where: (supplier, { org, filter }) =>
      filter.match === undefined
        ? null
        : sql`exists (select 1 from order_items i indexed by order_items_order where i.organization_id = ${org.key} and i.order_id = o.id
          and (i.assigned_supplier = ${supplier} collate nocase or i.sub_supplier = ${supplier} collate nocase))`,
  },
  // Literals, because the partial indexes are chosen by their text.
  missingSku: { where: () => sql`o.missing_sku = 1`, key: () => sql`'missing_sku'`, rollUp: () => sql`r.missing & 1 = 1` },
  missingDesign: { where: () => sql`o.missing_design = 1`, key: () => sql`'missing_design'`, rollUp: () => sql`r.missing & 2 = 2` },
};

/** Whether a filter is set that only reading the orders can tell: then its index drives the list, and the total is counted from rows. */
export function isSelective(org: OrgReader, filter: OrderFilter): boolean {
  const { match: _words, createdAfter: _after, createdBefore: _before, dateFrom: _from, dateTo: _to, ...others } = filter;
  return rollUpOf(ORDER_SQL, others, { org, filter }) === null;
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

/** SQL of the id of the store in a filter. */
export function storeIdOf(org: OrgReader, store: string | SQL): SQL {
  return typeof store === "string" ? storeIdByRef(org, store) : store;
}

/** The conditions of a filter on an order `o`, without its organization. Starts with "and" if there are any. */
export function conditions(org: OrgReader, filter: OrderFilter): SQL {
  return whereOf(ORDER_SQL, filter, { org, filter });
}

/** The conditions of the words on the index `f`. Starts with "and" if there are any. */
export function wordConditions({ match }: OrderFilter): SQL {
  return match === undefined ? sql`` : sql`and f.order_search match ${matchOf(match ?? [])}`;
}

/** Ids of the orders that have an item of this supplier. The indexes are named: left to itself, SQLite reads every item. */
function supplierOrderIds(org: OrgReader, supplier: string): SQL {
  return sql`select i.order_id from order_items i indexed by order_items_supplier
      where i.organization_id = ${org.key} and i.assigned_supplier = ${supplier} collate nocase
    union select i.order_id from order_items i indexed by order_items_sub_supplier
      where i.organization_id = ${org.key} and i.sub_supplier = ${supplier} collate nocase`;
}

/** Orders `o`, driven by whatever names few of them: matches of a word, a supplier's items, or an index of orders. */
export function fromClause(org: OrgReader, filter: OrderFilter, byDate = false): SQL {
  if (filter.match !== undefined) return sql`order_search f cross join orders o on o.id = f.rowid`;
  if (filter.supplier !== undefined) return sql`(${supplierOrderIds(org, filter.supplier)}) f cross join orders o on o.id = f.order_id`;
  // Rather few orders to sort than all orders in the order of the sort.
  const index = indexOf(ORDER_SQL, filter);
  if (index !== null) return sql`orders o indexed by ${index}`;
  // Sorts other than by date: range-page.ts.
  if (hasDates(filter)) return sql`orders o indexed by ${rangeIndexOf(filter)}`;
  if (byDate && filter.createdAfter === undefined && filter.createdBefore === undefined) {
    if (filter.missingSku === true) return sql`orders o indexed by orders_missing_sku`;
    if (filter.missingDesign === true) return sql`orders o indexed by orders_missing_design`;
  }
  return sql`orders o`;
}
