import type { OrgDb } from "../platform/db/org-db";
import { insertProduct } from "./write.sql.ts";
import { newValues, type ProductFields } from "./fields";
import { termsOf, wordsOf } from "./product-terms";
import { written, type WrittenProduct } from "./read-product";

/** Makes a product. A SKU may be used again; a warning then names the product that has it (docs/spec/products.md#repeated-sku). */
export async function createProduct(org: OrgDb, fields: ProductFields & { title: string }): Promise<WrittenProduct> {
  const values = newValues(fields);
  const { rows } = await org.commit(insertProduct(org, { values, terms: termsOf(values), words: wordsOf(org.organization.id, values) }));
  return written(...rows, true);
}
