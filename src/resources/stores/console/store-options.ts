import type { OrgReader } from "../../../platform/db/org-db";
import { MAX_OPTIONS, type StoreOptions } from "../../../console/parts/store-field";
import { listStores } from "../read-store";

/** Lists the stores for a select field, in one round trip. */
export function listStoreOptions(org: OrgReader): Promise<StoreOptions> {
  return listStores(org, { page: 1, size: MAX_OPTIONS });
}
