import * as z from "zod";
import { cursorListQuery } from "../../../platform/http/input/lists";
import { MetadataBody } from "../../../platform/http/input/metadata";
import { Metadata } from "../../../platform/values/metadata";
import { CurrencyInput, optionalText, patchBody } from "../../../platform/http/input/text";
import { AmountInput } from "../../../platform/values/money";
import { PRODUCT_FILTERS } from "../filters";
import type { ProductListSort } from "../list.sql.ts";
import { NewProduct } from "../product-body";
import { Product } from "../product-view";

const text = z.string().nullable();

/** A product with what it supplies to the items with its SKU (docs/spec/catalog.md#defaults). Public V1 has only its `design_link`. */
export const ProductV2 = Product.extend({
  cost: z.number().nullable().describe("The unit cost in `cost_currency`. null if it is unknown."),
  cost_currency: text.describe("ISO 4217. null without a cost."),
  supplier: text.describe("Supplied as the item's `assigned_supplier`."),
  material: text,
  metadata: Metadata,
}).meta({ id: "ProductV2" });

const FIELDS = {
  ...NewProduct.shape,
  design_link: NewProduct.shape.design_link.describe("Supplied as the item's `design_url`."),
  cost: AmountInput.nullable().optional().describe("The unit cost."),
  cost_currency: CurrencyInput.optional().describe(
    "Default: the currency of the stored cost, or else the organization's. Items of orders in another currency do not get the cost.",
  ),
  supplier: optionalText(255),
  material: optionalText(255),
  metadata: MetadataBody,
};

export const NewProductV2 = z.object(FIELDS).meta({ id: "NewProductV2" });

export const ProductChangeV2 = patchBody(z.object({ ...FIELDS, title: FIELDS.title.optional() }), "ProductChangeV2");

const SORTS: Readonly<Record<string, ProductListSort>> = { updated_at: "updated_at", id: "id" };

export const ProductListQueryV2 = cursorListQuery({
  filters: PRODUCT_FILTERS,
  sorts: SORTS,
  defaultSort: { field: "updated_at", direction: "desc" },
});
