import type { OrgDb } from "../../../platform/db/org-db";
import type { WriteStatement } from "../../../platform/db/statement";
import { changeOrder, decisionOf } from "../change-order";
import type { FulfillmentRow } from "../rows.sql.ts";
import type { OrderFulfillments } from "./fulfillment";
import { changedFieldsOf, type FulfillmentChange, planWrite } from "./fulfillment-change";
import { parseFulfillments } from "./write-fulfillment";
import { writeFulfillments } from "./write.sql.ts";

/** Changes of the fulfillments of one order, and statements that are committed with them. */
export interface PlannedChanges {
  changes: readonly FulfillmentChange[];
  alongside: readonly WriteStatement[];
}

/**
 * Creates and changes several fulfillments of an order, as its shop reports them, in one batch with one order.updated. `plan` decides from what is stored, and again if
 * the order was changed since. Throws 404 Not Found for an unknown order, and what `plan` throws. Two round trips, or one if nothing changes.
 */
export async function changeFulfillments(
  org: OrgDb,
  orderId: number,
  plan: (current: OrderFulfillments, rows: readonly FulfillmentRow[]) => PlannedChanges,
): Promise<void> {
  await changeOrder(org, orderId, (parts) => {
    const current = parseFulfillments(parts);
    const { changes, alongside } = plan(current, parts.fulfillments);
    const changed = changes.filter((change) => change.before === null || changedFieldsOf(change).length > 0);
    const writes = changed.length === 0 ? [] : writeFulfillments(org, [planWrite(org, current, changed, { isFact: true })]);
    // No caller needs a result, so the marker has none either.
    return decisionOf([...alongside, ...writes], undefined, {});
  });
}
