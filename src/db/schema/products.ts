import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAndUpdated, moment, money, organizationId, stringList } from "./columns";
import { organizations } from "./organizations";

/** The catalogue. A SKU is not unique (decisions C3). */
export const products = sqliteTable(
  "products",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId().references(() => organizations.id),
    sku: text(),
    spu: text(),
    title: text().notNull(),
    description: text(),
    price: money().notNull().default(0),
    design_link: text(),
    tags: stringList(),
    images: stringList(),
    videos: stringList(),
    stores: stringList(),
    platforms: stringList(),
    labels: stringList(),
    sizes: stringList(),
    archived_at: moment(),
    version: integer().notNull().default(1),
    ...createdAndUpdated(),
  },
  (t) => [
    uniqueIndex("products_organization").on(t.organization_id, t.id),
    index("products_sku")
      .on(t.organization_id, sql`${t.sku} collate nocase`)
      .where(sql`${t.sku} is not null`),
    index("products_updated").on(t.organization_id, t.updated_at, t.id),
  ],
);
