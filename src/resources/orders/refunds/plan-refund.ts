import { ApiError, type InputViolation } from "../../../platform/api-error";
import { moneyText } from "../../../platform/values/money-text";
import { refundedTax } from "../refunded-tax";
import type { StoredOrder } from "../rows.sql.ts";
import { type Refundable, type RefundableLine, type RefundLine, shareOf } from "./refundable";

/** What to refund of a line, as it is sent. Null is absent. */
export interface SentLine {
  quantity: number | null;
  /** How many of the units are not shipped any more. Absent: as many of them as were not shipped. */
  cancelled_quantity: number | null;
  /** Absent: the share of the units. */
  amount: number | null;
}

/** What to refund, as it is sent. Amounts are in stored units and include the tax. */
export interface RefundInput {
  /** Everything that is left of the order. The other fields, except the reason, are then ignored. */
  isEverything: boolean;
  /** By the id of the item. */
  lines: ReadonlyMap<number, SentLine>;
  /** Where a field of a line was sent, by which its error is found. */
  pathOf: (itemId: number, field: keyof SentLine | "order_item_id") => string;
  shipping: number | null;
  /** What belongs to no line. */
  other: number | null;
  /** The tax in all of it. Null: it is computed. */
  tax: number | null;
  reason: string | null;
}

export interface PlannedRefund {
  amount: number;
  tax: number;
  shipping: number;
  lines: RefundLine[];
}

const refundError = (path: string, code: string, message: string): InputViolation => ({ path, code, message });

