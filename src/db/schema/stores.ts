import { sql } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAndUpdated, flag, organizationId } from "./columns";
import { organizations } from "./organizations";

/** Sales channels. A name, and a code where there is one, is unique in its organization: both address a store. */
export const stores = sqliteTable(
  "stores",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId().references(() => organizations.id),
    name: text().notNull(),
    code: text(),
    platform: text().notNull(),
    type: text(),
    currency: text().notNull(),
    is_active: flag().notNull().default(1),
    ...createdAndUpdated(),
  },
  (t) => [
    uniqueIndex("stores_organization").on(t.organization_id, t.id),
    uniqueIndex("stores_name").on(t.organization_id, sql`${t.name} collate nocase`),
    uniqueIndex("stores_code")
      .on(t.organization_id, sql`${t.code} collate nocase`)
      .where(sql`${t.code} is not null`),
  ],
);
