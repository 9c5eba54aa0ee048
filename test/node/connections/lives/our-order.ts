import { apply, create, type Change, type OrganizationState } from "../../../model/change.ts";
import { isLive, type Order } from "../../../model/order.ts";
import { followItems } from "../../../model/status.ts";
import type { LifeFulfillment, ShopState } from "./shop-life.ts";

const ORGANIZATION: OrganizationState = { followsItems: true, catalog: new Map() };

/** Our order after some of the states that its shop delivered, by docs/spec/connections.md#statuses and #fulfillments-from-the-shop. */
export interface OurOrder {
  order: Order;
  sourceStatus: string;
  /** The status before it was cancelled because of the shop. Null: it was not. */
  cancelledFrom: string | null;
  /** The fulfillments here, by the ids of the shop: their positions. */
  fulfillments: ReadonlyMap<number, number>;
  /** Why a person has to look at it. */
  reasons: ReadonlySet<string>;
}

/** A change that the definitions accept, or the order as it was. */
const afterChange = (order: Order, change: Change): Order => apply(order, change, ORGANIZATION).order;

function afterCancellation(ours: OurOrder): OurOrder {
  if (!["New", "Pending Cost", "In Production"].includes(ours.order.status)) return ours;
  const order = afterChange(ours.order, { kind: "order_status", status: "Cancelled", hasReason: true });
  return { ...ours, order, cancelledFrom: ours.order.status };
}

/** The same after the items or fulfillments have changed. They may have cancelled the order, too. */
function withOrder(ours: OurOrder, order: Order): OurOrder {
  const becomesCancelled = order.status === "Cancelled" && ours.order.status !== "Cancelled";
  return { ...ours, order, ...(becomesCancelled && { cancelledFrom: ours.order.status }) };
}

function withFulfillment(ours: OurOrder, { id, status, lines }: LifeFulfillment): OurOrder {
  const at = ours.fulfillments.get(id);
  if (at !== undefined) return withOrder(ours, afterChange(ours.order, { kind: "fulfillment_status", fulfillment: at, status }));
  if (status === "cancelled") return ours;
  const known = lines.flatMap(({ id: line, quantity }) => {
    const item = ours.order.items.find(({ externalId }) => externalId === String(line));
    return item === undefined ? [] : [{ item: item.index, quantity: BigInt(quantity) }];
  });
  const order = afterChange(ours.order, { kind: "fulfillment", status, lines: known });
  if (order === ours.order) return ours;
  return withOrder({ ...ours, fulfillments: new Map([...ours.fulfillments, [id, order.fulfillments.length - 1]]) }, order);
}

function afterReopening(ours: OurOrder): OurOrder {
  const { order, cancelledFrom } = ours;
  if (order.status !== "Cancelled" || cancelledFrom === null || !order.items.some(isLive)) return ours;
  return { ...ours, order: followItems({ ...order, status: "New" }, ORGANIZATION), cancelledFrom: null };
}

/** Nothing is left to do for new items of an order that is complete in the shop. */
function deliveredIfComplete({ meaning, sent }: ShopState): ShopState["sent"] {
  return meaning === "complete" ? { ...sent, items: sent.items.map((item) => ({ ...item, status: "Delivered" })) } : sent;
}

const STATUS_OF = { open: "New", complete: "Complete", cancelled: "Cancelled" } as const;

/** Our order after it gets to know a state of the shop. Null: there is none. */
export function afterState(before: OurOrder | null, state: ShopState): OurOrder | null {
  const { meaning, sourceStatus } = state;
  const sent = deliveredIfComplete(state);
  if (state.isDeleted) return before === null ? null : afterCancellation(before);
  if (before === null) {
    if (meaning === "unpaid" || meaning === "cancelled_unpaid") return null;
    const { order } = create({ ...sent, status: STATUS_OF[meaning] }, ORGANIZATION);
    if (order === null) throw new Error("The order is not accepted.");
    const empty = {
      sourceStatus,
      cancelledFrom: meaning === "cancelled" ? "New" : null,
      fulfillments: new Map(),
      reasons: new Set<string>(),
    };
    return state.fulfillments.reduce<OurOrder>(withFulfillment, { order, ...empty });
  }
  const hasNewSourceStatus = before.sourceStatus !== sourceStatus;
  // Cancelled ones are first, so that the shop can remove their units.
  const withoutCancelled = state.fulfillments.filter(({ status }) => status === "cancelled").reduce(withFulfillment, before);
  const updated = withOrder(withoutCancelled, afterChange(withoutCancelled.order, { kind: "ingest", order: sent }));
  const after = state.fulfillments.reduce(withFulfillment, { ...updated, sourceStatus });
  if (meaning === "cancelled" || meaning === "cancelled_unpaid") {
    const hasLeft = after.order.status === "Shipped" || after.order.status === "Complete";
    return hasNewSourceStatus && hasLeft
      ? { ...after, reasons: new Set([...after.reasons, "cancelled or refunded"]) }
      : afterCancellation(after);
  }
  return meaning === "unpaid" ? after : afterReopening(after);
}
