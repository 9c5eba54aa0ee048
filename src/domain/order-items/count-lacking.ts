import { itemCount } from "../../db/item-count";
import type { OrgReader } from "../../db/org-db";

/** How many live items lack a SKU, a design file, a cost. From what is counted already; one trip. */
export async function countLacking(org: OrgReader): Promise<{ sku: number; design: number; cost: number }> {
  const [[sku], [design], [cost]] = await org.read(
    itemCount(org, { missingSku: true }),
    itemCount(org, { missingDesign: true }),
    itemCount(org, { missingCost: true }),
  );
  return { sku: sku?.total ?? 0, design: design?.total ?? 0, cost: cost?.total ?? 0 };
}
