import { assertNumberIntact } from "./damaged-number";
import { newId } from "../../../platform/crypto/random";
import { fulfillmentById, orderOfFulfillment } from "./read.sql.ts";
import { type FulfillmentsWrite, writeFulfillments } from "./write.sql.ts";
import { addHistory } from "../history/records.sql.ts";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import type { FulfillmentRow, OrderParts } from "../rows.sql.ts";
import type { RowsOf } from "../../../platform/db/statement";
import { notFound, orNotFound } from "../../../platform/api-error";
import { assertVersion, type ChangeTarget } from "../../../platform/values/assert-version";
import { readMoment } from "../../../platform/values/zone";
import { selectId } from "../../../platform/db/sql-values";
import type { WriteStatement } from "../../../platform/db/statement";
import { assertOrderVersion, changeOrder, changeOrders } from "../change-order";
import { readOrderWith } from "../read-order";
import { readinessOf, type ReadinessRow } from "../readiness/blockers.sql.ts";
import { assertReady, parseReadiness } from "../readiness/readiness";
import { type OrderFulfillments, type Fulfillment, parseFulfillment } from "./fulfillment";
import { changedFieldsOf, type FulfillmentUpdate, outdatedStatus, mergeFulfillment, planWrite } from "./fulfillment-change";
import {
  type RequestedLine,
  assertFulfillmentLimits,
  requestedLines,
  assertMayBecomeShipped,
  assertQuantitiesFit,
} from "./fulfillment-lines";

/** An order with its fulfillments as changes of them are based on. */
export function parseFulfillments({ order, items, fulfillments }: OrderParts): OrderFulfillments {
  return { order, items, fulfillments: fulfillments.map(parseFulfillment) };
}

/**
 * An update of a fulfillment as a caller sends it. A time without an offset is read in the organization's time zone
 * (docs/spec/lists-and-filters.md#time-zones).
 */
export type FulfillmentInput = Omit<FulfillmentUpdate, "shipped_at" | "delivered_at"> & {
  shipped_at?: string | undefined;
  delivered_at?: string | undefined;
};

function parseUpdate(org: OrgReader, { shipped_at, delivered_at, ...update }: FulfillmentInput): FulfillmentUpdate {
  const moment = (text: string | undefined) => (text === undefined ? undefined : (readMoment(text, org.organization.timezone) ?? org.now));
  return { ...update, shipped_at: moment(shipped_at), delivered_at: moment(delivered_at) };
}

/**
 * Creates a fulfillment. Without `items`, it contains everything that is not in one yet. Throws 404 Not Found, 409 Conflict, and 412
 * Precondition Failed if the order has none of the `versions`. Two round trips.
 */
export async function createFulfillment(
  org: OrgDb,
  orderId: number,
  { items: lines, override_reason, versions = null, ...input }: FulfillmentInput & LinesToShip,
): Promise<FulfillmentRow> {
  const [id, update] = [newId("ful", org.now), parseUpdate(org, input)];
  return await changeOrders(
    org,
    async () => await readOrderWith(org, orderId, readinessOf(org, selectId(orderId))),
    ([parts, readiness = []]) => {
      const current = parseFulfillments(parts);
      assertOrderVersion(current.order.version, versions);
      const after = newFulfillment(current, { id, sourceId: null, lines, update }, org.now);
      const overrides = overridesOf(org, { readiness, after, reason: override_reason ?? null });
      const writes = [...overrides, ...writeFulfillments(org, [planWrite(org, current, [{ before: null, after }])])];
      return { writes, ...returnFulfillment(org, id) };
    },
    "this order",
  );
}

interface LinesToShip {
  items?: readonly RequestedLine[] | undefined;
  /** Why it is shipped although items are not ready. */
  override_reason?: string | null | undefined;
  /** The versions that the order may have. Null, which is the default: any. */
  versions?: readonly number[] | null;
}

/**
 * The history of a new fulfillment with items that are not ready, if there is a reason for it. Throws 409 Conflict `not_ready` if there is none. What
 * is on hold was rejected before.
 */
export function overridesOf(
  org: OrgDb,
  { readiness, after, reason }: { readiness: readonly ReadinessRow[]; after: Fulfillment; reason: string | null },
): WriteStatement[] {
  const shipped = new Set(after.lines.map(({ order_item_id }) => order_item_id));
  const items = readiness.map(parseReadiness).filter(({ id, blocks }) => shipped.has(id) && blocks.ship.length > 0);
  if (reason === null) assertReady(items, "ship");
  return items.map(({ id, order_id, blocks }) =>
    addHistory(org, { change: "override", orderId: order_id, itemId: id, to: blocks.ship.join(", "), reason }),
  );
}

