import type { OrgDb } from "../platform/db/org-db";
import { archiveProduct, insertProduct, updateProduct } from "./write.sql.ts";
import { mergeValues, newValues, type ProductFields, sameValues } from "./fields";
import { termsOf, wordsOf } from "./product-terms";
import { readProduct, written, type WrittenProduct } from "./read-product";
import { retryOnConflict } from "../platform/db/change";
import { conflictError } from "../platform/api-error";
import { assertVersion } from "../platform/values/assert-version";

/** Makes a product. A SKU may be used again; a warning then names the product that has it (docs/spec/products.md#repeated-sku). */
export async function createProduct(org: OrgDb, fields: ProductFields & { title: string }): Promise<WrittenProduct> {
  const values = newValues(fields);
  const { rows } = await org.commit(insertProduct(org, { values, terms: termsOf(values), words: wordsOf(org.organization.id, values) }));
  return written(...rows, true);
}

/**
 * Lays fields over a product (docs/spec/requests.md#partial-updates); what is as it was writes nothing. 404 for an unknown or archived
 * product, 412 where it is not in the `expectedVersion`.
 */
export async function changeProduct(
  org: OrgDb,
  { id, expectedVersion }: { id: number; expectedVersion?: number | undefined },
  fields: ProductFields,
): Promise<WrittenProduct> {
  return await retryOnConflict(async () => {
    const product = await readProduct(org, id);
    assertVersion(product.version, expectedVersion);
    const values = mergeValues(product, fields);
    if (sameValues(values, product)) return { product, warnings: [] };
    const next = { values, terms: termsOf(values), words: wordsOf(org.organization.id, values), oldTerms: termsOf(product) };
    const { rows } = await org.commit(updateProduct(org, product, next));
    return written(...rows, fields.sku !== undefined);
  }, productConflict);
}

const productConflict = () => conflictError("This product is");

/** Archives a product: nothing shows it from now on, its row stays. 404 for an unknown product and the second time. */
export async function removeProduct(org: OrgDb, id: number): Promise<void> {
  await retryOnConflict(async () => {
    const product = await readProduct(org, id);
    await org.commit(archiveProduct(org, product, termsOf(product)));
  }, productConflict);
}
