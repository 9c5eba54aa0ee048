import * as z from "zod";
import { MetadataKey } from "../../../platform/http/input/metadata";
import { requiredText } from "../../../platform/http/input/text";
import { MAX_METADATA_KEY_LENGTH } from "../../../platform/values/metadata-limits";
import { MAPPED_FIELDS, type MappedName, MAX_MAPPED_NAMES } from "../../orders/items/property-fields";
import { foldPropertyName } from "../../orders/items/property-map";
import { MAX_NAME_LENGTH } from "../../orders/order-limits";

const Field = z
  .enum(MAPPED_FIELDS)
  .nullable()
  .describe("The field of the item that properties with this name become. null: none, also if a default names one.");

const MappedNameBody = z.object({
  name: requiredText(MAX_NAME_LENGTH).describe(
    "The name of the property in the shop. Letter case and surrounding spaces do not matter. `#` at its end also stands for a number.",
  ),
  field: Field,
  key: MetadataKey.meta({ override: { type: "string", minLength: 1, maxLength: MAX_METADATA_KEY_LENGTH } })
    .nullable()
    .optional()
    .describe("The key of the metadata. Required for `metadata`, and only for it."),
});

type Issue = readonly [path: (string | number)[], code: string, message: string];

/** What is wrong with a list of names. */
function issuesOf(names: readonly z.output<typeof MappedNameBody>[]): Issue[] {
  const indexes = new Map<string, number>();
  return names.flatMap(({ name, field, key }, index): Issue[] => {
    const folded = foldPropertyName(name);
    const first = indexes.get(folded);
    if (first === undefined) indexes.set(folded, index);
    const hasKey = (key ?? null) !== null;
    return [
      ...(first === undefined ? [] : [[[index, "name"], "repeated_property", "Expected each name once."] as const]),
      ...(field === "metadata" && !hasKey ? [[[index, "key"], "key_required", "Expected the key of the metadata."] as const] : []),
      ...(field !== "metadata" && hasKey
        ? [[[index, "key"], "key_not_expected", "Expected no key, because it is not metadata."] as const]
        : []),
    ].map(([path, code, message]) => [[...path], code, message]);
  });
}

/** A connection's own map of properties. An empty list leaves the defaults. */
export const PropertyMapBody = z
  .array(MappedNameBody)
  .max(MAX_MAPPED_NAMES)
  .superRefine((names, context) => {
    for (const [path, code, message] of issuesOf(names)) context.addIssue({ code: "custom", message, path, params: { code } });
  })
  .transform((names): MappedName[] => names.map(({ name, field, key = null }) => ({ name, field, key })))
  .describe("Which fields of items the properties of their lines become, in addition to the defaults and before them. Only for shops.");

/** The same as responses contain it. */
export const PropertyMapView = z
  .array(z.strictObject({ name: z.string(), field: Field, key: z.string().nullable() }).meta({ id: "MappedProperty" }))
  .describe("The connection's own map. The defaults are not in it.");
