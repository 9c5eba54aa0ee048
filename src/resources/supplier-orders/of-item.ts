import type { OrgReader } from "../../platform/db/org-db";
import { ordersOfItem, type SupplierOrderRow } from "./rows.sql.ts";
import type { LineRow } from "./rows.sql.ts";

/** A supplier order that contains an item, with its line of it. */
export type ItemSupplierOrder = Pick<SupplierOrderRow, "id" | "number" | "supplier_name" | "state" | "due_date"> &
  Pick<LineRow, "quantity"> & { line_state: LineRow["state"] };

const MAX_ORDERS = 20;

/** Lists the newest supplier orders that contain an item. One round trip. */
export async function listOrdersOfItem(org: OrgReader, itemId: number): Promise<ItemSupplierOrder[]> {
  return await org.read(ordersOfItem(org, itemId, MAX_ORDERS));
}
