import type { OrderStatus } from "../../../src/resources/orders/order-status.ts";
import type { ApiResponse } from "../server/shop.ts";

/** An item as it was sent. */
export interface SentItem {
  name: string;
  quantity: number;
  price: number;
  cost?: number;
  sku?: string;
}

/** An order that a writer knows from its responses. */
export interface KnownOrder {
  id: number;
  /** The values for sending it again with its items; null if the writer does not know them. */
  source: { externalId: string; store: string; items: SentItem[] } | null;
  itemIds: string[];
  status: OrderStatus;
  version: number;
  /** Whether only its writer changes its status: none of its items has got one or was shipped, which changes the status of the order, too. */
  isOpen: boolean;
  isRefunded: boolean;
}

/** Whether an order has items of which the writer knows that they may be shipped: it is neither refunded nor cancelled (docs/spec/tracking.md). */
export function isShippable({ isOpen, isRefunded, status, itemIds }: KnownOrder): boolean {
  return isOpen && !isRefunded && status !== "Cancelled" && itemIds.length > 0;
}

export interface KnownFulfillment {
  id: string;
  orderId: number;
  itemIds: string[];
  status: "label_created" | "in_transit" | "delivered";
}

/** The rows that only this writer changes, so that it knows the state before each change. */
export interface ClientState {
  orders: KnownOrder[];
  fulfillments: KnownFulfillment[];
  products: number[];
  expenses: number[];
  tickets: number[];
  stores: { id: number; code: string }[];
  /** The rows that all writers change. */
  shared: { orders: KnownOrder[]; endpointId: string };
}

export function emptyClientState(shared: ClientState["shared"]): ClientState {
  return { orders: [], fulfillments: [], products: [], expenses: [], tickets: [], stores: [], shared };
}

/** The kinds of traces that an executed write leaves once, by the query of audit-writes.ts that finds them. */
export type TraceKind =
  | "products"
  | "archived products"
  | "expenses"
  | "orders"
  | "notes"
  | "stores"
  | "tickets"
  | "fulfillments"
  | "item statuses"
  | "order statuses"
  | "entries of updated orders"
  | "entries of fulfillments";

/** Tables whose rows have a version. */
export type Versioned = "orders" | "fulfillments" | "products" | "expenses" | "tickets" | "webhook_endpoints";

/** A planned write: the request, and the expected rows if it is executed. */
export interface Planned {
  surface: "v1" | "v2";
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body?: object;
  headers?: Record<string, string>;
  /** Texts that it leaves once each. */
  leaves?: Partial<Record<TraceKind, string[]>>;
  /** Rows whose version it increments. */
  raises?: [Versioned, number | string][];
  /** The column with its text afterwards, as `table.column`. `shared`: others write to it too. */
  sets?: { column: string; id: number | string; shared: boolean };
  /** The ids in an acknowledged response, of the rows with the texts of the first kind of trace. */
  ids?: (body: ApiResponse["body"]) => (number | string)[];
  /** Records the values of an acknowledged response. Rows that were taken out of the client's state return only here. */
  learn?: (body: ApiResponse["body"]) => void;
}

/** Returns null if there is nothing to change. */
export type Verb = (state: ClientState, text: string, random: () => number) => Planned | null;

/** A random one of several. */
export function oneOf<const T>(all: readonly [T, ...T[]], random: () => number): T {
  return all[Math.floor(random() * all.length)] ?? all[0];
}

/** A random integer from 1 to this one. */
export function integerUpTo(most: number, random: () => number): number {
  return 1 + Math.floor(random() * most);
}

/** A random amount below 100, with two decimal places. */
export function money(random: () => number): number {
  return Math.floor(random() * 10_000) / 100;
}

/** Removes a suitable element from a list. If its write is never acknowledged, its state stays unknown, and no writer uses it again. */
export function takeOne<T>(list: T[], random: () => number, willDo: (one: T) => boolean = () => true): T | null {
  const from = Math.floor(random() * list.length);
  for (let n = 0; n < list.length; n += 1) {
    const at = (from + n) % list.length;
    const one = list[at];
    if (one !== undefined && willDo(one)) {
      list.splice(at, 1);
      return one;
    }
  }
  return null;
}
