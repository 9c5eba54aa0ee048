import type { OrderToUpdate } from "./write.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import { amendOrder, type AmendableOrder, type OrderPatch } from "../amend-order";
import { isSumOfAmounts } from "../order-amounts";
import { fitsRefund } from "../refunded-tax";
import type { IncomingOrder } from "./incoming-order";
import type { LaterField } from "./payload-hash";

/**
 * What an order becomes when its source sends the last payload again with fields that the order never had: those fields are
 * filled in, and everything that somebody has changed since stays. Null where nothing changes.
 */
export function fillIn(
  org: OrgReader,
  stored: AmendableOrder,
  { incoming, hash, added }: { incoming: IncomingOrder; hash: string; added: readonly LaterField[] },
): { update: OrderToUpdate; totalsMatch: boolean } | null {
  const { taxes_included, refund_tax, refund_amount = null, total_amount } = incoming;
  const { order } = stored;
  const isTotalComputed = total_amount === undefined && isSumOfAmounts(order);
  // It belongs to the refund that the source tells of; somebody may have changed that, or the tax.
  const isRefundTaxValid = order.refund_amount === refund_amount && fitsRefund(refund_tax ?? 0, order);
  const patch: OrderPatch = {
    ...(added.includes("taxes_included") && {
      taxes_included,
      // A total that the source gave or somebody has set stays as it is; one that was computed is computed again.
      ...(!isTotalComputed && { total_amount: order.total_amount }),
    }),
    ...(added.includes("refund_tax") && isRefundTaxValid && { refund_tax }),
  };
  const amended = amendOrder(org, stored, patch);
  if (amended === null) return null;
  const { update, totalsMatch } = amended;
  return { totalsMatch, update: { ...update, values: { ...update.values, source_hash: hash } } };
}
