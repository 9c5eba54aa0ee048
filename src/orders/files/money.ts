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

/** Formats units for people, with thousands separators and at least two decimal places. */
export function formatUnits(units: bigint): string {
  const size = units < 0n ? -units : units;
  const whole = (size / BigInt(SCALE)).toLocaleString("en");
  const places = (size % BigInt(SCALE))
    .toString()
    .padStart(4, "0")
    .replace(/0{1,2}$/, "");
  return `${units < 0n ? "-" : ""}${whole}.${places}`;
}
