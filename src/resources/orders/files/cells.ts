import {
  type AssembledOrder,
  type Issue,
  type Item,
  type Order,
  type OrderUpdate,
  type ReadCell,
  type Row,
  UnreadableOrder,
} from "./format.ts";
import { type PrintedAmount, readPrintedAmount, readUnits, toDecimal } from "./money.ts";

/** Functions that the formats share: they read the cells of an order's rows. */

/**
 * Reads an amount such as 1234.56 in units, or what a spreadsheet makes of it, such as 1.234,56 €. Returns null if the column is empty. Throws
 * UnreadableOrder.
 */
export function readAmount(row: Row, column: string, value: ReadCell): number | null {
  const text = value(row, column);
  if (text === "") return null;
  const units = readUnits(text) ?? readPrintedAmount(text)?.units ?? null;
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

/** The amounts of a column that are not 0. */
export const amountsOf = (rows: readonly Row[], column: string, value: ReadCell): number[] =>
  rows.map((row) => readPrintedAmountAt(row, column, value)?.units ?? 0).filter((units) => units !== 0);

/** An amount of the whole order, which is on one of its rows, or the same on all of them. */
export function amountOfOrder(rows: readonly Row[], column: string, value: ReadCell, warnings: Issue[]): number {
  const amounts = [...new Set(amountsOf(rows, column, value))];
  if (amounts.length > 1) {
    const message = `${column} differs between the rows of the order: ${amounts.map(toDecimal).join(", ")}. The first one is used.`;
    warnings.push({ reason: "amounts_differ", message });
  }
  return amounts[0] ?? 0;
}

/** Reads a quantity of 1 or more, which a spreadsheet may have written as a decimal (2.0). `2.000` may be two thousand: null, as for any other text. */
export function parseQuantity(text: string): number | null {
  const whole = /^(\d{1,7})(?:[.,](?:0{1,2}|0{4,9}))?$/.exec(text)?.[1];
  return whole === undefined || Number(whole) === 0 ? null : Number(whole);
}

/** Reads the quantity of a row. Throws UnreadableOrder. */
export function readQuantity(row: Row, column: string, value: ReadCell): number {
  const text = value(row, column);
  const quantity = parseQuantity(text);
  if (quantity === null) {
    throw new UnreadableOrder("invalid_quantity", `Line ${row.line}: ${column} "${text}" is not a whole number of 1 or more.`);
  }
  return quantity;
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

export function sum(units: readonly number[]): number {
  return units.reduce((total, next) => total + next, 0);
}

export function joinNonEmpty(texts: readonly string[], separator: string): string {
  return texts.filter((text) => text !== "").join(separator);
}

/** The texts of a column on the rows of an order, each once, in lines. */
export function textsOf(rows: readonly Row[], column: string, value: ReadCell): string {
  return joinNonEmpty([...new Set(rows.map((row) => value(row, column)))], "\n");
}

/** Omits empty texts. */
export function nonEmpty<T extends Record<string, string>>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== "")) as Partial<T>;
}

/** The properties of an item that have a value; absent if none has. */
export function propertiesOf(properties: NonNullable<Item["properties"]>): Pick<Item, "properties"> {
  const present = properties.filter(({ value }) => value !== "");
  return present.length === 0 ? {} : { properties: present };
}

/** Splits a list of texts; absent if it is empty. */
export function listField<Name extends string>(name: Name, text: string): { [K in Name]?: string[] } {
  const texts = text.split(",").flatMap((part) => part.trim() || []);
  return (texts.length === 0 ? {} : { [name]: texts }) as { [K in Name]?: string[] };
}

/** The discount codes of a text that separates them by commas or semicolons, each once. */
export function discountCodes(texts: readonly string[]): { discount_codes?: string[] } {
  return listField("discount_codes", [...new Set(texts.flatMap((text) => text.split(/[,;]/).map((code) => code.trim())))].join(","));
}

/** An order that could be read. `total` is in units. */
export function assembledOrder(order: Order | OrderUpdate, total: number, warnings: Issue[]): AssembledOrder {
  return { order, total, error: null, skipped: [], warnings };
}

/** The result for rows that contain no order to import. */
export function skippedRows(rows: readonly Row[], reason: string): AssembledOrder {
  return { order: null, total: 0, error: null, skipped: rows.map((row) => ({ row, reason })), warnings: [] };
}

interface Line {
  quantity: number;
  /** What all of its units cost, in 1/10,000 of the currency. */
  total: number;
}

/** The price of one unit, rounded to the units that the API stores. */
export function unitPrice({ quantity, total }: Line): number {
  return Math.round(total / quantity);
}

/** A warning if the prices of lines had to be rounded. */
export function roundingWarnings(lines: readonly Line[]): Issue[] {
  const first = lines.find((line) => unitPrice(line) * line.quantity !== line.total);
  if (first === undefined) return [];
  const message = `${toDecimal(first.total)} for ${first.quantity} units is not a multiple of a price. The price is rounded.`;
  return [{ reason: "price_rounded", message }];
}
