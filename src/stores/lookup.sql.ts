import { type SQL, sql } from "drizzle-orm";
import { inTextOrder } from "../platform/db/columns";
import type { OrgReader } from "../platform/db/org-db";

/** The store `s` of an order `o`. */
export const JOIN_STORE = sql`join stores s on s.organization_id = o.organization_id and s.id = o.store_id`;

/** What a store `s` is sorted by. Two stores can share it: their ids follow. */
export const STORE_NAME = inTextOrder(sql`s.name_sort_key`, sql`s.name`);

/**
 * SQL of the store that a text (or SQL) names: its id, else its code, else its exact name, without regard to case
 * (docs/spec/lists-and-filters.md#store-filter). Three look-ups, each by a unique index: one with OR would read every store of the
 * organization.
 */
export function storeIdByRef(org: OrgReader, name: string | SQL): SQL {
  return sql`coalesce(
    (select n.id from stores n where n.organization_id = ${org.key} and n.id = cast(${name} as integer) and cast(n.id as text) = ${name}),
    (select n.id from stores n where n.organization_id = ${org.key} and n.code = ${name} collate nocase),
    (select n.id from stores n where n.organization_id = ${org.key} and n.name = ${name} collate nocase))`;
}
