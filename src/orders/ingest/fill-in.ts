import type { OrgReader } from "../../platform/db/org-db";
import { amendOrder, type OrderPatch } from "../amend-order";
import { isSumOfAmounts } from "../order-amounts";
import { fitsRefund } from "../refunded-tax";
import { recordOf } from "../../platform/values/record";
import type { IncomingOrder } from "./incoming-order";
import type { PlannedUpdate, StoredParts } from "./ingest-changes";
import { type LaterField, TEXTS_ADDED_LATER } from "./payload-hash";

/**
 * Sets fields that an order never had, if its source sends its last payload again with these fields added. Everything that has been changed
 * since then stays unchanged. Returns null if nothing changes.
 */
export function fillIn(
  org: OrgReader,
  stored: StoredParts,
  { order: incoming, hash, added }: { order: IncomingOrder; hash: string; added: readonly LaterField[] },
): PlannedUpdate | null {
  const { taxes_included, refund_tax, refund_amount = null, total_amount, fees } = incoming;
  const { order } = stored;
  const isTotalComputed = total_amount === undefined && isSumOfAmounts(order);
  // The refund_tax belongs to the refund_amount of the payload, but the stored refund or tax may have changed since.
  const isRefundTaxValid = order.refund_amount === refund_amount && fitsRefund(refund_tax ?? 0, order);
  // A computed total is computed again. A total that the source or a user has set stays the same.
  const total = isTotalComputed ? {} : { total_amount: order.total_amount };
  // A field without an entry does not compile, so that none is lost here.
  const patches: Record<LaterField, OrderPatch> = {
    taxes_included: { taxes_included, ...total },
    refund_tax: isRefundTaxValid ? { refund_tax } : {},
    fees: { fees, ...total },
    ...recordOf(TEXTS_ADDED_LATER, (name) => ({ [name]: incoming[name] })),
  };
  const patch: OrderPatch = Object.assign({}, ...added.map((field) => patches[field]));
  return amendOrder(org, stored, { order: patch, hash });
}
