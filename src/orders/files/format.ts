import type { ORDER_TEXTS } from "../text-columns.ts";

/** One line item as POST /api/v2/orders/bulk takes it. Amounts are decimal numbers. */
export interface Item {
  name: string;
  quantity: number;
  price: number;
  sku?: string;
  status?: string;
  ship_name?: string;
  phone?: string;
}

/** One order as POST /api/v2/orders/bulk takes it; the store is added when it is posted. */
export type Order = {
  external_id: string;
  number: string;
  /** RFC 3339 with an explicit offset. */
  date: string;
  currency: string;
  status: string;
  items: Item[];
  subtotal?: number;
  tax?: number;
  shipping_cost?: number;
  discount?: number;
  total_amount?: number;
  taxes_included?: boolean;
  refund_amount?: number;
  is_refunded?: boolean;
} & { [K in (typeof ORDER_TEXTS)[number]]?: string };

/** One record of the file after the header: its values in the header's order, and the line on which it ends. */
export interface Row {
  line: number;
  values: string[];
}

/** All rows of one order, in the file's order. */
export interface OrderRows {
  key: string;
  rows: Row[];
}

/** A row left out on purpose, with the rule that left it out. */
export interface SkippedRow {
  row: Row;
  reason: string;
}

/** Why an order is refused before it is sent: a stable reason and words for people. */
export interface OrderIssue {
  reason: string;
  message: string;
}

/**
 * What the rows of one order came to. Exactly one of `order` and `refusal` is set, or neither where all rows were
 * skipped. `total` is the order's total in 1/10,000 of its currency; `warnings` name what does not add up.
 */
export interface AssembledOrder {
  order: Order | null;
  total: number;
  error: OrderIssue | null;
  skipped: SkippedRow[];
  warnings: OrderIssue[];
}

/** A file format: how rows find their order, and how an order is made from its rows. */
export interface Format {
  /** Columns without which a file is refused. */
  required: readonly string[];
  /** The column whose value brings the rows of one order together. */
  keyColumn: string;
  /** Reads values by column name; a column that the file lacks reads as "". */
  assemble(key: string, rows: Row[], value: ReadValue): AssembledOrder;
}

/** The trimmed value of a named column in a row. */
export type ReadValue = (row: Row, column: string) => string;

/** Thrown while an order is assembled where its rows can't be understood; the whole order is then refused. */
export class UnreadableOrder extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}
