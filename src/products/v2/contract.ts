import * as z from "zod";
import { IntegerId } from "../../platform/http/input/query";
import { CurrencyInput, optionalText, patchBody } from "../../platform/http/input/text";
import { AmountInput } from "../../platform/values/money";

export const ProductPath = z.object({ id: IntegerId });

const text = z.string().nullable();

/** What a product supplies to the items with its SKU (docs/spec/catalog.md#defaults). */
export const ProductDefaults = z
  .strictObject({
    product_id: z.int(),
    sku: text,
    cost: z.number().nullable().describe("What one piece costs, in `cost_currency`. null if it is unknown."),
    cost_currency: text.describe("ISO 4217. null without a cost."),
    design_link: text.describe("Supplied as the item's `design_url`."),
    supplier: text.describe("Supplied as the item's `assigned_supplier`."),
    material: text,
  })
  .meta({ id: "ProductDefaults" });

/** The fields of the defaults that can be changed. */
export const DEFAULTS = {
  cost: AmountInput.nullable().optional().describe("What one piece costs."),
  cost_currency: CurrencyInput.optional().describe(
    "Default: the currency of the stored cost, or else the organization's. Items of orders in another currency do not get the cost.",
  ),
  design_link: optionalText(2048),
  supplier: optionalText(255),
  material: optionalText(255),
};

/** PATCH /products/{id}/defaults. */
export const ProductDefaultsChange = patchBody(z.object(DEFAULTS), "ProductDefaultsChange");
