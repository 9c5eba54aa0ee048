import type { ORDER_LISTS, ORDER_TEXTS } from "../text-columns.ts";

/** An item in the body of POST /api/v2/orders/bulk. Amounts are decimal numbers. */
export interface Item {
  external_id?: string;
  name: string;
  quantity: number;
  price: number;
  /** The tax of the line, for all units together. */
  tax?: number;
  sku?: string;
  status?: string;
  ship_name?: string;
  phone?: string;
  design_url?: string;
  material?: string;
  size?: string;
  color?: string;
  variations?: string;
  personalization?: string;
  properties?: { name: string; value: string }[];
  metadata?: Record<string, string>;
  tracking_code?: string;
  is_gift?: boolean;
  requires_shipping?: boolean;
}

/** An order in the body of POST /api/v2/orders/bulk, without the store, which is added when it is sent. */
export type Order = {
  external_id: string;
  number: string;
  /** RFC 3339, or a date or a time without an offset. Default: the time of the import. */
  date?: string;
  /** Default: the currency of the store. */
  currency?: string;
  status: string;
  items: Item[];
  subtotal?: number;
  tax?: number;
  shipping_cost?: number;
  discount?: number;
  fees?: number;
  total_amount?: number;
  taxes_included?: boolean;
  refund_amount?: number;
  is_refunded?: boolean;
  is_gift?: boolean;
  metadata?: Record<string, string>;
} & { [K in Exclude<(typeof ORDER_TEXTS)[number], List | "metadata">]?: string } & { [K in List]?: string[] };

/** What is sent with each order of a shop's file: it is stored, also if it is implausible (docs/spec/orders.md#implausible-values). */
export const SHOP_FACT = { on_implausible: "audit" } as const;

type List = (typeof ORDER_LISTS)[number];

/** An item in the body of POST /api/v2/orders/bulk-updates. Fields whose columns the file does not have are absent. */
export interface ItemUpdate {
  id: string;
  [field: string]: unknown;
}

/** An order in the body of POST /api/v2/orders/bulk-updates. Fields whose columns the file does not have are absent. */
export interface OrderUpdate {
  id: number;
  version: number;
  items: ItemUpdate[];
  [field: string]: unknown;
}

/** Whether an order of a file is an update of one that exists. */
export const isUpdate = (order: Order | OrderUpdate): order is OrderUpdate => "version" in order;

/** A record of the file after the header: its values in the order of the columns, and the line on which it ends. */
export interface Row {
  line: number;
  values: string[];
}

/** All rows of one order, in the order of the file. */
export interface OrderRows {
  key: string;
  rows: Row[];
}

/** A row that the format skips on purpose, and the rule for it. */
export interface SkippedRow {
  row: Row;
  reason: string;
}

/** A problem that is found before an order is sent. `reason` is stable, and `message` is for people. */
export interface Issue {
  reason: string;
  message: string;
}

/**
 * The result of assembling the rows of one order. Either `order` or `error` is set, or neither if all rows were skipped. `total` is the
 * order's total in 1/10,000 of its currency.
 */
export interface AssembledOrder {
  order: Order | OrderUpdate | null;
  total: number;
  error: Issue | null;
  skipped: SkippedRow[];
  warnings: Issue[];
}

/** The columns of a format whose values a spreadsheet can damage when it opens and saves the file (damaged-values.ts). */
export interface FragileColumns {
  /** What identifies an order or an item. A damaged value rejects the order. */
  ids: readonly string[];
  /** The number of digits that an id always has, by its column: fewer of them have lost zeros at the beginning. */
  digits?: Readonly<Record<string, number>>;
  /** Other codes and numbers, such as SKUs and telephone numbers. A damaged value is left out. */
  codes: readonly string[];
  /** Postal codes, and the columns of their countries. A damaged value is left out. */
  postalCodes: Readonly<Record<string, string>>;
  /** Dates that an order may lack. A date that was turned into a number is left out. */
  dates?: readonly string[];
}

/** A file format: how rows are grouped by order, and how an order is assembled from its rows. */
export interface Format {
  /** Its name for `--format`. */
  id: string;
  /** Its name for people, for example `Shopify orders export`. */
  name: string;
  /** The columns by which a file is recognized, and that it must have. */
  required: readonly string[];
  /** The column whose value is the same in all rows of an order. */
  keyColumn: string;
  /** The column of the item's id. Equal rows with the same id are one item. Default: the format has none. */
  itemIdColumn?: string;
  /** What the import uses each column for. */
  columns: Readonly<Record<string, string>>;
  /** Columns that the platform writes, and that an import has no use for. Default: none. */
  unused?: readonly string[];
  /**
   * Columns that matter: an import asks if the file has none of the names of one, and has columns that the format does not know. The first name
   * is the one that messages have.
   */
  important?: readonly (readonly [name: string, ...alternatives: string[]])[];
  fragile: FragileColumns;
  /** What the import uses a column for whose name a person has chosen. Undefined for any other column. Default: there are none. */
  purposeOf?(name: string): string | undefined;
  /** Columns that an import does not change, and why. Default: none. */
  readOnly?: Readonly<Record<string, string>>;
  /** Its orders exist already: they are updated by their ids. All columns of such a file are known. */
  updates?: true;
  /** What the platform writes in a cell without a value. Default: nothing. */
  emptyCell?: string;
  /** Other names of columns, and the names that the format reads them by. */
  aliases?: Readonly<Record<string, string>>;
  /** The names of the file's columns, folded, that are read as columns of the format. All others are ignored. Default: by their own names. */
  renamed?: ReadonlyMap<string, string>;
  /** The platform whose files are in this format. Default: any. */
  platform?: string;
  /** Whether a row is not about an order, for example the number of records at the end of a report. */
  isFooter?(row: Row): boolean;
  assemble(key: string, rows: Row[], value: ReadCell): AssembledOrder;
}

/** Reads the trimmed value of a named column in a row: "" if the file does not have the column. */
export interface ReadCell {
  (row: Row, column: string): string;
  /** Whether the file has a column. */
  has: (column: string) => boolean;
  /** The names of the columns of the file, as the format reads them. Empty for a column that it does not read. */
  names: readonly string[];
}

/** Thrown if the rows of an order can't be understood. It rejects the whole order. */
export class UnreadableOrder extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The names in a text that separates them by commas. */
export const columnNames = (text: string): string[] => text.split(",").map((name) => name.trim());
