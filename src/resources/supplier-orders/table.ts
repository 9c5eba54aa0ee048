import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAndUpdated, flag, moment, money, organizationId } from "../../platform/db/columns";
import { orderItems } from "../orders/items/table";
import { SUPPLIER_SHIPPING } from "../suppliers/fields";
import { suppliers } from "../suppliers/table";
import { LINE_STATES, SUPPLIER_ORDER_STATES } from "./states";

/** What suppliers are to make. `number` counts the orders of an organization, for people. */
export const supplierOrders = sqliteTable(
  "supplier_orders",
  {
    id: text().primaryKey(),
    organization_id: organizationId(),
    supplier_id: text().notNull(),
    number: integer().notNull(),
    state: text({ enum: SUPPLIER_ORDER_STATES }).notNull(),
    shipping: text({ enum: SUPPLIER_SHIPPING }).notNull(),
    /** The day by which it must be shipped, YYYY-MM-DD. Null: unknown. */
    due_date: text(),
    /** Why it was rejected or cancelled. */
    reason: text(),
    sent_at: moment(),
    accepted_at: moment(),
    shipped_at: moment(),
    invoice_number: text(),
    paid_at: moment(),
    version: integer().notNull().default(1),
    ...createdAndUpdated(),
  },
  (t) => [
    uniqueIndex("supplier_orders_organization").on(t.organization_id, t.id),
    uniqueIndex("supplier_orders_number").on(t.organization_id, t.number),
    index("supplier_orders_supplier").on(t.organization_id, t.supplier_id, t.id),
    index("supplier_orders_state").on(t.organization_id, t.state, t.id),
    index("supplier_orders_unpaid")
      .on(t.organization_id, t.sent_at)
      .where(sql`${t.paid_at} is null and ${t.state} not in ('draft', 'rejected', 'cancelled')`),
    foreignKey({ columns: [t.organization_id, t.supplier_id], foreignColumns: [suppliers.organization_id, suppliers.id] }),
  ],
);

/**
 * The items of supplier orders. A trigger rejects an update that allocates more of an item than there is. Rows are inserted unallocated and allocated
 * by an update, so that rows which a move or a restore copies are not checked again.
 */
export const supplierOrderLines = sqliteTable(
  "supplier_order_lines",
  {
    organization_id: organizationId(),
    supplier_order_id: text().notNull(),
    order_item_id: integer().notNull(),
    order_id: integer().notNull(),
    quantity: integer().notNull(),
    /** The agreed cost of one unit. Null: unknown. */
    unit_cost: money(),
    /** What the supplier's invoice says that one unit costs. Null: there is none yet. */
    charged_cost: money(),
    currency: text().notNull(),
    state: text({ enum: LINE_STATES }).notNull(),
    /** 1: no other supplier order can have this quantity of the item. */
    is_allocated: flag().notNull().default(0),
    reject_reason: text(),
    /** How many units the supplier has shipped (ship-lines.ts). */
    shipped_quantity: integer().notNull().default(0),
    /** JSON: the parcels with its units, a list of StoredShipment (line-shipments.ts). */
    shipments: text().notNull().default("[]"),
    /** The status of the item before it was sent, which it gets again if its quantity is free again. */
    status_before: text().notNull(),
    /** JSON: what is to be made, as it was when the order was created (snapshot.ts). */
    snapshot: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.supplier_order_id, t.order_item_id] }),
    // By the item only: SQLite would rather read the organization's part of the primary key than an index that begins with the organization.
    index("supplier_order_lines_item").on(t.order_item_id),
    foreignKey({
      columns: [t.organization_id, t.supplier_order_id],
      foreignColumns: [supplierOrders.organization_id, supplierOrders.id],
    }),
    foreignKey({ columns: [t.organization_id, t.order_item_id], foreignColumns: [orderItems.organization_id, orderItems.id] }),
    check("supplier_order_lines_quantity_positive", sql`${t.quantity} > 0`),
    check("supplier_order_lines_snapshot_json", sql`json_valid(${t.snapshot})`),
    check("supplier_order_lines_shipments_json", sql`json_valid(${t.shipments})`),
  ],
);
