import { parseStored } from "../../../platform/reading/json";
import { decimalPlaces } from "../../../platform/values/minor-unit";
import { divideHalfUp, SCALE } from "../../../platform/values/money";
import { shippedUnits, unitsLeft } from "../items/units-left";
import type { StoredItem, StoredOrder } from "../rows.sql.ts";
import type { RefundRow } from "./refunds.sql.ts";

/** A line of a refund: how many units of an item it is for, which may be none, and what is paid back for them. Amounts are in stored units. */
export interface RefundLine {
  order_item_id: number;
  quantity: number;
  /** How many of these units are not shipped any more. Absent: none. */
  cancelled_quantity?: number;
  amount: number;
}

export function linesOf({ items }: Pick<RefundRow, "items">): RefundLine[] {
  return parseStored<RefundLine[]>(items);
}

/** A line of an order of which something can still be refunded, with what is left of it. */
export interface RefundableLine {
  item: StoredItem;
  quantity: number;
  /** How many of these units were not shipped. */
  unshipped: number;
  amount: number;
}

/** What can still be refunded of an order. */
export interface Refundable {
  /** Of everything: what was paid and is not refunded. */
  amount: number;
  tax: number;
  shipping: number;
  lines: RefundableLine[];
}

const atLeastZero = (amount: number): number => Math.max(0, amount);

/** What the customer paid for a line, with its tax, which is added unless the prices are known to include it. */
function paidFor({ price, quantity, tax }: StoredItem, { taxes_included }: StoredOrder): number {
  return price * quantity + (taxes_included === 1 ? 0 : (tax ?? 0));
}

/** What can still be refunded (docs/spec/orders.md#refunds). An item that was removed is not part of the total. */
export function leftToRefund(order: StoredOrder, items: readonly StoredItem[], refunds: readonly RefundRow[]): Refundable {
  const lines = refunds.flatMap(linesOf);
  const left = items.flatMap((item): RefundableLine[] => {
    const refundedLines = lines.filter(({ order_item_id }) => order_item_id === item.id);
    const quantity = atLeastZero(item.quantity - refundedLines.reduce((sum, line) => sum + line.quantity, 0));
    const amount = atLeastZero(paidFor(item, order) - refundedLines.reduce((sum, line) => sum + line.amount, 0));
    const unshipped = Math.min(quantity, unitsLeft(item, shippedUnits(item)));
    return item.is_removed === 1 || (quantity === 0 && amount === 0) ? [] : [{ item, quantity, unshipped, amount }];
  });
  return {
    amount: atLeastZero(order.total_amount - (order.refund_amount ?? 0)),
    tax: atLeastZero(order.tax - order.refunded_tax),
    shipping: atLeastZero(order.shipping_cost - refunds.reduce((sum, { shipping }) => sum + shipping, 0)),
    lines: left,
  };
}

/** amount × part / whole, rounded to the minor unit of a currency. */
export function shareOf(amount: number, { part, whole }: { part: number; whole: number }, currency: string): number {
  if (part === whole) return amount;
  const unit = SCALE / 10 ** decimalPlaces(currency);
  return Number(divideHalfUp(BigInt(amount) * BigInt(part), BigInt(whole) * BigInt(unit))) * unit;
}
