import type { FulfillmentStatus } from "../../../orders/fulfillments/fulfillment-status";
import { MAX_CARRIER_LENGTH, MAX_TRACKING_NUMBER_LENGTH } from "../../../orders/order-limits";
import { isPlausibleMoment } from "../../../../platform/values/outside-clock";
import type { SignatureCheck } from "../../platforms/adapter";
import { textOf } from "../../platforms/values";
import { UnmappableError } from "../../platforms/adapter";
import type { CarrierService } from "./names";
import { statusOf } from "./statuses";

/** What a request says before its body: its headers, and the parameter `token` of its address. */
export interface ReportHead {
  headers: Headers;
  token: string | null;
}

/** A report of a service on a parcel. */
export interface MappedReport {
  trackingNumber: string;
  carrier: string | null;
  /** The service's own words for the status, for example `TRANSIT/out_for_delivery`. */
  serviceStatus: string;
  /** `unknown` changes nothing. */
  status: FulfillmentStatus;
  /** When the carrier had the status, ms since 1970. */
  occurredAt: number;
}

/** Everything that is specific to a carrier service. It has no access to the database and knows nothing of organizations. */
export interface CarrierAdapter {
  /** Whether we generate the secret, or the service shows its own. */
  secretIssuedBy: "us" | "service";
  /** Whether the secret may also be the parameter `token` of the address. */
  acceptsToken: boolean;
  /** Checks whether the report is signed with one of the secrets. Null: it has no signature, or a wrong token. */
  signatureCheck: (head: ReportHead, secrets: readonly string[]) => SignatureCheck | null | Promise<SignatureCheck | null>;
  /** Maps a payload. Null: it is not about a parcel. Throws UnmappableError. */
  map: (payload: unknown) => MappedReport | null;
}

const MAX_WORDS = 64;

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
  service: CarrierService,
  { number: [number, path], status, detail, carrier, occurredAt }: ReportParts,
): MappedReport {
  const trackingNumber = textOf(number, MAX_TRACKING_NUMBER_LENGTH);
  if (trackingNumber === undefined) throw new UnmappableError(`${path} is empty.`);
  const words = [textOf(status, MAX_WORDS), textOf(detail, MAX_WORDS)] as const;
  const serviceStatus = words.filter((word) => word !== undefined).join("/");
  return {
    trackingNumber,
    carrier: textOf(carrier, MAX_CARRIER_LENGTH) ?? null,
    serviceStatus,
    status: statusOf(service, words),
    occurredAt,
  };
}

/** The times among values, in ms since 1970. A service sends 1970 for a time that is not set. */
function momentsOf(values: readonly unknown[]): number[] {
  return values
    .map((value) => (typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : NaN))
    .filter((moment) => Number.isFinite(moment) && isPlausibleMoment(moment))
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
