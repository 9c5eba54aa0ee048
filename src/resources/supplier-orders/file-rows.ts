import { parseItemId } from "../orders/items/item-id";
import { damageOf, damageOfId, damageOfTrackingNumber } from "../orders/files/damaged-values";
import { parseQuantity } from "../orders/files/cells";
import { RowReader } from "../orders/files/csv";
import type { ReadCell, Row } from "../orders/files/format";
import { unguardFormulas } from "../orders/files/formula-guard";
import { foldName, readHeader } from "../orders/files/header";
import { parseCsv } from "../orders/files/parse-csv";
import { readFileStart, START_BYTES, TextReader, UnreadableFile } from "../orders/files/text-file";
import { MAX_CARRIER_LENGTH, MAX_TRACKING_NUMBER_LENGTH } from "../orders/order-limits";
import { MAX_URL_LENGTH } from "../../platform/values/text-limits";
import { isPlainWebUrl, PLAIN_WEB_URL } from "../../platform/values/web-url";
import type { FileColumn, FileField } from "../suppliers/fields";
import { MAX_REASON_LENGTH } from "./states";
import { DEFAULT_COLUMNS } from "./supplier-file";

/** The largest file, and the most rows of one. Each is checked before anything is read from the database. */
export const MAX_SUPPLIER_FILE_BYTES = 512 * 1024;
export const MAX_FILE_ROWS = 500;

/** How many characters of a heading a problem shows: every problem repeats it. */
const MAX_SHOWN_HEADING = 100;

/** What is wrong with a row of a file. `row` counts as spreadsheets do: the row with the headings is 1. */
export interface RowProblem {
  row: number;
  /** The heading of the column, or the name of its field if the file has no such column. */
  column: string;
  code: string;
  message: string;
  limit?: number;
}

/** A row of a supplier's file that says something. */
export interface FileRow {
  row: number;
  /** Which line it is about. At least one of the first two is known. */
  supplierOrder: number | null;
  itemId: number | null;
  orderNumber: string | null;
  sku: string | null;
  /** Null: everything that is left. */
  quantity: number | null;
  trackingNumber: string | null;
  carrier: string | null;
  trackingUrl: string | null;
  rejectReason: string | null;
}

export interface FileContent {
  rows: FileRow[];
  problems: RowProblem[];
  /** How many rows say nothing: they have neither a tracking number nor a reason. */
  silentCount: number;
  /** The heading of a field in this file, or its name if the file has no such column. */
  headingOf: (field: FileField) => string;
}

const ADVICE = "Save it as CSV UTF-8 in your spreadsheet.";

/** The records of a file, with the numbers that spreadsheets show. Throws UnreadableFile. */
function* recordsOf(bytes: Uint8Array): Generator<{ record: string[]; row: number }> {
  const start = readFileStart(bytes.subarray(0, START_BYTES), null);
  const reader = new TextReader(start.encoding, ADVICE);
  const text = reader.read(bytes) + reader.read();
  let row = 0;
  for (const record of parseCsv(text, start)) {
    row += 1;
    yield { record, row };
  }
}

/** The fields of a file by its headings: those of the supplier's columns, and the names of the fields. For a heading of both, the column counts. */
function fieldsByHeading(columns: readonly FileColumn[] | null): ReadonlyMap<string, string> {
  const all = [...(columns ?? []), ...DEFAULT_COLUMNS];
  // A later entry of a map replaces an earlier one.
  return new Map(all.toReversed().map(({ name, field }) => [foldName(name), field]));
}

/** Reads a file in the columns of a supplier. Throws UnreadableFile if it is no such file, and has too many rows. */
export function readSupplierFile(bytes: Uint8Array, columns: readonly FileColumn[] | null): FileContent {
  const renamed = fieldsByHeading(columns);
  const records = new RowReader("The file");
  let cells: CellReader | null = null;
  const content: Omit<FileContent, "headingOf"> = { rows: [], problems: [], silentCount: 0 };
  let count = 0;
  for (const { record, row } of recordsOf(bytes)) {
    const values = records.next(record);
    if (values === null) continue;
    if (cells === null) {
      cells = new CellReader(values, renamed);
      continue;
    }
    count += 1;
    if (count > MAX_FILE_ROWS) throw new UnreadableFile(`It has more than ${MAX_FILE_ROWS} rows. Split it.`);
    const read = readRow(new RowCells(cells, values, row, content.problems));
    if (read === null) content.silentCount += 1;
    else content.rows.push(read);
  }
  if (cells === null) throw new UnreadableFile("It is empty.");
  const { headingOf } = cells;
  return { ...content, headingOf };
}

/** Reads the cells of a file by their fields. */
class CellReader {
  readonly value: ReadCell;
  readonly headingOf: (field: FileField) => string;

