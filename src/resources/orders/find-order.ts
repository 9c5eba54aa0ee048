import type { OrgReader } from "../../platform/db/org-db";
import { orderByExternalId, ordersByExternalIds, type OrderState } from "./find-order.sql.ts";

/** The state of the order with an external id in a store. Null if there is none. One round trip. */
export async function findOrderState(org: OrgReader, key: { storeId: number; externalId: string }): Promise<OrderState | null> {
  const [row] = await org.read(orderByExternalId(org, key));
  return row ?? null;
}

/** The states of the orders with these external ids in a store, by the external id. One round trip. */
export async function findOrderStates(
  org: OrgReader,
  key: { storeId: number; externalIds: readonly string[] },
): Promise<ReadonlyMap<string, OrderState>> {
  const rows = await org.read(ordersByExternalIds(org, key));
  return new Map(rows.map(({ external_id, ...state }) => [external_id, state]));
}
