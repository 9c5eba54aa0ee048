import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { moment, money, organizationId } from "../../../platform/db/columns";
import { orders } from "../table";

/**
 * The refunds of an order that were recorded here or made on its platform, each with the lines that it is for. Reports use `refund_amount` of the
 * order.
 */
export const refunds = sqliteTable(
  "refunds",
  {
    /** `ref_…`; sorts by creation. */
    id: text().primaryKey(),
    organization_id: organizationId(),
    order_id: integer().notNull(),
    /** Everything that the customer gets back, with the tax, the shipping and what belongs to no line. */
    amount: money().notNull(),
    tax: money().notNull(),
    shipping: money().notNull(),
    /** JSON `[{order_item_id, quantity, cancelled_quantity, amount}]`. A refund of a platform has no `cancelled_quantity`. */
    items: text().notNull(),
    reason: text(),
    /** Its id on the platform, if it was made there. */
    source_id: text(),
    actor_name: text().notNull(),
    created_at: moment().notNull(),
  },
  (t) => [
    uniqueIndex("refunds_organization").on(t.organization_id, t.id),
    index("refunds_order").on(t.organization_id, t.order_id, t.id),
    foreignKey({ columns: [t.organization_id, t.order_id], foreignColumns: [orders.organization_id, orders.id] }),
    check("refunds_items_json", sql`json_valid(${t.items})`),
  ],
);
