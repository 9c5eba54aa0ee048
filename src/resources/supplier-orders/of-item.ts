import type { OrgReader } from "../../platform/db/org-db";
import { type ItemSupplierOrder, ordersOfItem } from "./rows.sql.ts";

const MAX_ORDERS = 20;

/** Lists the newest supplier orders that contain an item. One round trip. */
export async function listOrdersOfItem(org: OrgReader, itemId: number): Promise<ItemSupplierOrder[]> {
  return await org.read(ordersOfItem(org, itemId, MAX_ORDERS));
}
