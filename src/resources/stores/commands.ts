import { first } from "../../platform/db/statement";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { storeById, type StoreRow } from "./list.sql.ts";
import { takenIdentifiers, insertStore, type StoreIdentifier, type StoreValues, updateStore } from "./write.sql.ts";
import { conflictError, notFound, orNotFound, ApiError } from "../../platform/api-error";
import { type IncomingStore, storedValues, type StorePatch } from "./fields";

/** Creates a store. Its default currency is the organization's. Throws 409 Conflict if the name or code is taken. Two round trips. */
export async function createStore(org: OrgDb, incoming: IncomingStore): Promise<StoreRow> {
  const { name, platform } = incoming;
  const defaults = { code: null, type: null, currency: org.organization.currency, is_active: 1, uses_designs: 1, return_address: null };
  const values = { ...defaults, ...storedValues(incoming), name, platform };
  return await retryOnConflict(async () => {
    const taken = await org.read(takenIdentifiers(org, values, 0));
    assertIdentifiersFree(taken);
    const [written] = await org.commit(insertStore(org, values));
    return orNotFound(written);
  }, storeConflict);
}

/**
 * Updates the fields that are sent. Writes nothing if they do not change the store. Throws 404 Not Found for an unknown store, 409 Conflict
 * if another store has the name or code. Two round trips.
 */
export async function changeStore(org: OrgDb, id: number, patch: StorePatch): Promise<StoreRow> {
  const changes = storedValues(patch);
  return await retryOnConflict(async () => {
    const { name = null, code = null } = changes;
    const { stored, taken } = await org.read({ stored: first(storeById(org, id)), taken: takenIdentifiers(org, { name, code }, id) });
    if (stored === undefined) throw notFound();
    assertIdentifiersFree(taken);
    if ((Object.keys(changes) as (keyof StoreValues)[]).every((field) => changes[field] === stored[field])) return stored;
    const [written] = await org.commit(updateStore(org, id, changes));
    return written ?? stored;
  }, storeConflict);
}

/** Saves which columns the store's own spreadsheets have, as JSON; null forgets them. Throws 404 Not Found. Two round trips. */
export async function setImportMap(org: OrgDb, id: number, import_map: string | null): Promise<void> {
  await retryOnConflict(async () => {
    const [stored] = await org.read(storeById(org, id));
    if (stored === undefined) throw notFound();
    await org.commit(updateStore(org, id, { import_map }));
  }, storeConflict);
}

const storeConflict = () => conflictError("the stores");

/** Throws 409 Conflict with a detail for each of name and code that is taken. */
function assertIdentifiersFree(rows: readonly { taken: StoreIdentifier }[]): void {
  if (rows.length === 0) return;
  throw new ApiError(
    "conflict",
    rows.map(({ taken }) => ({ path: taken, code: `${taken}_taken`, message: `Another store of this organization has this ${taken}.` })),
  );
}
