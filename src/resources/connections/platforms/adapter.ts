import type { z } from "zod";
import type { AuditReason } from "../../orders/audit-reasons";
import type { FulfillmentStatus } from "../../orders/fulfillments/fulfillment-status";
import type { IncomingOrderBody } from "../../orders/ingest/v2/incoming";

/** The platforms that an organization can connect. */
export const PLATFORMS = ["woocommerce", "shopify"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** An order as POST /api/v2/orders accepts it, without the store, which the connection adds. */
export type MappedOrderBody = Omit<z.input<typeof IncomingOrderBody>, "store" | "on_conflict" | "on_implausible" | "external_id"> & {
  external_id: string;
};

/** What the platform's status of an order means here (docs/spec/connections.md#statuses). */
export type SourceState =
  /** Not paid yet. It is created once it is paid. */
  | "unpaid"
  | "open"
  /** Done on the platform. A new order is Complete; the status of a stored one does not change. */
  | "complete"
  /** Cancelled or fully refunded. */
  | "cancelled"
  /** Cancelled without having been paid. It is not created. */
  | "cancelled_unpaid";

/** A fulfillment that was made on the platform. */
export interface SourceFulfillment {
  /** Its id on the platform. */
  externalId: string;
  /** When it was created and last changed there, ms since 1970. Null: unknown. */
  createdAt: number | null;
  updatedAt: number | null;
  status: FulfillmentStatus;
  trackingNumber: string | null;
  carrier: string | null;
  trackingUrl: string | null;
  /** The ids of the order's items on the platform, and how many of each. */
  items: readonly { externalId: string; quantity: number }[];
}

/** An order of a platform, mapped (docs/spec/connections.md#empty-fields). */
export interface MappedOrder {
  body: MappedOrderBody;
  /** When it last changed on the platform, ms since 1970. Null: unknown. It is then stored whatever is stored. */
  updatedAt: number | null;
  state: SourceState;
  fulfillments: readonly SourceFulfillment[];
  /** What of the order could not be read and was left out, without its values. */
  leftOut: readonly string[];
  /** Why the order needs an audit. */
  reasons: readonly AuditReason[];
}

/** What a delivered payload says. */
export type Mapped =
  | { kind: "order"; order: MappedOrder }
  /** The order was deleted on the platform. */
  | { kind: "deleted"; externalId: string }
  /** Only the id of an order is known. The order has to be read from the platform. */
  | { kind: "thin"; externalId: string }
  /** It is about no order. The reason is for people. */
  | { kind: "ignored"; reason: string };

/** A payload that can't be mapped. The message names the field, and contains none of its values. */
export class UnmappableError extends Error {
  override readonly name = "UnmappableError";
}

/** Checks the signature of a request while its body arrives, so that the body need not be kept. */
export interface SignatureCheck {
  /** Adds a part of the body. */
  update: (part: Uint8Array) => void;
  /** Whether the signature is valid. Called once, after the last part. */
  isValid: () => boolean;
}

/** What the headers of a delivered request say about it. They are not signed. */
export interface Announcement {
  /** The platform's name of the event, for example `order.updated`. */
  topic: string;
  /** Whether it is about an order. All others are accepted and ignored. */
  isOrder: boolean;
}

/** The address and the credentials with which a shop's API is called. */
export interface ShopAccess {
  /** The origin of the shop, for example `https://shop.example.com`. */
  url: string;
  key: string;
  secret: string;
}

export interface ShopRequest {
  method: "GET" | "POST" | "PUT";
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The body, as JSON. */
  json?: string;
}

/** A response of a shop: its parsed JSON, of which nothing is known, and its headers. */
export interface ShopResponse {
  status: number;
  body: unknown;
  headers: Headers;
}

/**
 * Calls the shop's API, and returns what `read` takes from the response. The parsed response may be large, so its memory is only reserved while
 * `read` runs: return the few values that are needed, and nothing that refers to the rest. Throws `ShopError`, and what `read` throws.
 */
export type CallShop = <T>(request: ShopRequest, read: (response: ShopResponse) => T) => Promise<T>;

/** How many orders a page has at most. */
export const MAX_PAGE_ORDERS = 25;

/** One page of changed orders, each as JSON. `next` continues; null at the end. */
export interface ChangedOrders {
  payloads: string[];
  next: string | null;
}

/** How a fulfillment can be tracked. */
export interface Tracking {
  number: string | null;
  carrier: string | null;
  url: string | null;
}

/** A fulfillment that was made here, as it is sent to its platform. */
export interface OutgoingFulfillment {
  /** Our id. It never changes. */
  id: string;
  /** The id of its order on the platform. */
  orderId: string;
  /** Its id on the platform. Null: it is not known to be there. */
  sourceId: string | null;
  /** The ids on the platform of the order's other fulfillments. */
  otherSourceIds: readonly string[];
  /** The ids of the order's items on the platform, and how many of each. */
  items: readonly { externalId: string; quantity: number }[];
  tracking: Tracking;
  /** What an earlier attempt has sent, perhaps without its outcome being known. Null: there was none. */
  attempted: Tracking | null;
  /** ms since 1970. */
  shippedAt: number;
  /** Whether all items of the order are shipped. */
  completesOrder: boolean;
}

/** What became of a fulfillment on its platform. */
export interface SentFulfillment {
  /** Its id there. */
  sourceId: string;
  change: "created" | "updated" | "unchanged";
}

/** The platform does not accept a fulfillment, and will not accept it later. The message is for people, and contains none of its values. */
export class RejectedFulfillment extends Error {
  override readonly name = "RejectedFulfillment";
}

/**
 * Everything that is specific to a platform. The next platform is one folder with one of these (docs/design/platforms.md). It has no
 * access to the database and knows nothing of organizations.
 */
export interface PlatformAdapter {
  platform: Platform;
  /** Whether we generate the secret of webhooks, or the platform shows its own. */
  secretIssuedBy: "us" | "platform";
  /** The body of an unsigned request that the platform sends to test the address. It gets 200 and changes nothing. Null: there is none. */
  ping: RegExp | null;
  announce: (headers: Headers) => Announcement;
  /** Checks whether the request is signed with one of the secrets. Null: it has no signature. */
  signatureCheck: (headers: Headers, secrets: readonly string[]) => SignatureCheck | null;
  /** Maps a payload. Throws UnmappableError. */
  map: (payload: unknown) => Mapped;
  /** The orders that have changed since a time, oldest change first. `cursor` is null for the first page. */
  fetchChanged: (call: CallShop, access: ShopAccess, query: { since: number; cursor: string | null }) => Promise<ChangedOrders>;
  /** One order, mapped. Throws ShopError, with the status 404 if the shop has none with this id, and UnmappableError. */
  fetchOrder: (call: CallShop, access: ShopAccess, externalId: string) => Promise<Mapped>;
  /**
   * Makes the platform's fulfillment equal to ours: creates it, updates its tracking, or changes nothing. It first reads the state there,
   * because an earlier attempt may have succeeded without its outcome being known. So it can be repeated at any time, but not at the same time.
   * Throws ShopError and RejectedFulfillment.
   */
  pushFulfillment: (call: CallShop, access: ShopAccess, fulfillment: OutgoingFulfillment) => Promise<SentFulfillment>;
}
