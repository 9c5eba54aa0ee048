import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";
import type { StoredOrder } from "./rows.sql.ts";

/** What a source has to know of an order before it sends it again. */
export type OrderState = Pick<StoredOrder, "id" | "status" | "version" | "source_updated_at" | "source_status">;

export function ordersByExternalIds(
  org: OrgReader,
  { storeId, externalIds }: { storeId: number; externalIds: readonly string[] },
): Statement<OrderState & { external_id: string }> {
  return org.rows<
    OrderState & { external_id: string }
  >()`select external_id, id, status, version, source_updated_at, source_status from orders
    where organization_id = ${org.key} and external_id in (select value from json_each(${JSON.stringify(externalIds)})) and store_id = ${storeId}`;
}

export function orderByExternalId(org: OrgReader, { storeId, externalId }: { storeId: number; externalId: string }): Statement<OrderState> {
  return org.rows<OrderState>()`select id, status, version, source_updated_at, source_status from orders
    where organization_id = ${org.key} and external_id = ${externalId} and store_id = ${storeId}`;
}
