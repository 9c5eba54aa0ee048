import type { FulfillmentStatus } from "../../orders/fulfillments/fulfillment-status";
import { MAX_CARRIER_LENGTH, MAX_TRACKING_NUMBER_LENGTH } from "../../orders/order-limits";
import { isFrom2000On } from "../../../platform/values/outside-clock";
import { UnmappableError } from "./adapter";
import type { CarrierStatuses, MappedReport } from "./carrier-adapter";
import { textOf } from "./values";

const MAX_STATUS_LENGTH = 64;

/** The parts of a report, as a service names them. */
interface ReportParts {
  /** Its number, with the path that an error names. */
  number: readonly [value: unknown, path: string];
  status: unknown;
  /** What the service says in more detail. */
  detail: unknown;
  carrier: unknown;
  occurredAt: number;
}

/** A report from its parts. Throws UnmappableError for a report without a tracking number. */
export function reportOf(
  statuses: CarrierStatuses,
  { number: [number, path], status, detail, carrier, occurredAt }: ReportParts,
): MappedReport {
  const trackingNumber = textOf(number, MAX_TRACKING_NUMBER_LENGTH);
  if (trackingNumber === undefined) throw new UnmappableError(`${path} is empty.`);
  const words = [textOf(status, MAX_STATUS_LENGTH), textOf(detail, MAX_STATUS_LENGTH)] as const;
  const serviceStatus = words.filter((word) => word !== undefined).join("/");
  return {
    trackingNumber,
    carrier: textOf(carrier, MAX_CARRIER_LENGTH) ?? null,
    serviceStatus,
    status: statusOf(statuses, words),
    occurredAt,
  };
}

/** Our status for the words of a service: a status and a detail. */
function statusOf(
  statuses: CarrierStatuses,
  [status = "", detail = ""]: readonly [status?: string | undefined, detail?: string | undefined],
): FulfillmentStatus {
  const key = [`/${detail}`, `${status}/${detail}`, status].find((each) => Object.hasOwn(statuses, each));
  return (key === undefined ? undefined : statuses[key]) ?? "unknown";
}

/** The times among values, in ms since 1970: numbers of ms, and texts of dates. A service sends 1970 for a time that is not set. */
function momentsOf(values: readonly unknown[]): number[] {
  const ofText = (value: unknown) => (typeof value === "string" ? Date.parse(value) : NaN);
  return values
    .map((value) => (typeof value === "number" ? value : ofText(value)))
    .filter((moment) => Number.isFinite(moment) && isFrom2000On(moment))
    .map((moment) => Math.trunc(moment));
}

/** The latest time of several, in ms since 1970; undefined if there is none. */
export function latestMoment(values: readonly unknown[]): number | undefined {
  const moments = momentsOf(values);
  return moments.length === 0 ? undefined : moments.reduce((latest, moment) => Math.max(latest, moment));
}

/** The first of several values that is a time, in ms since 1970. Throws UnmappableError. */
export function firstMoment(values: readonly unknown[], path: string): number {
  const [moment] = momentsOf(values);
  if (moment === undefined) throw new UnmappableError(`${path} is not a time.`);
  return moment;
}
