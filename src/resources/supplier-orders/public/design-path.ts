import { fileOfUrl } from "../../../platform/values/file-url";
import type { LineRow } from "../rows.sql.ts";

/** Where the files of an organization are. */
export interface FilePlace {
  origin: string;
  organizationId: number;
}

/** The path of a line's design below a link. Null: the URL is not that of a file here. */
export function designPath(
  { supplier_order_id, order_item_id }: LineRow,
  url: string | null,
  { origin, organizationId }: FilePlace,
): `/${string}` | null {
  const isFile = url !== null && fileOfUrl(url, origin, organizationId) !== null;
  return isFile ? `/orders/${supplier_order_id}/lines/${order_item_id}/design` : null;
}
