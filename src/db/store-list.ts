import { eq } from "drizzle-orm";
import type { OrgReader } from "./org-db";
import { stores } from "./schema";
import type { Statement } from "./statement";

export type StoreRow = typeof stores.$inferSelect;

/** One store. */
export function storeById(org: OrgReader, id: number): Statement<StoreRow> {
  return org.find(stores, eq(stores.id, id));
}

/** A numbered page of stores by name, which no two share; `page` is 1-based. */
export function storePage(org: OrgReader, page: number, size: number): Statement<StoreRow> {
  return org.rows<StoreRow>()`select s.* from stores s where s.organization_id = ${org.key}
    order by s.name collate nocase limit ${size} offset ${(page - 1) * size}`;
}

/** How many stores there are. */
export function storeCount(org: OrgReader): Statement<{ total: number }> {
  return org.rows<{ total: number }>()`select count(*) as total from stores s where s.organization_id = ${org.key}`;
}
