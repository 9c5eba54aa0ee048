import type { z } from "zod";
import type { AuditReason } from "../../orders/audit-reasons";
import type { FulfillmentStatus } from "../../orders/fulfillments/fulfillment-status";
import type { IncomingOrderBody } from "../../orders/ingest/v2/incoming";
import type { PropertyMap } from "../../orders/items/property-map";
import type { SourceRefund } from "../../orders/refunds/source-refund";

/** An order as POST /api/v2/orders accepts it, without the store, which the connection adds. */
export type MappedOrderBody = Omit<z.input<typeof IncomingOrderBody>, "store" | "on_conflict" | "on_implausible" | "external_id"> & {
  external_id: string;
};

/** An item of such an order. */
export type MappedItem = MappedOrderBody["items"][number];

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
  /** The refunds that the platform lists. Absent: none. */
  refunds?: readonly SourceRefund[];
  /** What of the order could not be read and was left out, without its values. */
  leftOut: readonly string[];
  /** Why the order needs an audit. */
  reasons: readonly AuditReason[];
}

/** What a delivered payload says. */
export type MappedPayload =
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

/** What a request says before its body: its headers, and the parameter `token` of its address. */
export interface DeliveryHead {
  headers: Headers;
  token: string | null;
}

/** What a delivery of a shop is about. */
export interface DeliverySubject {
  /** The platform's name of the event, for example `order.updated`. */
  topic: string;
  /** Whether it is about an order. All others are accepted and ignored. */
  isOrder: boolean;
  /** The id of the order. Null if it can't be read. */
  orderId: string | null;
  /** Whether it has only the id of an order that was deleted, so that all deletions of the order have the same body. */
  isDeletion: boolean;
}

/** The address and the credentials with which a shop's API is called. */
export interface ShopAccess {
  /** The origin of the shop, for example `https://shop.example.com`. */
  url: string;
  key: string;
  secret: string;
}

export interface ShopRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The body, as JSON. */
  json?: string;
}

/** A response of a shop: its parsed JSON, of which nothing is known, and its headers. Without a body (204), it is null. */
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

/** Reserves memory for a text that is kept while the shop is called again, and returns it. Throws ShopError for too much text, 503 without memory. */
export type Keep = (text: string) => string;

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

/** What is specific to the way in which a platform delivers, for shops and for carrier services. */
export interface BaseAdapter {
  /** The name for people. */
  name: string;
  /** Where the platform shows the secret with which it signs, which is entered here. Null: it accepts a secret that we generate. */
  secretFrom: string | null;
  /** What happens after a connection is created, in a sentence above its form. */
  afterCreation: string;
  /** The clicks that make it deliver here, in the order of its forms. They are shown with the URL and, if it is new, the secret. */
  setupSteps: readonly string[];
  /** Checks whether the request is signed with one of the secrets. Null: it has no signature, or a wrong token. */
  signatureCheck: (head: DeliveryHead, secrets: readonly string[]) => SignatureCheck | null | Promise<SignatureCheck | null>;
}

/** What people have to enter for the access to a shop's API. */
interface AccessTexts {
  /** An example of the address of the shop. */
  url: string;
  /** The labels of the key and the secret. */
  key: string;
  secret: string;
  /** Where to get them, and the permissions that they need. */
  source: string;
  /** All permissions, as they are pasted in the shop. */
  scopes?: string;
  /** Which of them says which shop it is. */
  namesShop: "shop_url" | "key";
}

/**
 * How webhooks are registered by the API of a platform that has no page for it. Its shops are identified by the address and the key of their API.
 * Both can be repeated at any time, also at the same time, and make few calls. They throw ShopError and UnmappableError.
 */
export interface WebhookRegistration {
  /** Makes the shop deliver to the address: creates the webhooks that are missing, and switches on those that are off. */
  register: (call: CallShop, access: ShopAccess, deliveryUrl: string) => Promise<void>;
  /** Removes all webhooks to the address. */
  remove: (call: CallShop, access: ShopAccess, deliveryUrl: string) => Promise<void>;
}

/**
 * Everything that is specific to a platform of shops. The next platform is one folder with one of these (docs/design/platforms.md). It has no
 * access to the database and knows nothing of organizations.
 */
export interface ShopAdapter extends BaseAdapter {
  kind: "shop";
  access: AccessTexts;
  /** Where the properties of an item are shown that the buyer sees and no map names. */
  propertiesShownAs: string;
  /** The page of an order in the shop's admin. Null: it is not known from the URL with which the API is called. */
  orderPage: ((shopUrl: string, externalId: string) => string) | null;
  /** Null: people create the webhooks in the shop. Otherwise a connection needs access to the API. */
  registration: WebhookRegistration | null;
  /** The body of an unsigned request that the platform sends to test the address. It gets 200 and changes nothing. Null: there is none. */
  ping: RegExp | null;
  /** What a delivery is about, from its headers and the beginning of its body. */
  readSubject: (headers: Headers, start: string) => DeliverySubject;
  /** Maps a payload. The map says which fields the properties of items become. Throws UnmappableError. */
  map: (payload: unknown, propertyMap?: PropertyMap) => MappedPayload;
  /** The cheapest read that needs what reading orders needs. It returns nothing. Throws ShopError. */
  checkAccess: (call: CallShop, access: ShopAccess) => Promise<void>;
  /** The orders that have changed since a time, oldest change first. `cursor` is null for the first page. */
  fetchChanged: (call: CallShop, access: ShopAccess, query: { since: number; cursor: string | null }, keep: Keep) => Promise<ChangedOrders>;
  /** One order, as JSON. Throws ShopError, with the status 404 if the shop has none with this id. */
  fetchOrder: (call: CallShop, access: ShopAccess, externalId: string, keep: Keep) => Promise<string>;
  /**
   * Makes the platform's fulfillment equal to ours: creates it, updates its tracking, or changes nothing. It first reads the state there,
   * because an earlier attempt may have succeeded without its outcome being known. So it can be repeated at any time, but not at the same time.
   * Throws ShopError and RejectedFulfillment.
   */
  pushFulfillment: (call: CallShop, access: ShopAccess, fulfillment: OutgoingFulfillment) => Promise<SentFulfillment>;
}
