import { type SQL, sql } from "drizzle-orm";
import { inTextOrder } from "../platform/db/columns";
import type { OrgReader } from "../platform/db/org-db";

/** Joins the store `s` of an order `o`. */
export const JOIN_STORE = sql`join stores s on s.organization_id = o.organization_id and s.id = o.store_id`;

/** The sort key of a store `s`. Two stores can have the same one, so sort by their ids too. */
export const STORE_NAME = inTextOrder(sql`s.name_sort_key`, sql`s.name`);

/**
 * SQL for the id of the store that a text (or SQL) refers to: by id, else by code, else by exact name, ignoring case
 * (docs/spec/lists-and-filters.md#store-filter). Each of the three look-ups uses a unique index. A single one with OR would read every
 * store of the organization.
 */
export function storeIdByRef(org: OrgReader, name: string | SQL): SQL {
  return sql`coalesce(
    (select n.id from stores n where n.organization_id = ${org.key} and n.id = cast(${name} as integer) and cast(n.id as text) = ${name}),
    (select n.id from stores n where n.organization_id = ${org.key} and n.code = ${name} collate nocase),
    (select n.id from stores n where n.organization_id = ${org.key} and n.name = ${name} collate nocase))`;
}
