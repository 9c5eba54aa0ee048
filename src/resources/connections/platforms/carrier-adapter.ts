import type { FulfillmentStatus } from "../../orders/fulfillments/fulfillment-status";
import type { BaseAdapter } from "./adapter";

/** What happens after a connection to any of the services is created. */
export const AFTER_CREATION =
  "After you create the connection, you get the URL for the service. Its reports then set the statuses of the fulfillments.";

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

/** Everything that is specific to a service that reports what carriers do with parcels. It has no access to the database either. */
export interface CarrierAdapter extends BaseAdapter {
  kind: "carrier";
  /** Whether the secret may also be the parameter `token` of the address. */
  acceptsToken: boolean;
  /** What its statuses mean here (carrier-report.ts). */
  statuses: CarrierStatuses;
  /** The id of the event, which is the same for every delivery of it. Without a text, its body identifies it. */
  eventId: (payload: unknown) => unknown;
  /** Maps a payload. Null: it is not about a parcel. Throws UnmappableError. */
  map: (payload: unknown) => MappedReport | null;
}

/**
 * A key is a status, a status with a detail (`TRANSIT/out_for_delivery`), or a detail of any status (`/lost`), which takes precedence. Any other
 * status is `unknown`.
 */
export type CarrierStatuses = Readonly<Record<string, FulfillmentStatus>>;
