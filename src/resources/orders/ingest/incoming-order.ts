import type { ITEM_TEXTS, ORDER_TEXTS } from "../text-columns";
import type { OrderStatus } from "../order-status";

/** The flags of an order, independent of its status (docs/spec/orders.md#flags). `taxes_included`: whether its amounts include the tax. */
export const ORDER_FLAGS = ["is_gift", "is_refunded", "is_case_closed", "is_lost", "requires_audit", "taxes_included"] as const;

/** An item as a source sends it. An absent field does not change, and null clears it. Amounts are in stored units. */
export type IncomingItem = {
  external_id?: string | null | undefined;
  name: string;
  /** Default: as stored, else 1. */
  quantity?: number | undefined;
  price: number;
  /** The tax of the line, for all units together. */
  tax?: number | null | undefined;
  cost?: number | null | undefined;
  status?: string | undefined;
  is_gift?: boolean | null | undefined;
  /** Whether it is goods to ship. Null: its name decides. */
  requires_shipping?: boolean | null | undefined;
} & { [K in (typeof ITEM_TEXTS)[number]]?: string | null | undefined };

/** An order as a source sends it. Amounts are in stored units. `date` may have no offset. */
export type IncomingOrder = {
  store: string;
  external_id?: string | null | undefined;
  date?: string | undefined;
  currency?: string | undefined;
  status?: OrderStatus | undefined;
  subtotal?: number | undefined;
  tax?: number | undefined;
  shipping_cost?: number | undefined;
  discount?: number | undefined;
  /** Fees that the customer paid, for example for gift wrapping. */
  fees?: number | null | undefined;
  total_amount?: number | undefined;
  refund_amount?: number | null | undefined;
  /** The tax in `refund_amount`. It is computed if it is null or absent. */
  refund_tax?: number | null | undefined;
  items: IncomingItem[];
} & { [K in (typeof ORDER_TEXTS)[number]]?: string | null | undefined } & {
  [K in (typeof ORDER_FLAGS)[number]]?: boolean | null | undefined;
};
