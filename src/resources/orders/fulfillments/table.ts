import { FULFILLMENT_STATUSES } from "./fulfillment-status";
import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAndUpdated, moment, normalizedColumn, organizationId } from "../../../platform/db/columns";
import { orderItems } from "../items/table";
import { orders } from "../table";

/** Fulfillments of an order. Status values: docs/spec/tracking.md#fulfillment-statuses. */
export const fulfillments = sqliteTable(
  "fulfillments",
  {
    /** `ful_…`; sorts by creation. */
    id: text().primaryKey(),
    organization_id: organizationId(),
    order_id: integer().notNull(),
    status: text({ enum: FULFILLMENT_STATUSES }).notNull(),
    tracking_number: text(),
    tracking_number_normalized: normalizedColumn(),
    carrier: text(),
    tracking_url: text(),
    shipped_at: moment(),
    delivered_at: moment(),
    /** When the carrier had the status, by its own clock: older reports are outdated. Null: no carrier has reported. */
    status_at: moment(),
    /** Its id on the platform that its order came from. Null: it is not there, or not known to be. */
    source_id: text(),
    /** JSON `[tracking_number, carrier, tracking_url]` of the last attempt to send it to the platform. Null: never, or it was made there. */
    sending_tracking: text(),
    /** The same, as the platform has it. */
    sent_tracking: text(),
    version: integer().notNull().default(1),
    ...createdAndUpdated(),
  },
  (t) => [
    uniqueIndex("fulfillments_organization").on(t.organization_id, t.id),
    index("fulfillments_order").on(t.organization_id, t.order_id, t.id),
    index("fulfillments_tracking")
      .on(t.organization_id, t.tracking_number_normalized)
      .where(sql`${t.tracking_number_normalized} is not null`),
    index("fulfillments_shipped")
      .on(t.organization_id, t.shipped_at, t.id)
      .where(sql`${t.shipped_at} is not null`),
    foreignKey({ columns: [t.organization_id, t.order_id], foreignColumns: [orders.organization_id, orders.id] }),
  ],
);

export const fulfillmentItems = sqliteTable(
  "fulfillment_items",
  {
    organization_id: organizationId(),
    fulfillment_id: text().notNull(),
    order_item_id: integer().notNull(),
    quantity: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.fulfillment_id, t.order_item_id] }),
    // By the item only: SQLite would rather read the organization's part of the primary key than an index that begins with the organization.
    index("fulfillment_items_item").on(t.order_item_id),
    foreignKey({ columns: [t.organization_id, t.fulfillment_id], foreignColumns: [fulfillments.organization_id, fulfillments.id] }),
    foreignKey({ columns: [t.organization_id, t.order_item_id], foreignColumns: [orderItems.organization_id, orderItems.id] }),
    check("fulfillment_items_quantity_positive", sql`${t.quantity} > 0`),
  ],
);
