import { takePage } from "../../../platform/db/list/page-fit";
import type { OrgReader } from "../../../platform/db/org-db";
import type { ShownItem } from "../rows.sql.ts";
import { countWithout, type ItemPosition, newestItems, newestPlan, MISSING_FIELDS, type MissingField } from "./newest.sql.ts";

export { type ItemPosition, MISSING_FIELDS, type MissingField };

export type MissingCounts = Record<MissingField, number>;

export interface ItemsPage {
  /** The last item of the previous page. Null for the first page. */
  after: ItemPosition | null;
  limit: number;
}

const missingCounts = (org: OrgReader) => ({
  sku: countWithout(org, "sku"),
  design: countWithout(org, "design"),
  cost: countWithout(org, "cost"),
});

type CountRows = Record<MissingField, readonly { total: number }[]>;

const countsOf = ({ sku, design, cost }: CountRows): MissingCounts => ({
  sku: sku[0]?.total ?? 0,
  design: design[0]?.total ?? 0,
  cost: cost[0]?.total ?? 0,
});

/** Lists a page of the items that lack a field, newest orders first, and counts the items that lack each field. One round trip. */
export async function listNeedingAttention(
  org: OrgReader,
  field: MissingField,
  { after, limit }: ItemsPage,
): Promise<{ items: ShownItem[]; hasMore: boolean; counts: MissingCounts }> {
  const { found, counts } = await org.read({
    found: newestItems(newestPlan(org, { missing: field }, after), { ids: null, size: limit + 1 }),
    counts: missingCounts(org),
  });
  const { rows, hasMore } = takePage(found, limit, org.pageLimit);
  return { items: rows, hasMore, counts: countsOf(counts) };
}

/** Counts the items that lack each field. One round trip. */
export async function countNeedingAttention(org: OrgReader): Promise<MissingCounts> {
  return countsOf(await org.read(missingCounts(org)));
}
