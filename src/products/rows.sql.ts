import { type SQL, sql } from "drizzle-orm";
import type { InferSelectModel } from "drizzle-orm";
import type { OrgReader } from "../platform/db/org-db";
import type { products } from "./table";
import type { Statement } from "../platform/db/statement";

export type ProductRow = InferSelectModel<typeof products>;

/** One product, an archived one too. `id` may be SQL, for a product that the same batch has just written. */
export function productById(org: OrgReader, id: number | SQL): Statement<ProductRow> {
  return org.rows<ProductRow>()`select p.* from products p where p.organization_id = ${org.key} and p.id = ${id}`;
}

/** The first other product, not archived, with the SKU of this one, without regard to case (docs/spec/products.md#repeated-sku). */
export function skuTwin(org: OrgReader, id: number | SQL): Statement<{ id: number }> {
  return org.rows<{ id: number }>()`select t.id from products p
    cross join products t indexed by products_sku on t.organization_id = p.organization_id and t.sku = p.sku collate nocase
    where p.organization_id = ${org.key} and p.id = ${id} and t.archived_at is null and t.id <> p.id order by t.id limit 1`;
}

/** SQL of the organization's newest product: in the batch that inserts one, that one, ids being given in order. */
export function newestProduct(org: OrgReader): SQL {
  return sql`(select max(n.id) from products n where n.organization_id = ${org.key})`;
}
