import { type SQL, sql } from "drizzle-orm";
import { hasLiveLink } from "../../accounts/links/links.sql.ts";
import { foldedText } from "../../platform/db/columns";
import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";
import { foldCase } from "../../platform/values/fold-case";
import type { suppliers } from "./table";

/**
 * SQL for a column `term` of the folded texts that mean the same supplier as `ref`: `ref` itself and, if it is the name, the code or the id of a
 * supplier, all three (docs/spec/suppliers.md#texts-of-items).
 */
export function supplierTermsOf(org: OrgReader, ref: string): SQL {
  const folded = foldCase(ref);
  return sql`select ${folded} as term union select n.term from supplier_terms t
    join supplier_terms n on n.organization_id = t.organization_id and n.supplier_id = t.supplier_id
    where t.organization_id = ${org.key} and t.term = ${folded}`;
}

/** SQL condition: the folded text of a row, by its alias, refers to an active supplier. */
export function refersToActiveSupplier(alias: "i", folded: SQL): SQL {
  return sql`exists (select 1 from supplier_terms t cross join suppliers p on p.organization_id = t.organization_id and p.id = t.supplier_id
    where t.organization_id = ${sql.raw(`${alias}.organization_id`)} and t.term = ${folded} and p.is_active = 1)`;
}

/**
 * SQL condition: the supplier to which the folded text of a row `i` refers charges a known cost for the folded SKU, in a currency
 * (docs/spec/suppliers.md#costs).
 */
export function hasSupplierCost(alias: "i", { supplier, sku, currency }: { supplier: SQL; sku: SQL; currency: SQL }): SQL {
  return sql`exists (select 1 from supplier_terms t cross join supplier_costs c on c.organization_id = t.organization_id
    and c.supplier_id = t.supplier_id and c.sku_key = ${sku} and c.currency = ${currency}
    where t.organization_id = ${sql.raw(`${alias}.organization_id`)} and t.term = ${supplier})`;
}

/** The active suppliers to which the texts of items refer. `ids` is SQL of a column `id` of item ids. */
export function suppliersOfItems(org: OrgReader, ids: SQL): Statement<typeof suppliers.$inferSelect> {
  return org.rows<typeof suppliers.$inferSelect>()`select distinct p.* from (${ids}) n
    cross join order_items i on i.organization_id = ${org.key} and i.id = n.id
    cross join supplier_terms t on t.organization_id = i.organization_id and t.term = ${foldedText("i", "assigned_supplier")}
    cross join suppliers p on p.organization_id = t.organization_id and p.id = t.supplier_id where p.is_active = 1`;
}

/** The suppliers to which the texts of items refer, if they have a valid link to their page. `ids` is SQL of a column `id` of item ids. */
export function linkedSuppliersOfItems(org: OrgReader, ids: SQL): Statement<{ id: string }> {
  return org.rows<{ id: string }>()`select s.id from (select distinct t.supplier_id as id from (${ids}) n
      cross join order_items i on i.organization_id = ${org.key} and i.id = n.id
      cross join supplier_terms t on t.organization_id = i.organization_id and t.term = ${foldedText("i", "assigned_supplier")}) s
    where ${hasLiveLink(org, "supplier", sql`s.id`)}`;
}
