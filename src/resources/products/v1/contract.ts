import * as z from "zod";
import type { ProductSortField } from "../list.sql.ts";
import { numberedQuery } from "../../../platform/http/input/lists";
import { patchBody } from "../../../platform/http/input/text";
import { PRODUCT_FILTERS } from "../filters";
import { NewProduct } from "../product-body";

/** A partial update: an omitted field is kept, null clears a field, and lists are replaced (docs/spec/requests.md#partial-updates). */
export const ProductChange = patchBody(z.object({ ...NewProduct.shape, title: NewProduct.shape.title.optional() }), "ProductChange");

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
