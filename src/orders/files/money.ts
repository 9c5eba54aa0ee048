/** Stored units per currency unit: amounts have at most four decimal places. */
const SCALE = 10_000;
const AMOUNT = /^(-?)(\d{1,10})(?:\.(\d{0,4})0*)?$/;

/**
 * Parses a decimal as whole 1/10,000, so that sums are exact. Returns null for any other text and for more than four decimal places
 * (`2.5000000` is valid, `1,99` and `2.00001` are not).
 */
export function readUnits(text: string): number | null {
  const match = AMOUNT.exec(text);
  if (match === null) return null;
  const [, sign, whole = "", places = ""] = match;
  const units = Number(whole) * SCALE + Number(places.padEnd(4, "0"));
  return sign === "-" && units !== 0 ? -units : units;
}

/** Converts units to a JSON number that the API parses to the same units. */
export function toDecimal(units: number): number {
  return units / SCALE;
}

const AMOUNT_FORMAT = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** Formats units for people, with thousands separators and at least two decimal places. */
export function formatUnits(units: bigint): string {
  return AMOUNT_FORMAT.format(`${units}E-4` as `${number}`);
}
