import { type SQL, sql } from "drizzle-orm";
import { equalsIgnoringCase } from "../../../platform/db/columns";
import { foldCase } from "../../../platform/values/fold-case";
import type { OrgReader } from "../../../platform/db/org-db";
import { storeIdByRef } from "../../stores/lookup.sql.ts";
import type { OrderFilterValues } from "./filters";
import { type FilterStatements, indexOf, rollUpOf, whereOf } from "../../../platform/db/list/filter-sql";
import { matchOf } from "../../../platform/db/text/text-search";
import { isFromSupplier, itemsOfSupplier } from "../items/match.sql.ts";
import { dueDay, NO_DAY } from "./due.sql.ts";
import { readyItems } from "../readiness/blockers.sql.ts";
import { ordersOnHold } from "../holds/held.sql.ts";

/** The orders of an organization that match a filter. */
export interface Matching {
  org: OrgReader;
  filter: OrderFilterValues;
}

/** The SQL for each filter, for orders `o`. count.sql.ts handles `match` and ranges of time separately, so they have no keys here. */
export const ORDER_SQL: FilterStatements<OrderFilterValues, Matching> = {
  // Null, a search that nothing can match, never gets here: its list is empty without a statement.
  match: { where: (words) => sql`f.order_search match ${matchOf(words ?? [])}` },
  status: {
    where: (status) => sql`o.status = ${status}`,
    key: (status) => sql`'status:' || ${status}`,
    rollUp: (status) => sql`r.status = ${status}`,
    isRolledUp: true,
  },
  store: {
    where: (store, { org }) => sql`o.store_id = ${storeIdByRef(org, store)}`,
    key: (store, { org }) => sql`'store:' || ${storeIdByRef(org, store)}`,
    rollUp: (store, { org }) => sql`r.store_id = ${storeIdByRef(org, store)}`,
    isRolledUp: true,
  },
  externalId: { where: (id) => sql`o.external_id = ${id}`, index: () => sql`orders_external` },
  // A literal, because SQLite chooses partial indexes by their text. The total is counted from the orders, because few need an audit.
  requiresAudit: { where: () => sql`o.requires_audit = 1`, index: () => sql`orders_requires_audit` },
  partlyShipped: { where: () => sql`o.fulfillment_state = 'partial'`, index: () => sql`orders_partly_shipped` },
  ready: { where: (_ready, { org }) => sql`o.id in (select ready.order_id from (select i.order_id from ${readyItems(org)}) ready)` },
  onHold: { where: (_onHold, { org }) => sql`o.id in (${ordersOnHold(org)})` },
  // Keys without roll-ups: only the totals of these filters are counted.
  assignee: {
    where: (assignee) => sql`o.assignee = ${assignee}`,
    key: (assignee) => sql`'assignee:' || ${assignee}`,
    index: () => sql`orders_assignee`,
  },
  dueFrom: { where: (day) => sql`${dueDay("o")} >= ${day} and ${dueDay("o")} < ${NO_DAY}`, index: () => sql`orders_due` },
  dueTo: { where: (day) => sql`${dueDay("o")} <= ${day}`, index: () => sql`orders_due` },
  createdAfter: { where: (after) => sql`o.created_at > ${after}` },
  createdBefore: { where: (before) => sql`o.created_at < ${before}` },
  updatedAfter: { where: (after) => sql`o.updated_at > ${after}`, index: () => sql`orders_updated` },
  dateFrom: { where: (from, { filter }) => sql`${dateAndId(filter).date} >= ${from}` },
  dateTo: { where: (to, { filter }) => sql`${dateAndId(filter).date} < ${to}` },
  tag: {
    where: (tag, { org, filter }) =>
      isReadByTag(filter)
        ? sql`t.organization_id = ${org.key} and t.tag = ${foldCase(tag)}`
        : sql`exists (select 1 from order_tags t where t.organization_id = ${org.key} and t.order_id = o.id and t.tag = ${foldCase(tag)})`,
    key: (tag) => sql`${`tag:${foldCase(tag)}`}`,
  },
  shippingService: {
    where: (service) => equalsIgnoringCase("o", "shipping_service", service),
    key: (service) => sql`${`shipping_service:${foldCase(service)}`}`,
    index: () => sql`orders_shipping_service`,
  },
  shipCountry: {
    where: (country) => equalsIgnoringCase("o", "ship_country", country),
    key: (country) => sql`${`ship_country:${foldCase(country)}`}`,
    index: () => sql`orders_ship_country`,
  },
  supplier: {
    // Without words, `fromClause` finds the supplier's orders. With words, each match is checked for the supplier, so that the cost depends on
    // the number of matches only.
    where: (supplier, { org, filter }) =>
      filter.match === undefined
        ? null
        : sql`exists (select 1 from order_items i indexed by order_items_order where i.organization_id = ${org.key} and i.order_id = o.id
          and ${isFromSupplier(org, supplier)})`,
  },
  // Literals, because SQLite chooses partial indexes by their text. `r.missing` has the bits 1 (SKU) and 2 (design).
  missingSku: { where: () => sql`o.missing_sku = 1`, key: () => sql`'missing_sku'`, rollUp: () => sql`r.missing & 1 = 1` },
  missingDesign: { where: () => sql`o.missing_design = 1`, key: () => sql`'missing_design'`, rollUp: () => sql`r.missing & 2 = 2` },
};

