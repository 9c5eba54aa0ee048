import * as z from "zod";
import { pairTerm } from "../../db/text/metadata-terms";
import { pairsText } from "../../values/metadata";
import { MAX_METADATA_KEY_LENGTH, MAX_METADATA_PAIRS, MAX_METADATA_VALUE_LENGTH } from "../../values/metadata-limits";
import { toStorableText } from "../../values/storable-text";
import { defineFilter } from "./filters";

const EXPECTED_KEY = `Expected a key of 1 to ${MAX_METADATA_KEY_LENGTH} characters without brackets, control characters and spaces around it.`;

/** A key is a name that filters can contain in brackets. JavaScript objects cannot have every field under the name `__proto__`. */
const Key = z
  .string()
  .refine(
    (key) =>
      key.length >= 1 &&
      key.length <= MAX_METADATA_KEY_LENGTH &&
      !/[[\]]/.test(key) &&
      key !== "__proto__" &&
      toStorableText(key).trim() === key,
    EXPECTED_KEY,
  );

const text = z.string().overwrite(toStorableText).trim().max(MAX_METADATA_VALUE_LENGTH);

/** Otherwise, zod would only say that a key is invalid. */
const KEY_ERROR = {
  error: ({ code }: { code?: string | undefined }) => (code === "invalid_key" ? EXPECTED_KEY : undefined),
};

/** Zod leaves out a field with this name without a violation. */
function rejectPrototype(value: unknown, ctx: z.core.$RefinementCtx): unknown {
  if (typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__"))
    ctx.addIssue({ code: "custom", message: EXPECTED_KEY, params: { code: "invalid_key" }, path: ["__proto__"], input: value });
  return value;
}

/** Metadata of a body, as the text of a change. */
export const MetadataBody = z
  .preprocess(rejectPrototype, z.record(Key, text.nullable(), KEY_ERROR))
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

export const Metadata = z.record(z.string(), z.string()).describe("Keys and values of your own.");

/** The filter `metadata[key]=value`: rows that have all of these pairs. */
export const metadataQuery = z
  .record(Key, text, KEY_ERROR)
  .optional()
  .describe("`metadata[key]=value`: only those with this key and exactly this value. With several keys, all must match.")
  .meta({ param: { style: "deepObject", explode: true } });

/** The terms of a filter's pairs in the full-text index. An empty value counts as absent. */
export function termsOfQuery(metadata: Readonly<Record<string, string>> | undefined, organizationId: number) {
  const pairs = Object.entries(metadata ?? {}).filter(([, value]) => value !== "");
  return pairs.map(([key, value]) => pairTerm(organizationId, key, value));
}

export const metadataFilter = defineFilter({
  name: "metadata",
  onlyV2: true,
  query: metadataQuery,
  read: () => undefined,
  terms: (metadata, { organizationId }) => termsOfQuery(metadata, organizationId),
});
