import type { FulfillmentsWrite } from "./write.sql.ts";
import { newEvent, type NewEvent } from "../../events/new-event";
import type { OrgReader } from "../../../platform/db/org-db";
import { isLive } from "../items/item-status";
import { isOnHold } from "../holds/hold";
import { isShippable } from "../items/shippable";
import { cancelledAfterRelease, isAllUnits, unitsLeft } from "../items/units-left";
import { PROGRESS } from "../items/progress.sql.ts";
import { nextItemStatus } from "../items/shipped-status";
import { invalid } from "../../../platform/api-error";
import { orderWords } from "../ingest/search-words";
import { momentText } from "../../../platform/values/zone";
import { addReasons } from "../audit-reasons";
import { carrierOfNumber } from "./carrier-of-number";
import { trackingLink } from "./tracking-link";
import { type FulfillmentStatus, isOutdated, meaningOf } from "./fulfillment-status";
import { type OrderFulfillments, type Fulfillment, quantitiesIn } from "./fulfillment";
import { withRefundedUnits } from "./fulfillment-lines";
import { undoesShipment } from "./undone-shipment";

/** An update of a fulfillment. An omitted field does not change. Times are in ms since 1970. */
export interface FulfillmentUpdate {
  status?: FulfillmentStatus | undefined;
  tracking_number?: string | null | undefined;
  carrier?: string | null | undefined;
  tracking_url?: string | null | undefined;
  shipped_at?: number | undefined;
  delivered_at?: number | undefined;
  /** When the carrier had the status, if a carrier reports it. */
  status_at?: number | undefined;
}

/**
 * Applies an update to a fulfillment. It is shipped once and delivered once. An outdated status is ignored
 * (docs/spec/tracking.md#outdated-reports). Throws 400 Bad Request for contradictory fields.
 */
export function mergeFulfillment(before: Fulfillment, patch: FulfillmentUpdate, now: number): Fulfillment {
  const reported = reportedStatus(before, patch);
  if (patch.delivered_at !== undefined && reported !== "delivered" && before.delivered_at === null) {
    throw invalid("delivered_at", "not_delivered", "Expected the status delivered, or none, with delivered_at.");
  }
  const isApplied = reported !== null && !isOutdatedReport(before, reported, patch);
  const status = isApplied ? reported : before.status;
  const status_at = isApplied ? laterOf(before.status_at, patch.status_at) : before.status_at;
  const { shipped, delivered } = meaningOf(status);
  const delivered_at = patch.delivered_at ?? before.delivered_at ?? (delivered ? now : null);
  const shipped_at = patch.shipped_at ?? before.shipped_at ?? delivered_at ?? (shipped ? now : null);
  if ((patch.shipped_at ?? patch.delivered_at) !== undefined && shipped_at !== null && delivered_at !== null && shipped_at > delivered_at) {
    const path = patch.delivered_at === undefined ? "shipped_at" : "delivered_at";
    throw invalid(path, "out_of_order", "Expected delivered_at to be no earlier than shipped_at.");
  }
  const { tracking_number = before.tracking_number, tracking_url = before.tracking_url } = patch;
  return { ...before, status, tracking_number, carrier: carrierAfter(before, patch), tracking_url, shipped_at, delivered_at, status_at };
}

/** The carrier after an update. If that does not name one, it is that of the new tracking number, unless somebody named the stored one. */
export function carrierAfter(
  { carrier, tracking_number: stored }: Pick<Fulfillment, "carrier" | "tracking_number">,
  { tracking_number, carrier: named }: Pick<FulfillmentUpdate, "tracking_number" | "carrier">,
): string | null {
  if (named !== undefined) return named;
  if (tracking_number === undefined || tracking_number === null || tracking_number === stored) return carrier;
  const isRecognized = carrier === null || (stored !== null && carrier === carrierOfNumber(stored));
  return isRecognized ? (carrierOfNumber(tracking_number) ?? carrier) : carrier;
}

const laterOf = (one: number | null, other: number | undefined): number | null =>
  other === undefined ? one : Math.max(one ?? other, other);

/** The status of an update: the explicit one, else the one that its times imply. */
function reportedStatus(before: Fulfillment, { status, shipped_at, delivered_at }: FulfillmentUpdate): FulfillmentStatus | null {
  if (status !== undefined) return status;
  if (delivered_at !== undefined && before.delivered_at === null) return "delivered";
  return shipped_at !== undefined && before.shipped_at === null ? "in_transit" : null;
}

