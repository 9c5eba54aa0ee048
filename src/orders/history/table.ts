import { foreignKey, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { moment, organizationId } from "../../platform/db/columns";
import { orders } from "../table";

/** Notes on an order, oldest first. */
export const orderNotes = sqliteTable(
  "order_notes",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId(),
    order_id: integer().notNull(),
    author_user_id: integer(),
    /** The credential that wrote it. */
    author_token_id: integer(),
    author_name: text().notNull(),
    text: text().notNull(),
    created_at: moment().notNull(),
  },
  (t) => [
    index("order_notes_order").on(t.organization_id, t.order_id),
    foreignKey({ columns: [t.organization_id, t.order_id], foreignColumns: [orders.organization_id, orders.id] }),
  ],
);

/** Every change of an order: who, when, what, why (docs/spec/notes-and-history.md#history). */
export const orderHistory = sqliteTable(
  "order_history",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId(),
    order_id: integer().notNull(),
    /** Set where the change is one of an item. */
    order_item_id: integer(),
    /** Set where the change is one of a fulfillment. */
    fulfillment_id: text(),
    at: moment().notNull(),
    /** What kind of change: created, updated, status, item_status, roll_up, fulfillment, fulfillment_late. */
    change: text().notNull(),
    from_value: text(),
    to_value: text(),
    /** JSON array of field names, for an update. */
    changed_fields: text(),
    reason: text(),
    actor_kind: text({ enum: ["credential", "user", "system"] }).notNull(),
    actor_id: integer(),
    actor_name: text().notNull(),
  },
  (t) => [
    index("order_history_order").on(t.organization_id, t.order_id),
    foreignKey({ columns: [t.organization_id, t.order_id], foreignColumns: [orders.organization_id, orders.id] }),
  ],
);
