import { retryOnConflict } from "../../../platform/db/change";
import type { OrgDb } from "../../../platform/db/org-db";
import type { WriteStatement } from "../../../platform/db/statement";
import { newOrderEventIds } from "../events.sql.ts";
import { orderConflict } from "../order-version";
import type { FulfillmentRow } from "../rows.sql.ts";
import type { OrderFulfillments } from "./fulfillment";
import { changedFieldsOf, type FulfillmentChange, planWrite } from "./fulfillment-change";
import { readOrderFulfillments } from "./write-fulfillment";
import { writeFulfillments } from "./write.sql.ts";

/** Changes of the fulfillments of one order, and statements that are committed with them. */
export interface PlannedChanges {
  changes: readonly FulfillmentChange[];
  alongside: readonly WriteStatement[];
}

/**
 * Creates and changes several fulfillments of an order in one batch, with one order.updated. `plan` decides from what is stored, and again if
 * the order was changed since. Throws 404 Not Found for an unknown order, and what `plan` throws. Two round trips, or one if nothing changes.
 */
export async function changeFulfillments(
  org: OrgDb,
  orderId: number,
  plan: (current: OrderFulfillments, rows: readonly FulfillmentRow[]) => PlannedChanges,
): Promise<void> {
  await retryOnConflict(async () => {
    const { rows, ...current } = await readOrderFulfillments(org, orderId);
    const { changes, alongside } = plan(current, rows);
    const changed = changes.filter((change) => change.before === null || changedFieldsOf(change).length > 0);
    if (changed.length === 0 && alongside.length === 0) return;
    const eventIds = newOrderEventIds(org);
    const write = planWrite(org, current, changed);
    await org.commit({
      writes: [...alongside, ...(changed.length === 0 ? [] : writeFulfillments(org, [{ ...write, eventIds }]))],
      events: changed.length === 0 ? [] : [...write.events.map(({ id }) => id), eventIds.updated, eventIds.statusChanged],
      markerResult: "{}",
      returning: [],
    });
  }, orderConflict);
}
