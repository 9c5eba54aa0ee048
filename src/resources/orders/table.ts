import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  createdAndUpdated,
  flag,
  foldedColumn,
  ignoringCase,
  inTextOrder,
  moment,
  money,
  organizationId,
  sortKeyColumn,
} from "../../platform/db/columns";
import { recordOf } from "../../platform/values/record";
import { stores } from "../stores/table";
import { dueDay } from "./list/due.sql.ts";
import { hasProfit, profitOf, utcDayOf } from "./profits/profit.sql.ts";
import { ORDER_TEXTS } from "./text-columns";

/**
 * Orders. `id` comes from `sequences` (see platform/db/sequence.ts), so that a batch can refer to the rows it is about to insert.
 * `item_count`, `missing_*`, `units`, `production_cost`, `has_cost` and `fulfillment_state` derive from the items: every statement that changes items
 * also updates them (orders/derived-columns.sql.ts).
 */
export const orders = sqliteTable(
  "orders",
  {
    id: integer().primaryKey(),
    organization_id: organizationId(),
    store_id: integer().notNull(),
    external_id: text(),
    status: text({ enum: ["New", "Pending Cost", "In Production", "Shipped", "Complete", "Cancelled"] }).notNull(),
    date: moment().notNull(),
    currency: text().notNull(),
    total_amount: money().notNull(),
    subtotal: money().notNull(),
    tax: money().notNull(),
    shipping_cost: money().notNull(),
    discount: money().notNull(),
    /** Fees that the customer paid, as part of `total_amount`. Null if the source sent none. */
    fees: money(),
    ...recordOf(ORDER_TEXTS, () => text()),
    customer_name_sort_key: sortKeyColumn(),
    ship_country_folded: foldedColumn(),
    shipping_service_folded: foldedColumn(),
    tags_folded_list: foldedColumn(),
    is_gift: flag(),
    is_refunded: flag(),
    is_case_closed: flag(),
    is_lost: flag(),
    requires_audit: flag(),
    /** Why `requires_audit` is set: a JSON list of codes. Null if it is not set, and if a person or an integrator has set it. */
    audit_reasons: text(),
    /** Never in a response about an order (docs/spec/resources.md#curated-responses). */
    refund_amount: money(),
    /** Whether the amounts include the tax, as sent by the source. Null if it is unknown. */
    taxes_included: flag(),
    /** The tax in `refund_amount`, as a source, a caller or a refund that was recorded here gives it. Null: nobody gives it, so it is computed. */
    refund_tax: money(),
    /** The tax in `refund_amount` that reports use: `refund_tax`, or else the computed one (orders/refunded-tax.ts). 0 without a refund. */
    refunded_tax: money().notNull(),
    /** The costs that count (docs/spec/amounts-and-figures.md#what-an-item-counts-for). */
    production_cost: money().notNull().default(0),
    /** All items, also cancelled and removed ones. */
    item_count: integer().notNull(),
    /** The number of items that reports show: the quantity of those that are neither Cancelled nor removed. */
    units: integer().notNull(),
    /** The UTF-8 bytes that the texts of the order and its items add to a page (orders/text-bytes.sql.ts). Every write of these texts updates it. */
    text_bytes: integer().notNull(),
    missing_sku: flag().notNull(),
    missing_design: flag().notNull(),
    missing_cost: flag().notNull(),
    /** 1: the order has a cost (docs/spec/amounts-and-figures.md#what-an-order-counts-for). */
    has_cost: flag().notNull(),
    /** How much of its goods was shipped (docs/spec/orders.md#fulfillment-state). */
    fulfillment_state: text({ enum: ["none", "partial", "all"] })
      .notNull()
      .default("none"),
    /** Why the order is on hold. Null: it is not (docs/spec/holds.md#holds). */
    hold_reason: text(),
    /** When its hold ends. Null: it has no end. */
    hold_until: moment(),
    /** When the order last changed at its source, as far as ingested. Null if the source does not say (docs/spec/orders.md#source-time). */
    source_updated_at: moment(),
    /** Tells whether a payload is the one last ingested under `external_id`: its hash, or the keyed one after an erasure (ingest/payload-hash.ts). */
    source_hash: text(),
    version: integer().notNull().default(1),
    /** The number of events of this order so far. The `sequence` of the next one is one higher. */
    event_sequence: integer().notNull().default(0),
    ...createdAndUpdated(),
  },
  (t) => [
    uniqueIndex("orders_organization").on(t.organization_id, t.id),
    uniqueIndex("orders_external")
      .on(t.organization_id, t.external_id, t.store_id)
      .where(sql`${t.external_id} is not null`),
    index("orders_date").on(t.organization_id, t.date),
    index("orders_status_date").on(t.organization_id, t.status, t.date),
    index("orders_store_date").on(t.organization_id, t.store_id, t.date),
    index("orders_created").on(t.organization_id, t.created_at),
    index("orders_updated").on(t.organization_id, t.updated_at),
    index("orders_assignee")
      .on(t.organization_id, t.assignee, t.date)
      .where(sql`${t.assignee} is not null`),
    index("orders_ship_country")
      .on(t.organization_id, ignoringCase(null, "ship_country"), t.date)
      .where(sql`${t.ship_country} is not null`),
    index("orders_shipping_service")
      .on(t.organization_id, ignoringCase(null, "shipping_service"), t.date)
      .where(sql`${t.shipping_service} is not null`),
    index("orders_due").on(t.organization_id, dueDay(null)),
    index("orders_total").on(t.organization_id, t.total_amount),
    // The orders of each day by profit, which analytics merges (src/resources/orders/profits/by-profit.sql.ts).
    index("orders_profit").on(t.organization_id, t.currency, utcDayOf(null), profitOf(null)).where(hasProfit(null)),
    index("orders_customer").on(t.organization_id, inTextOrder(t.customer_name_sort_key, t.customer_name)),
    index("orders_missing_sku")
      .on(t.organization_id, t.date)
      .where(sql`${t.missing_sku} = 1`),
    index("orders_missing_design")
      .on(t.organization_id, t.date)
      .where(sql`${t.missing_design} = 1`),
    index("orders_partly_shipped")
      .on(t.organization_id, t.date)
      .where(sql`${t.fulfillment_state} = 'partial'`),
    index("orders_held")
      .on(t.organization_id, t.date)
      .where(sql`${t.hold_reason} is not null`),
    index("orders_requires_audit")
      .on(t.organization_id, t.date)
      .where(sql`${t.requires_audit} = 1`),
    foreignKey({ columns: [t.organization_id, t.store_id], foreignColumns: [stores.organization_id, stores.id] }),
    check("orders_metadata_json", sql`json_valid(${t.metadata})`),
  ],
);

/** The folded tags of orders, maintained by triggers on `orders`. `date` is the order's, so that the index has them in the order of the list. */
export const orderTags = sqliteTable(
  "order_tags",
  {
    organization_id: organizationId(),
    order_id: integer().notNull(),
    tag: text().notNull(),
    date: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.order_id, t.tag] }),
    index("order_tags_date").on(t.organization_id, t.tag, t.date, t.order_id),
    foreignKey({ columns: [t.organization_id, t.order_id], foreignColumns: [orders.organization_id, orders.id] }),
  ],
);
