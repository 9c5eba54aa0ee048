import { retryOnConflict } from "../platform/db/change";
import { ingestWrites } from "./ingest/write.sql.ts";
import { itemsOfOrders, orderById } from "./select.sql.ts";
import type { OrgDb } from "../platform/db/org-db";
import type { OrderParts } from "./rows.sql.ts";
import { selectIds } from "../platform/db/sql-values";
import { amendOrder, type OrderPatch } from "./amend-order";
import { TOTALS_WARNING } from "./ingest/ingest-plan";
import { assemble } from "./list/list-orders";
import { assertOrderVersion, orderConflict } from "./order-version";
import { readOrder } from "./read-order";

/** Patches an order and sends order.updated, unless nothing changes. Throws 404, or 412 for another version. Two round trips. */
export async function updateOrder(
  org: OrgDb,
  id: number,
  patch: OrderPatch,
  versions: readonly number[] | null,
): Promise<{ parts: OrderParts; warnings: string[] }> {
  return await retryOnConflict(async () => {
    const parts = await readOrder(org, id, true);
    assertOrderVersion(parts.order.version, versions);
    const amended = amendOrder(org, parts, patch);
    if (amended === null) return { parts, warnings: [] };
    const { rows } = await org.commit({
      writes: ingestWrites(org, [], [amended.update]),
      events: [amended.update.event.id],
      markerResult: JSON.stringify({ order_id: id }),
      returning: [orderById(org, id), itemsOfOrders(org, selectIds([id]))],
    });
    return { parts: assemble(...rows)[0] ?? parts, warnings: amended.totalsMatch ? [] : [TOTALS_WARNING] };
  }, orderConflict);
}
