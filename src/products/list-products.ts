import type { NumberedPage } from "../platform/db/list/sort";
import type { OrgReader } from "../platform/db/org-db";
import { productCount, productPage, type ProductSortField } from "./list.sql.ts";
import type { ProductFilter } from "./filters";
import type { ProductRow } from "./rows.sql.ts";
import { assertPageFits } from "../platform/db/list/page-limit";

/** Lists a numbered page of the products that are not archived, with their total. 400 if the products exceed the page's size limit. One round trip. */
export async function listProducts(
  org: OrgReader,
  filter: ProductFilter,
  page: NumberedPage<ProductSortField>,
): Promise<{ products: ProductRow[]; total: number }> {
  // A query without words matches nothing (docs/spec/lists-and-filters.md#search).
  if (filter.match === null) return { products: [], total: 0 };
  const [rows, counts] = await org.read(productPage(org, filter, page), productCount(org, filter));
  assertPageFits(rows, org.pageLimit, page);
  return { products: rows, total: counts[0]?.total ?? 0 };
}
