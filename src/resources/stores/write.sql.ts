import { type SQL, sql } from "drizzle-orm";
import { assertRowsChanged, type Change } from "../../platform/db/change";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { stores } from "./table";
import { equalsIgnoringCase } from "../../platform/db/columns";
import type { Statement } from "../../platform/db/statement";
import { storeById, type StoreRow } from "./list.sql.ts";

/** The columns that a form edits. */
export const EDITED_COLUMNS = [
  "name",
  "code",
  "platform",
  "type",
  "currency",
  "is_active",
  "uses_designs",
  "return_address",
  "send_blockers",
  "ship_blockers",
] as const satisfies readonly (keyof StoreRow)[];

export type StoreValues = Pick<StoreRow, (typeof EDITED_COLUMNS)[number]>;

/** The unique keys that a concurrent request may take. */
export const STORE_CONFLICTS = [stores.name, stores.code] as const;

/** The columns that can refer to a store and therefore must be unique. */
export type StoreIdentifier = "name" | "code";

/**
 * Which of a name and a code another store already has. `except` is the id of the store to ignore; 0 ignores none. For a null name or code, the empty
 * text is looked up, which no store has. Each lookup uses a unique index.
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

export function storeIdByName(org: OrgReader, name: string): SQL {
  return sql`(select id from stores where organization_id = ${org.key} and ${equalsIgnoringCase("stores", "name", name)})`;
}

/** Inserts a store. The batch fails if the name or code is taken. */
export function insertStore(org: OrgDb, values: StoreValues): Change<Statement<StoreRow>> {
  return {
    writes: [org.insert(stores, { ...values, created_at: org.now, updated_at: org.now })],
    conflicts: STORE_CONFLICTS,
    marker: sql`json_object('store_id', ${storeIdByName(org, values.name)})`,
    returning: org.find(stores, equalsIgnoringCase("stores", "name", values.name)),
  };
}

/** SQL condition: a store has the values that were read. It has no version. */
function hasValues({ id, ...row }: StoreRow): SQL {
  const unchanged = EDITED_COLUMNS.map((column) => sql`${stores[column]} is ${row[column]}`);
  return sql.join([sql`${stores.id} = ${id}`, ...unchanged], sql` and `);
}

/** Updates a store. The batch fails if it has changed since it was read, or if the name or code is taken. */
export function updateStore(
  org: OrgDb,
  read: StoreRow,
  changes: Partial<StoreValues & Pick<StoreRow, "import_map">>,
): Change<Statement<StoreRow>> {
  const { id } = read;
  return {
    writes: [org.update(stores, { ...changes, updated_at: org.now }, hasValues(read)), assertRowsChanged()],
    conflicts: STORE_CONFLICTS,
    marker: { store_id: id },
    returning: storeById(org, id),
  };
}
