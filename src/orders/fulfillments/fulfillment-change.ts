import type { FulfillmentWrite } from "./write.sql.ts";
import { newEvent } from "../../events/new-event";
import type { OrgReader } from "../../platform/db/org-db";
import { isLive } from "../items/item-status";
import { invalid } from "../../platform/api-error";
import { orderWords } from "../ingest/ingest-values";
import { momentText } from "../../platform/values/zone";
import { type FulfillmentStatus, isLate, meaningOf } from "./fulfillment-status";
import { type OrderFulfillments, type Fulfillment, quantitiesIn } from "./fulfillment";

/** An update of a fulfillment. An omitted field does not change. Times are in ms since 1970. */
export interface FulfillmentUpdate {
  status?: FulfillmentStatus | undefined;
  tracking_number?: string | null | undefined;
  carrier?: string | null | undefined;
  tracking_url?: string | null | undefined;
  shipped_at?: number | undefined;
  delivered_at?: number | undefined;
}

/**
 * Applies an update to a fulfillment. It ships and is delivered once. A late status is ignored (docs/spec/tracking.md#late-reports). 400 for
 * a contradiction.
 */
export function mergeFulfillment(before: Fulfillment, facts: FulfillmentUpdate, now: number): Fulfillment {
  const told = reportedStatus(before, facts);
  if (facts.delivered_at !== undefined && told !== "delivered" && before.delivered_at === null) {
    throw invalid("delivered_at", "not_delivered", "Expected the status delivered, or none, with delivered_at.");
  }
  const status = told === null || isLate(before, told) ? before.status : told;
  const { shipped, delivered } = meaningOf(status);
  const delivered_at = facts.delivered_at ?? before.delivered_at ?? (delivered ? now : null);
  const shipped_at = facts.shipped_at ?? before.shipped_at ?? delivered_at ?? (shipped ? now : null);
  if ((facts.shipped_at ?? facts.delivered_at) !== undefined && shipped_at !== null && delivered_at !== null && shipped_at > delivered_at) {
    const path = facts.delivered_at === undefined ? "shipped_at" : "delivered_at";
    throw invalid(path, "out_of_order", "Expected delivered_at to be no earlier than shipped_at.");
  }
  const said = (name: "tracking_number" | "carrier" | "tracking_url") => (facts[name] === undefined ? before[name] : facts[name]);
  return {
    ...before,
    status,
    tracking_number: said("tracking_number"),
    carrier: said("carrier"),
    tracking_url: said("tracking_url"),
    shipped_at,
    delivered_at,
  };
}

/** The status that facts give: as told, else what a moment of shipping or delivery implies. */
function reportedStatus(before: Fulfillment, { status, shipped_at, delivered_at }: FulfillmentUpdate): FulfillmentStatus | null {
  if (status !== undefined) return status;
  if (delivered_at !== undefined && before.delivered_at === null) return "delivered";
  return shipped_at !== undefined && before.shipped_at === null ? "in_transit" : null;
}

/** The status in these facts that comes too late to be applied; or null. */
export function lateStatus(before: Fulfillment, { status }: FulfillmentUpdate): FulfillmentStatus | null {
  return status !== undefined && isLate(before, status) ? status : null;
}

/** The effects of a new or changed fulfillment on its order: items that advance, and the events for shipping and delivery. */
export function sideEffects(
  org: OrgReader,
  current: OrderFulfillments,
  before: Fulfillment | null,
  after: Fulfillment,
): Omit<FulfillmentWrite, "changedFields"> {
  const { order, items } = current;
  const fulfillments = [...current.fulfillments.filter(({ id }) => id !== after.id), after];
  const shipped = quantitiesIn(fulfillments, ({ shipped_at }) => shipped_at !== null);
  const delivered = quantitiesIn(fulfillments, ({ delivered_at }) => delivered_at !== null);
  const ships = after.shipped_at !== null && (before === null || before.shipped_at === null);
  const delivers = after.delivered_at !== null && (before === null || before.delivered_at === null);

  // An item goes forward where more of it has shipped or arrived now than before; nothing else about a fulfillment moves it.
  const was = [({ shipped_at }: Fulfillment) => shipped_at !== null, ({ delivered_at }: Fulfillment) => delivered_at !== null].map(
    (counts) => quantitiesIn(current.fulfillments, counts),
  );
  const grew = (id: number) => [shipped, delivered].some((now, nth) => (now.get(id) ?? 0) > (was[nth]?.get(id) ?? 0));
  const advanced = items.flatMap(({ id, status, quantity }) => {
    if (!grew(id)) return [];
    const to = nextItemStatus(status, (shipped.get(id) ?? 0) >= quantity, (delivered.get(id) ?? 0) >= quantity);
    return to === null ? [] : [{ id, from: status, to }];
  });
  const isPartial = items.some(({ id, status, quantity }) => isLive(status) && (shipped.get(id) ?? 0) < quantity);

  const head = (nth: number) => ({ sequence: order.event_sequence + nth, order_id: order.id, fulfillment_id: after.id });
  const events = [
    ...(ships ? [newEvent(org, "order.fulfillment.shipped", { ...head(1), ...shippedFields(after, isPartial) })] : []),
    ...(delivers ? [newEvent(org, "order.fulfillment.delivered", { ...head(ships ? 2 : 1), ...deliveredFields(after) })] : []),
  ];
  const reworded = after.tracking_number !== (before?.tracking_number ?? null);
  const numbers = fulfillments.map(({ tracking_number }) => tracking_number);
  const words = reworded ? orderWords(org, order, items, numbers) : null;
  return {
    order,
    fulfillment: after,
    statusBefore: before?.status ?? null,
    words,
    advancedItems: advanced,
    rollsUp: items.some(({ id }) => grew(id)),
    events,
  };
}

/** Where an item goes that has shipped or arrived whole; null where it stays. It never goes back, and a dead one stays dead. */
function nextItemStatus(status: string, shipped: boolean, delivered: boolean): "Shipped" | "Delivered" | null {
  if (!isLive(status) || status === "Delivered") return null;
  if (delivered) return "Delivered";
  return shipped && status !== "Shipped" ? "Shipped" : null;
}

function shippedFields({ lines, shipped_at, ...fulfillment }: Fulfillment, isPartial: boolean) {
  const items = lines.map(({ order_item_id, quantity }) => ({ order_item_id: String(order_item_id), quantity }));
  return { ...trackingFields(fulfillment, true), items, is_partial: isPartial, shipped_at: momentText(shipped_at ?? 0) };
}

function deliveredFields({ delivered_at, ...fulfillment }: Fulfillment) {
  return { ...trackingFields(fulfillment, false), delivered_at: momentText(delivered_at ?? 0) };
}

/** What is not known is left out (docs/spec/events.md#payloads). */
function trackingFields(
  { tracking_number, carrier, tracking_url }: Pick<Fulfillment, "tracking_number" | "carrier" | "tracking_url">,
  withUrl: boolean,
) {
  return {
    ...(tracking_number !== null && { tracking_number }),
    ...(carrier !== null && { carrier }),
    ...(withUrl && tracking_url !== null && { tracking_url }),
  };
}
