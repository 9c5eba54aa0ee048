import * as z from "zod";
import { readCurrency } from "../../values/currency";
import { storable } from "../../values/storable-text";
import { MAX_EXTERNAL_ID_LENGTH } from "../../values/text-limits";
import { CURRENCY, NOT_BLANK, whole } from "./input-patterns";

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
  return z.string().transform((text, ctx) => {
    const value = reads(text);
    if (value !== null) return value;
    ctx.addIssue({ code: "custom", message: expected, params: { code } });
    return z.NEVER;
  });
}

/** A currency code of ISO 4217, in any case. */
export const CurrencyInput = textRead(readCurrency, "Expected a currency code of ISO 4217.", "invalid_currency").meta({
  override: { type: "string", pattern: whole(CURRENCY) },
});
