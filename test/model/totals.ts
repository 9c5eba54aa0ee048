import type { Amounts, Order } from "./order.ts";
import type { Units } from "./units.ts";

/** The amounts that the total must equal in sum (docs/spec/amounts-and-figures.md#taxes-included). */

type Parts = Omit<Amounts, "total">;

const withoutTax = ({ subtotal, shipping, fees, discount }: Parts): Units => subtotal + shipping + (fees ?? 0n) - discount;

/** The sums that a total may equal. */
export function sumsOf(parts: Parts, taxesIncluded: boolean | null): Units[] {
  const included = withoutTax(parts);
  if (taxesIncluded === null) return [included, included + parts.tax];
  return [taxesIncluded ? included : included + parts.tax];
}

/** A computed total. `stored` is the order before an update. */
export function computedTotal(parts: Parts, taxesIncluded: boolean | null, stored: Order | null): Units {
  const included = withoutTax(parts);
  const storedIncludes = stored !== null && stored.tax !== 0n && stored.total === withoutTax(stored);
  const isIncluded = taxesIncluded ?? storedIncludes;
  return isIncluded ? included : included + parts.tax;
}
