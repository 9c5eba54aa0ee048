import { retryOnConflict } from "../platform/db/change";
import { ingestWrites } from "./ingest/write.sql.ts";
import { itemsOfOrders, orderById } from "./select.sql.ts";
import type { OrgDb } from "../platform/db/org-db";
import type { OrderParts } from "./rows.sql.ts";
import { selectIds } from "../platform/db/sql-values";
import { amendOrder, type OrderPatch } from "./amend-order";
import { DISAGREES } from "./ingest/ingest-plan";
import { assemble } from "./list/list-orders";
import { mustBeVersion, orderConflict } from "./order-version";
import { readOrder } from "./read-order";

/** Lays a patch over an order and sends order.updated; one that changes nothing writes nothing. 404, or 412. Two trips. */
export async function updateOrder(
  org: OrgDb,
  id: number,
  patch: OrderPatch,
  versions: readonly number[] | null,
): Promise<{ parts: OrderParts; warnings: string[] }> {
  return await retryOnConflict(async () => {
    const parts = await readOrder(org, id, true);
    mustBeVersion(parts.order.version, versions);
    const amended = amendOrder(org, parts, patch);
    if (amended === null) return { parts, warnings: [] };
    const { rows } = await org.commit({
      writes: ingestWrites(org, [], [amended.update]),
      events: [amended.update.event.id],
      markerResult: JSON.stringify({ order_id: id }),
      returning: [orderById(org, id), itemsOfOrders(org, selectIds([id]))],
    });
    return { parts: assemble(...rows)[0] ?? parts, warnings: amended.totalsMatch ? [] : [DISAGREES] };
  }, orderConflict);
}
