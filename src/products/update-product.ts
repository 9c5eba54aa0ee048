import { untilWon } from "../platform/db/change";
import type { OrgDb } from "../platform/db/org-db";
import { updateProduct } from "./write.sql.ts";
import { Refusal } from "../platform/refusal";
import { mustBeAsSeen } from "../platform/values/seen-version";
import { mergeValues, type ProductFields, sameValues } from "./fields";
import { termsOf, wordsOf } from "./product-terms";
import { readProduct, written, type WrittenProduct } from "./read-product";

/**
 * Lays fields over a product (docs/spec/requests.md#partial-updates); what is as it was writes nothing. 404 for an unknown or archived
 * product, 412 where it is no longer in the version that was `seen`.
 */
export async function changeProduct(org: OrgDb, id: number, fields: ProductFields, seen?: number): Promise<WrittenProduct> {
  return await untilWon(async () => {
    const product = await readProduct(org, id);
    mustBeAsSeen(product.version, seen);
    const values = mergeValues(product, fields);
    if (sameValues(values, product)) return { product, warnings: [] };
    const next = { values, terms: termsOf(values), words: wordsOf(org.organization.id, values) };
    const { rows } = await org.commit(updateProduct(org, product, termsOf(product), next));
    return written(...rows, fields.sku !== undefined);
  }, contended);
}

/** The refusal of a write that lost every race. */
export function contended(): Refusal {
  return new Refusal("conflict", [{ code: "too_much_contention", message: "This product is being changed by many requests at once." }]);
}
