import { eq, type SQL, sql } from "drizzle-orm";
import type { Change } from "../platform/db/change";
import type { OrgDb, OrgReader } from "../platform/db/org-db";
import { stores } from "./table";
import { sortKey } from "../platform/db/text/sort-key";
import type { Statement } from "../platform/db/statement";
import { storeById, type StoreRow } from "./list.sql.ts";

/** The columns that a caller gives a store. */
export type StoreValues = Pick<StoreRow, "name" | "code" | "platform" | "type" | "currency" | "is_active" | "uses_designs">;

/** What a store can be addressed by, and so no two may share. */
export type StoreAddress = "name" | "code";

/** Those of a name and a code, null where none is asked for, that a store other than `except` has. Served by the unique indexes. */
export function addressesTaken(
  org: OrgReader,
  { name, code }: Record<StoreAddress, string | null>,
  except: number,
): Statement<{ taken: StoreAddress }> {
  return org.rows<{ taken: StoreAddress }>()`
    select 'name' as taken from stores n where n.organization_id = ${org.key} and n.name = ${name} collate nocase and n.id <> ${except}
    union all
    select 'code' from stores c where c.organization_id = ${org.key} and c.code = ${code} collate nocase and c.id <> ${except}`;
}

/** A new store; the batch fails where its name or code is taken. */
export function insertStore(org: OrgDb, values: StoreValues): Change<[Statement<StoreRow>]> {
  const named: SQL = sql`${stores.name} = ${values.name} collate nocase`;
  return {
    writes: [org.insert(stores, { ...values, name_sort_key: sortKey(values.name), created_at: org.now, updated_at: org.now })],
    events: [],
    conflicts: [stores.name, stores.code],
    markerResult: sql`(select json_object('store_id', id) from stores where organization_id = ${org.key} and ${named})`,
    returning: [org.find(stores, named)],
  };
}

/** Gives a store what is said, and leaves the rest: a store has no version, and nobody's change is undone by another's. */
export function updateStore(org: OrgDb, id: number, said: Partial<StoreValues>): Change<[Statement<StoreRow>]> {
  return {
    writes: [
      org.update(
        stores,
        { ...said, ...(said.name !== undefined && { name_sort_key: sortKey(said.name) }), updated_at: org.now },
        eq(stores.id, id),
      ),
    ],
    events: [],
    conflicts: [stores.name, stores.code],
    markerResult: JSON.stringify({ store_id: id }),
    returning: [storeById(org, id)],
  };
}
