import { retryOnConflict } from "../platform/db/change";
import type { OrgDb } from "../platform/db/org-db";
import { storeById, type StoreRow } from "./list.sql.ts";
import { addressesTaken, insertStore, type StoreAddress, type StoreValues, updateStore } from "./write.sql.ts";
import { conflictError, notFound, orNotFound, ApiError } from "../platform/api-error";
import { type IncomingStore, saidValues, type StorePatch } from "./fields";

/** Makes a store, in the organization's currency where none is said. 409 where its name or code is taken. Two trips. */
export async function createStore(org: OrgDb, incoming: IncomingStore): Promise<StoreRow> {
  const { name, platform } = incoming;
  const unsaid = { code: null, type: null, currency: org.organization.currency, is_active: 1, uses_designs: 1 };
  const values = { ...unsaid, ...saidValues(incoming), name, platform };
  return await retryOnConflict(async () => {
    const [taken] = await org.read(addressesTaken(org, values, 0));
    mustBeFree(taken);
    const { rows } = await org.commit(insertStore(org, values));
    return orNotFound(rows[0][0]);
  }, contended);
}

/**
 * Lays a patch over a store; what is as it was writes nothing. 404 for an unknown store, 409 where another one has the
 * name or code. Two trips.
 */
export async function changeStore(org: OrgDb, id: number, patch: StorePatch): Promise<StoreRow> {
  const said = saidValues(patch);
  return await retryOnConflict(async () => {
    const { name = null, code = null } = said;
    const [[stored], taken] = await org.read(storeById(org, id), addressesTaken(org, { name, code }, id));
    if (stored === undefined) throw notFound();
    mustBeFree(taken);
    if ((Object.keys(said) as (keyof StoreValues)[]).every((field) => said[field] === stored[field])) return stored;
    const { rows } = await org.commit(updateStore(org, id, said));
    return rows[0][0] ?? stored;
  }, contended);
}

const contended = () => conflictError("Stores are");

/** 409 that names each of name and code that another store has. */
function mustBeFree(found: readonly { taken: StoreAddress }[]): void {
  if (found.length === 0) return;
  throw new ApiError(
    "conflict",
    found.map(({ taken }) => ({ path: taken, code: `${taken}_taken`, message: `Another store of this organization has this ${taken}.` })),
  );
}
