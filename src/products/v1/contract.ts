import * as z from "zod";
import type { ProductSortField } from "../list.sql.ts";
import { AmountInput } from "../../platform/values/money";
import { optionalText, patchBody, requiredText } from "../../platform/http/input/text";
import { numberedQuery } from "../../platform/http/input/lists";
import { IntegerId } from "../../platform/http/input/query";
import { PRODUCT_FILTERS } from "../filters";

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

export const Deleted = z.strictObject({ deleted: z.boolean() });

export const ProductPath = z.object({ id: IntegerId });

/** A list of up to `maxItems` texts, which are stored as they are sent. null empties the list. */
function textList(maxItems: number, maxCharacters = 255) {
  return z.array(z.string().max(maxCharacters)).max(maxItems).nullable().optional();
}

const title = requiredText(255);

/** The writable fields except the title. videos, labels and sizes are read-only (docs/spec/products.md#new-product). */
const FIELDS = {
  sku: optionalText(255).describe("Does not have to be unique. A SKU that another product has gets a warning."),
  spu: optionalText(255),
  description: optionalText(20_000),
  price: AmountInput.optional().describe("Default for a new product: 0."),
  design_link: optionalText(2048),
  tags: textList(250),
  images: textList(250, 2048),
  stores: textList(100).describe("Stores that sell the product. Use a store's name or code to include the product in its statistics."),
  platforms: textList(100),
};

export const NewProduct = z.object({ title, ...FIELDS }).meta({ id: "NewProduct" });

/** A partial update: an omitted field is kept, null clears a field, and lists are replaced (docs/spec/requests.md#partial-updates). */
export const ProductChange = patchBody(z.object({ title: title.optional(), ...FIELDS }), "ProductChange");

/** The sort names and their camelCase aliases. */
const SORTS: Readonly<Record<string, ProductSortField>> = {
  updated_at: "updated_at",
  updatedAt: "updated_at",
  created_at: "created_at",
  createdAt: "created_at",
  title: "title",
  sku: "sku",
  price: "price",
  id: "id",
};

/** GET /products (docs/spec/lists-and-filters.md#product-list). */
export const ProductListQuery = numberedQuery({
  filters: PRODUCT_FILTERS,
  sorts: SORTS,
  defaultSort: { field: "updated_at", direction: "desc" },
});
