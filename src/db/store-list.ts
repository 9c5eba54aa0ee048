import { eq, sql } from "drizzle-orm";
import { storeNamed } from "./order-rows";
import type { OrgReader } from "./org-db";
import { stores } from "./schema";
import type { Statement } from "./statement";

export type StoreRow = typeof stores.$inferSelect;

/** Filters of a store list. */
export interface StoreFilter {
  platform?: string | undefined;
  isActive?: boolean | undefined;
}

/** One store. */
export function storeById(org: OrgReader, id: number): Statement<StoreRow> {
  return org.find(stores, eq(stores.id, id));
}

/** The text that names a store: its name, unless that is the id or the code of another; then its id. */
export function storeReference(org: OrgReader, id: number): Statement<{ reference: string }> {
  return org.rows<{
    reference: string;
  }>()`select case when ${storeNamed(org, sql`s.name`)} = s.id then s.name else cast(s.id as text) end as reference
    from stores s where s.organization_id = ${org.key} and s.id = ${id}`;
}

/** A numbered page of stores by name, which no two share; `page` is 1-based. */
export function storePage(org: OrgReader, page: number, size: number): Statement<StoreRow> {
  return org.rows<StoreRow>()`select s.* from stores s where s.organization_id = ${org.key}
    order by s.name collate nocase limit ${size} offset ${(page - 1) * size}`;
}

/** Up to `limit` stores by name, behind a name. A filter passes over the others: an organization has few stores. */
export function storesAfter(org: OrgReader, { platform, isActive }: StoreFilter, name: string | null, limit: number): Statement<StoreRow> {
  const conditions = [
    platform === undefined ? sql`` : sql`and s.platform = ${platform}`,
    isActive === undefined ? sql`` : sql`and s.is_active = ${isActive ? 1 : 0}`,
    name === null ? sql`` : sql`and s.name > ${name} collate nocase`,
  ];
  return org.rows<StoreRow>()`select s.* from stores s indexed by stores_name
    where s.organization_id = ${org.key} ${sql.join(conditions, sql` `)} order by s.name collate nocase limit ${limit}`;
}

/** How many stores there are. */
export function storeCount(org: OrgReader): Statement<{ total: number }> {
  return org.rows<{ total: number }>()`select count(*) as total from stores s where s.organization_id = ${org.key}`;
}
