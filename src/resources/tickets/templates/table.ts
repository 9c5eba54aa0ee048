import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAndUpdated, foldedColumn, ignoringCase, organizationId } from "../../../platform/db/columns";
import { organizations } from "../../../accounts/table";

/** Texts with placeholders for replies, shared by the organization (docs/spec/tickets.md#templates). */
export const ticketTemplates = sqliteTable(
  "ticket_templates",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId().references(() => organizations.id),
    name: text().notNull(),
    name_folded: foldedColumn(),
    body: text().notNull(),
    version: integer().notNull().default(1),
    ...createdAndUpdated(),
  },
  (t) => [uniqueIndex("ticket_templates_name").on(t.organization_id, ignoringCase(null, "name"))],
);
