import { conflict, ApiError } from "../../../platform/api-error";
import { normalizeTrackingNumber } from "../../../platform/values/tracking-number";
import type { OrgDb } from "../../../platform/db/org-db";
import type { WriteStatement } from "../../../platform/db/statement";
import { trustedTime } from "../../../platform/values/outside-clock";
import { readMoment } from "../../../platform/values/zone";
import { changeOrders, decisionOf } from "../change-order";
import { addHistory } from "../history/records.sql.ts";
import { readOrderSet } from "../read-order-set";
import { type Fulfillment, type OrderFulfillments, parseFulfillment } from "./fulfillment";
import { changedFieldsOf, type FulfillmentChange, mergeFulfillment, outdatedStatus, planWrite } from "./fulfillment-change";
import type { FulfillmentStatus } from "./fulfillment-status";
import { ordersOfTracking, recordStatusTime } from "./report.sql.ts";
import { type FulfillmentsWrite, writeFulfillments } from "./write.sql.ts";

export interface TrackingReport {
  tracking_number: string;
  /** Stored if a fulfillment has no carrier. */
  carrier?: string | null | undefined;
  status: FulfillmentStatus;
  /** When the carrier had the status, in the organization's time zone unless it has an offset. Default: now. */
  occurred_at?: string | undefined;
}

/** What a report has done to a fulfillment (docs/spec/tracking.md#reports-by-tracking-number). */
export interface ReportedFulfillment {
  id: string;
  order_id: number;
  status: FulfillmentStatus;
  outcome: "updated" | "unchanged" | "outdated";
}

/** A tracking number is on few orders: those that are sent together to one address. */
const MAX_ORDERS = 50;

/**
 * Applies a report to every fulfillment with its tracking number, in its normalized form, in one batch. A report that is older than the last one, or
 * behind the status, is recorded in the history and not applied. The status `unknown` changes nothing. Throws 404 Not Found if no fulfillment
 * has the number, 409 Conflict if it is on too many orders, and 413 Content Too Large if these are too large together. Two round trips.
 * `alongside` returns statements that are committed with the report, also if it changes nothing.
 */
export async function reportTracking(org: OrgDb, report: TrackingReport, alongside: Alongside = () => []): Promise<ReportedFulfillment[]> {
  return await changeOrders(
    org,
    async () => await readOrders(org, report.tracking_number),
    (orders) => {
      const { writes, reported } = plan(org, report, orders);
      return decisionOf([...writes, ...alongside(reported)], reported, { reported });
    },
    "this order",
  );
}

type Alongside = (reported: readonly ReportedFulfillment[]) => readonly WriteStatement[];

export function reportFromMarker(marker: unknown): ReportedFulfillment[] {
  return (marker as { reported: ReportedFulfillment[] }).reported;
}

/** The orders with a tracking number, with their items and fulfillments. One round trip. */
async function readOrders(org: OrgDb, trackingNumber: string): Promise<OrderFulfillments[]> {
  const ids = ordersOfTracking(org, trackingNumber, MAX_ORDERS + 1);
  const orders = await readOrderSet(org, ids, { advice: "Update their fulfillments one at a time." });
  if (orders.length === 0) {
    const detail = { path: "tracking_number", code: "unknown_tracking_number", message: "No fulfillment has this tracking number." };
    throw new ApiError("not_found", [detail]);
  }
  if (orders.length > MAX_ORDERS) throw conflict("too_many_orders", `More than ${MAX_ORDERS} orders have this tracking number.`);
  return orders.map((parts) => ({
    ...parts,
    fulfillments: parts.fulfillments.map((row) => ({ ...parseFulfillment(row), status_at: trustedTime(row.status_at, org.now) })),
  }));
}

interface ReportPlan {
  reported: ReportedFulfillment[];
  writes: WriteStatement[];
}

function plan(org: OrgDb, report: TrackingReport, orders: readonly OrderFulfillments[]): ReportPlan {
  const reported: ReportedFulfillment[] = [];
  const writes: WriteStatement[] = [];
  const rows: FulfillmentsWrite[] = [];
  for (const current of orders) {
    const changes: FulfillmentChange[] = [];
    for (const before of current.fulfillments.filter((fulfillment) => hasNumber(fulfillment, report.tracking_number))) {
      const { after, outdated } = merge(org, before, report);
      const isChanged = changedFieldsOf({ before, after }).length > 0;
      const applied = isChanged ? "updated" : "unchanged";
      const outcome = outdated === null ? applied : "outdated";
      reported.push({ id: before.id, order_id: current.order.id, status: after.status, outcome });
      if (outdated !== null) {
        const entry = { change: "fulfillment_late", orderId: current.order.id, fulfillmentId: before.id, from: after.status } as const;
        writes.push(addHistory(org, { ...entry, to: outdated }));
      }
      if (isChanged) changes.push({ before, after });
      else if (after.status_at !== null && after.status_at !== before.status_at)
        writes.push(recordStatusTime(org, before.id, after.status_at));
    }
    if (changes.length > 0) rows.push(planWrite(org, current, changes, { isFact: true }));
  }
  return { reported, writes: [...writes, ...writeFulfillments(org, rows)] };
}

const hasNumber = ({ tracking_number }: Fulfillment, number: string): boolean =>
  tracking_number !== null && normalizeTrackingNumber(tracking_number) === normalizeTrackingNumber(number);

/** A fulfillment after a report, and the status that was not applied. */
function merge(
  org: OrgDb,
  before: Fulfillment,
  { status, carrier, occurred_at }: TrackingReport,
): { after: Fulfillment; outdated: string | null } {
  if (status === "unknown") return { after: before, outdated: null };
  const occurredAt = occurred_at === undefined ? org.now : (readMoment(occurred_at, org.organization.timezone) ?? org.now);
  // A clock of a carrier that is ahead must not make later reports outdated.
  const status_at = Math.min(occurredAt, org.now);
  const update = { status, status_at, ...(before.carrier === null && { carrier }) };
  // The time of the report becomes that of a delivery, which must not be before the shipment.
  return {
    after: mergeFulfillment(before, update, Math.max(status_at, before.shipped_at ?? 0)),
    outdated: outdatedStatus(before, update),
  };
}
