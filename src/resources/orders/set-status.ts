import { retryOnConflict, WriteConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import type { ItemRow, OrderParts } from "./rows.sql.ts";
import { assertItemStatus, changeItemStatus, followItems, setStatuses } from "./status-change.sql.ts";
import { ApiError, conflictError, orNotFound } from "../../platform/api-error";
import { assertVersion } from "../../platform/values/assert-version";
import { readItemStatus } from "./items/item-status";
import { assertMayHaveStatus } from "./items/shippable";
import { allowedStatuses, goesBack, needsReason, type OrderStatus } from "./order-status";
import { assertOrderVersion, changeOrder, returnOrder } from "./change-order";
import { readOrder } from "./read-order";
import { orderOfItem } from "./select.sql.ts";

/** A new status of an order. It is only set if the order is at one of `versions`, or at any version if that is null. */
interface NewOrderStatus {
  status: OrderStatus;
  reason: string | null;
  versions: readonly number[] | null;
  /** Whether every change to an earlier status requires a reason, as in the console. Default: only those that require it in the APIs. */
  backNeedsReason?: boolean;
  /** Whether the status then follows the items, if they are further than it (docs/spec/orders.md#status-from-items). */
  followsItems?: boolean;
}

/**
 * Sets the status of an order. The same status changes nothing. Throws 404 Not Found, 409 Conflict `invalid_transition`, or 412
 * Precondition Failed for another version.
 */
export async function setOrderStatus(
  org: OrgDb,
  id: number,
  { status, reason, versions, backNeedsReason = false, followsItems = false }: NewOrderStatus,
): Promise<OrderParts> {
  return await changeOrder(
    org,
    id,
    (parts) => {
      assertOrderVersion(parts.order.version, versions);
      const from = parts.order.status;
      if (from === status) return { unchanged: parts };
      assertTransition(from, status, reason, backNeedsReason);
      const writes = [...setStatuses(org, [parts.order], { status, reason }), ...(followsItems ? followItems(org, id) : [])];
      return { writes, ...returnOrder(org, id, (changed) => changed) };
    },
    { fulfillments: false },
  );
}

/** Throws 409 Conflict `invalid_transition` if a status may not follow another, or not without a reason. */
export function assertTransition(from: OrderStatus, status: OrderStatus, reason: string | null, backNeedsReason = false): void {
  const allowed = allowedStatuses(from, { hasReason: reason !== null });
  const isFree = allowedStatuses(from, { hasReason: false }).includes(status);
  const lacksReason = reason === null && (needsReason(from, status) || (backNeedsReason && isFree && goesBack(from, status)));
  if (allowed.includes(status) && !lacksReason) return;
  const message = lacksReason ? `Changing from ${from} to ${status} requires a reason.` : `An order can't go from ${from} to ${status}.`;
  throw new ApiError("invalid_transition", [
    { path: "status", code: "invalid_transition", message, from, to: status, allowed: allowed.filter((to) => to !== status) },
  ]);
}

/** The new status of an item, and the version that the item must have. Undefined accepts any version. */
interface NewItemStatus {
  status: string;
  expectedVersion?: number | undefined;
}

/**
 * Sets an item's status. The same status changes nothing and sends no event. Throws 404 Not Found for an unknown item, 409 Conflict
 * `not_shippable` for a status that says that it was shipped although it may not be, and 412 Precondition Failed if it is not at
 * `expectedVersion`. Nothing is read before the commit. If nothing has to change, that is committed too, so that a
 * late batch of the same operation cannot change the item afterwards.
 */
export async function setItemStatus(org: OrgDb, itemId: number, { status: text, expectedVersion }: NewItemStatus): Promise<ItemRow> {
  const status = readItemStatus(text);
  return await retryOnConflict(
    async () => {
      for (const change of [changeItemStatus(org, itemId, { status, expectedVersion }), assertItemStatus(org, itemId, status)]) {
        try {
          const [item] = await org.commit(change);
          if (item !== undefined) return item;
        } catch (error) {
          if (!(error instanceof WriteConflict)) throw error;
        }
      }
      // Both writes failed: the item does not exist, is not at the expected version, may not be shipped, or was changed between the two writes.
      const { order, items } = await readOrder(org, orderOfItem(org, itemId));
      const item = orNotFound(items.find(({ id }) => id === itemId));
      assertVersion(item.version, expectedVersion);
      assertMayHaveStatus({ order, item, now: org.now }, status);
      throw new WriteConflict();
    },
    () => conflictError("this order"),
  );
}
