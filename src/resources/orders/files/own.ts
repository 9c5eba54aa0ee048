import { parseJsonText } from "../../../platform/reading/json.ts";
import { assembledOrder, readAmount, readQuantity } from "./cells.ts";
import { readMoment } from "./dates.ts";
import { type AssembledOrder, type Format, type ItemUpdate, type OrderUpdate, type ReadCell, type Row, UnreadableOrder } from "./format.ts";
import { unguardFormulas } from "./formula-guard.ts";
import { readListCell } from "./list-cell.ts";
import { toDecimal } from "./money.ts";
import { ITEM_COLUMNS, ITEM_PREFIX, ORDER_COLUMNS, OWN_FRAGILE, type OwnColumn, ownPurposes } from "./own-columns.ts";

/**
 * The CSV export of this service (order-csv.ts), which updates the orders that it was exported from, by their ids.
 * - A column that the file does not have changes nothing. An empty cell clears a field.
 * - The values of an order are those of its first row, which alone has its version. On its other rows they are the same or empty.
 * - What an import does not change is sent as it is in the file: the API rejects another value.
 */
export const ownExport: Format = {
  id: "order-operations",
  name: "Order Operations export",
  required: ["order_id", "store_id", "version", "item_id"],
  keyColumn: "order_id",
  columns: ownPurposes({ isReadOnly: false }),
  readOnly: ownPurposes({ isReadOnly: true }),
  fragile: OWN_FRAGILE,
  updates: true,
  assemble(_key, rows, value): AssembledOrder {
    const first = rows.find((row) => value(row, "version") !== "");
    if (first === undefined) {
      const message = `Line ${rows[0]?.line}: the row of the order that has its version and its texts is missing, or is damaged.`;
      throw new UnreadableOrder("first_row_missing", message);
    }
    const fields = readFields(first, ORDER_COLUMNS, { value, prefix: "" });
    for (const row of rows) if (row !== first) assertSameOrder(row, first, value);
    const order: OrderUpdate = {
      ...fields,
      id: readId(first, "order_id", value),
      version: readId(first, "version", value),
      items: readItems(rows, value),
    };
    const total = value.has("total_amount") ? (readAmount(first, "total_amount", value) ?? 0) : 0;
    return assembledOrder(order, total, []);
  },
};

/** Throws UnreadableOrder for a row that has another value of its order than the first row has. */
function assertSameOrder(row: Row, first: Row, value: ReadCell): void {
  for (const column of Object.keys(ORDER_COLUMNS)) {
    const text = value(row, column);
    if (text === "" || text === value(first, column)) continue;
    const message = `Line ${row.line}: ${column} is not the same as on line ${first.line}, the first one of the order. Change it there.`;
    throw new UnreadableOrder("values_differ", message);
  }
}

function readItems(rows: readonly Row[], value: ReadCell): ItemUpdate[] {
  const items: ItemUpdate[] = [];
  const lines = new Map<string, number>();
  for (const row of rows) {
    const id = value(row, `${ITEM_PREFIX}id`);
    if (id === "" && Object.keys(ITEM_COLUMNS).every((name) => value(row, ITEM_PREFIX + name) === "")) continue;
    if (id === "") throw new UnreadableOrder("no_item_id", `Line ${row.line}: item_id is empty. This file adds no items to orders.`);
    const earlier = lines.get(id);
    if (earlier !== undefined) throw new UnreadableOrder("item_repeated", `Line ${row.line}: item ${id} is on line ${earlier} too.`);
    lines.set(id, row.line);
    const fields = readFields(row, ITEM_COLUMNS, { value, prefix: ITEM_PREFIX });
    items.push({ ...fields, id: String(readId(row, `${ITEM_PREFIX}id`, value)) });
  }
  return items;
}

/** The fields of a row by name, without those whose columns the file does not have. */
function readFields(
  row: Row,
  columns: Readonly<Record<string, OwnColumn>>,
  { value, prefix }: { value: ReadCell; prefix: string },
): Record<string, unknown> {
  const present = Object.entries(columns).filter(([name, { readOnly }]) => readOnly !== "ignored" && value.has(prefix + name));
  const fields = present.map(([name, column]) => [name, readField(row, prefix + name, { value, column })] as const);
  // A status or a store is never empty in the export, so an empty cell is not compared: it is left out.
  return Object.fromEntries(fields.filter(([name, field]) => !(field === null && (name === "status" || name === "store_id"))));
}

function readField(row: Row, name: string, { value, column: { kind } }: { value: ReadCell; column: OwnColumn }): unknown {
  const cell = value(row, name);
  if (cell === "" && kind.endsWith("!")) throw new UnreadableOrder("missing_value", `Line ${row.line}: ${name} is empty.`);
  if (cell === "") return kind === "list" ? [] : null;
  switch (kind) {
    case "text":
    case "text!":
      return unguardFormulas(cell);
    case "list":
      return readListCell(unguardFormulas(cell));
    case "json":
      return readJson(row, name, unguardFormulas(cell));
    case "flag":
      return readFlag(row, name, cell);
    case "amount":
    case "amount!":
      return toDecimal(readAmount(row, name, value) ?? 0);
    case "moment!":
      return readMoment(row, name, value);
    case "quantity!":
      return readQuantity(row, name, value);
    case "id":
      return readId(row, name, value);
  }
}

function readJson({ line }: Row, name: string, cell: string): unknown {
  const { value, violation } = parseJsonText(cell);
  if (violation === null) return value;
  throw new UnreadableOrder("invalid_json", `Line ${line}: ${name} is not JSON as the export has it.`);
}

function readFlag({ line }: Row, name: string, cell: string): boolean {
  // Spreadsheets write TRUE and FALSE.
  const folded = cell.toLowerCase();
  if (folded === "true" || folded === "false") return folded === "true";
  throw new UnreadableOrder("invalid_flag", `Line ${line}: ${name} "${cell}" is not true or false.`);
}

function readId(row: Row, name: string, value: ReadCell): number {
  const cell = value(row, name);
  if (/^[1-9]\d{0,15}$/.test(cell) && Number.isSafeInteger(Number(cell))) return Number(cell);
  throw new UnreadableOrder("invalid_id", `Line ${row.line}: ${name} "${cell}" is not a number as the export has it.`);
}
