import { sha256Hex } from "../../../platform/crypto/digest";
import { base62 } from "../../../platform/crypto/random";
import type { OrgDb } from "../../../platform/db/org-db";
import { toUnits } from "../../../platform/values/money";
import { changeOrders, decisionOf } from "../change-order";
import { refundedTax } from "../refunded-tax";
import type { OrderParts } from "../rows.sql.ts";
import { readRefundable } from "./refund-order";
import { type NewRefund, insertRefund } from "./refunds.sql.ts";
import type { SourceRefund } from "./source-refund";

/** Refunds of the platform that are recorded at once. The next payload of the order brings the others. */
const MAX_NEW_REFUNDS = 1000;

/** The stored units of a decimal amount, which is rounded to the four places that they have. Then it always has units: the 0 is only for the type. */
const unitsOf = (amount: number): number => toUnits(Math.round(amount * 10_000) / 10_000) ?? 0;

function newRefund({ order, items }: OrderParts, source: SourceRefund, now: number): NewRefund {
  const created_at = Math.min(source.createdAt ?? now, now);
  const amount = unitsOf(source.amount);
  const { total_amount, tax } = order;
  const itemIds = new Map(items.map(({ id, external_id }) => [external_id, id]));
  const lines = source.items.flatMap(({ externalId, quantity, amount: own }) => {
    const order_item_id = itemIds.get(externalId);
    return order_item_id === undefined ? [] : [{ order_item_id, quantity, amount: unitsOf(own) }];
  });
  return {
    // The id sorts by the time of the refund, and a repeated payload gives the same one.
    id: `ref_${base62(created_at, 8)}${sha256Hex(`${order.id}/${source.externalId}`).slice(0, 14)}`,
    order_id: order.id,
    amount,
    tax: source.tax === null ? refundedTax({ total_amount, tax, refund_amount: amount }) : unitsOf(source.tax),
    shipping: unitsOf(source.shipping),
    items: JSON.stringify(lines),
    reason: source.reason,
    source_id: source.externalId,
    created_at,
    changedFields: null,
  };
}

/**
 * Records the refunds that were made on the platform and are not recorded yet, with their lines and reasons. What counts is `refund_amount`, which
 * the order already has. One or two round trips.
 */
export async function recordSourceRefunds(org: OrgDb, orderId: number, source: readonly SourceRefund[]): Promise<void> {
  await changeOrders(
    org,
    async () => await readRefundable(org, orderId),
    ({ parts, refunds }) => {
      const recordedIds = new Set(refunds.map(({ source_id }) => source_id));
      const newRefunds = source.filter(({ externalId }) => !recordedIds.has(externalId)).slice(0, MAX_NEW_REFUNDS);
      return decisionOf(
        newRefunds.flatMap((refund) => insertRefund(org, newRefund(parts, refund, org.now))),
        undefined,
        {},
      );
    },
    "this order",
  );
}
