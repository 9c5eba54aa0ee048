import { contentVersion } from "../../platform/values/content-version";
import { recordOf } from "../../platform/values/record";
import type { StoreRow } from "./list.sql.ts";
import { EDITED_COLUMNS } from "./write.sql.ts";

/** The version that a form of a store expects. */
export function storeVersion(row: StoreRow): number {
  return contentVersion(recordOf(EDITED_COLUMNS, (column) => row[column]));
}
