import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { foldedColumn, ignoringCase, moment, organizationId } from "../../../platform/db/columns";
import { organizations } from "../../../accounts/table";

/** Named filters of the order list, shared by the organization. */
export const savedViews = sqliteTable(
  "saved_views",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId().references(() => organizations.id),
    name: text().notNull(),
    name_folded: foldedColumn(),
    /** The query of the list, for example `status=New&store_id=3`. */
    query: text().notNull(),
    created_at: moment().notNull(),
  },
  (t) => [uniqueIndex("saved_views_name").on(t.organization_id, ignoringCase(null, "name"))],
);
