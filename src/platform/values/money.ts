import * as z from "zod";

/** Stored units per currency unit (docs/spec/amounts-and-figures.md#amounts). */
export const SCALE = 10_000;
/** Largest amount of one field, in currency units. */
export const MAX_AMOUNT = 1e9;
/** Largest computed total of an order, in stored units. */
export const MAX_TOTAL = 1e11 * SCALE;

/** A decimal amount in stored units, or null where it has more than 4 places. Float noise below 1e-6 is rounded away. */
export function toUnits(amount: number): number | null {
  const units = Math.round(amount * SCALE);
  return Math.abs(amount * SCALE - units) <= 1e-6 * SCALE ? units : null;
}

/** Stored units as a decimal amount. */
export function toAmount(units: number): number {
  return units / SCALE;
}

/** A quotient as the nearest integer, the greater one where two are as near. */
export function halfUp(dividend: bigint, divisor: bigint): bigint {
  const [twice, by] = divisor < 0n ? [-2n * dividend - divisor, -2n * divisor] : [2n * dividend + divisor, 2n * divisor];
  const quotient = twice / by;
  return twice % by < 0n ? quotient - 1n : quotient;
}

/** Input schema of an amount in a range, with at most 4 places; its output is in stored units. */
function amountFrom(least: number, most: number) {
  return (
    z
      .number()
      .min(least)
      .max(most)
      .transform((amount, ctx) => {
        const units = toUnits(amount);
        if (units !== null) return units;
        ctx.addIssue({ code: "custom", message: "Expected at most 4 decimal places.", params: { code: "too_many_places" } });
        return z.NEVER;
      })
      // In words: `multipleOf: 0.0001` would have validators that divide binary fractions, as most do, refuse 4.1.
      .meta({ override: { type: "number", minimum: least, maximum: most }, description: "At most 4 decimal places." })
  );
}

/** An amount from -1e9 to 1e9. */
export const AmountInput = amountFrom(-MAX_AMOUNT, MAX_AMOUNT);

/** An amount from 0 to 1e9. */
export const NonNegativeAmountInput = amountFrom(0, MAX_AMOUNT);

/** A share in percent, from 0 to 100. */
export const PercentInput = amountFrom(0, 100);

/**
 * The sum of quantities times amounts in stored units, or null where a line or the sum leaves what a total may be: beyond
 * that it would no longer be exact.
 */
export function sumOfLines(lines: Iterable<readonly [amount: number, quantity: number]>): number | null {
  let sum = 0;
  for (const [amount, quantity] of lines) {
    const line = amount * quantity;
    sum += line;
    if (Math.abs(line) > MAX_TOTAL || Math.abs(sum) > MAX_TOTAL) return null;
  }
  return sum;
}
