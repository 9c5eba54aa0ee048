import { type Fulfillment, isLive, isShippable, isShippableOrder, type Moment, NOW, type Order, Rejected, type Settings } from "./order.ts";
import { followItems, withItemStatus } from "./status.ts";
import { sum } from "./units.ts";

/** docs/spec/tracking.md */

/** The progress of a status. A status that always applies has none. */
const PROGRESS: Readonly<Record<string, number | null>> = {
  label_created: 0,
  in_transit: 1,
  out_for_delivery: 2,
  available_for_pickup: 2,
  delivery_attempted: 2,
  delivered: 3,
  exception: null,
  returned_to_sender: null,
  lost: null,
  cancelled: null,
};

/** The statuses of fulfillments whose quantities can be sent again. */
const DEALLOCATING = new Set(["returned_to_sender", "lost", "cancelled"]);
const allocates = ({ status }: Pick<Fulfillment, "status">): boolean => !DEALLOCATING.has(status);
const isSent = (status: string): boolean => status !== "label_created" && status !== "cancelled";

function quantityIn(fulfillments: readonly Fulfillment[], index: number): bigint {
  const lines = fulfillments.filter(allocates).flatMap((fulfillment) => fulfillment.lines);
  return sum(lines.filter(({ item }) => item === index).map(({ quantity }) => quantity));
}

/** The quantity of an item in fulfillments that are neither lost, returned nor cancelled. */
export const fulfilledQuantity = ({ fulfillments }: Pick<Order, "fulfillments">, index: number): bigint => quantityIn(fulfillments, index);

const leftOf = (order: Order, index: number): bigint => (order.items[index]?.quantity ?? 0n) - fulfilledQuantity(order, index);

/** The order with other fulfillments: the statuses of its items change, and then its own (docs/spec/tracking.md#item-progress). */
function withFulfillments(stored: Order, fulfillments: readonly Fulfillment[], settings: Settings): Order {
  let hasChangedStatus = false;
  const items = stored.items.map((item) => {
    const isInFulfillment = fulfillments.some(
      ({ status, lines }) => status !== "cancelled" && lines.some((line) => line.item === item.index),
    );
    const itemWithHistory = isInFulfillment ? { ...item, wasShipped: true, wasSent: true } : item;
    // Whether fulfillments with a time have all units of the item, and whether they have more than before.
    const growthOf = (has: (fulfillment: Fulfillment) => boolean) => {
      const quantity = quantityIn(fulfillments.filter(has), item.index);
      return { all: quantity >= item.quantity, more: quantity > quantityIn(stored.fulfillments.filter(has), item.index) };
    };
    const [shipped, delivered] = [growthOf((each) => each.shippedAt !== null), growthOf((each) => each.deliveredAt !== null)];
    if (!isLive(item) || (!shipped.more && !delivered.more) || item.status === "Delivered") return itemWithHistory;
    const shippedStatus = shipped.all ? "Shipped" : item.status;
    const status = delivered.all ? "Delivered" : shippedStatus;
    hasChangedStatus ||= status !== item.status;
    return withItemStatus(itemWithHistory, status);
  });
  const order = { ...stored, items, fulfillments };
  return hasChangedStatus ? followItems(order, settings) : order;
}

/**
 * The order after a change of its items: one that is reduced to what was shipped or delivered becomes that, one that gets units although all were
 * shipped is New, and then the status of the order follows if that of an item has changed.
 */
