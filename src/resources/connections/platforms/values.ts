import { MAX_NAME_LENGTH } from "../../orders/order-limits";
import { isFrom2000On } from "../../../platform/values/outside-clock";
import { toStorableText } from "../../../platform/values/storable-text";
import { MAX_URL_LENGTH } from "../../../platform/values/text-limits";
import { isWebUrl } from "../../../platform/values/web-url";
import { UnmappableError } from "./adapter";

/** Functions that read the values of a platform's payload. Empty values become undefined, so that they never erase known ones. */

/** A text of at most `max` characters as it is stored; undefined if it is empty or no text. A longer text is cut. */
export function textOf(value: unknown, max = MAX_NAME_LENGTH): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = toStorableText(String(value)).trim();
  if (text.length <= max) return text === "" ? undefined : text;
  const cut = text.slice(0, max);
  // A surrogate pair is not split.
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd();
}

/** A link; undefined if it is none, or too long. It is not cut, because it would lead elsewhere. */
export function linkOf(value: unknown): string | undefined {
  const text = textOf(value, MAX_URL_LENGTH + 1);
  return text !== undefined && text.length <= MAX_URL_LENGTH && isWebUrl(text) ? text : undefined;
}

/** Texts that are not empty, joined; undefined if all are empty. */
export function joinTexts(values: readonly unknown[], separator: string, max = MAX_NAME_LENGTH): string | undefined {
  return textOf(values.flatMap((value) => textOf(value, max) ?? []).join(separator), max);
}

/** An amount such as "12.30". Throws UnmappableError for anything else; undefined and null become undefined. */
export function amountOf(value: unknown, path: string): number | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const amount = typeof value === "number" || (typeof value === "string" && /^-?\d{1,12}(?:\.\d+)?$/.test(value)) ? Number(value) : NaN;
  if (!Number.isFinite(amount)) throw new UnmappableError(`${path} is not an amount.`);
  return roundAmount(amount);
}

/** Rounds to the four decimal places of stored amounts. */
export function roundAmount(amount: number): number {
  return Math.round(amount * 10_000) / 10_000;
}

/** The sum of amounts, without the errors of floating-point sums. */
export function sumAmounts(amounts: readonly (number | undefined)[]): number {
  return roundAmount(amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0));
}

/** A time with its offset, in ms since 1970. Throws UnmappableError. */
export function momentOf(value: unknown, path: string): number {
  const moment = typeof value === "string" ? Date.parse(value) : NaN;
  if (!Number.isFinite(moment) || moment < 0) throw new UnmappableError(`${path} is not a time.`);
  return moment;
}

/** A time that is a detail, in ms since 1970; null if it is none. Systems send 1970 for a time that is not set. */
export function optionalMoment(value: unknown): number | null {
  const moment = typeof value === "string" ? Date.parse(value) : NaN;
  return isFrom2000On(moment) ? moment : null;
}

/** An object. Throws UnmappableError for anything else. */
export function recordAt(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new UnmappableError(`${path} is not an object.`);
  return value as Record<string, unknown>;
}

/** An object, or an empty one if it is missing. */
export function optionalRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** A list; a missing one is empty. Throws UnmappableError for anything else. */
export function listAt(value: unknown, path: string): unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new UnmappableError(`${path} is not a list.`);
  return value;
}

/** A list of objects; a missing list is empty. Throws UnmappableError for anything else. */
export function recordsAt(value: unknown, path: string): Readonly<Record<string, unknown>>[] {
  return listAt(value, path).map((each, index) => recordAt(each, `${path}[${index}]`));
}

/** The id of an order or an item: a positive number, or a text of digits. Throws UnmappableError. */
export function idAt(value: unknown, path: string): string {
  const id = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof id !== "string" || !/^[1-9]\d{0,18}$/.test(id)) throw new UnmappableError(`${path} is not an id.`);
  return id;
}

/** A quantity. Throws UnmappableError for a fraction. */
export function quantityAt(value: unknown, path: string): number {
  const quantity = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof quantity !== "number" || !Number.isSafeInteger(quantity) || quantity < 0)
    throw new UnmappableError(`${path} is not a whole quantity.`);
  return quantity;
}

/** Removes the fields that are undefined. */
export function withoutEmpty<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}

/** A line of an order: what one unit costs follows from the amount of all units. */
interface Line {
  quantity: number;
  amount: number;
}

/** The price of one unit. It may be rounded. */
export function unitPrice({ quantity, amount }: Line): number {
  return roundAmount(amount / quantity);
}

/**
 * How much rounded unit prices add to the amounts of the lines. The subtotal has it, and the discount takes it off again, so that the order's
 * amounts add up exactly (docs/spec/connections.md#amounts).
 */
export function roundingOf(lines: readonly Line[]): number {
  return sumAmounts(lines.map((line) => roundAmount(unitPrice(line) * line.quantity - line.amount)));
}
