import { type SQL, sql } from "drizzle-orm";
import { equalsIgnoringCase, inTextOrder } from "../../platform/db/columns";
import type { OrgReader } from "../../platform/db/org-db";
import { foldCase } from "../../platform/values/fold-case";

export const JOIN_STORE = sql`join stores s on s.organization_id = o.organization_id and s.id = o.store_id`;

/** The sort key of a store `s`. Two stores can have the same one, so sort by their ids too. */
export const STORE_SORT_KEY = inTextOrder(sql`s.name_sort_key`, sql`s.name`);

/**
 * SQL for the id of the store that `ref` (a text, or SQL of a folded one) refers to: by id, else by code, else by exact name. Case is ignored
 * (docs/spec/lists-and-filters.md#store-filter). Each of the three lookups uses a unique index. A single one with OR would read every
 * store of the organization.
 */
export function storeIdByRef(org: OrgReader, ref: string | SQL): SQL {
  const folded = typeof ref === "string" ? sql`${foldCase(ref)}` : ref;
  // A statement may have this several times and at most 100 parameters, so it has each of its values once.
  return sql`(select coalesce(
    (select n.id from stores n where n.organization_id = q.organization_id and n.id = cast(q.ref as integer) and cast(n.id as text) = q.ref),
    (select n.id from stores n where n.organization_id = q.organization_id and ${equalsIgnoringCase("n", "code", sql`q.ref`)}),
    (select n.id from stores n where n.organization_id = q.organization_id and ${equalsIgnoringCase("n", "name", sql`q.ref`)}))
    from (select ${org.key} as organization_id, ${folded} as ref) q)`;
}
