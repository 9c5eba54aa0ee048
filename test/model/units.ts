/** Money in 1/10,000 of a currency (docs/spec/amounts-and-figures.md#amounts). */
export type Units = bigint;

/** The largest amount of an order or an item, line total, or sum of costs. */
const LIMIT = 10n ** 15n;

export const isInRange = (amount: Units): boolean => amount >= -LIMIT && amount <= LIMIT;

export const sum = (amounts: Iterable<Units>): Units => [...amounts].reduce((total, next) => total + next, 0n);

/** The nearest integer to a quotient, and the larger one of two that are equally near. 0 if the divisor is 0. */
export function halfUp(dividend: bigint, divisor: bigint): bigint {
  if (divisor === 0n) return 0n;
  const [above, below] = divisor < 0n ? [-2n * dividend - divisor, -2n * divisor] : [2n * dividend + divisor, 2n * divisor];
  const floor = above / below;
  return above % below < 0n ? floor - 1n : floor;
}

/** Decimal places of the currencies of the model (ISO 4217). */
const PLACES: Readonly<Record<string, bigint>> = { JPY: 0n, VND: 0n, KWD: 3n, USD: 2n, EUR: 2n };

/** The smallest amount of a currency (docs/spec/amounts-and-figures.md#minor-units). */
export function minorUnitOf(currency: string): Units {
  const places = PLACES[currency];
  if (places === undefined) throw new Error(`The model does not know ${currency}.`);
  return 10n ** (4n - places);
}

/** An amount as in JSON. It is exact, because the model has no sums of more than 2^53. */
export const toNumber = (amount: Units): number => Number(amount) / 10_000;
