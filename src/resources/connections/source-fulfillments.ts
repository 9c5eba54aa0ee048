import { changeFulfillments, type PlannedChanges } from "../orders/fulfillments/change-fulfillments";
import type { Fulfillment, OrderFulfillments } from "../orders/fulfillments/fulfillment";
import { type FulfillmentChange, type FulfillmentUpdate, mergeFulfillment } from "../orders/fulfillments/fulfillment-change";
import { type FulfillmentStatus, meaningOf } from "../orders/fulfillments/fulfillment-status";
import { recordSourceId } from "../orders/fulfillments/source.sql.ts";
import { newFulfillment } from "../orders/fulfillments/write-fulfillment";
import { MAX_ORDER_FULFILLMENTS } from "../orders/order-limits";
import type { FulfillmentRow } from "../orders/rows.sql.ts";
import { ApiError } from "../../platform/api-error";
import { sha256Hex } from "../../platform/crypto/digest";
import { base62 } from "../../platform/crypto/random";
import type { OrgDb } from "../../platform/db/org-db";
import type { WriteStatement } from "../../platform/db/statement";
import { parseTracking } from "./outgoing/tracking";
import type { SourceFulfillment } from "./platforms/adapter";
import { notApplied } from "./platforms/detail-reader";
import { isSameShipment } from "./platforms/same-shipment";
import { parseStored } from "../../platform/reading/json";

/**
 * Creates and updates the fulfillments that were made on the platform, all in one transaction. They are recognized by their ids there, so a
 * repeated payload creates no second one. One that was made here and sent there is recognized too, and its tracking stays as it is here. Returns
 * why some could not be applied; null if all were.
 */
export async function applyFulfillments(org: OrgDb, orderId: number, source: readonly SourceFulfillment[]): Promise<string | null> {
  if (source.length === 0) return null;
  const notes = new Set<string>();
  await changeFulfillments(org, orderId, (current, rows) => {
    notes.clear();
    const plan = new FulfillmentsPlan(org, current, rows);
    for (const fulfillment of source.slice(0, MAX_ORDER_FULFILLMENTS)) {
      const note = plan.add(fulfillment);
      if (note !== null) notes.add(note);
    }
    // An order has no room for more.
    if (source.length > MAX_ORDER_FULFILLMENTS) notes.add(notApplied("too_many_fulfillments"));
    return plan;
  });
  return notes.size === 0 ? null : [...notes].join("; ");
}

/** The changes of the fulfillments of one order. Each sees those before it. */
class FulfillmentsPlan implements PlannedChanges {
  readonly changes: FulfillmentChange[] = [];
  readonly alongside: WriteStatement[] = [];
  readonly #org: OrgDb;
  readonly #current: OrderFulfillments;
  readonly #stored: Map<string, Fulfillment>;
  readonly #bySourceId: Map<string, FulfillmentRow>;
  readonly #ours: OurFulfillment[];
  readonly #itemIds: ReadonlyMap<string, string>;

  constructor(org: OrgDb, current: OrderFulfillments, rows: readonly FulfillmentRow[]) {
    this.#org = org;
    this.#current = current;
    this.#stored = new Map(current.fulfillments.map((fulfillment) => [fulfillment.id, fulfillment]));
    this.#bySourceId = new Map(rows.flatMap((row) => (row.source_id === null ? [] : [[row.source_id, row]])));
    this.#itemIds = new Map(current.items.flatMap(({ id, external_id }) => (external_id === null ? [] : [[external_id, String(id)]])));
    this.#ours = ourFulfillments(current, rows);
  }

  /** Adds what a fulfillment changes. Returns why it is not applied; null if it is. */
  add(fulfillment: SourceFulfillment): string | null {
    try {
      const isApplied = this.#update(fulfillment) || this.#create(fulfillment);
      return isApplied ? null : "fulfillment without known items";
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return notApplied(error.details[0]?.code ?? error.code);
    }
  }

