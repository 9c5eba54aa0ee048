import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";
import type { OrderStatus } from "./order-status";
import type { StoredOrder } from "./rows.sql.ts";

/** What an ingest reads of a stored order when its source sends it again. */
export type OrderState = Pick<StoredOrder, "id" | "status" | "version" | "source_updated_at" | "source_status"> & {
  /**
   * The status that the order gets back if its source opens it again: the one before the source cancelled it. Null: it is not cancelled, somebody here
   * cancelled it, or it has no live item, so that its items keep it cancelled.
   */
  cancelled_from: OrderStatus | null;
};

function stateColumns(org: OrgReader): SQL {
  const hasLiveItem = sql`exists (select 1 from order_items i
      where i.organization_id = ${org.key} and i.order_id = orders.id and i.status not in ('Cancelled', 'Refunded'))`;
  // Nothing but a connection sets a status as the actor "system". An order that was created as Cancelled has no earlier status.
  const beforeSource = sql`(select iif(h.actor_kind = 'system', coalesce(h.from_value, 'New'), null) from order_history h
      where h.organization_id = ${org.key} and h.order_id = orders.id and h."change" in ('created', 'status', 'roll_up')
      order by h.id desc limit 1)`;
  return sql`id, status, version, source_updated_at, source_status,
    iif(status = 'Cancelled' and ${hasLiveItem}, ${beforeSource}, null) as cancelled_from`;
}

export function ordersByExternalIds(
  org: OrgReader,
  { storeId, externalIds }: { storeId: number; externalIds: readonly string[] },
): Statement<OrderState & { external_id: string }> {
  return org.rows<OrderState & { external_id: string }>()`select external_id, ${stateColumns(org)} from orders
    where organization_id = ${org.key} and external_id in (select value from json_each(${JSON.stringify(externalIds)})) and store_id = ${storeId}`;
}

export function orderByExternalId(org: OrgReader, { storeId, externalId }: { storeId: number; externalId: string }): Statement<OrderState> {
  return org.rows<OrderState>()`select ${stateColumns(org)} from orders
    where organization_id = ${org.key} and external_id = ${externalId} and store_id = ${storeId}`;
}
