import { type SQL, sql } from "drizzle-orm";
import { equalsIgnoringCase, ignoringCase } from "../../../platform/db/columns";
import { foldCase } from "../../../platform/values/fold-case";
import type { OrgReader } from "../../../platform/db/org-db";
import { supplierTermsOf } from "../../suppliers/lookup.sql.ts";
import { storeIdByRef } from "../../stores/lookup.sql.ts";
import { type FilterStatements, whereOf } from "../../../platform/db/list/filter-sql";
import { matchOf } from "../../../platform/db/text/text-search";
import type { ItemFilter } from "./filters";
import { LACKS } from "./table";

/**
 * SQL condition: the item is unfinished, so it still needs a SKU and a design file. Contains no parameters, because SQLite chooses partial
 * indexes by this text.
 */
export function isUnfinished(item: string): SQL {
  return sql.raw(`${item}.order_closed = 0 and ${item}.status not in ('Shipped','Delivered')`);
}

/** SQL condition: an item `i` is of this supplier or sub-supplier. */
export function isFromSupplier(org: OrgReader, supplier: string): SQL {
  const terms = supplierTermsOf(org, supplier);
  return sql`(${ignoringCase("i", "assigned_supplier")} in (${terms}) or ${ignoringCase("i", "sub_supplier")} in (${terms}))`;
}

/** The items of an organization that match a filter. */
export interface MatchingItems {
  org: OrgReader;
  filter: ItemFilter;
}

/** The SQL for each filter, for items `i`. count.sql.ts handles `match` and days separately, so they have no keys here. */
export const ITEM_SQL: FilterStatements<ItemFilter, MatchingItems> = {
  match: { where: (words) => sql`f.item_search match ${matchOf(words ?? [])}` },
  status: {
    where: (status) => equalsIgnoringCase("i", "status", status),
    key: (status) => sql`${`status:${foldCase(status)}`}`,
    rollUp: (status) => sql`r.status = ${foldCase(status)}`,
    isRolledUp: true,
  },
  store: {
    where: (store, { org }) => sql`i.store_id = ${storeIdByRef(org, store)}`,
    key: (store, { org }) => sql`'store:' || ${storeIdByRef(org, store)}`,
    rollUp: (store, { org }) => sql`r.store_id = ${storeIdByRef(org, store)}`,
    isRolledUp: true,
  },
  dateFrom: { where: (from) => sql`i.order_date >= ${from}` },
  dateTo: { where: (to) => sql`i.order_date < ${to}` },
  supplier: {
    // Without words, `fromClause` finds the supplier's items.
    where: (supplier, { org, filter }) => (filter.match === undefined ? null : isFromSupplier(org, supplier)),
  },
  // Literals, because SQLite chooses partial indexes by their text. `r.missing` has the bits 1 (SKU), 2 (design) and 4 (cost).
  missingSku: {
    where: () => sql`i.missing_sku = 1 and ${LACKS.sku}`,
    key: () => sql`'missing_sku'`,
    rollUp: () => sql`r.missing & 1 = 1`,
    isRolledUp: true,
  },
  missingDesign: {
    where: () => sql`i.missing_design = 1 and ${LACKS.design}`,
    key: () => sql`'missing_design'`,
    rollUp: () => sql`r.missing & 2 = 2`,
    isRolledUp: true,
  },
  missingCost: {
    where: () => sql`i.missing_cost = 1 and ${LACKS.cost}`,
    key: () => sql`'missing_cost'`,
    rollUp: () => sql`r.missing & 4 = 4`,
    isRolledUp: true,
  },
  needsSku: { where: () => sql`i.missing_sku = 1 and ${isUnfinished("i")}`, key: () => sql`'needs_sku'` },
};

/** The conditions of a filter on an item `i`, except its organization. Starts with "and" if there are any. */
export function conditions(items: MatchingItems): SQL {
  return whereOf(ITEM_SQL, items.filter, items);
}

/** SQL for the ids of a supplier's items or of their orders. It names the indexes, because SQLite would otherwise read every item. */
export function itemsOfSupplier(org: OrgReader, supplier: string, column: "id" | "order_id"): SQL {
  const from = sql`(${supplierTermsOf(org, supplier)}) t cross join order_items x`;
  return sql`select x.${sql.raw(column)} from ${from} indexed by order_items_supplier
      where x.organization_id = ${org.key} and ${equalsIgnoringCase("x", "assigned_supplier", sql`t.term`)}
    union select x.${sql.raw(column)} from ${from} indexed by order_items_sub_supplier
      where x.organization_id = ${org.key} and ${equalsIgnoringCase("x", "sub_supplier", sql`t.term`)}`;
}

/**
 * FROM for items `i`. It starts with the most selective source: matches of the words, the supplier's items, or, with `byDate`, an
 * index that has the items in the order of their dates.
 */
export function fromClause({ org, filter }: MatchingItems, { byDate = false }: { byDate?: boolean } = {}): SQL {
  if (filter.match !== undefined) return sql`item_search f cross join order_items i on i.id = f.rowid`;
  if (filter.supplier !== undefined) return sql`(${itemsOfSupplier(org, filter.supplier, "id")}) f cross join order_items i on i.id = f.id`;
  if (byDate && filter.missingSku === true) return sql`order_items i indexed by order_items_missing_sku`;
  if (byDate && filter.missingDesign === true) return sql`order_items i indexed by order_items_missing_design`;
  if (byDate && filter.missingCost === true) return sql`order_items i indexed by order_items_missing_cost`;
  if (byDate && filter.needsSku === true) return sql`order_items i indexed by order_items_needs_sku`;
  return sql`order_items i`;
}
