import * as z from "zod";
import { MAX_TOTAL_UNITS, SCALE } from "./stored-units.ts";

export { MAX_TOTAL_UNITS, SCALE };

export const MAX_AMOUNT = 1e9;

/**
 * Converts a decimal amount to stored units. Returns null if it has more than 4 places; float errors below 1e-6 are rounded away. A large amount
 * has 4 places if it is the float that is nearest to them.
 */
export function toUnits(amount: number): number | null {
  const units = Math.round(amount * SCALE);
  return Math.abs(amount * SCALE - units) <= 1e-6 * SCALE || units / SCALE === amount ? units : null;
}

/** Converts stored units to a decimal amount. */
export function toAmount(units: number): number {
  return units / SCALE;
}

/** Divides, and rounds a half up. That is dividing (2 * dividend + divisor) by (2 * divisor), and rounding down; bigints round toward zero. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const [numerator, denominator] = divisor < 0n ? [-2n * dividend - divisor, -2n * divisor] : [2n * dividend + divisor, 2n * divisor];
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}

/** Builds the input schema of an amount in a range, with at most 4 places. Its output is in stored units. */
function amountInput(minimum: number, maximum: number) {
  return (
    z
      .number()
      .min(minimum)
      .max(maximum)
      .transform((amount, ctx) => {
        const units = toUnits(amount);
        if (units !== null) return units;
        ctx.addIssue({ code: "custom", message: "Expected at most 4 decimal places.", params: { code: "too_many_places" } });
        return z.NEVER;
      })
      // Not `multipleOf: 0.0001`: most validators divide binary fractions and would reject 4.1.
      .meta({ override: { type: "number", minimum: minimum, maximum: maximum }, description: "At most 4 decimal places." })
  );
}

/** An amount from -1e9 to 1e9. */
export const AmountInput = amountInput(-MAX_AMOUNT, MAX_AMOUNT);

/** An amount of an order or an item, from -1e11 to 1e11: one that is sent may be as large as one that is computed. */
export const OrderAmountInput = amountInput(-MAX_TOTAL_UNITS / SCALE, MAX_TOTAL_UNITS / SCALE);

/** An amount from 0 to 1e9. */
export const NonNegativeAmountInput = amountInput(0, MAX_AMOUNT);

/** A percentage from 0 to 100. */
export const PercentInput = amountInput(0, 100);

/**
 * Sums amount times quantity, in stored units. Returns null if a line or the sum exceeds MAX_TOTAL_UNITS, beyond which the result might not be
 * exact.
 */
export function sumOfLines(lines: Iterable<readonly [amount: number, quantity: number]>): number | null {
  let sum = 0;
  for (const [amount, quantity] of lines) {
    const line = amount * quantity;
    sum += line;
    if (Math.abs(line) > MAX_TOTAL_UNITS || Math.abs(sum) > MAX_TOTAL_UNITS) return null;
  }
  return sum;
}
