import { sql } from "drizzle-orm";
import { foreignKey, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  createdAndUpdated,
  foldedColumn,
  ignoringCase,
  inTextOrder,
  money,
  organizationId,
  sortKeyColumn,
} from "../../platform/db/columns";
import { organizations } from "../../accounts/table";
import { stores } from "../stores/table";

/** Operating and payroll expenses. `store_id` is null for overhead of the whole organization. */
export const expenses = sqliteTable(
  "expenses",
  {
    /** From `sequences`, so that a batch knows the ids of the expenses that it inserts. */
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId().references(() => organizations.id),
    store_id: integer(),
    category: text().notNull(),
    /** The standard category it counts under in analytics. */
    category_group: text().notNull(),
    amount: money().notNull(),
    currency: text().notNull(),
    /** YYYY-MM-DD. */
    date: text().notNull(),
    description: text(),
    base_amount: money(),
    bhxh_amount: money(),
    /** Percent times 10,000. */
    bhxh_rate: integer(),
    bhxh_type: text(),
    employee_name: text(),
    category_sort_key: sortKeyColumn(),
    category_folded: foldedColumn(),
    employee_name_folded: foldedColumn(),
    version: integer().notNull().default(1),
    ...createdAndUpdated(),
  },
  (t) => [
    uniqueIndex("expenses_organization").on(t.organization_id, t.id),
    index("expenses_date").on(t.organization_id, t.date),
    index("expenses_store_date").on(t.organization_id, t.store_id, t.date),
    index("expenses_category_date").on(t.organization_id, t.category, t.date),
    index("expenses_category").on(t.organization_id, ignoringCase(null, "category")),
    index("expenses_category_order").on(t.organization_id, inTextOrder(t.category_sort_key, t.category)),
    index("expenses_amount").on(t.organization_id, t.amount),
    index("expenses_created").on(t.organization_id, t.created_at),
    index("expenses_currency_date").on(t.organization_id, t.currency, t.date),
    index("expenses_employee_date")
      .on(t.organization_id, ignoringCase(null, "employee_name"), t.date)
      .where(sql`${t.employee_name} is not null`),
    foreignKey({ columns: [t.organization_id, t.store_id], foreignColumns: [stores.organization_id, stores.id] }),
  ],
);
