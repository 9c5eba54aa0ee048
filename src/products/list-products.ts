import type { NumberedPage } from "../platform/db/list/sort";
import type { OrgReader } from "../platform/db/org-db";
import { isUnread, productCount, productPage, type ProductSortField, productsWithIds } from "./list.sql.ts";
import type { ProductFilter } from "./filters";
import type { ProductRow } from "./rows.sql.ts";
import { assertPageFits } from "../platform/db/list/page-limit";

/**
 * A numbered page of the products that are not archived, and how many there are. Throws 400 if they do not fit in a page. One trip; if some
 * are so long that they were not read with the page, another one for these.
 */
export async function listProducts(
  org: OrgReader,
  filter: ProductFilter,
  page: NumberedPage<ProductSortField>,
): Promise<{ products: ProductRow[]; total: number }> {
  // A query without a word in it can't match (docs/spec/lists-and-filters.md#search).
  if (filter.match === null) return { products: [], total: 0 };
  const [rows, counts] = await org.read(productPage(org, filter, page), productCount(org, filter));
  assertPageFits(rows, page.page, page.size);
  const total = counts[0]?.total ?? 0;
  const unread = rows.filter((row) => isUnread(row, page.size)).map(({ id }) => id);
  if (unread.length === 0) return { products: rows, total };
  const [read] = await org.read(productsWithIds(org, unread));
  const byId = new Map(read.map((product) => [product.id, product]));
  return { products: rows.flatMap((row) => (isUnread(row, page.size) ? (byId.get(row.id) ?? []) : row)), total };
}
