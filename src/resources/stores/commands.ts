import { first } from "../../platform/db/statement";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { otherMapBytes, storeById, type StoreRow } from "./list.sql.ts";
import {
  takenIdentifiers,
  insertStore,
  STORE_CONFLICTS,
  storeIdByName,
  type StoreIdentifier,
  type StoreValues,
  updateStore,
} from "./write.sql.ts";
import { conflictError, invalid, notFound, orNotFound, ApiError } from "../../platform/api-error";
import { assertVersion, type ChangeTarget } from "../../platform/values/assert-version";
import { storeVersion } from "./store-version";
import { type IncomingStore, storedValues, type StorePatch } from "./fields";

/** The values of a new store. Its default currency is the organization's. */
export function newStoreValues({ organization }: OrgReader, incoming: IncomingStore): StoreValues {
  const { name, platform } = incoming;
  const defaults = {
    code: null,
    type: null,
    currency: organization.currency,
    is_active: 1,
    uses_designs: 1,
    return_address: null,
    send_blockers: null,
    ship_blockers: null,
  };
  return { ...defaults, ...storedValues(incoming), name, platform };
}

/** No store has this id. */
const NO_STORE = 0;

/**
 * What creates a store in the batch of something else: the statements, and SQL of the id that it gets. Throws 409 Conflict if the name or code is
 * taken. `pathPrefix` is put before the path of the error.
 */
export async function storeInsertion(org: OrgDb, incoming: IncomingStore, pathPrefix: string) {
  const values = newStoreValues(org, incoming);
  assertIdentifiersFree(await org.read(takenIdentifiers(org, values, NO_STORE)), pathPrefix);
  const { writes } = insertStore(org, values);
  return { id: storeIdByName(org, values.name), name: values.name, writes, conflicts: STORE_CONFLICTS };
}

/** Creates a store. Throws 409 Conflict if the name or code is taken. Two round trips. */
export async function createStore(org: OrgDb, incoming: IncomingStore): Promise<StoreRow> {
  const values = newStoreValues(org, incoming);
  return await retryOnConflict(async () => {
    assertIdentifiersFree(await org.read(takenIdentifiers(org, values, NO_STORE)));
    const [written] = await org.commit(insertStore(org, values));
    return orNotFound(written);
  }, storeConflict);
}

/**
 * Updates the fields that are sent. Writes nothing if they do not change the store. Throws 404 Not Found for an unknown store, 412 Precondition
 * Failed if a form was opened with other values than the stored ones, 409 Conflict if another store has the name or code. Two round trips.
 */
export async function changeStore(org: OrgDb, { id, expectedVersion }: ChangeTarget, patch: StorePatch): Promise<StoreRow> {
  const changes = storedValues(patch);
  return await retryOnConflict(async () => {
    const { name = null, code = null } = changes;
    const { stored, taken } = await org.read({ stored: first(storeById(org, id)), taken: takenIdentifiers(org, { name, code }, id) });
    if (stored === undefined) throw notFound();
    assertVersion(storeVersion(stored), expectedVersion);
    assertIdentifiersFree(taken);
    if ((Object.keys(changes) as (keyof StoreValues)[]).every((field) => changes[field] === stored[field])) return stored;
    const [written] = await org.commit(updateStore(org, stored, changes));
    return written ?? stored;
  }, storeConflict);
}

/** The most bytes that the mappings of all stores of an organization have together, because the import page contains all of them. */
const MAX_MAP_BYTES = 262_144;

/**
 * Saves which columns the store's own spreadsheets have, as JSON; null forgets them. Throws 404 Not Found, and 400 Bad Request if the mappings of the
 * organization would be too long. Two round trips.
 */
export async function setImportMap(org: OrgDb, id: number, import_map: string | null): Promise<void> {
  const ownBytes = import_map === null ? 0 : new TextEncoder().encode(import_map).byteLength;
  await retryOnConflict(async () => {
    const { stored, others } = await org.read({ stored: first(storeById(org, id)), others: first(otherMapBytes(org, id)) });
    if (stored === undefined) throw notFound();
    if (ownBytes > 0 && ownBytes + (others?.bytes ?? 0) > MAX_MAP_BYTES) {
      throw invalid("map", "too_big", `The mappings of all stores have at most ${MAX_MAP_BYTES / 1024} KiB together. Forget another one.`);
    }
    await org.commit(updateStore(org, stored, { import_map }));
  }, storeConflict);
}

const storeConflict = () => conflictError("the stores");

/** Throws 409 Conflict with a detail for each of name and code that is taken. */
function assertIdentifiersFree(rows: readonly { taken: StoreIdentifier }[], pathPrefix = ""): void {
  if (rows.length === 0) return;
  throw new ApiError(
    "conflict",
    rows.map(({ taken }) => ({
      path: pathPrefix + taken,
      code: `${taken}_taken`,
      message: `Another store of this organization has this ${taken}.`,
    })),
  );
}
