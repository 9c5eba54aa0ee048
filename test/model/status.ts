import { isLive, isShippable, isShippableOrder, type Item, type Order, Rejected, type Settings } from "./order.ts";

/** docs/spec/orders.md#status-changes */
const TRANSITIONS: Readonly<Record<string, readonly (readonly [to: string, needsReason?: "reason"])[]>> = {
  New: [["Pending Cost"], ["In Production"], ["Shipped"], ["Complete"], ["Cancelled"]],
  "Pending Cost": [["New"], ["In Production"], ["Shipped"], ["Complete"], ["Cancelled"]],
  "In Production": [["Pending Cost"], ["Shipped"], ["Complete"], ["Cancelled"]],
  Shipped: [["Complete"], ["In Production", "reason"], ["Cancelled", "reason"]],
  Complete: [["Shipped", "reason"]],
  Cancelled: [["New", "reason"]],
};

/** The statuses of an order. */
export const STATUSES = Object.keys(TRANSITIONS);

/** The statuses that may follow another: those without a reason, and those that need one. */
export function transitionsFrom(status: string): { free: string[]; withReason: string[] } {
  const all = TRANSITIONS[status] ?? [];
  const named = (transitions: typeof all): string[] => transitions.map(([to]) => to);
  return {
    free: named(all.filter(([, needsReason]) => needsReason === undefined)),
    withReason: named(all.filter(([, needsReason]) => needsReason === "reason")),
  };
}

/** The statuses in the order in which automatic changes advance them. */
const STATUS_SEQUENCE = ["New", "Pending Cost", "In Production", "Shipped", "Complete"];

/** Statuses of items by what they say: sent to a supplier, shipped, and delivered. */
const SENT = new Set(["Sent to Supplier", "In Production", "Reprint"]);
const SHIPPED = new Set(["Shipped", "Delivered"]);
const DELIVERED = new Set(["Delivered"]);

/** An item with a status, and the history that results (docs/spec/amounts-and-figures.md#sent-and-shipped-items). */
export function withItemStatus(item: Item, status: string): Item {
  const wasShipped = item.wasShipped || SHIPPED.has(status);
  return { ...item, status, wasShipped, wasSent: item.wasSent || wasShipped || SENT.has(status) };
}

/** An order with a status. Cancelling one in or after production counts its items as sent, so that their costs are kept. */
function withOrderStatus(order: Order, status: string): Order {
  const isStopped = status === "Cancelled" && (order.status === "In Production" || order.status === "Shipped");
  const items = isStopped
    ? order.items.map((item) => (item.status === "Cancelled" || item.isRemoved ? item : { ...item, wasSent: true }))
    : order.items;
  return { ...order, status, items };
}

/** A person or an integrator sets the status of an order. */
export function setOrderStatus(order: Order, status: string, hasReason: boolean): Order {
  if (status === order.status) return order;
  const allowed = TRANSITIONS[order.status]?.find(([to]) => to === status);
  if (allowed === undefined || (allowed[1] === "reason" && !hasReason)) throw new Rejected(409, "invalid_transition");
  return withOrderStatus(order, status);
}

/** The order's status after the status of an item has changed (docs/spec/orders.md#status-from-items). */
export function followItems(order: Order, { followsItems }: Settings): Order {
  if (!followsItems || order.status === "Cancelled") return order;
  const live = order.items.filter(isLive);
  const isShipped = order.status === "Shipped" || order.status === "Complete" || order.items.some(({ wasShipped }) => wasShipped);
  if (live.length === 0) {
    const hasRefunded = order.items.some(({ status }) => status === "Refunded");
    const isPaidBack = hasRefunded && order.items.every(({ wasShipped, status }) => !wasShipped || status === "Refunded");
    const flagged = isPaidBack ? { ...order, isRefunded: true } : order;
    return isShipped ? flagged : withOrderStatus(flagged, "Cancelled");
  }
  const allAre = (statuses: ReadonlySet<string>): boolean => live.every(({ status }) => statuses.has(status));
  const statusOfShipped = allAre(SHIPPED) ? "Shipped" : "New";
  const itemsReached = allAre(DELIVERED) ? "Complete" : statusOfShipped;
  return STATUS_SEQUENCE.indexOf(itemsReached) > STATUS_SEQUENCE.indexOf(order.status) ? withOrderStatus(order, itemsReached) : order;
}

/** Sets the status of items, by their positions. Callers set Shipped and Delivered for one item at a time, because a rejection concerns all. */
export function setItemStatuses(order: Order, indexes: readonly number[], status: string, settings: Settings): Order {
  const changes = order.items.some((item) => indexes.includes(item.index) && item.status !== status);
  if (!changes) return order;
  const mayShip = (item: Item): boolean => item.wasShipped || (isShippableOrder(order) && isShippable(item));
  const rejected = order.items.some((item) => indexes.includes(item.index) && item.status !== status && !mayShip(item));
  if (SHIPPED.has(status) && rejected) throw new Rejected(409, "not_shippable");
  const items = order.items.map((item) => (indexes.includes(item.index) ? withItemStatus(item, status) : item));
  return followItems({ ...order, items }, settings);
}