  constructor(header: Row, renamed: ReadonlyMap<string, string>) {
    const values = header.values.map((name) => unguardFormulas(name.trim()));
    const { names, value } = readHeader({ ...header, values }, { renamed });
    this.value = value;
    this.headingOf = (field) => (names[value.names.indexOf(field)] ?? field).slice(0, MAX_SHOWN_HEADING);
    this.#assertColumns(["supplier_order", "order_item_id"], renamed);
    this.#assertColumns(["tracking_number", "reject_reason"], renamed);
  }

  #assertColumns(fields: readonly FileField[], renamed: ReadonlyMap<string, string>): void {
    if (fields.some((field) => this.value.has(field))) return;
    const known = new Set(renamed.values());
    const names = fields.filter((field) => known.has(field)).join(" or ");
    throw new UnreadableFile(`Expected a column for ${names}.`);
  }
}

/** The cells of one row, and what is wrong with them. */
class RowCells {
  constructor(
    private readonly cells: CellReader,
    private readonly values: Row,
    readonly row: number,
    private readonly problems: RowProblem[],
  ) {}

  text(field: FileField): string | null {
    // People put an apostrophe before a number, so that a spreadsheet leaves it as it is.
    const text = unguardFormulas(this.cells.value(this.values, field)).replace(/^'/, "").trim();
    return text === "" ? null : text;
  }

  report(field: FileField, code: string, message: string, about: { limit?: number } = {}): null {
    this.problems.push({ row: this.row, column: this.cells.headingOf(field), code, message, ...about });
    return null;
  }

  /** A text of at most `limit` characters that no spreadsheet has damaged. `damage` says what is wrong with a text; null if nothing is. */
  intact(field: FileField, limit: number, damage = damageOf): string | null {
    const text = this.text(field);
    if (text === null) return null;
    const problem = damage(text);
    if (problem !== null)
      return this.report(
        field,
        "value_damaged",
        `A spreadsheet has changed “${text.slice(0, 50)}”: ${problem}. Format the column as text.`,
      );
    if (text.length > limit) return this.report(field, "too_big", `Expected at most ${limit} characters.`, { limit });
    return text;
  }

  /** A number that `parse` reads. */
  number(field: FileField, parse: (text: string) => number | null, expected: { code: string; text: string }): number | null {
    const text = this.text(field);
    if (text === null) return null;
    return parse(text) ?? this.report(field, expected.code, `Expected ${expected.text}.`);
  }
}

/** The longest text of a cell that is checked for the id of an item. */
const MAX_ITEM_ID_LENGTH = 100;

/** The check of texts that are neither codes nor numbers: whatever they look like, somebody wrote them so. */
const notDamaged = () => null;

/** Reads the number of a supplier order: `12`, `#12`, or `12.00`, as a spreadsheet may write it. */
const numberOfOrder = (text: string): number | null => {
  const digits = /^#?([1-9]\d{0,14})(?:[.,]0{1,2})?$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
};

/** Reads what a row says. Null: it says nothing. */
function readRow(cells: RowCells): FileRow | null {
  const [tracked, reason] = [cells.text("tracking_number"), cells.text("reject_reason")];
  if (tracked === null && reason === null) return null;
  if (tracked !== null && reason !== null)
    cells.report("reject_reason", "rejected_and_shipped", "Expected a tracking number or a reason why it is rejected, not both.");
  const supplierOrder = cells.number("supplier_order", numberOfOrder, { code: "invalid_id", text: "the number of a supplier order" });
  const itemText = cells.intact("order_item_id", MAX_ITEM_ID_LENGTH, (text) => damageOfId(text));
  const itemId = itemText === null ? null : parseItemId(itemText);
  if (itemText !== null && itemId === null) cells.report("order_item_id", "invalid_id", "Expected the id of an item.");
  if (cells.text("supplier_order") === null && cells.text("order_item_id") === null)
    cells.report("supplier_order", "line_missing", "Expected the number of the supplier order or the id of the item.");
  const trackingUrl = cells.intact("tracking_url", MAX_URL_LENGTH, notDamaged);
  const isUrl = trackingUrl === null || isPlainWebUrl(trackingUrl);
  if (!isUrl) cells.report("tracking_url", "invalid_url", `Expected ${PLAIN_WEB_URL}.`);
  const isShipment = tracked !== null;
  return {
    row: cells.row,
    supplierOrder,
    itemId,
    orderNumber: cells.text("order_number"),
    sku: cells.text("sku"),
    quantity: isShipment
      ? cells.number("quantity", parseQuantity, { code: "invalid_quantity", text: "a whole number of 1 or more, or nothing" })
      : null,
    trackingNumber: cells.intact("tracking_number", MAX_TRACKING_NUMBER_LENGTH, damageOfTrackingNumber),
    carrier: cells.intact("carrier", MAX_CARRIER_LENGTH),
    trackingUrl,
    rejectReason: cells.intact("reject_reason", MAX_REASON_LENGTH, notDamaged),
  };
}
