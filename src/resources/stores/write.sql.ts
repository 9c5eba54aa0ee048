import { eq, type SQL, sql } from "drizzle-orm";
import type { Change } from "../../platform/db/change";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { stores } from "./table";
import { equalsIgnoringCase } from "../../platform/db/columns";
import type { Statement } from "../../platform/db/statement";
import { storeById, type StoreRow } from "./list.sql.ts";

export type StoreValues = Pick<
  StoreRow,
  "name" | "code" | "platform" | "type" | "currency" | "is_active" | "uses_designs" | "return_address" | "send_blockers" | "ship_blockers"
>;

/** The columns that can refer to a store and therefore must be unique. */
export type StoreIdentifier = "name" | "code";

/**
 * Which of a name and a code another store already has. `except` is the id of the store to ignore; 0 ignores none. A null name or code is not
 * looked up. Each lookup uses a unique index.
 */
export function takenIdentifiers(
  org: OrgReader,
  { name, code }: Record<StoreIdentifier, string | null>,
  except: number,
): Statement<{ taken: StoreIdentifier }> {
  return org.rows<{ taken: StoreIdentifier }>()`
    select 'name' as taken from stores n where n.organization_id = ${org.key} and ${equalsIgnoringCase("n", "name", name ?? "")} and n.id <> ${except}
    union all
    select 'code' from stores c where c.organization_id = ${org.key} and ${equalsIgnoringCase("c", "code", code ?? "")} and c.id <> ${except}`;
}

/** Inserts a store. The batch fails if the name or code is taken. */
export function insertStore(org: OrgDb, values: StoreValues): Change<Statement<StoreRow>> {
  const hasName: SQL = equalsIgnoringCase("stores", "name", values.name);
  return {
    writes: [org.insert(stores, { ...values, created_at: org.now, updated_at: org.now })],
    conflicts: [stores.name, stores.code],
    marker: sql`(select json_object('store_id', id) from stores where organization_id = ${org.key} and ${hasName})`,
    returning: org.find(stores, hasName),
  };
}

/** Updates only the changed columns: a store has no version, so concurrent changes to other columns must not be overwritten. */
export function updateStore(
  org: OrgDb,
  id: number,
  changes: Partial<StoreValues & Pick<StoreRow, "import_map">>,
): Change<Statement<StoreRow>> {
  return {
    writes: [org.update(stores, { ...changes, updated_at: org.now }, eq(stores.id, id))],
    conflicts: [stores.name, stores.code],
    marker: { store_id: id },
    returning: storeById(org, id),
  };
}
