import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { organizations } from "../../accounts/table";
import { createdAndUpdated, flag, inTextOrder, moment, money, organizationId, sortKeyColumn } from "../../platform/db/columns";
import { SUPPLIER_SHIPPING } from "./fields";

/** Who makes the goods. `supplier_terms` has the texts that refer to a supplier. */
export const suppliers = sqliteTable(
  "suppliers",
  {
    id: text().primaryKey(),
    organization_id: organizationId().references(() => organizations.id),
    name: text().notNull(),
    code: text(),
    currency: text().notNull(),
    contact_name: text(),
    contact_email: text(),
    contact_phone: text(),
    /** JSON: a list of FileColumn. Null: its files have the default columns. */
    file_columns: text(),
    default_shipping: text({ enum: SUPPLIER_SHIPPING }).notNull(),
    lead_time_days: integer(),
    is_active: flag().notNull().default(1),
    name_sort_key: sortKeyColumn(),
    version: integer().notNull().default(1),
    ...createdAndUpdated(),
  },
  (t) => [
    uniqueIndex("suppliers_organization").on(t.organization_id, t.id),
    index("suppliers_name_order").on(t.organization_id, inTextOrder(t.name_sort_key, t.name)),
    check("suppliers_file_columns_json", sql`json_valid(${t.file_columns})`),
  ],
);

/**
 * The folded texts that refer to a supplier: its name, its code and its id. Each refers to one supplier only, so that the text of an item
 * is never ambiguous.
 */
export const supplierTerms = sqliteTable(
  "supplier_terms",
  {
    organization_id: organizationId(),
    term: text().notNull(),
    supplier_id: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.term] }),
    index("supplier_terms_supplier").on(t.organization_id, t.supplier_id),
    foreignKey({ columns: [t.organization_id, t.supplier_id], foreignColumns: [suppliers.organization_id, suppliers.id] }),
  ],
);

/** What a supplier charges for one unit of a SKU, in the currency that the supplier had when it was set. `sku_key` is the folded SKU. */
export const supplierCosts = sqliteTable(
  "supplier_costs",
  {
    organization_id: organizationId(),
    supplier_id: text().notNull(),
    sku_key: text().notNull(),
    sku: text().notNull(),
    unit_cost: money().notNull(),
    currency: text().notNull(),
    updated_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.supplier_id, t.sku_key] }),
    foreignKey({ columns: [t.organization_id, t.supplier_id], foreignColumns: [suppliers.organization_id, suppliers.id] }),
  ],
);
