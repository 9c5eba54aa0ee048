import type { Sort } from "../../db/order-list";
import type { OrgReader } from "../../db/org-db";
import { productCount, type ProductFilter, productPage, type ProductSortField, productWeights } from "../../db/product-list";
import type { ProductRow } from "../../db/product-rows";
import { assertPageFits } from "../page-fits";
import { matchExpression } from "../search-words";
import { readMoment } from "../zone";
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
 * A numbered page of the products that are not archived, and how many there are. One trip; where the page has no room for them,
 * another one finds out what fits, and the answer is 400.
 */
export async function listProducts(
  org: OrgReader,
  query: ProductQuery,
  sort: Sort<ProductSortField>,
  page: number,
  size: number,
): Promise<{ products: ProductRow[]; total: number }> {
  const filter = productFilter(org, query);
  // A query without a word in it can't match (decisions E10).
  if (filter.match === null) return { products: [], total: 0 };
  const [products, counts] = await org.read(productPage(org, filter, sort, page, size), productCount(org, filter));
  const total = counts[0]?.total ?? 0;
  if (products.length === 0 && total > (page - 1) * size) {
    const [weights] = await org.read(productWeights(org, filter, sort, page, size));
    assertPageFits(weights, page, size);
  }
  return { products, total };
}
