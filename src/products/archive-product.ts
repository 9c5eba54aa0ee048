import { untilWon } from "../platform/db/change";
import type { OrgDb } from "../platform/db/org-db";
import { archiveProduct } from "./write.sql.ts";
import { termsOf } from "./product-terms";
import { readProduct } from "./read-product";
import { contended } from "./update-product";

/** Archives a product: nothing shows it from now on, its row stays. 404 for an unknown product and the second time. */
export async function removeProduct(org: OrgDb, id: number): Promise<void> {
  await untilWon(async () => {
    const product = await readProduct(org, id);
    await org.commit(archiveProduct(org, product, termsOf(product)));
  }, contended);
}
