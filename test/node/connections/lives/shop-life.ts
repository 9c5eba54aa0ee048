import type { SentOrder } from "../../../model/create.ts";

/** What a shop says of an order at one time, and what that means here by the definitions of docs/spec/connections.md. */
export interface ShopState {
  /** The order as the shop delivers it. */
  payload: { id: number } & Record<string, unknown>;
  /** The shop no longer has the order. */
  isDeleted: boolean;
  meaning: "unpaid" | "cancelled_unpaid" | "open" | "complete" | "cancelled";
  sourceStatus: string;
  /** Its amounts and items, as the order here has them. */
  sent: SentOrder;
  /** The other columns of the stored order and of its items. */
  columns: Record<string, unknown>;
  itemColumns: readonly Record<string, unknown>[];
  fulfillments: readonly LifeFulfillment[];
}

/** A fulfillment that was made in the shop. */
export interface LifeFulfillment {
  id: number;
  status: "in_transit" | "delivered" | "cancelled";
  lines: readonly { id: number; quantity: number }[];
}

/** The life of one order in a shop. */
export interface ShopLife {
  /** Something that may happen to the order happens. */
  change: () => void;
  /** The order as it is now. It says that this is so many seconds after START. */
  state: (second: number) => ShopState;
  /** Whether nothing happens to it any more. */
  readonly isOver: boolean;
}

/** The time from which the seconds of states are counted, in ms since 1970. */
export const START = Date.UTC(2026, 2, 22, 12);

/** Draws what happens. */
export class Chance {
  readonly #random: () => number;
  constructor(random: () => number) {
    this.#random = random;
  }
  below(count: number): number {
    return Math.floor(this.#random() * count);
  }
  is(share: number): boolean {
    return this.#random() < share;
  }
  of<Value>(values: readonly Value[]): Value | undefined {
    return values[this.below(values.length)];
  }
}

/** An amount in cents as a shop writes it, and in stored units of 1/10,000. */
export const amountText = (cents: number): string => (cents / 100).toFixed(2);
export const units = (cents: number): bigint => BigInt(cents) * 100n;

export const sumOf = <Value>(values: readonly Value[], amount: (value: Value) => number): number =>
  values.reduce((sum, value) => sum + amount(value), 0);

/** Properties and metadata as they are stored. An empty list is null. */
export const storedList = (values: readonly unknown[]): string | null => (values.length === 0 ? null : JSON.stringify(values));
export const storedMetadata = (pairs: Readonly<Record<string, string>>): string | null =>
  storedList(Object.entries(pairs).toSorted(([one], [other]) => (one < other ? -1 : 1)));
