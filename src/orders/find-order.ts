import type { OrgReader } from "../platform/db/org-db";
import { orderByExternalId, type OrderState } from "./find-order.sql.ts";

/** The state of the order with an external id in a store. Null if there is none. One round trip. */
export async function findOrderState(org: OrgReader, key: { storeId: number; externalId: string }): Promise<OrderState | null> {
  const [[row]] = await org.read(orderByExternalId(org, key));
  return row ?? null;
}