/** Plans a refund. Throws 400 Bad Request with every field that is more than is left, and if nothing is refunded. */
export function planRefund(order: StoredOrder, left: Refundable, input: RefundInput): PlannedRefund {
  return input.isEverything ? planEverything(order, left) : new RefundPlanner(order, left, input.pathOf).plan(input);
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** Everything that is left. A discount is shared by the amounts of the lines. */
function planEverything(order: StoredOrder, left: Refundable): PlannedRefund {
  if (left.amount === 0) throw new ApiError("validation_error", [nothingLeft()]);
  const shipping = Math.min(left.shipping, left.amount);
  const [forLines, whole] = [left.amount - shipping, sumOf(left.lines.map(({ amount }) => amount))];
  let rest = forLines;
  const lines = left.lines.map(({ item, quantity, unshipped, amount }, index) => {
    const share = whole === 0 ? 0 : shareOf(Math.min(forLines, whole), { part: amount, whole }, order.currency);
    // The last line takes what rounding has left over.
    const ownAmount = index === left.lines.length - 1 ? Math.min(rest, amount) : Math.min(share, rest);
    rest -= ownAmount;
    return { order_item_id: item.id, quantity, cancelled_quantity: unshipped, amount: ownAmount };
  });
  return { amount: left.amount, tax: left.tax, shipping, lines };
}

const nothingLeft = (): InputViolation => ({
  path: "",
  code: "nothing_to_refund",
  message: "Everything that was paid for this order is refunded.",
});

class RefundPlanner {
  readonly #order: StoredOrder;
  readonly #left: Refundable;
  readonly #pathOf: RefundInput["pathOf"];
  readonly #errors: InputViolation[] = [];

  constructor(order: StoredOrder, left: Refundable, pathOf: RefundInput["pathOf"]) {
    this.#order = order;
    this.#left = left;
    this.#pathOf = pathOf;
  }

  plan({ lines: sent, shipping: sentShipping, other, tax }: RefundInput): PlannedRefund {
    const lines = this.#left.lines.flatMap((line) => this.#line(line, sent.get(line.item.id)));
    this.#rejectOthers(sent);
    const shipping = this.#checkAtMost("shipping", sentShipping ?? 0, this.#left.shipping);
    const amount = sumOf(lines.map((line) => line.amount)) + shipping + this.#checkNotNegative("other", other ?? 0);
    if (this.#errors.length === 0) this.#checkSum(amount);
    const planned = { amount, shipping, lines, tax: this.#tax(amount, tax) };
    if (this.#errors.length > 0) throw new ApiError("validation_error", this.#errors);
    return planned;
  }

  #checkSum(amount: number): void {
    const { amount: left } = this.#left;
    if (left === 0) this.#errors.push(nothingLeft());
    else if (amount === 0) this.#errors.push({ path: "", code: "nothing_to_refund", message: "Enter what to refund." });
    else if (amount > left) {
      const message = `The refund is ${this.#moneyText(amount)}, but only ${this.#moneyText(left)} of what was paid is left.`;
      this.#errors.push({ path: "", code: "refund_exceeds_total", message });
    }
  }

  #line({ item, quantity: leftQuantity, unshipped, amount: leftAmount }: RefundableLine, sent: SentLine | undefined): RefundLine[] {
    const quantity = sent?.quantity ?? 0;
    const cancelled = sent?.cancelled_quantity ?? Math.min(quantity, unshipped);
    if (!this.#checkUnits(this.#pathOf(item.id, "cancelled_quantity"), cancelled, unshipped)) return [];
    const isInRange = quantity >= cancelled && quantity <= leftQuantity;
    const shipped = leftQuantity - unshipped;
    if (!isInRange || quantity - cancelled > shipped) {
      const message = isInRange
        ? `Only ${shipped} of the shipped units are left to refund.`
        : `Expected a number from ${cancelled} to ${leftQuantity}.`;
      this.#errors.push(refundError(this.#pathOf(item.id, "quantity"), "quantity_exceeded", message));
      return [];
    }
    const share = quantity === 0 ? 0 : shareOf(leftAmount, { part: quantity, whole: leftQuantity }, this.#order.currency);
    const amount = this.#checkAtMost(this.#pathOf(item.id, "amount"), sent?.amount ?? share, leftAmount);
    return quantity === 0 && amount === 0 ? [] : [{ order_item_id: item.id, quantity, cancelled_quantity: cancelled, amount }];
  }

  /** Nothing is left of the other lines that were sent. */
  #rejectOthers(sent: RefundInput["lines"]): void {
    const left = new Set(this.#left.lines.map(({ item }) => item.id));
    for (const [id, { quantity, amount }] of sent) {
      if (left.has(id)) continue;
      this.#checkUnits(this.#pathOf(id, "quantity"), quantity ?? 0, 0);
      this.#checkAtMost(this.#pathOf(id, "amount"), amount ?? 0, 0);
    }
  }

  /** Whether a number of units is in its range. If not, this is an error. */
  #checkUnits(path: string, units: number, max: number): boolean {
    if (units >= 0 && units <= max) return true;
    this.#errors.push(refundError(path, "quantity_exceeded", `Expected a number from 0 to ${max}.`));
    return false;
  }

  /** The tax in the refund: the one sent, or as much of what is left of the order's tax as the refund is of what is left of its total. */
  #tax(amount: number, sent: number | null): number {
    const { total_amount, tax, refund_amount, refunded_tax } = this.#order;
    if (sent !== null) return this.#checkAtMost("tax", sent, Math.min(amount, this.#left.tax));
    const after = refundedTax({ total_amount, tax, refund_amount: (refund_amount ?? 0) + amount });
    return Math.min(amount, this.#left.tax, Math.max(0, after - refunded_tax));
  }

  /** Returns the amount, also if it is below 0, which is an error. */
  #checkNotNegative(path: string, amount: number): number {
    if (amount < 0) this.#errors.push(refundError(path, "too_small", "Expected an amount of at least 0."));
    return amount;
  }

  /** Returns the amount, also if it is not from 0 to `max`, which is an error. */
  #checkAtMost(path: string, amount: number, max: number): number {
    if (amount > max) this.#errors.push(refundError(path, "amount_exceeded", `Expected at most ${this.#moneyText(max)}.`));
    return this.#checkNotNegative(path, amount);
  }

  #moneyText(units: number): string {
    return moneyText(units, this.#order.currency);
  }
}
