import * as z from "zod";
import { readCurrency } from "../../values/currency";
import { MAX_EXTERNAL_ID_LENGTH } from "../../values/text-limits";
import { toStorableText } from "../../values/storable-text";
import { CURRENCY, NOT_BLANK, whole } from "./input-patterns";
import { parseWith } from "./query";

/** A text of 1 to `maxLength` characters after trimming. */
export function requiredText(maxLength: number) {
  return z
    .string()
    .overwrite(toStorableText)
    .trim()
    .min(1)
    .max(maxLength)
    .meta({ override: { pattern: NOT_BLANK } });
}

/** A text of at most `maxLength` characters after trimming. An empty text becomes null. `pattern` is for the OpenAPI document. */
export function optionalText(maxLength: number, pattern?: string) {
  return z
    .string()
    .overwrite(toStorableText)
    .trim()
    .max(maxLength)
    .meta(pattern === undefined ? {} : { override: { pattern } })
    .transform((text) => (text === "" ? null : text))
    .nullable()
    .optional();
}

/** An id in the source system; null if there is none. An empty text is rejected, because it would silently become null. */
export const externalId = requiredText(MAX_EXTERNAL_ID_LENGTH).nullable().optional();

/** A text that `parse` converts to a value. If it returns null, the text is invalid. */
export function parsedText<T>(parse: (text: string) => T | null, expected: string, code: string) {
  return z.string().transform(parseWith(parse, expected, code));
}

/** An ISO 4217 currency code, ignoring case. */
export const CurrencyInput = parsedText(readCurrency, "Expected an ISO 4217 currency code.", "invalid_currency").meta({
  override: { type: "string", pattern: whole(CURRENCY) },
});

/**
 * The body of a partial update: missing fields are unchanged, null clears a field, and at least one known field is required
 * (docs/spec/requests.md#partial-updates). `id` names it in the OpenAPI document. `elsewhere` explains how to change fields that a caller may
 * expect here.
 */
export function patchBody<T extends z.ZodObject>(fields: T, id: string, elsewhere = "") {
  const error = `Expected at least one of ${Object.keys(fields.shape).join(", ")}.${elsewhere}`;
  return fields
    .refine((patch) => Object.values(patch).some((value) => value !== undefined), { error, params: { code: "no_fields" } })
    .meta({ id, minProperties: 1 });
}
