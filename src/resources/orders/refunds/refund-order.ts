import { ApiError, notFound, orNotFound } from "../../../platform/api-error";
import { newId } from "../../../platform/crypto/random";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { jsonChunks } from "../../../platform/db/sql-values";
import type { RowsOf, WriteStatement } from "../../../platform/db/statement";
import { amendOrder, type ItemRefund } from "../amend-order";
import { assertOrderVersion, changeOrders } from "../change-order";
import { ingestWrites, type OrderToUpdate } from "../ingest/write.sql.ts";
import { fulfilledParts } from "../items/fulfilled-quantities";
import { isLive } from "../items/item-status";
import { MAX_ORDER_REFUND_ITEMS, MAX_ORDER_REFUNDS } from "../order-limits";
import { readOrderWith } from "../read-order";
import type { OrderParts, StoredItem } from "../rows.sql.ts";
import { type PlannedRefund, planRefund, type RefundInput } from "./plan-refund";
import { linesOf, type Refundable, leftToRefund } from "./refundable";
import { insertItemStatusEntries, orderOfRefund, insertRefund, refundById, type RefundRow, refundsOf } from "./refunds.sql.ts";

/** An order, its refunds, and what can still be refunded. */
export interface RefundableOrder {
  parts: OrderParts;
  refunds: RefundRow[];
  left: Refundable;
}

/** Reads an order, its refunds and what can still be refunded. Throws 404 Not Found for an unknown order. One round trip. */
export async function readRefundable(org: OrgReader, orderId: number): Promise<RefundableOrder> {
  const [parts, refunds = []] = await readOrderWith(org, orderId, refundsOf(org, orderId));
  return { parts, refunds, left: leftToRefund(parts.order, parts.items, refunds) };
}

/** A refund, and the version of its order. */
export interface RecordedRefund {
  refund: RefundRow;
  version: number;
}

/** How a refund changes the units and the status of items, by their ids. */
function refundedItems({ parts, left }: RefundableOrder, { lines }: PlannedRefund): ReadonlyMap<number, ItemRefund> {
  const refunded = new Map(lines.map((line) => [line.order_item_id, line]));
  const leftOf = new Map(left.lines.map((line) => [line.item.id, line.quantity]));
  return new Map(
    parts.items.flatMap((item): [number, ItemRefund][] => {
      const { quantity = 0, cancelled_quantity = 0 } = refunded.get(item.id) ?? {};
      if (quantity === 0) return [];
      const units = {
        cancelled_quantity: item.cancelled_quantity + cancelled_quantity,
        refunded_quantity: Math.min(item.quantity, item.refunded_quantity + quantity),
      };
      return [[item.id, { ...units, isRefunded: isLive(item.status) && quantity === leftOf.get(item.id) }]];
    }),
  );
}

/** Throws 404 Not Found for a line of an item that is not of this order. */
function assertItemsExist(items: readonly StoredItem[], { lines, pathOf }: RefundInput): void {
  const ids = new Set(items.map(({ id }) => id));
  for (const id of lines.keys()) if (!ids.has(id)) throw notFound(pathOf(id, "order_item_id"), "No such item in this order.");
}

/** Throws 409 Conflict if an order has no room for another refund. Every refund reads the earlier ones. */
function assertRefundLimits({ refunds }: RefundableOrder, { lines }: PlannedRefund): void {
  const lineCount = refunds.reduce((sum, refund) => sum + linesOf(refund).length, lines.length);
  if (refunds.length < MAX_ORDER_REFUNDS && lineCount <= MAX_ORDER_REFUND_ITEMS) return;
  const message = `An order has at most ${MAX_ORDER_REFUNDS} refunds with ${MAX_ORDER_REFUND_ITEMS} items in total.`;
  throw new ApiError("conflict", [{ code: "too_many_refunds", message, limit: MAX_ORDER_REFUNDS }]);
}

/**
 * Records a refund of an order: its row and its history, the order's refund and the tax in it, the flag `is_refunded` once everything is refunded,
 * the units that are not shipped any more, and the status Refunded of items of which every unit is refunded (docs/spec/orders.md#refunds). All of it
 * is one transaction. Throws 404 Not Found, 400 Bad Request as `planRefund` does, 409 Conflict if the order has too many refunds, or 412
 * Precondition Failed for another version of the order. Two round trips.
 */
export async function refundOrder(
  org: OrgDb,
  orderId: number,
  { versions, ...input }: RefundInput & { versions: readonly number[] | null },
): Promise<RecordedRefund> {
  const id = newId("ref", org.now);
  return await changeOrders(
    org,
    async () => await readRefundable(org, orderId),
    (current) => {
      const { order } = current.parts;
      assertOrderVersion(order.version, versions);
      assertItemsExist(current.parts.items, input);
      const planned = planRefund(order, current.left, input);
      assertRefundLimits(current, planned);
      const refund_amount = (order.refund_amount ?? 0) + planned.amount;
      const patch = {
        refund_amount,
        // `refund_tax` is the tax of all refunds as it is given, `refunded_tax` as it is counted (order-amounts.ts).
        refund_tax: order.refunded_tax + planned.tax,
        ...(refund_amount >= order.total_amount && { is_refunded: true }),
      };
      const refunded = refundedItems(current, planned);
      const amended = amendOrder(org, fulfilledParts(current.parts), { order: patch, refunded });
      if (amended === null) throw new Error("A refund changes the refund of its order.");
      const { amount, tax, shipping, lines } = planned;
      const row = { id, order_id: orderId, amount, tax, shipping, items: JSON.stringify(lines), reason: input.reason };
      const changedFields = JSON.stringify(amended.update.changedFields);
      const returning = recordedRefundRows(org, id);
      return {
        writes: [
          ...insertRefund(org, { ...row, source_id: null, created_at: org.now, changedFields }),
          ...itemStatusEntries(org, orderId, current.parts.items, amended.update.updatedItems),
          // The entry of the refund says what changes.
          ...ingestWrites(org, [], [{ ...amended.update, history: [] }]),
        ],
        marker: { refund_id: id },
        returning,
        result: toRecordedRefund,
      };
    },
    "this order",
  );
}

/** The entries of the history of items whose status changes. */
function itemStatusEntries(
  org: OrgDb,
  orderId: number,
  before: readonly StoredItem[],
  after: OrderToUpdate["updatedItems"],
): WriteStatement[] {
  const statuses = new Map(before.map(({ id, status }) => [id, status]));
  const changed = after
    .map(({ id, values: { status } }) => ({ id, from: statuses.get(id), to: status }))
    .filter(({ from, to }) => from !== to);
  return jsonChunks(changed, (item) => item).map((chunk) => insertItemStatusEntries(org, orderId, chunk));
}

const recordedRefundRows = (org: OrgReader, id: string) => ({ refunds: refundById(org, id), orders: orderOfRefund(org, id) });

function toRecordedRefund({ refunds: [refund], orders: [order] }: RowsOf<ReturnType<typeof recordedRefundRows>>): RecordedRefund {
  return { refund: orNotFound(refund), version: orNotFound(order).version };
}

export async function refundFromMarker(org: OrgReader, marker: unknown): Promise<RecordedRefund> {
  return toRecordedRefund(await org.read(recordedRefundRows(org, (marker as { refund_id: string }).refund_id)));
}
