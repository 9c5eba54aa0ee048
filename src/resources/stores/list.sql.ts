import { eq, sql } from "drizzle-orm";
import { STORE_SORT_KEY, storeIdByRef } from "./lookup.sql.ts";
import { whereOf, type FilterStatements } from "../../platform/db/list/filter-sql";
import type { PageNumber, RowsAfter } from "../../platform/db/list/sort";
import { foldedText } from "../../platform/db/columns";
import type { OrgReader } from "../../platform/db/org-db";
import type { StoreFilter } from "./filters";
import { stores } from "./table";
import type { Statement } from "../../platform/db/statement";

export type StoreRow = typeof stores.$inferSelect;

const STORE_SQL: FilterStatements<StoreFilter, null> = {
  platform: { where: (platform) => sql`s.platform = ${platform}` },
  isActive: { where: (isActive) => sql`s.is_active = ${isActive ? 1 : 0}` },
};

export function storeById(org: OrgReader, id: number): Statement<StoreRow> {
  return org.find(stores, eq(stores.id, id));
}

/** How many bytes the mappings of an organization's other stores have (commands.ts). */
export function otherMapBytes(org: OrgReader, id: number): Statement<{ bytes: number }> {
  return org.rows<{ bytes: number }>()`
    select coalesce(sum(octet_length(import_map)), 0) as bytes from stores where organization_id = ${org.key} and id <> ${id}`;
}

/** The text that refers to a store: its name, or its id if the name is also the id or code of another store. */
export function storeReference(org: OrgReader, id: number): Statement<{ reference: string }> {
  return org.rows<{ reference: string }>()`
    select case when ${storeIdByRef(org, foldedText("s", "name"))} = s.id then s.name else cast(s.id as text) end as reference
    from stores s where s.organization_id = ${org.key} and s.id = ${id}`;
}

/** The position after which a page continues: the sort key and the id of the last store. */
export type StorePosition = readonly [key: string, id: number];

export type StoresAfter = Omit<RowsAfter<"name", StorePosition>, "sort">;

export function storePage(org: OrgReader, { page, size }: PageNumber): Statement<StoreRow> {
  return org.rows<StoreRow>()`select s.* from stores s indexed by stores_name_order where s.organization_id = ${org.key}
    order by ${STORE_SORT_KEY}, s.id limit ${size} offset ${(page - 1) * size}`;
}

/** Up to `limit` stores by name, after a position. The filters have no index: an organization has few stores. */
export function storesAfter(org: OrgReader, filter: StoreFilter, { after, limit }: StoresAfter): Statement<StoreRow> {
  // SQLite uses the index only for the first condition: it cannot seek by a row value that contains an expression.
  const keyset =
    after === null ? sql`` : sql`and ${STORE_SORT_KEY} >= ${after[0]} and (${STORE_SORT_KEY}, s.id) > (${after[0]}, ${after[1]})`;
  return org.rows<StoreRow>()`select s.* from stores s indexed by stores_name_order
    where s.organization_id = ${org.key} ${whereOf(STORE_SQL, filter, null)} ${keyset} order by ${STORE_SORT_KEY}, s.id limit ${limit}`;
}

export function storeCount(org: OrgReader): Statement<{ total: number }> {
  return org.rows<{ total: number }>()`select count(*) as total from stores s where s.organization_id = ${org.key}`;
}

/** The counts of a store (docs/spec/stores.md#store-statistics). */
export interface StoreStatistics {
  total_orders: number;
  active_products: number;
}

/** Sums a store's statistics from order_rollups and product_terms, without reading orders or products. No row if there is no such store. */
export function storeStatistics(org: OrgReader, id: number): Statement<StoreStatistics> {
  return org.rows<StoreStatistics>()`select
      (select coalesce(sum(r.orders), 0) from order_rollups r
        where r.organization_id = s.organization_id and r.basis = 'all' and r.bucket = 0 and r.store_id = s.id) as total_orders,
      (select count(distinct t.product_id) from product_terms t
        where t.organization_id = s.organization_id and t.kind = 'store' and t.term in (${foldedText("s", "name")}, ${foldedText("s", "code")})) as active_products
    from stores s where s.organization_id = ${org.key} and s.id = ${id}`;
}
