import { newId } from "../../../platform/crypto/random";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { amendOrder } from "../amend-order";
import { assertOrderVersion, changeOrders, decided } from "../change-order";
import { ingestWrites } from "../ingest/write.sql.ts";
import { fulfilledParts } from "../items/fulfilled-quantities";
import { isLive } from "../items/item-status";
import { readOrderWith } from "../read-order";
import type { OrderParts, StoredItem } from "../rows.sql.ts";
import { setItemStatuses } from "../status-change.sql.ts";
import { type PlannedRefund, planRefund, type RefundInput } from "./plan-refund";
import { type Refundable, refundable } from "./refundable";
import { recordRefund, type RefundRow, refundsOf } from "./refunds.sql.ts";

/** An order, its refunds, and what can still be refunded. */
export interface RefundableOrder {
  parts: OrderParts;
  refunds: RefundRow[];
  left: Refundable;
}

/** Reads these. Throws 404 Not Found for an unknown order. One round trip. */
export async function readRefundable(org: OrgReader, orderId: number): Promise<RefundableOrder> {
  const [parts, refunds = []] = await readOrderWith(org, orderId, refundsOf(org, orderId));
  return { parts, refunds, left: refundable(parts.order, parts.items, refunds) };
}

/** The live items of which every unit is refunded afterwards. */
function refundedItems({ parts, left }: RefundableOrder, { lines }: PlannedRefund): StoredItem[] {
  const refunded = new Map(lines.map(({ order_item_id, quantity }) => [order_item_id, quantity]));
  const ids = new Set(left.lines.flatMap(({ item, quantity }) => (quantity > 0 && refunded.get(item.id) === quantity ? [item.id] : [])));
  return parts.items.filter(({ id, status }) => ids.has(id) && isLive(status));
}

/**
 * Records a refund of an order: its row and its history, the order's refund and the tax in it, the flag `is_refunded` once everything is refunded,
 * and the status Refunded of items of which every unit is (docs/spec/orders.md#refunds). All of it is one transaction. Throws 404 Not Found, 400
 * Bad Request as `planRefund` does, or 412 Precondition Failed for another version of the order. Two round trips.
 */
export async function refundOrder(
  org: OrgDb,
  orderId: number,
  { versions, ...input }: RefundInput & { versions: readonly number[] | null },
): Promise<void> {
  const id = newId("ref", org.now);
  await changeOrders(
    org,
    async () => await readRefundable(org, orderId),
    (current) => {
      const { order } = current.parts;
      assertOrderVersion(order.version, versions);
      const planned = planRefund(order, current.left, input);
      const refund_amount = (order.refund_amount ?? 0) + planned.amount;
      const patch = {
        refund_amount,
        refund_tax: order.refunded_tax + planned.tax,
        ...(refund_amount >= order.total_amount && { is_refunded: true }),
      };
      const amended = amendOrder(org, fulfilledParts(current.parts), { order: patch });
      if (amended === null) return { unchanged: undefined };
      const { amount, tax, shipping, lines } = planned;
      const row = { id, order_id: orderId, amount, tax, shipping, items: JSON.stringify(lines), reason: input.reason };
      const changedFields = JSON.stringify(amended.update.changedFields);
      const writes = [
        // The entry of the refund says what changes.
        ...ingestWrites(org, [], [{ ...amended.update, history: [] }]),
        ...recordRefund(org, { ...row, source_id: null, created_at: org.now, changedFields }),
        ...setItemStatuses(org, refundedItems(current, planned), "Refunded"),
      ];
      return decided(writes, undefined, { refund_id: id });
    },
    "this order",
  );
}
