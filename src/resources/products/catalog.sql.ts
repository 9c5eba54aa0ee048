import { type SQL, sql } from "drizzle-orm";
import { equalsIgnoringCase } from "../../platform/db/columns";
import { foldCase } from "../../platform/values/fold-case";
import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";
import { jsonChunks } from "../../platform/db/sql-values";

/** What a product supplies to the items with its SKU. `cost` is the unit cost. */
export interface CatalogEntry {
  sku: string;
  cost: number | null;
  cost_currency: string | null;
  design_link: string | null;
  supplier: string | null;
  material: string | null;
}

/** How many products are searched for one with a cost: those that were changed last, so that a cost that was just set is found. */
const MAX_SEARCHED = 200;

/** A row if one of the products that were changed last has a cost. */
export function productWithCost(org: OrgReader): Statement<{ found: 1 }> {
  return org.rows<{ found: 1 }>()`select 1 as found from (select p.cost from products p indexed by products_updated
    where p.organization_id = ${org.key} and p.archived_at is null order by p.updated_at desc limit ${MAX_SEARCHED})
    where cost is not null limit 1`;
}

/** SQL for the ids of up to two products that have a SKU, of which `folded` is the folded text. */
function productsOfSku(org: OrgReader, folded: SQL): SQL {
  return sql`(select a.id from products a indexed by products_sku
    where a.organization_id = ${org.key} and ${equalsIgnoringCase("a", "sku", folded)} and a.archived_at is null limit 2)`;
}

/** SQL for how many products have a SKU: 0, 1, or 2 for several. */
export function productCountOfSku(org: OrgReader, folded: SQL): SQL {
  return sql`(select count(*) from ${productsOfSku(org, folded)})`;
}

/** SQL for the id of the product that a SKU stands for. Null if no product has it, or several (docs/spec/catalog.md#matching). */
export function productIdOfSku(org: OrgReader, folded: SQL): SQL {
  return sql`(select case when count(*) = 1 then min(x.id) end from ${productsOfSku(org, folded)} x)`;
}

/** Reads the entries of SKUs, in as many statements as their parameters need. A SKU without a product has no row. */
export function catalogEntries(org: OrgReader, skus: readonly string[]): Statement<CatalogEntry>[] {
  return jsonChunks(skus, (sku) => ({ sku, folded: foldCase(sku) })).map(
    (chunk) => org.rows<CatalogEntry>()`select j.value->>'sku' as sku, p.cost, p.cost_currency, p.design_link, p.supplier, p.material
      from json_each(${chunk}) j cross join products p on p.id = ${productIdOfSku(org, sql`j.value->>'folded'`)}
      where p.organization_id = ${org.key}`,
  );
}
