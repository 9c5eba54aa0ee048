import { foreignKey, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { moment, organizationId } from "../../../platform/db/columns";
import { orders } from "../table";
import { ACTOR_KINDS } from "../../../platform/values/actor-kinds";

/** Notes are shown with the history, so their table is here. */
export const orderNotes = sqliteTable(
  "order_notes",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId(),
    order_id: integer().notNull(),
    author_user_id: integer(),
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

/** Every change of an order, with its author, time and reason (docs/spec/notes-and-history.md#history). */
export const orderHistory = sqliteTable(
  "order_history",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId(),
    order_id: integer().notNull(),
    order_item_id: integer(),
    fulfillment_id: text(),
    at: moment().notNull(),
    /** The kind of change: created, updated, status, item_status, roll_up, fulfillment, fulfillment_late, refund, design, override, supplier_order, proof. */
    change: text().notNull(),
    from_value: text(),
    to_value: text(),
    changed_fields: text(),
    reason: text(),
    actor_kind: text({ enum: ACTOR_KINDS }).notNull(),
    actor_id: integer(),
    actor_name: text().notNull(),
  },
  (t) => [
    index("order_history_order").on(t.organization_id, t.order_id),
    foreignKey({ columns: [t.organization_id, t.order_id], foreignColumns: [orders.organization_id, orders.id] }),
  ],
);
