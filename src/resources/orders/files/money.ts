import { MAX_TOTAL_UNITS, SCALE } from "../../../platform/values/stored-units.ts";

const AMOUNT = /^(-?)(\d{1,12})(?:\.(\d{0,4})0*)?$/;

/**
 * Parses a decimal as whole 1/10,000, so that sums are exact. Returns null for any other text and for more than four decimal places
 * (`2.5000000` is valid, `1,99` and `2.00001` are not).
 */
export function readUnits(text: string): number | null {
  const match = AMOUNT.exec(text);
  if (match === null) return null;
  const [, sign, whole = "", places = ""] = match;
  const units = Number(whole) * SCALE + Number(places.padEnd(4, "0"));
  if (units > MAX_TOTAL_UNITS) return null;
  return sign === "-" && units !== 0 ? -units : units;
}

/** An amount as a marketplace prints it, and the currency sign beside it, for example `US$`. */
export interface PrintedAmount {
  units: number;
  sign: string;
}

const SIGN = /^[\p{L}\p{Sc}]{0,5}$/u;

/**
 * Parses an amount with a currency sign, a decimal point or comma, and separated thousands: `$1,234.50`, `12,50 €`, `US $5.00`. Returns null
 * for any other text. `1,234` and `1.234` are null too, because they mean different amounts in different countries. A negative amount has a minus,
 * or is in parentheses. A minus without digits is 0, as spreadsheets write it in accounts (`$ -`).
 */
export function readPrintedAmount(text: string): PrintedAmount | null {
  const signed = text.startsWith("(") && text.endsWith(")") ? `-${text.slice(1, -1)}` : text;
  const compact = signed.replaceAll("−", "-").replaceAll(/(?<=\d)[\s'’](?=\d)/g, "");
  if (!/\d/.test(compact)) return readDash(compact);
  // A point before the digits belongs to a currency sign in letters, such as `Rs.`. Any other is the decimal point.
  const start = compact.search(/(?<![\p{L}.])\.\d|\d/u);
  const length = compact.slice(start).search(/[^\d.,]/);
  const end = length === -1 ? compact.length : start + length;
  const around = `${compact.slice(0, start)}${compact.slice(end)}`;
  const sign = around.replace("-", "").replaceAll(/\s|(?<=\p{L})\./gu, "");
  const units = SIGN.test(sign) ? readUnits(withDecimalPoint(compact.slice(start, end).replace(/^\./, "0.")) ?? "") : null;
  return units === null ? null : { units: around.includes("-") && units !== 0 ? -units : units, sign };
}

/** The 0 of an account: a minus, and a currency sign beside it. Null for any other text. */
function readDash(text: string): PrintedAmount | null {
  const parts = text.replaceAll(/[–—]/g, "-").split("-");
  const sign = parts.join("").trim();
  return parts.length === 2 && SIGN.test(sign) ? { units: 0, sign } : null;
}

/**
 * Digits with a decimal point and without separators of thousands. Several separators of one kind are those of thousands. Otherwise the last
 * one is the decimal point, unless three digits follow it. Null if the separators are ambiguous.
 */
function withDecimalPoint(digits: string): string | null {
  const parts = digits.split(/[.,]/);
  const separators = digits.replaceAll(/\d/g, "");
  const last = parts.at(-1) ?? "";
  if (separators === "") return digits;
  const areThousands = (groups: readonly string[]) => groups.slice(1).every((group) => group.length === 3) && (groups[0] ?? "").length <= 3;
  const isUniform = new Set(separators.slice(0, -1)).size <= 1;
  if (separators.length > 1 && new Set(separators).size === 1) return areThousands(parts) ? parts.join("") : null;
  if (last.length === 3 || last === "" || !isUniform) return null;
  return separators.length === 1 || areThousands(parts.slice(0, -1)) ? `${parts.slice(0, -1).join("")}.${last}` : null;
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
