import type { z } from "zod";
import type { ProductRow } from "../rows.sql.ts";
import { toAmount } from "../../platform/values/money";
import { pickValues } from "../../platform/values/record";
import { momentText } from "../../platform/values/zone";
import { Product } from "./contract";

const texts = (json: string): string[] => JSON.parse(json) as string[];

/** A product's row as Public V1 shows it. */
export function presentProduct(row: ProductRow): z.output<typeof Product> {
  return {
    ...pickValues(row, Product.shape),
    price: toAmount(row.price),
    tags: texts(row.tags),
    images: texts(row.images),
    videos: texts(row.videos),
    stores: texts(row.stores),
    platforms: texts(row.platforms),
    labels: texts(row.labels),
    sizes: texts(row.sizes),
    created_at: momentText(row.created_at),
    updated_at: momentText(row.updated_at),
  };
}
