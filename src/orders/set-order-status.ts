import { newId } from "../platform/crypto/random";
import { retryOnConflict } from "../platform/db/change";
import type { OrgDb } from "../platform/db/org-db";
import type { OrderParts } from "./rows.sql.ts";
import { changeOrderStatus } from "./status-change.sql.ts";
import { ApiError } from "../platform/api-error";
import { assemble } from "./list/list-orders";
import { allowedStatuses, needsReason, type OrderStatus } from "./order-status";
import { assertOrderVersion, orderConflict } from "./order-version";
import { readOrder } from "./read-order";

/** Sets the status of an order. The same status changes nothing. Throws 404, 409 `invalid_transition`, or 412 for another version. */
export async function setOrderStatus(
  org: OrgDb,
  id: number,
  to: OrderStatus,
  reason: string | null,
  versions: readonly number[] | null,
): Promise<OrderParts> {
  return await retryOnConflict(async () => {
    const parts = await readOrder(org, id);
    assertOrderVersion(parts.order.version, versions);
    const from = parts.order.status;
    if (from === to) return parts;
    const allowed = allowedStatuses(from, reason !== null);
    if (!allowed.includes(to)) throw invalidTransition(from, to, allowed);
    const eventIds = { updated: newId("evt", org.now), statusChanged: newId("evt", org.now) };
    const { rows } = await org.commit(changeOrderStatus(org, parts.order, to, reason, eventIds));
    return assemble(...rows)[0] ?? parts;
  }, orderConflict);
}

function invalidTransition(from: OrderStatus, to: OrderStatus, allowed: OrderStatus[]): ApiError {
  const message = needsReason(from, to) ? `Changing from ${from} to ${to} requires a reason.` : `An order can't go from ${from} to ${to}.`;
  return new ApiError("invalid_transition", [{ path: "status", code: "invalid_transition", message, from, to, allowed }]);
}