/** Whether a status is behind that of the fulfillment, or older than the last report of a carrier. */
function isOutdatedReport(before: Fulfillment, status: FulfillmentStatus, { status_at }: FulfillmentUpdate): boolean {
  const isOlder = status_at !== undefined && before.status_at !== null && status_at < before.status_at;
  return isOutdated(before, status) || (isOlder && status !== before.status);
}

/** The status of an update that is outdated, so that it is recorded but not applied. Null: it is applied, or the update names none. */
export function outdatedStatus(before: Fulfillment, update: FulfillmentUpdate): FulfillmentStatus | null {
  const { status } = update;
  return status !== undefined && isOutdatedReport(before, status, update) ? status : null;
}

export interface FulfillmentChange {
  before: Fulfillment | null;
  after: Fulfillment;
}

const COMPARED_FIELDS = ["status", "tracking_number", "carrier", "tracking_url", "shipped_at", "delivered_at"] as const;

/** The fields of a fulfillment that a change changes. None of a new fulfillment. */
export function changedFieldsOf({ before, after }: FulfillmentChange): string[] {
  return before === null ? [] : COMPARED_FIELDS.filter((name) => before[name] !== after[name]);
}

/** The units in fulfillments that were shipped and are lost, returned or cancelled from now on, by their items. */
function releasedUnits(changes: readonly FulfillmentChange[]): ReadonlyMap<number, number> {
  const shipped = changes.flatMap(({ before, after }) =>
    before !== null && isShipped(before) && !meaningOf(after.status).allocates ? [before] : [],
  );
  return quantitiesIn(shipped, () => true);
}

const isShipped = ({ shipped_at }: Fulfillment): boolean => shipped_at !== null;
const isDelivered = ({ delivered_at }: Fulfillment): boolean => delivered_at !== null;

/**
 * The write of changed fulfillments of one order, with their effects on it: items that advance, and the events for shipping and delivery. `isFact`: a shop
 * or a carrier reports them, so nobody here knows of them yet.
 */
export function planWrite(
  org: OrgReader,
  current: OrderFulfillments,
  changes: FulfillmentChange[],
  { isFact = false } = {},
): FulfillmentsWrite {
  const { order, items } = current;
  const changed = new Set(changes.map(({ after }) => after.id));
  const fulfillments = [...current.fulfillments.filter(({ id }) => !changed.has(id)), ...changes.map(({ after }) => after)];
  const shipped = quantitiesIn(fulfillments, isShipped);
  const delivered = quantitiesIn(fulfillments, isDelivered);
  const released = releasedUnits(changes);

  // An item only advances if more of it has been shipped or delivered than before.
  const shippedBefore = quantitiesIn(current.fulfillments, isShipped);
  const deliveredBefore = quantitiesIn(current.fulfillments, isDelivered);
  const hasAdvanced = (id: number) =>
    (shipped.get(id) ?? 0) > (shippedBefore.get(id) ?? 0) || (delivered.get(id) ?? 0) > (deliveredBefore.get(id) ?? 0);
  const advancedItems = items.flatMap((item) => {
    const { id, status } = item;
    if (!hasAdvanced(id)) return [];
    const to = nextItemStatus(status, isAllUnits(item, shipped.get(id) ?? 0), isAllUnits(item, delivered.get(id) ?? 0));
    return to === null ? [] : [{ id, from: status, to }];
  });
  const isPartial = items.some((item) => item.is_goods === 1 && isLive(item.status) && unitsLeft(item, shipped.get(item.id) ?? 0) > 0);

  const events: NewEvent[] = [];
  const eventFields = (id: string) => ({ sequence: order.event_sequence + events.length + 1, order_id: order.id, fulfillment_id: id });
  for (const { before, after } of changes) {
    if (isShipped(after) && (before === null || !isShipped(before))) {
      events.push(newEvent(org, "order.fulfillment.shipped", { ...eventFields(after.id), ...shippedFields(after, isPartial) }));
    }
    if (isDelivered(after) && (before === null || !isDelivered(before))) {
      events.push(newEvent(org, "order.fulfillment.delivered", { ...eventFields(after.id), ...deliveredFields(after) }));
    }
  }
  const isTrackingNumberChanged = changes.some(({ before, after }) => after.tracking_number !== (before?.tracking_number ?? null));
  const words = isTrackingNumberChanged ? orderWords(org.organization.id, order, { items, fulfillments }) : null;
  return {
    order,
    fulfillments: changes.map((change) => ({
      fulfillment: change.after,
      statusBefore: change.before?.status ?? null,
      changedFields: changedFieldsOf(change),
    })),
    words,
    advancedItems,
    auditReasons: auditReasonsOf(current, fulfillments, {
      changes,
      isUndone: isFact && undoesShipment(items, { released, shipped }),
      now: org.now,
    }),
    shippedQuantities: items.flatMap((item) => {
      const [id, units] = [item.id, shipped.get(item.id) ?? 0];
      const cancelled = cancelledAfterRelease(item, released.get(id) ?? 0);
      return units === item.shipped_quantity && cancelled === item.cancelled_quantity ? [] : [{ id, shipped: units, cancelled }];
    }),
    newlyShipped: containedItems(items, changes).filter((id) => !advancedItems.some((item) => item.id === id)),
    events,
  };
}

