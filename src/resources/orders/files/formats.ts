import { amazon } from "./amazon.ts";
import { amazonAllOrders } from "./amazon-all-orders.ts";
import { ebay } from "./ebay.ts";
import { etsy } from "./etsy.ts";
import type { Format } from "./format.ts";
import { ownExport } from "./own.ts";
import { shopify } from "./shopify.ts";
import { spreadsheet } from "./spreadsheet.ts";
import { woocommerce } from "./woocommerce.ts";

/** The exports that can be imported. A file's format is recognized by its columns (recognize.ts). */
export const FORMATS: readonly Format[] = [ownExport, shopify, etsy, ebay, amazon, amazonAllOrders, woocommerce, spreadsheet];
