import type { CarrierReport } from "../../model/fulfillments.ts";
import { NOW } from "../../model/order.ts";
import { reportForOutcome, type TestCarrier } from "../connections/carriers/fixtures";
import { type Key, type Outcome, trackingNumberOf } from "./send";

/** Sends reports of the model as deliveries of a carrier service. */

/** EasyPost's names of the statuses, one with a detail after "/" (docs/spec/connections.md#statuses-of-carrier-services). It has none for the others. */
const EASYPOST_STATUSES: Readonly<Record<string, string>> = {
  label_created: "pre_transit",
  in_transit: "in_transit",
  out_for_delivery: "out_for_delivery",
  available_for_pickup: "available_for_pickup",
  delivered: "delivered",
  exception: "failure",
  lost: "failure/lost",
  returned_to_sender: "return_to_sender",
  cancelled: "cancelled",
};

export const hasEasyPostStatus = ({ status }: CarrierReport): boolean => status in EASYPOST_STATUSES;

export async function sendReport(carrier: TestCarrier, { trackingNumber, status, at }: CarrierReport, key: Key): Promise<Outcome> {
  const { status: outcome, reason } = await reportForOutcome(carrier, {
    number: trackingNumberOf(key, trackingNumber),
    status: EASYPOST_STATUSES[status] ?? status,
    // A time that is ahead of all clocks counts as now (docs/spec/durability.md#wrong-clocks).
    at: at === NOW ? "2099-01-01T00:00:00Z" : new Date(at).toISOString(),
  });
  // A readable report fails only because of an unknown number.
  if (outcome === "failed") return "404 unknown_tracking_number";
  if (outcome !== "processed") throw new Error(`${String(outcome)} ${String(reason)}`);
  return null;
}