  #record(before: Fulfillment | null, after: Fulfillment): void {
    this.changes.push({ before, after });
    this.#stored.set(after.id, after);
  }

  /** Updates the fulfillment that is stored. Returns false if there is none. */
  #update(fulfillment: SourceFulfillment): boolean {
    const { externalId, status } = fulfillment;
    const known = this.#bySourceId.get(externalId) ?? this.#adopt(fulfillment);
    const before = known === undefined ? undefined : this.#stored.get(known.id);
    if (known === undefined || before === undefined) return false;
    const wasMadeHere = known.sending_tracking !== null;
    const isCancelled = status === "cancelled" && before.status !== "cancelled";
    // A carrier's reports may be ahead of the platform. An outdated status is not applied, but would be recorded in the history each time.
    const changes = { ...(!wasMadeHere && trackingOf(fulfillment)), ...((isCancelled || isAhead(before.status, status)) && { status }) };
    // Nothing is delivered before it was shipped.
    const changedAt = Math.max(timeOf(fulfillment.updatedAt, this.#org.now), before.shipped_at ?? 0);
    this.#record(before, mergeFulfillment(before, changes, changedAt));
    return true;
  }

  /** The fulfillment that was made here and became this one on the platform. The attempt that sent it may not have recorded its id. */
  #adopt(fulfillment: SourceFulfillment): FulfillmentRow | undefined {
    const { externalId } = fulfillment;
    // None of the fulfillments here has this id.
    const own = this.#ours.find(({ items, attempted }) =>
      isSameShipment(fulfillment, { sourceId: null, otherSourceIds: [], items, attempted, tracking: attempted }),
    );
    if (own === undefined) return undefined;
    this.#ours.splice(this.#ours.indexOf(own), 1);
    this.#bySourceId.set(externalId, own.row);
    this.alongside.push(recordSourceId(this.#org, own.row.id, externalId));
    return own.row;
  }

  /** Creates the fulfillment, unless it is cancelled. Returns false if none of its items is known. */
  #create(fulfillment: SourceFulfillment): boolean {
    const { externalId, status, createdAt } = fulfillment;
    if (status === "cancelled") return true;
    const lines = fulfillment.items.flatMap((item) => {
      const itemId = this.#itemIds.get(item.externalId);
      return itemId === undefined ? [] : [{ order_item_id: itemId, quantity: item.quantity }];
    });
    if (lines.length === 0) return false;
    const { now } = this.#org;
    const current = { ...this.#current, fulfillments: [...this.#stored.values()] };
    const id = fulfillmentId(current.order.id, externalId, timeOf(createdAt, now));
    const update = { ...trackingOf(fulfillment), status, ...timesOf(fulfillment, now) };
    this.#record(null, newFulfillment(current, { id, sourceId: externalId, lines, update }, now));
    return true;
  }
}

/** A fulfillment that was made here and was sent, but whose id on the platform is not recorded. */
interface OurFulfillment {
  row: FulfillmentRow;
  attempted: ReturnType<typeof parseTracking>;
  /** Its items that the platform knows: it was sent only these. */
  items: SourceFulfillment["items"];
}

function ourFulfillments({ items }: OrderFulfillments, rows: readonly FulfillmentRow[]): OurFulfillment[] {
  const externalIds = new Map(items.map(({ id, external_id }) => [id, external_id]));
  return rows.flatMap((row) => {
    if (row.sending_tracking === null || row.source_id !== null) return [];
    const lines = parseStored<{ order_item_id: number; quantity: number }[]>(row.items);
    const known = lines.flatMap(({ order_item_id, quantity }) => {
      const externalId = externalIds.get(order_item_id) ?? null;
      return externalId === null ? [] : [{ externalId, quantity }];
    });
    return [{ row, attempted: parseTracking(row.sending_tracking), items: known }];
  });
}

/** What is known of the tracking. What is not known never erases what is stored. */
function trackingOf({ trackingNumber, carrier, trackingUrl }: SourceFulfillment): FulfillmentUpdate {
  return {
    ...(trackingNumber !== null && { tracking_number: trackingNumber }),
    ...(carrier !== null && { carrier }),
    ...(trackingUrl !== null && { tracking_url: trackingUrl }),
  };
}

/** Statuses in the order in which a parcel has them. */
const PROGRESS: readonly FulfillmentStatus[] = ["label_created", "in_transit", "out_for_delivery", "delivered"];

/** Whether a parcel has come further than is stored. Of a status without a place in the order, nothing is known. */
function isAhead(stored: FulfillmentStatus, reported: FulfillmentStatus): boolean {
  const [from, to] = [PROGRESS.indexOf(stored), PROGRESS.indexOf(reported)];
  return from !== -1 && to > from;
}

/** A time of the platform as it is stored here: it is never in the future. Without one, now. */
function timeOf(moment: number | null, now: number): number {
  return Math.min(moment ?? now, now);
}

/** When a new fulfillment was shipped and delivered: when it was created there, and when it last changed. */
function timesOf({ status, createdAt, updatedAt }: SourceFulfillment, now: number): FulfillmentUpdate {
  const { shipped, delivered } = meaningOf(status);
  const shipped_at = timeOf(createdAt, now);
  return { ...(shipped && { shipped_at }), ...(delivered && { delivered_at: Math.max(shipped_at, timeOf(updatedAt, now)) }) };
}

/**
 * The id of a fulfillment here: it sorts by its creation on the platform, like all ids of fulfillments. It has the form of `newId`, with a hash in place
 * of the 14 random characters, so that the same fulfillment always gets the same id.
 */
function fulfillmentId(orderId: number, externalId: string, createdAt: number): string {
  return `ful_${base62(createdAt, 8)}${sha256Hex(`${orderId}/${externalId}`).slice(0, 14)}`;
}
