import { amazon } from "./amazon.ts";
import { ebay } from "./ebay.ts";
import { etsy } from "./etsy.ts";
import type { Format } from "./format.ts";
import { shopify } from "./shopify.ts";
import { woocommerce } from "./woocommerce.ts";

/** The exports that can be imported. A file's format is recognized by its columns. */
export const FORMATS: readonly Format[] = [shopify, etsy, ebay, amazon, woocommerce];