/** The part of a decision that returns a fulfillment as it was written. */
function returnFulfillment(org: OrgDb, id: string) {
  const returning = fulfillmentById(org, id);
  return { marker: { fulfillment_id: id }, returning, result: ([row]: RowsOf<typeof returning>) => orNotFound(row) };
}

/** A fulfillment to create. Without `lines`, it contains everything that is not in one yet. */
interface NewFulfillment {
  id: string;
  /** Its id on the platform, if it was made there. */
  sourceId: string | null;
  lines: readonly RequestedLine[] | undefined;
  update: FulfillmentUpdate;
}

/** A new fulfillment of an order that has been read. Throws 409 Conflict if nothing of it is left or may be shipped, or the order has too many. */
export function newFulfillment(current: OrderFulfillments, { id, sourceId, lines, update }: NewFulfillment, now: number): Fulfillment {
  const newLines = requestedLines(current, lines, { isFact: sourceId !== null, now });
  assertFulfillmentLimits(current, newLines);
  const empty = { tracking_number: null, carrier: null, tracking_url: null, shipped_at: null, delivered_at: null, status_at: null };
  return mergeFulfillment({ id, source_id: sourceId, status: "label_created", ...empty, lines: newLines }, update, now);
}

/** Plans a fulfillment with everything that is left of an order. Throws 409 Conflict as `createFulfillment` does. */
export function planFulfillment(
  org: OrgDb,
  current: OrderFulfillments,
  { update, readiness }: { update: FulfillmentUpdate; readiness: readonly ReadinessRow[] },
): FulfillmentsWrite {
  const after = newFulfillment(current, { id: newId("ful", org.now), sourceId: null, lines: undefined, update }, org.now);
  // Without a reason, it only throws if items are not ready.
  overridesOf(org, { readiness, after, reason: null });
  return planWrite(org, current, [{ before: null, after }]);
}

interface UpdateTarget extends ChangeTarget<string> {
  /** Whether the update is a form with all its fields, of which one that is as stored was not edited. */
  isWholeForm?: true;
}

/** The fields of a form that differ from the stored ones. So a new tracking number names its carrier if nobody has changed that. */
function editedFields(update: FulfillmentUpdate, before: Fulfillment): FulfillmentUpdate {
  const stored: Readonly<Record<string, unknown>> = { ...before };
  return Object.fromEntries(Object.entries(update).filter(([name, value]) => value !== stored[name]));
}

/**
 * Updates a fulfillment. An outdated status is recorded but not applied, and returned as `outdated`. Throws 404 Not Found, 409 Conflict, and 412
 * Precondition Failed if its version is not `expectedVersion`. Two round trips.
 */
export async function updateFulfillment(
  org: OrgDb,
  { id, expectedVersion, isWholeForm }: UpdateTarget,
  input: FulfillmentInput,
): Promise<{ fulfillment: FulfillmentRow; outdated: string | null }> {
  const sent = parseUpdate(org, input);
  return await changeOrder(org, orderOfFulfillment(org, id), (parts) => {
    const current = parseFulfillments(parts);
    const before = current.fulfillments.find((fulfillment) => fulfillment.id === id);
    const stored = parts.fulfillments.find((row) => row.id === id);
    if (before === undefined || stored === undefined) throw notFound();
    assertVersion(stored.version, expectedVersion);
    assertNumberIntact(sent.tracking_number, before.tracking_number);
    const update = isWholeForm === true ? editedFields(sent, before) : sent;
    const after = mergeFulfillment(before, update, org.now);
    assertQuantitiesFit(current, before, after);
    assertMayBecomeShipped(current, { before, after }, org.now);
    const outdated = outdatedStatus(before, update);
    const isChanged = changedFieldsOf({ before, after }).length > 0;
    if (!isChanged && outdated === null) return { unchanged: { fulfillment: stored, outdated } };
    const entry = { change: "fulfillment_late", orderId: current.order.id, fulfillmentId: id, from: after.status } as const;
    const { result, ...returned } = returnFulfillment(org, id);
    return {
      writes: [
        ...(outdated === null ? [] : [addHistory(org, { ...entry, to: outdated })]),
        ...(isChanged ? writeFulfillments(org, [planWrite(org, current, [{ before, after }])]) : []),
      ],
      ...returned,
      result: (rows: Parameters<typeof result>[0]) => ({ fulfillment: result(rows), outdated }),
    };
  });
}

/** Reads one fulfillment. Throws 404 Not Found for an unknown fulfillment. */
export async function readFulfillment(org: OrgReader, id: string): Promise<FulfillmentRow> {
  const [row] = await org.read(fulfillmentById(org, id));
  return orNotFound(row);
}

export async function fulfillmentFromMarker(org: OrgReader, marker: unknown): Promise<FulfillmentRow> {
  return await readFulfillment(org, (marker as { fulfillment_id: string }).fulfillment_id);
}
