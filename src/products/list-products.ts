import type { Sort } from "../platform/db/list/sort";
import type { OrgReader } from "../platform/db/org-db";
import { isUnread, productCount, type ProductFilter, productPage, type ProductSortField, productsWithIds } from "./list.sql.ts";
import type { ProductRow } from "./rows.sql.ts";
import { assertPageFits } from "../platform/db/list/page-fits";
import { matchExpression } from "../platform/db/text/search-words";
import { readMoment } from "../platform/values/zone";
import { foldName } from "./product-terms";

/** Filters of a product list as a caller words them; `updatedAfter` may need `timezone` to be read. */
export interface ProductQuery {
  q?: string | undefined;
  sku?: string | undefined;
  spu?: string | undefined;
  store?: string | undefined;
  platform?: string | undefined;
  tag?: string | undefined;
  updatedAfter?: string | undefined;
  /** IANA name; else the organization's. */
  timezone?: string | undefined;
}

function productFilter(org: OrgReader, query: ProductQuery): ProductFilter {
  const filter: ProductFilter = {};
  if (query.q !== undefined) filter.match = matchExpression(org.organization.id, query.q);
  if (query.sku !== undefined) filter.sku = query.sku;
  if (query.spu !== undefined) filter.spu = query.spu;
  for (const kind of ["store", "platform", "tag"] as const) {
    const name = query[kind];
    if (name !== undefined) filter[kind] = foldName(name);
  }
  if (query.updatedAfter !== undefined) {
    // The first and the last day that there are lie, in some zones, partly outside what is stored; as UTC they lie inside.
    const zone = query.timezone ?? org.organization.timezone;
    const moment = readMoment(query.updatedAfter, zone) ?? readMoment(query.updatedAfter, "UTC");
    if (moment !== null) filter.updatedAfter = moment;
  }
  return filter;
}

/**
 * A numbered page of the products that are not archived, and how many there are. Throws 400 if they do not fit in a page. One trip; if some
 * are so long that they were not read with the page, another one for these.
 */
export async function listProducts(
  org: OrgReader,
  query: ProductQuery,
  sort: Sort<ProductSortField>,
  page: number,
  size: number,
): Promise<{ products: ProductRow[]; total: number }> {
  const filter = productFilter(org, query);
  // A query without a word in it can't match (docs/spec/lists-and-filters.md#search).
  if (filter.match === null) return { products: [], total: 0 };
  const [rows, counts] = await org.read(productPage(org, filter, sort, page, size), productCount(org, filter));
  assertPageFits(rows, page, size);
  const total = counts[0]?.total ?? 0;
  const unread = rows.filter((row) => isUnread(row, size)).map(({ id }) => id);
  if (unread.length === 0) return { products: rows, total };
  const [read] = await org.read(productsWithIds(org, unread));
  const byId = new Map(read.map((product) => [product.id, product]));
  return { products: rows.flatMap((row) => (isUnread(row, size) ? (byId.get(row.id) ?? []) : row)), total };
}
