import { type AssembledOrder, type Issue, type Order, type OrderUpdate, type ReadCell, type Row, UnreadableOrder } from "./format.ts";
import { type PrintedAmount, readPrintedAmount, readUnits, toDecimal } from "./money.ts";

/** Functions that the formats share: they read the cells of an order's rows. */

/** Reads an amount such as 1234.56 in units. Returns null if the column is empty. Throws UnreadableOrder. */
export function readAmount(row: Row, column: string, value: ReadCell): number | null {
  const text = value(row, column);
  if (text === "") return null;
  const units = readUnits(text);
  if (units === null)
    throw new UnreadableOrder("invalid_amount", `Line ${row.line}: ${column} "${text}" is not an amount such as 1234.56.`);
  return units;
}

/** Reads an amount such as $1,234.50 or 12,50 €. Returns null if the column is empty. Throws UnreadableOrder. */
export function readPrintedAmountAt(row: Row, column: string, value: ReadCell): PrintedAmount | null {
  const text = value(row, column);
  if (text === "") return null;
  const amount = readPrintedAmount(text);
  if (amount === null)
    throw new UnreadableOrder("invalid_amount", `Line ${row.line}: ${column} "${text}" is not an amount such as $1,234.50 or 12,50.`);
  return amount;
}

/** Reads a quantity of 1 or more. Throws UnreadableOrder. */
export function readQuantity(row: Row, column: string, value: ReadCell): number {
  const text = value(row, column);
  if (!/^\d{1,7}$/.test(text) || Number(text) === 0) {
    throw new UnreadableOrder("invalid_quantity", `Line ${row.line}: ${column} "${text}" is not a whole number of 1 or more.`);
  }
  return Number(text);
}

/** Throws UnreadableOrder for a price that is missing or negative. */
export function assertPrice(row: Row, column: string, units: number | null): number {
  if (units === null || units < 0) {
    throw new UnreadableOrder("invalid_price", `Line ${row.line}: ${column} is not an amount of 0 or more.`);
  }
  return units;
}

/** The tax of an item's line, if the file has it. */
export function lineTax(row: Row, column: string, value: ReadCell): { tax?: number } {
  const units = readAmount(row, column, value);
  return units === null ? {} : { tax: toDecimal(Math.abs(units)) };
}

/** The name of an item, else its SKU. Throws UnreadableOrder if both are empty. */
export function itemName(row: Row, [nameColumn, skuColumn]: readonly [name: string, sku: string], value: ReadCell): string {
  const name = value(row, nameColumn) || value(row, skuColumn);
  if (name === "") throw new UnreadableOrder("no_item_name", `Line ${row.line} has neither a ${nameColumn} nor a ${skuColumn}.`);
  return name;
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(?:([+-]\d{2})(?::?(\d{2}))?|(Z|UTC))?)?$/i;

/** Converts `2024-05-01 09:58:12 +0200` or ISO 8601 to RFC 3339. Without an offset, the API uses the organization's time zone. */
export function readMoment(row: Row, column: string, value: ReadCell): string {
  const text = value(row, column);
  const match = MOMENT.exec(text);
  if (match === null) throw invalidDate(row, column, text, "2024-05-01 09:58:12 +0200 or 2024-05-01T09:58:12+02:00");
  const [, day = "", time, hours, minutes = "00", utc] = match;
  if (time === undefined) return day;
  const offset = utc !== undefined ? "Z" : hours !== undefined ? `${hours}:${minutes}` : "";
  return `${day}T${time}${offset}`;
}

/** The error for a date that is not in the form of the example. */
export function invalidDate({ line }: Row, column: string, text: string, example: string): UnreadableOrder {
  return new UnreadableOrder("invalid_date", `Line ${line}: ${column} "${text}" is not a date such as ${example}.`);
}

/** A day as `2024-05-01`. Null if there is no such day. */
export function dayOf(year: number, month: number, day: number): string | null {
  if (!(year >= 1970)) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

export function sum(units: readonly number[]): number {
  return units.reduce((total, next) => total + next, 0);
}

/** Joins the texts that are not empty. */
export function joinNonEmpty(texts: readonly string[], separator: string): string {
  return texts.filter((text) => text !== "").join(separator);
}

/** Omits empty texts. */
export function nonEmpty<T extends Record<string, string>>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== "")) as Partial<T>;
}

/** Splits a list of texts; absent if it is empty. */
export function listField<Name extends string>(name: Name, text: string): { [K in Name]?: string[] } {
  const texts = text.split(",").flatMap((part) => part.trim() || []);
  return (texts.length === 0 ? {} : { [name]: texts }) as { [K in Name]?: string[] };
}

/** An order that could be read. `total` is in units. */
export function assembled(order: Order | OrderUpdate, total: number, warnings: Issue[]): AssembledOrder {
  return { order, total, error: null, skipped: [], warnings };
}

/** The result for rows that contain no order to import. */
export function skippedRows(rows: readonly Row[], reason: string): AssembledOrder {
  return { order: null, total: 0, error: null, skipped: rows.map((row) => ({ row, reason })), warnings: [] };
}

/** What all units of a line cost, and how many they are. */
interface Line {
  quantity: number;
  units: number;
}

/** The price of one unit, rounded to the units that the API stores. */
export function unitPrice({ quantity, units }: Line): number {
  return Math.round(units / quantity);
}

/** A warning if the prices of lines had to be rounded. */
export function roundingWarnings(lines: readonly Line[]): Issue[] {
  const first = lines.find((line) => unitPrice(line) * line.quantity !== line.units);
  if (first === undefined) return [];
  const message = `${toDecimal(first.units)} for ${first.quantity} units is not a multiple of a price. The price is rounded.`;
  return [{ reason: "price_rounded", message }];
}
