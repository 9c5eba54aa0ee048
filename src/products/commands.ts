import type { OrgDb } from "../platform/db/org-db";
import { archiveProduct, insertProduct, updateProduct } from "./write.sql.ts";
import { mergeValues, newValues, type ProductFields, sameValues } from "./fields";
import { termsOf, wordsOf } from "./product-terms";
import { readProduct, writeResult, type WrittenProduct } from "./read-product";
import { retryOnConflict } from "../platform/db/change";
import { conflictError } from "../platform/api-error";
import { assertVersion, type ChangeTarget } from "../platform/values/assert-version";

/** Creates a product. A repeated SKU is allowed and adds a warning that names the other product (docs/spec/products.md#repeated-sku). */
export async function createProduct(org: OrgDb, fields: ProductFields & { title: string }): Promise<WrittenProduct> {
  const values = newValues(fields, org.organization.currency);
  const { rows } = await org.commit(insertProduct(org, { values, terms: termsOf(values), words: wordsOf(org.organization.id, values) }));
  return writeResult(...rows, true);
}

/**
 * Updates the fields that are sent (docs/spec/requests.md#partial-updates). Writes nothing if they do not change the product. Throws 404
 * Not Found for an unknown or archived product, 412 Precondition Failed if its version is not `expectedVersion`.
 */
export async function changeProduct(org: OrgDb, { id, expectedVersion }: ChangeTarget, fields: ProductFields): Promise<WrittenProduct> {
  return await retryOnConflict(async () => {
    const product = await readProduct(org, id);
    assertVersion(product.version, expectedVersion);
    const values = mergeValues(product, fields, org.organization.currency);
    if (sameValues(values, product)) return { product, warnings: [] };
    const next = { values, terms: termsOf(values), words: wordsOf(org.organization.id, values), oldTerms: termsOf(product) };
    const { rows } = await org.commit(updateProduct(org, product, next));
    return writeResult(...rows, fields.sku !== undefined);
  }, productConflict);
}

const productConflict = () => conflictError("this product");

/** Archives a product: it is no longer shown anywhere, but its row stays. Throws 404 Not Found for an unknown or archived product. */
export async function removeProduct(org: OrgDb, id: number): Promise<void> {
  await retryOnConflict(async () => {
    const product = await readProduct(org, id);
    await org.commit(archiveProduct(org, product, termsOf(product)));
  }, productConflict);
}
