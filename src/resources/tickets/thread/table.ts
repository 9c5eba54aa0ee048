import { foreignKey, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { moment, organizationId } from "../../../platform/db/columns";
import { tickets } from "../table";
import { ACTOR_KINDS } from "../../../platform/values/actor-kinds";

/** The internal notes of a ticket, and the messages to the buyer (docs/spec/tickets.md#messages). */
export const ticketMessages = sqliteTable(
  "ticket_messages",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId(),
    ticket_id: integer().notNull(),
    kind: text({ enum: ["note", "reply"] }).notNull(),
    body: text().notNull(),
    author_user_id: integer(),
    author_token_id: integer(),
    author_name: text().notNull(),
    created_at: moment().notNull(),
    /** When somebody marked a reply as sent, and who. Null: nobody has, or it is a note. */
    sent_at: moment(),
    sent_by_name: text(),
  },
  (t) => [
    index("ticket_messages_ticket").on(t.organization_id, t.ticket_id),
    foreignKey({ columns: [t.organization_id, t.ticket_id], foreignColumns: [tickets.organization_id, tickets.id] }),
  ],
);

/** Every change of a field of a ticket, with its author and time (docs/spec/tickets.md#ticket-history). */
export const ticketHistory = sqliteTable(
  "ticket_history",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId(),
    ticket_id: integer().notNull(),
    at: moment().notNull(),
    field: text().notNull(),
    /** Null: the field had no value, or its values are not recorded: texts about the customer, and orders (ticket-update.ts). */
    from_value: text(),
    to_value: text(),
    actor_kind: text({ enum: ACTOR_KINDS }).notNull(),
    actor_id: integer(),
    actor_name: text().notNull(),
  },
  (t) => [
    index("ticket_history_ticket").on(t.organization_id, t.ticket_id),
    foreignKey({ columns: [t.organization_id, t.ticket_id], foreignColumns: [tickets.organization_id, tickets.id] }),
  ],
);