/** Whether the rows `t` of a tag lead to the orders. Words, a supplier and an external id find fewer orders. */
function isReadByTag({ tag, match, supplier, externalId }: OrderFilterValues): boolean {
  return tag !== undefined && match === undefined && supplier === undefined && externalId === undefined;
}

/** The date and the id of an order, from the row that `fromClause` begins with, so that its index gives their order. */
export function dateAndId(filter: OrderFilterValues): { date: SQL; id: SQL } {
  return isReadByTag(filter) ? { date: sql`t.date`, id: sql`t.order_id` } : { date: sql`o.date`, id: sql`o.id` };
}

/** Whether a set filter has no stored counts of days. If so, its index drives the list, and the total is counted from the orders. */
export function isSelective(orders: Matching): boolean {
  const { match: _words, createdAfter: _after, createdBefore: _before, dateFrom: _from, dateTo: _to, ...others } = orders.filter;
  return rollUpOf(ORDER_SQL, others, orders) === null;
}

export function hasDates({ dateFrom, dateTo }: OrderFilterValues): boolean {
  return dateFrom !== undefined || dateTo !== undefined;
}

export function hasCreationTimes({ createdAfter, createdBefore }: OrderFilterValues): boolean {
  return createdAfter !== undefined || createdBefore !== undefined;
}

/** The field by which the table or index that `fromClause` begins with has the orders of a selective filter sorted. Null: they are not sorted. */
export function sortOfSource(filter: OrderFilterValues): "date" | "ship_by_date" | "updated_at" | null {
  const { match, supplier, externalId, tag, requiresAudit, partlyShipped, assignee, dueFrom, dueTo, updatedAfter } = filter;
  const hasAny = (...values: unknown[]): boolean => values.some((value) => value !== undefined);
  if (hasAny(match, supplier, externalId)) return null;
  if (hasAny(tag, requiresAudit, partlyShipped, assignee)) return "date";
  if (hasAny(dueFrom, dueTo)) return "ship_by_date";
  return hasAny(updatedAfter) ? "updated_at" : "date";
}

export function dateIndexOf({ status, store, missingSku, missingDesign }: OrderFilterValues): SQL {
  if (missingSku === true) return sql`orders_missing_sku`;
  if (missingDesign === true) return sql`orders_missing_design`;
  if (status !== undefined) return sql`orders_status_date`;
  return store === undefined ? sql`orders_date` : sql`orders_store_date`;
}

/** The index for the shorter of a filter's two ranges: order dates or creation times. */
function rangeIndexOf(filter: OrderFilterValues): SQL {
  const { createdAfter, createdBefore, dateFrom, dateTo } = filter;
  const length = (from = 0, to = Number.MAX_SAFE_INTEGER) => to - from;
  const isCreationShorter = length(createdAfter, createdBefore) < length(dateFrom, dateTo);
  return !hasDates(filter) || isCreationShorter ? sql`orders_created` : dateIndexOf(filter);
}

/** The conditions of a filter on an order `o`, except its organization. Starts with "and" if there are any. */
export function conditions(orders: Matching): SQL {
  return whereOf(ORDER_SQL, orders.filter, orders);
}

/** FROM for orders `o`. It starts with the most selective source: matches of the words, the supplier's orders, a tag's, or an index. */
export function fromClause({ org, filter }: Matching): SQL {
  if (filter.match !== undefined) return sql`order_search f cross join orders o on o.id = f.rowid`;
  if (filter.supplier !== undefined)
    return sql`(${itemsOfSupplier(org, filter.supplier, "order_id")}) f cross join orders o on o.id = f.order_id`;
  if (isReadByTag(filter)) return sql`order_tags t indexed by order_tags_date cross join orders o on o.id = t.order_id`;
  // Sorting the few orders of this index is cheaper than walking all orders in the order of the sort.
  const index = indexOf(ORDER_SQL, filter);
  if (index !== null) return sql`orders o indexed by ${index}`;
  if (hasDates(filter) || hasCreationTimes(filter)) return sql`orders o indexed by ${rangeIndexOf(filter)}`;
  return Object.values(filter).some((value) => value !== undefined) ? sql`orders o indexed by ${dateIndexOf(filter)}` : sql`orders o`;
}
