import type { OrderToUpdate } from "../../../db/ingest-write";
import type { OrgReader } from "../../../db/org-db";
import { amendOrder, type AmendableOrder, type OrderPatch } from "../amend-order";
import type { IncomingOrder } from "./incoming-order";
import type { LaterField } from "./payload-hash";

/**
 * What an order becomes when its source sends the last payload again with fields that the order never had: those fields are
 * filled in, and everything that somebody has changed since stays. Null where nothing changes.
 */
export function fillIn(
  org: OrgReader,
  incoming: IncomingOrder,
  hash: string,
  stored: AmendableOrder,
  added: readonly LaterField[],
): { update: OrderToUpdate; agrees: boolean } | null {
  const { taxes_included, refund_tax, total_amount } = incoming;
  const patch: OrderPatch = {
    ...(added.includes("taxes_included") && {
      taxes_included,
      // A total that the source gave stays as it is; one that was computed is computed again.
      ...(total_amount !== undefined && { total_amount: stored.order.total_amount }),
    }),
    ...(added.includes("refund_tax") && { refund_tax }),
  };
  const amended = amendOrder(org, stored, patch);
  if (amended === null) return null;
  const { update, agrees } = amended;
  return { agrees, update: { ...update, values: { ...update.values, source_hash: hash } } };
}