export function afterItemChange(stored: Order, changed: Order, settings: Settings): Order {
  const items = changed.items.map((item) => {
    const before = stored.items[item.index];
    if (before === undefined || item.quantity === before.quantity || !isLive(item) || item.status !== before.status) return item;
    if (item.quantity > before.quantity) {
      const shipped = quantityIn(
        stored.fulfillments.filter(({ shippedAt }) => shippedAt !== null),
        item.index,
      );
      const isAtEnd = item.status === "Shipped" || item.status === "Delivered";
      return isAtEnd && shipped > 0n && shipped >= before.quantity && shipped < item.quantity ? withItemStatus(item, "New") : item;
    }
    if (item.status === "Delivered") return item;
    const reaches = (has: (fulfillment: Fulfillment) => boolean) => {
      const quantity = quantityIn(stored.fulfillments.filter(has), item.index);
      return quantity >= item.quantity && quantity < before.quantity;
    };
    if (reaches(({ deliveredAt }) => deliveredAt !== null)) return withItemStatus(item, "Delivered");
    return reaches(({ shippedAt }) => shippedAt !== null) ? withItemStatus(item, "Shipped") : item;
  });
  const hasChangedStatus = stored.items.some(({ index, status }) => items[index]?.status !== status);
  return hasChangedStatus ? followItems({ ...changed, items }, settings) : changed;
}

/** A fulfillment with a status at a time. It is never delivered before it is shipped. */
function withStatusAt(fulfillment: Fulfillment, status: string, at: Moment): Fulfillment {
  const later = Math.max(at, fulfillment.shippedAt ?? at);
  return {
    ...fulfillment,
    status,
    shippedAt: fulfillment.shippedAt ?? (isSent(status) ? at : null),
    deliveredAt: fulfillment.deliveredAt ?? (status === "delivered" ? later : null),
  };
}

/** A new fulfillment as it is sent. */
export interface SentFulfillment {
  status: string;
  trackingNumber?: string | undefined;
  lines?: readonly { item: number; quantity?: bigint }[] | undefined;
}

/** POST /orders/{id}/fulfillments. Without lines, it has all remaining quantities. */
export function createFulfillment(order: Order, { status, trackingNumber, lines: sent }: SentFulfillment, settings: Settings): Order {
  if (!isShippableOrder(order)) throw new Rejected(409, "not_shippable");
  const remaining = order.items.filter((item) => isLive(item) && leftOf(order, item.index) > 0n);
  const everything = remaining.filter(isShippable).map(({ index }) => ({ item: index, quantity: leftOf(order, index) }));
  if (sent === undefined && everything.length === 0) throw new Rejected(409, remaining.length > 0 ? "not_shippable" : "nothing_left");
  const lines = sent?.map(({ item, quantity = leftOf(order, item) }) => ({ item, quantity })) ?? everything;
  for (const { item, quantity } of lines) {
    if (quantity < 1n || quantity > leftOf(order, item)) throw new Rejected(409, "quantity_exceeded");
  }
  if (!areShippable(order, lines)) throw new Rejected(409, "not_shippable");
  const empty = {
    status: "label_created",
    trackingNumber: trackingNumber ?? null,
    shippedAt: null,
    deliveredAt: null,
    reportedAt: null,
    lines,
  };
  const created = withStatusAt(empty, status, NOW);
  return withFulfillments(order, [...order.fulfillments, created], settings);
}

/** Whether all items of a fulfillment may be shipped. */
function areShippable({ items }: Order, lines: Fulfillment["lines"]): boolean {
  return lines.every(({ item: index }) => items.some((item) => item.index === index && isShippable(item)));
}

/** The fulfillments that a change ships. */
function newlyShipped({ fulfillments: stored }: Order, fulfillments: readonly Fulfillment[]): Fulfillment[] {
  return fulfillments.filter(({ shippedAt }, at) => shippedAt !== null && stored[at]?.shippedAt === null);
}

/** The progress of a fulfillment whose status has none. */
function progressByTimes({ shippedAt, deliveredAt }: Fulfillment): number {
  if (deliveredAt !== null) return PROGRESS["delivered"] ?? 0;
  return (shippedAt !== null ? PROGRESS["in_transit"] : null) ?? 0;
}

/** Whether a status is behind what is known of a fulfillment (docs/spec/tracking.md#outdated-reports). */
function isOutdated(fulfillment: Fulfillment, status: string): boolean {
  const progress = PROGRESS[status] ?? null;
  if (progress === null || status === fulfillment.status) return false;
  if (!allocates(fulfillment) && progress === 0) return true;
  return progress < (PROGRESS[fulfillment.status] ?? progressByTimes(fulfillment));
}

