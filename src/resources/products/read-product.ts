import { first } from "../../platform/db/statement";
import { productWithCost } from "./catalog.sql.ts";
import type { ProductFilter } from "./filters";
import { productCount, productPage, type ProductsAfter, productsAfter, type ProductSortField } from "./list.sql.ts";
import { productById, type ProductRow, productWithSameSku } from "./rows.sql.ts";
import { assertPageFits, takePage } from "../../platform/db/list/page-fit";
import type { NumberedPage } from "../../platform/db/list/sort";
import type { OrgReader } from "../../platform/db/org-db";
import { notFound } from "../../platform/api-error";

/** A product that was written, with the warnings for the caller. */
export interface WrittenProduct {
  product: ProductRow;
  warnings: string[];
}

/** Whether a product has a cost, of the ones that were changed last. One round trip. */
export async function hasProductCosts(org: OrgReader): Promise<boolean> {
  return (await org.read(productWithCost(org))).length > 0;
}

/** Reads a product. Throws 404 Not Found if this organization has none with that id, or if it is archived. */
export async function readProduct(org: OrgReader, id: number): Promise<ProductRow> {
  const [product] = await org.read(productById(org, id));
  if (product === undefined || product.archived_at !== null) throw notFound();
  return product;
}

/** Reads a product, and the id of the first other product with its SKU. Throws 404 Not Found as in `readProduct`. One round trip. */
export async function readProductAndDuplicate(org: OrgReader, id: number): Promise<{ product: ProductRow; duplicateId: number | null }> {
  const { product, duplicate } = await org.read({ product: first(productById(org, id)), duplicate: first(productWithSameSku(org, id)) });
  if (product === undefined || product.archived_at !== null) throw notFound();
  return { product, duplicateId: duplicate?.id ?? null };
}

/**
 * Reads the product of a write that has already committed, archived or not, to rebuild its response
 * (docs/spec/durability.md#write-markers).
 */
export async function productFromMarker(org: OrgReader, marker: unknown, { isSkuSent }: { isSkuSent: boolean }): Promise<WrittenProduct> {
  // Every product write stores this in its marker (write.sql.ts).
  const { product_id } = marker as { product_id: number };
  return writeResult(
    await org.read({ product: first(productById(org, product_id)), duplicate: first(productWithSameSku(org, product_id)) }),
    { isSkuSent },
  );
}

/**
 * The result of a write from the rows that it returns, with a warning if the caller sent a SKU that another product has
 * (docs/spec/products.md#repeated-sku).
 */
export function writeResult(
  { product, duplicate }: { product: ProductRow | undefined; duplicate: { id: number } | undefined },
  { isSkuSent }: { isSkuSent: boolean },
): WrittenProduct {
  if (product === undefined) throw notFound();
  const isRepeated = isSkuSent && duplicate !== undefined;
  return { product, warnings: isRepeated ? [`sku ${JSON.stringify(product.sku)} is also used by product ${duplicate.id}.`] : [] };
}

/**
 * Lists a numbered page of the products that are not archived, with their total. Throws 400 Bad Request if the products exceed the page's
 * size limit. One round trip.
 */
export async function listProducts(
  org: OrgReader,
  filter: ProductFilter,
  page: NumberedPage<ProductSortField>,
): Promise<{ products: ProductRow[]; total: number }> {
  // A query without words matches nothing (docs/spec/lists-and-filters.md#search).
  if (filter.match === null) return { products: [], total: 0 };
  const { rows, counts } = await org.read({ rows: productPage(org, filter, page), counts: productCount(org, filter) });
  assertPageFits(rows, org.pageLimit, page);
  return { products: rows, total: counts[0]?.total ?? 0 };
}

/** Lists up to `limit` products after a position, as many as fit in a page, and whether there are more. One round trip. */
export async function listProductsAfter(
  org: OrgReader,
  filter: ProductFilter,
  { limit, ...list }: ProductsAfter,
): Promise<{ rows: ProductRow[]; hasMore: boolean }> {
  if (filter.match === null) return { rows: [], hasMore: false };
  const rows = await org.read(productsAfter(org, filter, { ...list, limit: limit + 1 }));
  return takePage(rows, limit, org.pageLimit);
}
