import type { OrgReader } from "../platform/db/org-db";
import { productById, type ProductRow, skuTwin } from "./rows.sql.ts";
import { notFound } from "../platform/api-error";

/** A product that was written, with what its author should know. */
export interface WrittenProduct {
  product: ProductRow;
  warnings: string[];
}

/** One product; 404 where this organization has none with that id, and once it is archived. */
export async function readProduct(org: OrgReader, id: number): Promise<ProductRow> {
  const [[product]] = await org.read(productById(org, id));
  if (product === undefined || product.archived_at !== null) throw notFound();
  return product;
}

/** One product, and the id of the first other one with its SKU; 404 as above. One trip. */
export async function readProductAndTwin(org: OrgReader, id: number): Promise<{ product: ProductRow; twin: number | null }> {
  const [[product], [twin]] = await org.read(productById(org, id), skuTwin(org, id));
  if (product === undefined || product.archived_at !== null) throw notFound();
  return { product, twin: twin?.id ?? null };
}

/** A product as it is now, archived or not, for the answer of a write that committed before (docs/spec/durability.md#write-markers). */
export async function readWritten(org: OrgReader, marker: unknown, saysSku: boolean): Promise<WrittenProduct> {
  // What the marker of every product write holds (products/write.sql.ts).
  const { product_id } = marker as { product_id: number };
  return written(...(await org.read(productById(org, product_id), skuTwin(org, product_id))), saysSku);
}

/**
 * The rows that answer a write; a SKU that the caller gave and another product has is worth a warning (docs/spec/products.md#repeated-sku).
 */
export function written([product]: ProductRow[], [twin]: { id: number }[], saysSku: boolean): WrittenProduct {
  if (product === undefined) throw notFound();
  const reused = saysSku && twin !== undefined;
  return { product, warnings: reused ? [`sku ${JSON.stringify(product.sku)} is also that of product ${twin.id}.`] : [] };
}
