import type { OrgDb } from "../../platform/db/org-db";
import { archiveProduct, insertProduct, type ProductToWrite, updateProduct } from "./write.sql.ts";
import { mergeValues, newValues, type ProductFields, sameValues } from "./fields";
import { termsOf, wordsOf } from "./product-terms";
import { readProduct, writeResult, type WrittenProduct } from "./read-product";
import { retryOnConflict } from "../../platform/db/change";
import { conflictError } from "../../platform/api-error";
import { assertVersion, type ChangeTarget } from "../../platform/values/assert-version";
import { assertCostUnknown } from "../../platform/values/known-cost";

/** Creates a product. A repeated SKU is allowed and adds a warning that names the other product (docs/spec/products.md#repeated-sku). */
export async function createProduct(org: OrgDb, fields: NewProductFields): Promise<WrittenProduct> {
  const rows = await org.commit(insertProduct(org, newProduct(org, fields)));
  return writeResult(rows, { isSkuSent: true });
}

/** Creates several products in one batch. Returns how many. The caller limits their number. One round trip. */
export async function createProducts(org: OrgDb, list: readonly NewProductFields[]): Promise<number> {
  await org.commit({
    writes: list.flatMap((fields) => insertProduct(org, newProduct(org, fields)).writes),
    marker: { count: list.length },
  });
  return list.length;
}

type NewProductFields = ProductFields & { title: string };

function newProduct(org: OrgDb, fields: NewProductFields): ProductToWrite {
  const values = newValues(fields, org.organization.currency);
  return { values, terms: termsOf(values), words: wordsOf(org.organization.id, values) };
}

/**
 * Updates the fields that are sent (docs/spec/requests.md#partial-updates). Writes nothing if they do not change the product. Throws 404
 * Not Found for an unknown or archived product, 412 Precondition Failed if its version is not `expectedVersion`, and 403 Forbidden for a
 * cost that `keepsKnownCost` keeps, because the caller may not see it.
 */
export async function changeProduct(
  org: OrgDb,
  { id, expectedVersion, keepsKnownCost = false }: ChangeTarget & { keepsKnownCost?: boolean },
  fields: ProductFields,
): Promise<WrittenProduct> {
  return await retryOnConflict(async () => {
    const product = await readProduct(org, id);
    assertVersion(product.version, expectedVersion);
    if (keepsKnownCost) assertCostUnknown(product.cost, fields);
    const values = mergeValues(product, fields, org.organization.currency);
    if (sameValues(values, product)) return { product, warnings: [] };
    const next = { values, terms: termsOf(values), words: wordsOf(org.organization.id, values), oldTerms: termsOf(product) };
    const rows = await org.commit(updateProduct(org, product, next));
    return writeResult(rows, { isSkuSent: fields.sku !== undefined });
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
