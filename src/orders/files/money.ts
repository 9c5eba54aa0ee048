/** Stored units per currency unit: amounts have at most four decimal places. */
const SCALE = 10_000;
const AMOUNT = /^(-?)(\d{1,10})(?:\.(\d{0,4})0*)?$/;

/**
 * A decimal text as whole 1/10,000, so that sums never pass through a float. Null for anything but a plain decimal
 * with at most four places that matter (`2.5000000` is fine, `1,99` and `2.00001` are not).
 */
export function readUnits(text: string): number | null {
  const match = AMOUNT.exec(text);
  if (match === null) return null;
  const [, sign, whole = "", places = ""] = match;
  const units = Number(whole) * SCALE + Number(places.padEnd(4, "0"));
  return sign === "-" && units !== 0 ? -units : units;
}

/** Units as the JSON number that the API reads back as the same units. */
export function toDecimal(units: number): number {
  return units / SCALE;
}

/** Units for people: thousands separated, at least two places. */
export function formatUnits(units: bigint): string {
  const size = units < 0n ? -units : units;
  const whole = (size / BigInt(SCALE)).toLocaleString("en");
  const places = (size % BigInt(SCALE))
    .toString()
    .padStart(4, "0")
    .replace(/0{1,2}$/, "");
  return `${units < 0n ? "-" : ""}${whole}.${places}`;
}
