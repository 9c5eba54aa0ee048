import * as z from "zod";
import { readCurrency } from "../../values/currency";
import { MAX_EXTERNAL_ID_LENGTH } from "../../values/text-limits";
import { storable } from "../../values/storable-text";
import { CURRENCY, NOT_BLANK, whole } from "./input-patterns";
import { readWith } from "./query";

/** A text of 1 to `most` characters after trimming. */
export function requiredText(most: number) {
  return z
    .string()
    .overwrite(storable)
    .trim()
    .min(1)
    .max(most)
    .meta({ override: { pattern: NOT_BLANK } });
}

/** A text of at most `most` characters after trimming; an empty one is null, as is null. `pattern` is for the documents. */
export function optionalText(most: number, pattern?: string) {
  return z
    .string()
    .overwrite(storable)
    .trim()
    .max(most)
    .meta(pattern === undefined ? {} : { override: { pattern } })
    .transform((text) => (text === "" ? null : text))
    .nullable()
    .optional();
}

/** The source's own id of something: of 1 to 191 characters after trimming; null is none. An empty one would be lost without a word. */
export const externalId = requiredText(MAX_EXTERNAL_ID_LENGTH).nullable().optional();

/** A text that `reads` turns into a value, or refuses with null. */
export function textRead<T>(reads: (text: string) => T | null, expected: string, code: string) {
  return z.string().transform(readWith(reads, expected, code));
}

/** A currency code of ISO 4217, in any case. */
export const CurrencyInput = textRead(readCurrency, "Expected a currency code of ISO 4217.", "invalid_currency").meta({
  override: { type: "string", pattern: whole(CURRENCY) },
});

/**
 * The body of a merge: what is left out stays, null clears; at least one known field is there (docs/spec/requests.md#partial-updates).
 * `elsewhere` says how to change what looks as if it belonged here.
 */
export function patchOf<T extends z.ZodObject>(fields: T, id: string, elsewhere = "") {
  const error = `Expected at least one of ${Object.keys(fields.shape).join(", ")}.${elsewhere}`;
  return fields
    .refine((patch) => Object.values(patch).some((value) => value !== undefined), { error, params: { code: "no_fields" } })
    .meta({ id, minProperties: 1 });
}
