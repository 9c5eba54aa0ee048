import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { STORE_PLATFORMS, STORE_TYPES } from "./store-kinds";
import { createdAndUpdated, flag, foldedColumn, ignoringCase, inTextOrder, organizationId, sortKeyColumn } from "../../platform/db/columns";
import { organizations } from "../../accounts/table";

/** Sales channels. Names and codes are unique in an organization, because both can refer to a store. */
export const stores = sqliteTable(
  "stores",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId().references(() => organizations.id),
    name: text().notNull(),
    code: text(),
    platform: text({ enum: STORE_PLATFORMS }).notNull(),
    type: text({ enum: STORE_TYPES }),
    currency: text().notNull(),
    is_active: flag().notNull().default(1),
    /** 0 if the store's items need no design files, so that the console does not report them as missing. */
    uses_designs: flag().notNull().default(1),
    /** JSON: what blocks sending an item to a supplier, and shipping it (blockers.ts). Null: the default of the store's type. */
    send_blockers: text(),
    ship_blockers: text(),
    /** Printed on packing slips, in lines. */
    return_address: text(),
    /** JSON: the columns of the store's own spreadsheets (resources/orders/files/column-map.ts). Null: none are saved. */
    import_map: text(),
    name_sort_key: sortKeyColumn(),
    name_folded: foldedColumn(),
    code_folded: foldedColumn(),
    ...createdAndUpdated(),
  },
  (t) => [
    uniqueIndex("stores_organization").on(t.organization_id, t.id),
    uniqueIndex("stores_name").on(t.organization_id, ignoringCase(null, "name")),
    index("stores_name_order").on(t.organization_id, inTextOrder(t.name_sort_key, t.name)),
    uniqueIndex("stores_code")
      .on(t.organization_id, ignoringCase(null, "code"))
      .where(sql`${t.code} is not null`),
  ],
);
