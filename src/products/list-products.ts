import type { NumberedPage } from "../platform/db/list/sort";
import type { OrgReader } from "../platform/db/org-db";
import { productCount, productPage, type ProductSortField, productsWithIds } from "./list.sql.ts";
import type { ProductFilter } from "./filters";
import type { ProductRow } from "./rows.sql.ts";
import { assertPageFits } from "../platform/db/list/page-limit";

/**
 * Lists a numbered page of the products that are not archived, with their total. Throws 400 if the products exceed the page's size limit.
 * Takes one round trip, and a second one for products whose texts are too long to be read with the page.
 */
export async function listProducts(
  org: OrgReader,
  filter: ProductFilter,
  page: NumberedPage<ProductSortField>,
): Promise<{ products: ProductRow[]; total: number }> {
  // A query without words matches nothing (docs/spec/lists-and-filters.md#search).
  if (filter.match === null) return { products: [], total: 0 };
  const [rows, counts] = await org.read(productPage(org, filter, page), productCount(org, filter));
  assertPageFits(rows, org.pageLimit, page);
  const total = counts[0]?.total ?? 0;
  const partialIds = rows.filter((row) => row.is_cut === 1).map(({ id }) => id);
  if (partialIds.length === 0) return { products: rows, total };
  const [completed] = await org.read(productsWithIds(org, partialIds));
  const byId = new Map(completed.map((product) => [product.id, product]));
  return { products: rows.flatMap((row) => (row.is_cut === 1 ? (byId.get(row.id) ?? []) : row)), total };
}
