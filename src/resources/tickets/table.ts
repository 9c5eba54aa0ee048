import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, foreignKey, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAndUpdated, organizationId } from "../../platform/db/columns";
import { orders } from "../orders/table";
import { organizations } from "../../accounts/table";

/** Email addresses are compared ignoring the case of ASCII letters, as in sign-in. */
const ignoringCaseOf = (assignee: AnySQLiteColumn) => sql`${assignee} collate nocase`;

const isAssigned = (assignee: AnySQLiteColumn) => sql`${assignee} is not null`;

/** Support tickets, with or without an order. `number` counts the tickets of an organization, for people. */
export const tickets = sqliteTable(
  "tickets",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId().references(() => organizations.id),
    number: integer().notNull(),
    order_id: integer(),
    subject: text().notNull(),
    body: text().notNull(),
    status: text({ enum: ["open", "pending", "resolved", "closed"] }).notNull(),
    priority: text({ enum: ["low", "normal", "high", "urgent"] }).notNull(),
    channel: text(),
    customer_name: text(),
    /** The email address of the member who answers it, as it was when the ticket was assigned. */
    assignee: text(),
    /** YYYY-MM-DD. */
    due_date: text(),
    version: integer().notNull().default(1),
    ...createdAndUpdated(),
  },
  (t) => [
    uniqueIndex("tickets_organization").on(t.organization_id, t.id),
    uniqueIndex("tickets_number").on(t.organization_id, t.number),
    index("tickets_status").on(t.organization_id, t.status),
    index("tickets_status_updated").on(t.organization_id, t.status, t.updated_at),
    index("tickets_priority").on(t.organization_id, t.priority),
    index("tickets_priority_updated").on(t.organization_id, t.priority, t.updated_at),
    index("tickets_status_priority").on(t.organization_id, t.status, t.priority),
    index("tickets_status_priority_updated").on(t.organization_id, t.status, t.priority, t.updated_at),
    index("tickets_order").on(t.organization_id, t.order_id),
    index("tickets_updated").on(t.organization_id, t.updated_at),
    index("tickets_assignee").on(t.organization_id, ignoringCaseOf(t.assignee)).where(isAssigned(t.assignee)),
    index("tickets_assignee_updated").on(t.organization_id, ignoringCaseOf(t.assignee), t.updated_at).where(isAssigned(t.assignee)),
    index("tickets_assignee_status").on(t.organization_id, ignoringCaseOf(t.assignee), t.status).where(isAssigned(t.assignee)),
    index("tickets_assignee_status_updated")
      .on(t.organization_id, ignoringCaseOf(t.assignee), t.status, t.updated_at)
      .where(isAssigned(t.assignee)),
    index("tickets_due")
      .on(t.organization_id, t.due_date)
      .where(sql`${t.due_date} is not null and ${t.status} in ('open', 'pending')`),
    foreignKey({ columns: [t.organization_id, t.order_id], foreignColumns: [orders.organization_id, orders.id] }),
  ],
);
