import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { moment, money, organizationId } from "./columns";

/**
 * SQL condition: the operation is a form, of the console or behind a link. Its id has a hash (`form_…`), while those of the operations of
 * credentials begin with their time (`op_…`).
 */
export const IS_FORM_MARKER = sql.raw("substr(operation_id, 1, 3) <> 'op_'");

/** One row per committed operation (docs/spec/durability.md#write-markers). A second commit of the same operation violates the key. */
export const writeMarkers = sqliteTable(
  "write_markers",
  {
    operation_id: text().primaryKey(),
    organization_id: organizationId(),
    /** JSON from which the reply is rebuilt, mostly ids. */
    result: text().notNull(),
    created_at: moment().notNull(),
  },
  (t) => [index("write_markers_forms").on(t.created_at).where(IS_FORM_MARKER)],
);

/** The last allocated id, for each table whose ids a batch must know before it inserts the rows. */
export const sequences = sqliteTable("sequences", {
  name: text().primaryKey(),
  value: integer().notNull(),
});

/**
 * Counts and sums of orders, maintained by triggers. `basis` is the unit of `bucket`:
 * all (bucket 0), created_day and created_hour (of created_at), date_day and date_hour (of date); days and hours since 1970 UTC.
 * `missing` is a bit set of missing_sku (1), missing_design (2) and missing_cost (4); always 0 for the date bases.
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
    /** Their units. */
    items: integer().notNull(),
    /** Orders with `is_refunded`. */
    refunded: integer().notNull(),
    /** Orders that have a cost. */
    with_cost: integer().notNull(),
    total_amount: money().notNull(),
    subtotal: money().notNull(),
    tax: money().notNull(),
    shipping_cost: money().notNull(),
    discount: money().notNull(),
    refund_amount: money().notNull(),
    refunded_tax: money().notNull(),
    production_cost: money().notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.basis, t.bucket, t.status, t.store_id, t.missing, t.currency] })],
);

/**
 * Counts of order items, maintained by triggers. Bases: all (bucket 0) and date_day (the UTC day of order_date, since 1970). `missing` is the same
 * bit set as in order_rollups, with both bases.
 */
export const itemRollups = sqliteTable(
  "item_rollups",
  {
    organization_id: organizationId(),
    basis: text().notNull(),
    bucket: integer().notNull(),
    store_id: integer().notNull(),
    /** In lower case, because item statuses are case-insensitive. */
    status: text().notNull(),
    missing: integer().notNull(),
    items: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.basis, t.bucket, t.status, t.store_id, t.missing] })],
);

/**
 * How many rows of a list match a single filter on each day, maintained by triggers. Finding a page by the rows of all days takes one row for
 * each, while the roll-ups have one for each combination of store, status and missing flags. `list` is orders, items or tickets. `filter` is
 * empty (no filter), `status:…` (of items in lower case), `store:…` or the name of a missing flag. `basis` is the unit of `bucket`: date_day
 * (UTC), and of orders without a filter also created_day and created_hour. The basis all (bucket 0) has totals, but only of what the roll-ups do
 * not have (`needs_sku`, `needs_design:…`, and of orders `ship_country:…`, `shipping_service:…`, `tag:…`, all in lower case, and `assignee:…`),
 * of orders with missing flags and of all rows. Places, assignees and tags have no row if no order has them. The list tickets has only the totals
 * of its statuses.
 */
export const listCounts = sqliteTable(
  "list_counts",
  {
    organization_id: organizationId(),
    list: text({ enum: ["orders", "items", "tickets"] }).notNull(),
    filter: text().notNull(),
    basis: text().notNull(),
    bucket: integer().notNull(),
    total: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.list, t.filter, t.basis, t.bucket] })],
);

/**
 * For each UTC day of `date`, bounds of the creation times of its orders and of their lag behind their date, maintained by triggers. The
 * bounds only ever widen, so all orders of the day are within them. A list by date with a filter on creation times skips days by them
 * (src/resources/orders/list/creation-walk.sql.ts).
 */
export const orderDays = sqliteTable(
  "order_days",
  {
    organization_id: organizationId(),
    day: integer().notNull(),
    first_created: moment().notNull(),
    last_created: moment().notNull(),
    /** created_at - date in ms; negative if the date is after the creation. */
    least_lag: moment().notNull(),
    greatest_lag: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.day] })],
);

/** Sums of expenses, maintained by triggers. `store_id` 0 is the overhead of the whole organization. */
export const expenseRollups = sqliteTable(
  "expense_rollups",
  {
    organization_id: organizationId(),
    /** YYYY-MM-DD; empty for all days together. */
    date: text().notNull(),
    store_id: integer().notNull(),
    kind: text({ enum: ["operating", "payroll"] }).notNull(),
    currency: text().notNull(),
    expenses: integer().notNull(),
    amount: money().notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.date, t.store_id, t.kind, t.currency] })],
);
