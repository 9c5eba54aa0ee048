import type { Units } from "./units.ts";

/** An item with its history. */
export interface Item {
  /** Its position among all items that the order has ever had. */
  index: number;
  externalId: string | null;
  quantity: bigint;
  price: Units;
  cost: Units | null;
  /** The tax of its line. */
  tax: Units | null;
  sku: string | null;
  supplier: string | null;
  status: string;
  isRemoved: boolean;
  /** docs/spec/amounts-and-figures.md#sent-and-shipped-items */
  wasSent: boolean;
  wasShipped: boolean;
}

/** A time in ms since 1970, or NOW. */
export type Moment = number;

/** The time of a request, which is later than every time in a carrier's report. */
export const NOW: Moment = Number.MAX_SAFE_INTEGER;

export interface Fulfillment {
  status: string;
  trackingNumber: string | null;
  /** The times at which it first counted as shipped and as delivered. */
  shippedAt: Moment | null;
  deliveredAt: Moment | null;
  /** The time of the last report of a carrier that was not outdated. */
  reportedAt: Moment | null;
  lines: readonly { item: number; quantity: bigint }[];
}

/** The amounts that are sent and stored. */
export interface Amounts {
  subtotal: Units;
  tax: Units;
  shipping: Units;
  fees: Units | null;
  discount: Units;
  total: Units;
}

export interface Order extends Amounts {
  currency: string;
  status: string;
  taxesIncluded: boolean | null;
  refund: Units | null;
  /** The tax in the refund from the source. */
  refundTax: Units | null;
  /** The same, or the computed one if the source did not send it. */
  refundedTax: Units;
  isRefunded: boolean | null;
  requiresAudit: boolean | null;
  items: readonly Item[];
  fulfillments: readonly Fulfillment[];
}

/** The status of a rejected request, and the code of its detail. */
export interface Rejection {
  status: 400 | 404 | 409;
  code: string;
}

export class Rejected extends Error {
  readonly rejection: Rejection;
  constructor(status: Rejection["status"], code: string) {
    super(`${status} ${code}`);
    this.rejection = { status, code };
  }
}

/** Settings of the organization that affect orders. */
export interface Settings {
  /** Whether the status of an order follows its items. */
  followsItems: boolean;
}

export const isLive = ({ status }: Pick<Item, "status">): boolean => status !== "Cancelled" && status !== "Refunded";

/** Whether anything of an order may be shipped (docs/spec/tracking.md#what-can-be-shipped). */
export const isShippableOrder = ({ status, isRefunded }: Pick<Order, "status" | "isRefunded">): boolean =>
  status !== "Cancelled" && isRefunded !== true;

export const isShippable = (item: Pick<Item, "status">): boolean => isLive(item) && item.status !== "On Hold";

export const lineTotal = ({ price, quantity }: Pick<Item, "price" | "quantity">): Units => price * quantity;

/** The amount that an item adds to the subtotal. */
export const inSubtotal = (item: Item): Units => (item.isRemoved ? 0n : lineTotal(item));

/** The value of a field after a change: absent keeps it, and null clears it. */
export const pick = <Value>(sent: Value | undefined, stored: Value): Value => (sent === undefined ? stored : sent);
