import { contentVersion } from "../../platform/values/content-version";
import type { StoreRow } from "./list.sql.ts";
import type { StoreValues } from "./write.sql.ts";

/** What a form edits of a store. */
export function editedValues(row: StoreRow): StoreValues {
  const { name, code, platform, type, currency, is_active, uses_designs, return_address, send_blockers, ship_blockers } = row;
  return { name, code, platform, type, currency, is_active, uses_designs, return_address, send_blockers, ship_blockers };
}

/** The version that a form of a store expects. */
export function storeVersion(row: StoreRow): number {
  return contentVersion({ ...editedValues(row) });
}
