import * as z from "zod";
import { pairsText } from "../../values/metadata";
import { isMetadataKey } from "../../values/metadata-key";
import { MAX_METADATA_KEY_LENGTH, MAX_METADATA_PAIRS, MAX_METADATA_VALUE_LENGTH } from "../../values/metadata-limits";
import { toStorableText } from "../../values/storable-text";

const EXPECTED_KEY = `Expected a key of 1 to ${MAX_METADATA_KEY_LENGTH} characters without brackets, control characters and spaces around it.`;

export const MetadataKey = z.string().refine(isMetadataKey, { error: EXPECTED_KEY, params: { code: "invalid_key" } });

export const MetadataValue = z.string().overwrite(toStorableText).trim().max(MAX_METADATA_VALUE_LENGTH);

/** Otherwise, zod would only say that a key is invalid. */
export const KEY_ERROR = {
  error: ({ code }: { code?: string | undefined }) => (code === "invalid_key" ? EXPECTED_KEY : undefined),
};

/** Adds a violation for a field `__proto__`, before zod's record leaves it out without one. */
export function rejectPrototype(value: unknown, ctx: z.core.$RefinementCtx): unknown {
  if (typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__"))
    ctx.addIssue({ code: "custom", message: EXPECTED_KEY, params: { code: "invalid_key" }, path: ["__proto__"], input: value });
  return value;
}

/** Metadata of a body, as the text of a change. An update may delete all keys that a row has, and set as many others. */
export const MetadataBody = z
  .preprocess(rejectPrototype, z.record(MetadataKey, MetadataValue.nullable(), KEY_ERROR))
  .refine((metadata) => Object.keys(metadata).length <= 2 * MAX_METADATA_PAIRS, {
    error: `Expected at most ${2 * MAX_METADATA_PAIRS} keys, also deleted ones.`,
    params: { code: "too_many_pairs" },
  })
  .transform((metadata) => pairsText(Object.entries(metadata).map(([key, value]) => [key, value === "" ? null : value])))
  .nullable()
  .optional()
  .describe(
    `Keys and values of your own: up to ${MAX_METADATA_PAIRS}, with keys of up to ${MAX_METADATA_KEY_LENGTH} and values of up to ${MAX_METADATA_VALUE_LENGTH} characters. An update keeps the keys that are not sent, and null or an empty text deletes a key. null deletes all.`,
  );
