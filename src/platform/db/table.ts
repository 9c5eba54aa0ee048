import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, moment, money, organizationId } from "./columns";

/** One row for each operation that committed (docs/spec/durability.md#write-markers). A second commit of one operation violates the key. */
export const writeMarkers = sqliteTable(
  "write_markers",
  {
    operation_id: text().primaryKey(),
    organization_id: organizationId(),
    /** JSON: what a rebuilt answer needs, ids above all. */
    result: text().notNull(),
    created_at: moment().notNull(),
  },
  (t) => [index("write_markers_age").on(t.created_at)],
);

/** The last id handed out per table whose rows a batch must name before it writes them. */
export const sequences = sqliteTable("sequences", {
  name: text().primaryKey(),
  value: integer().notNull(),
});

/**
 * Orders counted and summed, kept by triggers. `basis` says what `bucket` counts:
 * all (bucket 0), created_day and created_hour (of created_at), date_day and date_hour (of date); days and hours since 1970 UTC.
 * `missing` is the bit set of missing_sku (1), missing_design (2), missing_cost (4); always 0 for the date bases.
 */
export const orderRollups = sqliteTable(
  "order_rollups",
  {
    organization_id: organizationId(),
    basis: text().notNull(),
    bucket: integer().notNull(),
    store_id: integer().notNull(),
    status: text().notNull(),
    missing: integer().notNull(),
    currency: text().notNull(),
    orders: integer().notNull(),
    items: integer().notNull(),
    refunded: integer().notNull(),
    /** Orders with at least one live item, of which every live item has a cost. */
    with_cost: integer().notNull(),
    total_amount: money().notNull(),
    subtotal: money().notNull(),
    tax: money().notNull(),
    shipping_cost: money().notNull(),
    discount: money().notNull(),
    refund_amount: money().notNull(),
    refunded_tax: money().notNull().default(0),
    production_cost: money().notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.basis, t.bucket, t.store_id, t.status, t.missing, t.currency] })],
);

/** Order items counted, kept by triggers. Bases: all (bucket 0) and order_day (the day that an item is listed under). */
export const itemRollups = sqliteTable(
  "item_rollups",
  {
    organization_id: organizationId(),
    basis: text().notNull(),
    bucket: integer().notNull(),
    store_id: integer().notNull(),
    /** Folded to lower case: item statuses compare without case. */
    status: text().notNull(),
    missing: flag().notNull(),
    items: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.basis, t.bucket, t.store_id, t.status, t.missing] })],
);

/**
 * What one filter of a list finds, kept by triggers: one row to read where the roll-ups have one for each mix of stores, statuses
 * and missing flags. `list` is orders or items. `filter` is empty (no filter), `status:…` (of items in lower case), `store:…` or
 * the name of a missing flag. `basis` says what `bucket` counts: all (bucket 0); order_day of items; date_day and created_day of
 * orders (UTC); created_hour of orders, without a filter alone.
 */
export const listCounts = sqliteTable(
  "list_counts",
  {
    organization_id: organizationId(),
    list: text({ enum: ["orders", "items"] }).notNull(),
    filter: text().notNull(),
    basis: text().notNull(),
    bucket: integer().notNull(),
    total: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.list, t.filter, t.basis, t.bucket] })],
);

/**
 * When the orders of each UTC day of `date` were created, and how long after their date, kept by triggers. Bounds: they widen and
 * never narrow, so that no order of the day was created outside of them.
 */
export const orderDays = sqliteTable(
  "order_days",
  {
    organization_id: organizationId(),
    day: integer().notNull(),
    first_created: moment().notNull(),
    last_created: moment().notNull(),
    /** Of created_at - date, ms; negative where an order's date is still to come. */
    least_lag: moment().notNull(),
    greatest_lag: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.day] })],
);

/** Expenses summed, kept by triggers. `kind` is operating or payroll; `store_id` 0 is the overhead of the whole organization. */
export const expenseRollups = sqliteTable(
  "expense_rollups",
  {
    organization_id: organizationId(),
    /** YYYY-MM-DD; empty: all days together. */
    date: text().notNull(),
    store_id: integer().notNull(),
    kind: text({ enum: ["operating", "payroll"] }).notNull(),
    currency: text().notNull(),
    expenses: integer().notNull(),
    amount: money().notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.date, t.store_id, t.kind, t.currency] })],
);
