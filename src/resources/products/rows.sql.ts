import { type SQL, sql } from "drizzle-orm";
import type { InferSelectModel } from "drizzle-orm";
import { equalsIgnoringCase, ignoringCase } from "../../platform/db/columns";
import type { OrgReader } from "../../platform/db/org-db";
import type { products } from "./table";
import type { Statement } from "../../platform/db/statement";

export type ProductRow = InferSelectModel<typeof products>;

/** One product, archived or not. `id` may be SQL, for a product that the same batch has just written. */
export function productById(org: OrgReader, id: number | SQL): Statement<ProductRow> {
  return org.rows<ProductRow>()`select p.* from products p where p.organization_id = ${org.key} and p.id = ${id}`;
}

/** The first other product that has the same SKU, ignoring case, and is not archived (docs/spec/products.md#repeated-sku). */
export function productWithSameSku(org: OrgReader, id: number | SQL): Statement<{ id: number }> {
  return org.rows<{ id: number }>()`select t.id from products p
    cross join products t indexed by products_sku on t.organization_id = p.organization_id and ${equalsIgnoringCase("t", "sku", ignoringCase("p", "sku"))}
    where p.organization_id = ${org.key} and p.id = ${id} and t.archived_at is null and t.id <> p.id order by t.id limit 1`;
}

/** SQL for the id of the organization's newest product. In the batch that inserts a product, that is the new one: ids only increase. */
export function newestProductId(org: OrgReader): SQL {
  return sql`(select max(n.id) from products n where n.organization_id = ${org.key})`;
}