/** Why an order needs an audit after changes of its fulfillments, which then have become `fulfillments`. Null: they give no reason. */
function auditReasonsOf(
  { order, items }: OrderFulfillments,
  fulfillments: readonly Fulfillment[],
  { changes, isUndone, now }: { changes: readonly FulfillmentChange[]; isUndone: boolean; now: number },
): string | null {
  const reasons = [
    ...(allocatesTooMuchAgain(items, fulfillments, changes) ? (["quantity_fulfilled"] as const) : []),
    ...(shipsUnshippable({ order, items, fulfillments }, changes, now) ? (["shipped_unshippable"] as const) : []),
    ...(isUndone ? (["shipment_undone"] as const) : []),
  ];
  return reasons.length === 0 ? null : addReasons(order.audit_reasons, reasons);
}

/** Whether a fulfillment becomes shipped although its order is cancelled or on hold, or an item or units in it are cancelled, refunded or on hold. */
function shipsUnshippable(current: OrderFulfillments, changes: readonly FulfillmentChange[], now: number): boolean {
  const { order, items } = current;
  const shipped = changes.filter(({ before, after }) => isShipped(after) && (before === null || !isShipped(before)));
  const ids = new Set(shipped.flatMap(({ after }) => after.lines.map(({ order_item_id }) => order_item_id)));
  if (ids.size === 0) return false;
  if (order.status === "Cancelled" || isOnHold(order, now)) return true;
  if (items.some((item) => ids.has(item.id) && !isShippable(item, now))) return true;
  return shipped.some(({ after }) => withRefundedUnits(current, after).length > 0);
}

/** Whether quantities are allocated to a fulfillment again, although others contain them by now. */
function allocatesTooMuchAgain(
  items: OrderFulfillments["items"],
  fulfillments: readonly Fulfillment[],
  changes: readonly FulfillmentChange[],
): boolean {
  const reallocated = changes.filter(
    ({ before, after }) => before !== null && !meaningOf(before.status).allocates && meaningOf(after.status).allocates,
  );
  const ids = new Set(reallocated.flatMap(({ after }) => after.lines.map(({ order_item_id }) => order_item_id)));
  const allocated = quantitiesIn(fulfillments, () => true);
  return items.some(({ id, quantity, cancelled_quantity }) => ids.has(id) && (allocated.get(id) ?? 0) > quantity - cancelled_quantity);
}

/** The items in changed fulfillments that are not cancelled, unless they count as shipped already. */
function containedItems(items: OrderFulfillments["items"], changes: readonly FulfillmentChange[]): number[] {
  const active = changes.filter(({ after }) => after.status !== "cancelled");
  const ids = new Set(active.flatMap(({ after }) => after.lines.map(({ order_item_id }) => order_item_id)));
  return items.filter(({ id, progress }) => ids.has(id) && progress < PROGRESS.shipped).map(({ id }) => id);
}

function shippedFields({ lines, shipped_at, ...fulfillment }: Fulfillment, isPartial: boolean) {
  const items = lines.map(({ order_item_id, quantity }) => ({ order_item_id: String(order_item_id), quantity }));
  return { ...trackingFields(fulfillment, { withUrl: true }), items, is_partial: isPartial, shipped_at: momentText(shipped_at ?? 0) };
}

function deliveredFields({ delivered_at, ...fulfillment }: Fulfillment) {
  return { ...trackingFields(fulfillment, { withUrl: false }), delivered_at: momentText(delivered_at ?? 0) };
}

/** Omits unknown fields (docs/spec/events.md#payloads). */
function trackingFields(tracking: Pick<Fulfillment, "tracking_number" | "carrier" | "tracking_url">, { withUrl }: { withUrl: boolean }) {
  const { tracking_number, carrier } = tracking;
  const tracking_url = trackingLink(tracking);
  return {
    ...(tracking_number !== null && { tracking_number }),
    ...(carrier !== null && { carrier }),
    ...(withUrl && tracking_url !== null && { tracking_url }),
  };
}
