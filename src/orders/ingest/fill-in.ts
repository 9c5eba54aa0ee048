import type { OrgReader } from "../../platform/db/org-db";
import { amendOrder, type OrderPatch } from "../amend-order";
import { isSumOfAmounts } from "../order-amounts";
import { fitsRefund } from "../refunded-tax";
import type { IncomingOrder } from "./incoming-order";
import type { PlannedUpdate, StoredParts } from "./ingest-changes";
import type { LaterField } from "./payload-hash";

/**
 * Fills in fields that an order never had, if its source sends the last payload again with these fields. Everything that was changed since then
 * stays. Returns null if nothing changes.
 */
export function fillIn(
  org: OrgReader,
  stored: StoredParts,
  { order: incoming, hash, added }: { order: IncomingOrder; hash: string; added: readonly LaterField[] },
): PlannedUpdate | null {
  const { taxes_included, refund_tax, refund_amount = null, total_amount } = incoming;
  const { order } = stored;
  const isTotalComputed = total_amount === undefined && isSumOfAmounts(order);
  // The refund_tax belongs to the refund_amount of the payload, but the stored refund or tax may have changed since.
  const isRefundTaxValid = order.refund_amount === refund_amount && fitsRefund(refund_tax ?? 0, order);
  const patch: OrderPatch = {
    ...(added.includes("taxes_included") && {
      taxes_included,
      // A computed total is computed again. A total that the source or a user has set stays the same.
      ...(!isTotalComputed && { total_amount: order.total_amount }),
    }),
    ...(added.includes("refund_tax") && isRefundTaxValid && { refund_tax }),
  };
  return amendOrder(org, stored, { order: patch, hash });
}
