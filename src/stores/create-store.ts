import { retryOnConflict } from "../platform/db/change";
import type { OrgDb } from "../platform/db/org-db";
import type { StoreRow } from "./list.sql.ts";
import { addressesTaken, insertStore } from "./write.sql.ts";
import { conflictError, notFound } from "../platform/api-error";
import { mustBeFree } from "./store-address";
import { type IncomingStore, saidValues } from "./fields";

/** Makes a store, in the organization's currency where none is said. 409 where its name or code is taken. Two trips. */
export async function createStore(org: OrgDb, incoming: IncomingStore): Promise<StoreRow> {
  const { name, platform } = incoming;
  const unsaid = { code: null, type: null, currency: org.organization.currency, is_active: 1, uses_designs: 1 };
  const values = { ...unsaid, ...saidValues(incoming), name, platform };
  return await retryOnConflict(
    async () => {
      const [taken] = await org.read(addressesTaken(org, values, 0));
      mustBeFree(taken);
      const { rows } = await org.commit(insertStore(org, values));
      const [[store]] = rows;
      if (store === undefined) throw notFound();
      return store;
    },
    () => conflictError("Stores are"),
  );
}
