import * as z from "zod";
import { requiredText } from "../../../../platform/http/input/text";
import { toStorableText } from "../../../../platform/values/storable-text";
import { propertiesText } from "../../items/properties";
import { MAX_LONG_TEXT_LENGTH, MAX_NAME_LENGTH, MAX_PROPERTIES, MAX_PROPERTIES_LENGTH } from "../../order-limits";

const PropertyBody = z.object({
  name: requiredText(MAX_NAME_LENGTH).describe("A name that begins with an underscore is hidden from the buyer."),
  value: z.string().overwrite(toStorableText).trim().max(MAX_LONG_TEXT_LENGTH),
  hidden: z.boolean().optional().describe("Not read: it follows from the name. It may be sent as it was read."),
});

/** The properties of an item, stored as JSON. An empty list is stored as null. */
export const PropertiesBody = z
  .array(PropertyBody)
  .max(MAX_PROPERTIES)
  .refine((properties) => properties.reduce((sum, { name, value }) => sum + name.length + value.length, 0) <= MAX_PROPERTIES_LENGTH, {
    error: `The properties of an item may have at most ${MAX_PROPERTIES_LENGTH} characters in total.`,
    params: { code: "properties_too_long" },
  })
  .transform(propertiesText)
  .nullable()
  .optional()
  .describe("What the buyer has chosen or typed, under the shop's names and in its order. An update replaces the whole list.");