/** PATCH /fulfillments/{id} with a status. */
export function setFulfillmentStatus(order: Order, at: number, status: string, settings: Settings): Order {
  const fulfillment = order.fulfillments[at];
  if (fulfillment === undefined || isOutdated(fulfillment, status)) return order;
  const fulfillments = order.fulfillments.with(at, withStatusAt(fulfillment, status, NOW));
  if (allocatesTooMuchAgain(order, fulfillments)) throw new Rejected(409, "quantity_exceeded");
  const ships = newlyShipped(order, fulfillments);
  if (ships.some(({ lines }) => !isShippableOrder(order) || !areShippable(order, lines))) throw new Rejected(409, "not_shippable");
  return withFulfillments(order, fulfillments, settings);
}

/** Whether a reactivated fulfillment has quantities that are in others by now. */
function allocatesTooMuchAgain({ items, fulfillments: stored }: Order, fulfillments: readonly Fulfillment[]): boolean {
  const reactivated = fulfillments.filter((fulfillment, at) => allocates(fulfillment) && !allocates(stored[at] ?? fulfillment));
  const lines = reactivated.flatMap((fulfillment) => fulfillment.lines);
  return lines.some(({ item }) => quantityIn(fulfillments, item) > (items[item]?.quantity ?? 0n));
}

/** A carrier's report on a tracking number. */
export interface CarrierReport {
  trackingNumber: string;
  status: string;
  /** The time of the status at the carrier. */
  at: Moment;
}

function withReport(fulfillment: Fulfillment, { status, at }: CarrierReport): Fulfillment {
  const isOlder = fulfillment.reportedAt !== null && at < fulfillment.reportedAt && status !== fulfillment.status;
  if (isOlder || isOutdated(fulfillment, status)) return fulfillment;
  return { ...withStatusAt(fulfillment, status, at), reportedAt: Math.max(at, fulfillment.reportedAt ?? at) };
}

/** POST /tracking, and the report of a carrier service (docs/spec/tracking.md#reports-by-tracking-number). */
export function reportTracking(order: Order, report: CarrierReport, settings: Settings): Order {
  const hasNumber = ({ trackingNumber }: Fulfillment): boolean => trackingNumber === report.trackingNumber;
  if (!order.fulfillments.some(hasNumber)) throw new Rejected(404, "unknown_tracking_number");
  if (report.status === "unknown") return order;
  const fulfillments = order.fulfillments.map((each) => (hasNumber(each) ? withReport(each, report) : each));
  const after = withFulfillments(order, fulfillments, settings);
  // A carrier states facts: what would be rejected of a person is stored, and the order needs an audit.
  const isUnshippable = newlyShipped(order, fulfillments).some(({ lines }) => order.status === "Cancelled" || !areShippable(order, lines));
  const needsAudit = allocatesTooMuchAgain(order, fulfillments) || isUnshippable || undoesShipment(order, fulfillments);
  return needsAudit ? { ...after, requiresAudit: true } : after;
}

/** Whether units of an item that is Shipped or Delivered are left again, because a parcel with them is lost, returned or cancelled from now on. */
function undoesShipment({ items, fulfillments: stored }: Order, fulfillments: readonly Fulfillment[]): boolean {
  const isShipped = ({ shippedAt }: Fulfillment) => shippedAt !== null;
  const released = stored.filter((before, at) => isShipped(before) && allocates(before) && !allocates(fulfillments[at] ?? before));
  return released.some(({ lines }) =>
    lines.some(({ item }) => {
      const found = items[item];
      const hasLeft = found?.status === "Shipped" || found?.status === "Delivered";
      return hasLeft && quantityIn(fulfillments.filter(isShipped), item) < (found?.quantity ?? 0n);
    }),
  );
}
