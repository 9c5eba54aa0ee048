import { type Fulfillment, isLive, type Order, Rejected, type Settings } from "./order.ts";
import { followItems, withItemStatus } from "./status.ts";
import { sum } from "./units.ts";

/** docs/spec/tracking.md */

/** The progress of a status. A status that always applies has none. */
const PROGRESS: Readonly<Record<string, number | null>> = {
  label_created: 0,
  in_transit: 1,
  out_for_delivery: 2,
  delivered: 3,
  exception: null,
  returned_to_sender: null,
  lost: null,
  cancelled: null,
};

const RELEASED = new Set(["returned_to_sender", "lost", "cancelled"]);
const holds = ({ status }: Pick<Fulfillment, "status">): boolean => !RELEASED.has(status);
const isSent = (status: string): boolean => status !== "label_created" && status !== "cancelled";

function quantityIn(fulfillments: readonly Fulfillment[], index: number): bigint {
  const lines = fulfillments.filter(holds).flatMap((fulfillment) => fulfillment.lines);
  return sum(lines.filter(({ item }) => item === index).map(({ quantity }) => quantity));
}

/** How many of an item are in fulfillments that are neither lost, returned nor cancelled. */
export const fulfilledQuantity = ({ fulfillments }: Pick<Order, "fulfillments">, index: number): bigint => quantityIn(fulfillments, index);

const leftOf = (order: Order, index: number): bigint => (order.items[index]?.quantity ?? 0n) - fulfilledQuantity(order, index);

/** The order with other fulfillments: its items move, and then its status follows (docs/spec/tracking.md#item-progress). */
function withFulfillments(stored: Order, fulfillments: readonly Fulfillment[], settings: Settings): Order {
  let hasMoved = false;
  const items = stored.items.map((item) => {
    const isContained = fulfillments.some(({ status, lines }) => status !== "cancelled" && lines.some((line) => line.item === item.index));
    const contained = isContained ? { ...item, wasShipped: true, wasSent: true } : item;
    const grows = (has: (fulfillment: Fulfillment) => boolean) => {
      const quantity = quantityIn(fulfillments.filter(has), item.index);
      return { all: quantity >= item.quantity, more: quantity > quantityIn(stored.fulfillments.filter(has), item.index) };
    };
    const [shipped, delivered] = [grows((each) => each.isShipped), grows((each) => each.isDelivered)];
    if (!isLive(item) || (!shipped.more && !delivered.more) || item.status === "Delivered") return contained;
    const status = delivered.all ? "Delivered" : shipped.all ? "Shipped" : item.status;
    hasMoved ||= status !== item.status;
    return withItemStatus(contained, status);
  });
  const order = { ...stored, items, fulfillments };
  return hasMoved ? followItems(order, settings) : order;
}

/** A fulfillment with a status that it gets. */
function reached(fulfillment: Fulfillment, status: string): Fulfillment {
  return {
    ...fulfillment,
    status,
    isShipped: fulfillment.isShipped || isSent(status),
    isDelivered: fulfillment.isDelivered || status === "delivered",
  };
}

/** POST /orders/{id}/fulfillments. Without lines, it has everything that is left. */
export function createFulfillment(
  order: Order,
  { status, lines: sent }: { status: string; lines?: readonly { item: number; quantity?: bigint }[] | undefined },
  settings: Settings,
): Order {
  const everything = order.items
    .filter((item) => isLive(item) && leftOf(order, item.index) > 0n)
    .map(({ index }) => ({ item: index, quantity: leftOf(order, index) }));
  if (sent === undefined && everything.length === 0) throw new Rejected(409, "nothing_left");
  const lines = sent?.map(({ item, quantity = leftOf(order, item) }) => ({ item, quantity })) ?? everything;
  for (const { item, quantity } of lines) {
    if (quantity < 1n || quantity > leftOf(order, item)) throw new Rejected(409, "quantity_exceeded");
  }
  const created = reached({ status: "label_created", isShipped: false, isDelivered: false, lines }, status);
  return withFulfillments(order, [...order.fulfillments, created], settings);
}

/** Whether a status is behind what is known of a fulfillment (docs/spec/tracking.md#outdated-reports). */
function isOutdated(fulfillment: Fulfillment, status: string): boolean {
  const progress = PROGRESS[status] ?? null;
  if (progress === null || status === fulfillment.status) return false;
  if (!holds(fulfillment) && progress === 0) return true;
  const byTimes = fulfillment.isDelivered ? 3 : fulfillment.isShipped ? 1 : 0;
  return progress < (PROGRESS[fulfillment.status] ?? byTimes);
}

/** A status of a fulfillment is reported. */
export function reportStatus(order: Order, at: number, status: string, settings: Settings): Order {
  const fulfillment = order.fulfillments[at];
  if (fulfillment === undefined || isOutdated(fulfillment, status)) return order;
  const after = reached(fulfillment, status);
  if (!holds(fulfillment) && holds(after)) {
    for (const { item, quantity } of after.lines) if (quantity > leftOf(order, item)) throw new Rejected(409, "quantity_exceeded");
  }
  return withFulfillments(order, order.fulfillments.with(at, after), settings);
}
