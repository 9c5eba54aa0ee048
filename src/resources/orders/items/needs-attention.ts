import { takePage } from "../../../platform/db/list/page-limit";
import type { OrgReader } from "../../../platform/db/org-db";
import type { ShownItem } from "../rows.sql.ts";
import { countWithout, type ItemPosition, newestItems, MISSING_FIELDS, type MissingField } from "./newest.sql.ts";

export { type ItemPosition, MISSING_FIELDS, type MissingField };

/** How many items lack each field. */
export type MissingCounts = Record<MissingField, number>;

/** A page of items. */
export interface ItemsPage {
  /** The last item of the previous page. Null for the first page. */
  after: ItemPosition | null;
  limit: number;
}

const counts = (org: OrgReader) => [countWithout(org, "sku"), countWithout(org, "design"), countWithout(org, "cost")] as const;

type Counted = readonly { total: number }[];

const countsOf = ([sku]: Counted, [design]: Counted, [cost]: Counted): MissingCounts => ({
  sku: sku?.total ?? 0,
  design: design?.total ?? 0,
  cost: cost?.total ?? 0,
});

/** Lists a page of the items that lack a field, newest orders first, and counts the items that lack each field. One round trip. */
export async function listNeedingAttention(
  org: OrgReader,
  field: MissingField,
  { after, limit }: ItemsPage,
): Promise<{ items: ShownItem[]; hasMore: boolean; counts: MissingCounts }> {
  const [found, ...totals] = await org.read(newestItems(org, field, { after, limit: limit + 1 }), ...counts(org));
  const { rows, hasMore } = takePage(found, limit, org.pageLimit);
  return { items: rows, hasMore, counts: countsOf(...totals) };
}

/** Counts the items that lack each field. One round trip. */
export async function countNeedingAttention(org: OrgReader): Promise<MissingCounts> {
  return countsOf(...(await org.read(...counts(org))));
}
