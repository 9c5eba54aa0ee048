import { retryOnConflict } from "../platform/db/change";
import type { OrgDb } from "../platform/db/org-db";
import { storeById, type StoreRow } from "./list.sql.ts";
import { addressesTaken, type StoreValues, updateStore } from "./write.sql.ts";
import { conflictError, notFound } from "../platform/api-error";
import { mustBeFree } from "./store-address";
import { saidValues, type StorePatch } from "./fields";

/**
 * Lays a patch over a store; what is as it was writes nothing. 404 for an unknown store, 409 where another one has the
 * name or code. Two trips.
 */
export async function changeStore(org: OrgDb, id: number, patch: StorePatch): Promise<StoreRow> {
  const said = saidValues(patch);
  return await retryOnConflict(
    async () => {
      const { name = null, code = null } = said;
      const [[stored], taken] = await org.read(storeById(org, id), addressesTaken(org, { name, code }, id));
      if (stored === undefined) throw notFound();
      mustBeFree(taken);
      if ((Object.keys(said) as (keyof StoreValues)[]).every((field) => said[field] === stored[field])) return stored;
      const { rows } = await org.commit(updateStore(org, id, said));
      return rows[0][0] ?? stored;
    },
    () => conflictError("Stores are"),
  );
}
