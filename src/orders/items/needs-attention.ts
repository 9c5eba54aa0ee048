import { itemCount } from "./count.sql.ts";
import { itemPage } from "./list.sql.ts";
import { type DesignPosition, neededDesignCount, neededDesignPage } from "./needed-designs.sql.ts";
import { assertAllRead } from "../../platform/db/list/page-limit";
import type { OrgReader } from "../../platform/db/org-db";
import type { ShownItem } from "../rows.sql.ts";
import type { Statement } from "../../platform/db/statement";

/** The fields that a person has to fill in if an item lacks them. */
export const MISSING_FIELDS = ["sku", "design", "cost"] as const;

export type MissingField = (typeof MISSING_FIELDS)[number];

/** The start of a page: its number, or for design files the last item of the previous page (null for the first page). */
export interface AttentionPosition {
  page: number;
  after: DesignPosition | null;
}

type AttentionPage = AttentionPosition & { size: number };

/**
 * The statements that list and count the items that lack each field, newest orders first. Only unfinished items need a SKU
 * or, in stores that use them, a design file. Every live item needs a cost, because reports include items that were made.
 */
const LISTS: Readonly<
  Record<
    MissingField,
    {
      page: (org: OrgReader, page: AttentionPage) => Statement<ShownItem>;
      count: (org: OrgReader) => Statement<{ total: number }>;
    }
  >
> = {
  sku: listOf({ needsSku: true }),
  design: { page: (org, { after, size }) => neededDesignPage(org, after, size), count: neededDesignCount },
  cost: listOf({ missingCost: true }),
};

function listOf(filter: { needsSku: true } | { missingCost: true }): (typeof LISTS)[MissingField] {
  return {
    page: (org, { page, size }) => itemPage(org, filter, { sort: { field: "order_date", direction: "desc" }, page, size }),
    count: (org) => itemCount(org, filter),
  };
}

/** Reads a page of the items that lack a field, and counts the items that lack each field. One round trip. */
export async function listNeedingAttention(
  org: OrgReader,
  field: MissingField,
  page: AttentionPage,
): Promise<{ items: ShownItem[]; counts: Record<MissingField, number> }> {
  const [items, [sku], [design], [cost]] = await org.read(
    LISTS[field].page(org, page),
    LISTS.sku.count(org),
    LISTS.design.count(org),
    LISTS.cost.count(org),
  );
  const counts = { sku: sku?.total ?? 0, design: design?.total ?? 0, cost: cost?.total ?? 0 };
  if (field !== "design") assertAllRead(items, org.pageLimit, { page: page.page, size: page.size, total: counts[field] });
  return { items, counts };
}

/** Counts the items that lack each field. One round trip. */
export async function countNeedingAttention(org: OrgReader): Promise<Record<MissingField, number>> {
  const [[sku], [design], [cost]] = await org.read(LISTS.sku.count(org), LISTS.design.count(org), LISTS.cost.count(org));
  return { sku: sku?.total ?? 0, design: design?.total ?? 0, cost: cost?.total ?? 0 };
}
