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

/** An order that a writer knows by its responses. */
export interface HeldOrder {
  id: number;
  /** Under which it can be sent again with its items; null where the writer has not seen those. */
  source: { externalId: string; store: string; items: SentItem[] } | null;
  itemIds: string[];
  status: OrderStatus;
  version: number;
  /** Nothing of it has been sent, finished or cancelled: its status is moved by its writer alone. */
  still: boolean;
}

export interface HeldFulfillment {
  id: string;
  orderId: number;
  itemIds: string[];
  status: "label_created" | "in_transit" | "delivered";
}

/** What a writer has made and may change: nobody else does, so that it knows what each change finds. */
export interface Holdings {
  orders: HeldOrder[];
  fulfillments: HeldFulfillment[];
  products: number[];
  expenses: number[];
  tickets: number[];
  stores: { id: number; code: string }[];
  /** What all writers change at once. */
  shared: { orders: HeldOrder[]; endpointId: string };
}

export function nothingHeld(shared: Holdings["shared"]): Holdings {
  return { orders: [], fulfillments: [], products: [], expenses: [], tickets: [], stores: [], shared };
}

/** What is left behind once by a write that has happened, by the query of books.ts that finds it again. */
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
  | "lines of updated orders"
  | "lines of fulfillments";

/** Tables whose rows count their changes. */
export type Versioned = "orders" | "fulfillments" | "products" | "expenses" | "tickets" | "webhook_endpoints";

/** A write before it is sent: the request, and what it makes of the database if it happens. */
export interface Planned {
  surface: "v1" | "v2";
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body?: object;
  headers?: Record<string, string>;
  /** Texts that it leaves behind, each once. */
  leaves?: Partial<Record<TraceKind, string[]>>;
  /** Rows whose version it raises by one. */
  raises?: [Versioned, number | string][];
  /** The column that holds its text afterwards, `table.column`. `shared`: others write there too. */
  sets?: { column: string; id: number | string; shared: boolean };
  /** Ids in an acknowledged answer, of the rows with the texts that it leaves under the first kind. */
  ids?: (body: ApiResponse["body"]) => (number | string)[];
  /** Takes in what an acknowledged answer says. What was taken out of the holdings comes back only here. */
  learn?: (body: ApiResponse["body"]) => void;
}

/** Where a verb finds nothing that it could change, null. */
export type Verb = (held: Holdings, text: string, random: () => number) => Planned | null;

/** One of several. */
export function oneOf<const T>(all: readonly [T, ...T[]], random: () => number): T {
  return all[Math.floor(random() * all.length)] ?? all[0];
}

export function upTo(most: number, random: () => number): number {
  return 1 + Math.floor(random() * most);
}

export function money(random: () => number): number {
  return Math.floor(random() * 10_000) / 100;
}

/** Takes one that will do out of a list: where its write is never acknowledged, nobody knows how it is, and nobody goes on with it. */
export function taken<T>(list: T[], random: () => number, willDo: (one: T) => boolean = () => true): T | null {
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
