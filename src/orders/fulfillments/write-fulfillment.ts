import { newId } from "../../platform/crypto/random";
import { untilWon } from "../../platform/db/change";
import { fulfillmentById, orderOfFulfillment } from "./read.sql.ts";
import { recordLate, rememberParcel, writeParcel } from "./write.sql.ts";
import { fulfillmentsOfOrders, itemsOfOrders, orderById } from "../select.sql.ts";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import type { FulfillmentRow } from "../rows.sql.ts";
import { selected } from "../../platform/db/sql-values";
import { notFound } from "../../platform/refusal";
import { readMoment } from "../../platform/values/zone";
import { tooMuchContention } from "../order-version";
import { type Consignment, type Parcel, parcelOf } from "./parcel";
import { consequences, laidOver, lateStatus, type ParcelFacts } from "./parcel-change";
import { type AskedLine, assertFulfillmentLimits, linesAsked, mustFit } from "./parcel-lines";

/** The order that `orderId` (a number or SQL) names, with its items and parcels; 404 where there is none. */
async function consignmentOf(org: OrgReader, orderId: Parameters<typeof orderById>[1]): Promise<Consignment> {
  const ids = selected(orderId);
  const [[order], items, parcels] = await org.read(orderById(org, orderId), itemsOfOrders(org, ids), fulfillmentsOfOrders(org, ids));
  if (order === undefined) throw notFound();
  return { order, items, parcels: parcels.map(parcelOf) };
}

/**
 * What a caller reports of a parcel; a moment without an offset is read in the organization's zone
 * (docs/spec/lists-and-filters.md#time-zones).
 */
export type ParcelReport = Omit<ParcelFacts, "shipped_at" | "delivered_at"> & {
  shipped_at?: string | undefined;
  delivered_at?: string | undefined;
};

function factsIn(org: OrgReader, { shipped_at, delivered_at, ...facts }: ParcelReport): ParcelFacts {
  const moment = (text: string | undefined) => (text === undefined ? undefined : (readMoment(text, org.organization.timezone) ?? org.now));
  return { ...facts, shipped_at: moment(shipped_at), delivered_at: moment(delivered_at) };
}

/** Puts items of an order into a new parcel, all that is left without `lines`. 404, 409. Two trips. */
export async function createFulfillment(
  org: OrgDb,
  orderId: number,
  lines: readonly AskedLine[] | undefined,
  report: ParcelReport,
): Promise<FulfillmentRow> {
  const facts = factsIn(org, report);
  return await untilWon(async () => {
    const consignment = await consignmentOf(org, orderId);
    const asked = linesAsked(consignment, lines);
    assertFulfillmentLimits(consignment, asked);
    const empty = { tracking_number: null, carrier: null, tracking_url: null, shipped_at: null, delivered_at: null };
    const blank: Parcel = { id: newId("ful", org.now), status: "label_created", ...empty, lines: asked };
    return await write(org, { consignment, before: null, after: laidOver(blank, facts, org.now), late: [] });
  }, tooMuchContention);
}

/** Lays facts over a parcel. A status that comes too late is recorded and not applied: `late` names it. 404, 409. Two trips. */
export async function updateFulfillment(
  org: OrgDb,
  id: string,
  report: ParcelReport,
): Promise<{ fulfillment: FulfillmentRow; late: string | null }> {
  const facts = factsIn(org, report);
  return await untilWon(async () => {
    const consignment = await consignmentOf(org, orderOfFulfillment(org, id));
    const before = consignment.parcels.find((parcel) => parcel.id === id);
    if (before === undefined) throw notFound();
    const after = laidOver(before, facts, org.now);
    mustFit(consignment, before, after);
    const late = lateStatus(before, facts);
    return { fulfillment: await write(org, { consignment, before, after, late: late === null ? [] : [late] }), late };
  }, tooMuchContention);
}

/** One parcel; 404 where this organization has none with that id. */
export async function readFulfillment(org: OrgReader, id: string): Promise<FulfillmentRow> {
  const [[row]] = await org.read(fulfillmentById(org, id));
  if (row === undefined) throw notFound();
  return row;
}

/** The parcel that a marker remembers. */
export async function recallFulfillment(org: OrgReader, remembered: unknown): Promise<FulfillmentRow> {
  return await readFulfillment(org, (remembered as { fulfillment_id: string }).fulfillment_id);
}

const FIELDS = ["status", "tracking_number", "carrier", "tracking_url", "shipped_at", "delivered_at"] as const;

interface ParcelChange {
  consignment: Consignment;
  /** Null: it is new. */
  before: Parcel | null;
  after: Parcel;
  /** Statuses that came too late to be applied. */
  late: readonly string[];
}

async function write(org: OrgDb, { consignment, before, after, late }: ParcelChange): Promise<FulfillmentRow> {
  const changedFields = FIELDS.filter((name) => before !== null && before[name] !== after[name]);
  const changes = before === null || changedFields.length > 0;
  if (!changes && late.length === 0) return await readFulfillment(org, after.id);
  const eventIds = { updated: newId("evt", org.now), statusChanged: newId("evt", org.now) };
  const change = { ...consequences(org, consignment, before, after), changedFields };
  const { rows } = await org.commit({
    writes: [
      ...late.map((status) => recordLate(org, consignment.order.id, after, status)),
      ...(changes ? writeParcel(org, change, eventIds) : []),
    ],
    events: changes ? [...change.events.map(({ id }) => id), eventIds.updated, eventIds.statusChanged] : [],
    remember: rememberParcel(after.id),
    answer: [fulfillmentById(org, after.id)],
  });
  const [[row]] = rows;
  if (row === undefined) throw notFound();
  return row;
}
