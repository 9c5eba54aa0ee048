import * as z from "zod";
import { IntegerId } from "../../platform/http/input/query";
import { optionalText, requiredText } from "../../platform/http/input/text";
import { AmountInput } from "../../platform/values/money";

export const Deleted = z.strictObject({ deleted: z.boolean() });

export const ProductPath = z.object({ id: IntegerId });

/** A list of up to `maxItems` texts, which are stored as they are sent. null empties the list. */
function textList(maxItems: number, maxCharacters = 255) {
  return z.array(z.string().max(maxCharacters)).max(maxItems).nullable().optional();
}

/** The writable fields. videos, labels and sizes are read-only (docs/spec/products.md#new-product). */
export const NewProduct = z
  .object({
    title: requiredText(255),
    sku: optionalText(255).describe("Does not have to be unique. A SKU that another product has gets a warning."),
    spu: optionalText(255),
    description: optionalText(20_000),
    price: AmountInput.optional().describe("Default for a new product: 0."),
    design_link: optionalText(2048),
    tags: textList(250),
    images: textList(250, 2048),
    stores: textList(100).describe("Stores that sell the product. Use a store's name or code to include the product in its statistics."),
    platforms: textList(100),
  })
  .meta({ id: "NewProduct" });
