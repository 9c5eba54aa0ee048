import * as z from "zod";
import { toAmount } from "../../platform/values/money";
import { pickValues } from "../../platform/values/record";
import { momentText } from "../../platform/values/zone";
import type { ProductRow } from "./rows.sql.ts";
import { parseStored } from "../../platform/reading/json";

const nullableText = z.string().nullable();
const texts = z.array(z.string());

/** A product (docs/spec/products.md#product-fields). */
export const Product = z
  .strictObject({
    id: z.int(),
    sku: nullableText,
    spu: nullableText,
    title: z.string(),
    description: nullableText,
    price: z.number(),
    design_link: nullableText,
    tags: texts,
    images: texts,
    videos: texts,
    stores: texts,
    platforms: texts,
    labels: texts,
    sizes: texts,
    organization_id: z.int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Product" });

const readTexts = (json: string): string[] => parseStored<string[]>(json);

/** A product's row as Public V1 shows it. */
export function presentProduct(row: ProductRow): z.output<typeof Product> {
  return {
    ...pickValues(row, Product.shape),
    price: toAmount(row.price),
    tags: readTexts(row.tags),
    images: readTexts(row.images),
    videos: readTexts(row.videos),
    stores: readTexts(row.stores),
    platforms: readTexts(row.platforms),
    labels: readTexts(row.labels),
    sizes: readTexts(row.sizes),
    created_at: momentText(row.created_at),
    updated_at: momentText(row.updated_at),
  };
}
