import * as z from "zod";
import type { PageNumber } from "../../db/list/sort";
import { readCurrency } from "../../values/currency";
import { toStorableText } from "../../values/storable-text";
import { isDay, isZone, readMoment } from "../../values/zone";
import { CURRENCY, CURSOR, MOMENT, whole, ZONE } from "./input-patterns";

/** A function for a schema's `transform` that parses a value with `parse`. If that returns null, the value is invalid. */
export function parseWith<Input, Value>(parse: (input: Input) => Value | null, expected: string, code: string) {
  return (input: Input, ctx: z.core.$RefinementCtx): Value => {
    const value = parse(input);
    if (value !== null) return value;
    ctx.addIssue({ code: "custom", message: expected, params: { code }, input });
    return z.NEVER;
  };
}

/** Like `parseWith`, for a parameter: trims it first; an empty one counts as absent. */
function parseTrimmed<Value>(parse: (text: string) => Value | null, expected: string, code: string) {
  return parseWith((text: string) => (text.trim() === "" ? undefined : parse(text.trim())), expected, code);
}

/** A text parameter, compared with texts that are stored; an empty one counts as absent (docs/spec/lists-and-filters.md#empty-parameters). */
export function textQuery(maxLength = 255) {
  return z
    .string()
    .max(maxLength)
    .overwrite(toStorableText)
    .transform((text) => (text.trim() === "" ? undefined : text.trim()))
    .optional();
}

/** A parameter with the schema of a body's field, except that an empty one counts as absent. */
export function emptyAsAbsent<T extends z.ZodType>(field: T) {
  return z.preprocess((value) => (value === "" ? undefined : value), field.optional()).optional();
}

export function cursorQuery(maxLength = 2048) {
  return textQuery(maxLength).meta({ override: { type: "string", pattern: whole(CURSOR) } });
}

export function integerQuery(min: number, max: number) {
  const parse = (text: string) => (/^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null);
  return z
    .string()
    .transform(parseTrimmed(parse, `Expected an integer from ${min} to ${max}.`, "invalid_integer"))
    .optional()
    .meta({ override: { type: "integer", minimum: min, maximum: max } });
}

const BOOLEANS = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/** true, false, 1 or 0 (docs/spec/lists-and-filters.md#booleans). */
export function booleanQuery() {
  return z
    .string()
    .transform(parseTrimmed((text) => BOOLEANS.get(text.toLowerCase()) ?? null, "Expected true, false, 1 or 0.", "invalid_boolean"))
    .optional()
    .meta({ override: { type: "boolean" } });
}

/** Converts `Expected one of a, b.` to `One of a, b.` */
function descriptionOf(expected: string): string {
  const text = expected.replace("Expected ", "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The error of a parameter, and the pattern of its canonical spelling. */
interface Expectation {
  expected: string;
  code: string;
  pattern?: string;
}

/** A text parameter that `parse` converts to a value. If it returns null, the text is invalid. */
export function parsedQuery<T>(parse: (text: string) => T | null, { expected, code, pattern }: Expectation) {
  return z
    .string()
    .max(255)
    .transform(parseTrimmed(parse, expected, code))
    .optional()
    .meta({
      override: { type: "string", ...(pattern !== undefined && { pattern: whole(pattern) }) },
      description: descriptionOf(expected),
    });
}

/** The JSON Schema of one of several names. It has the canonical names; the description says how else they may be spelled. */
export function enumSchema(names: readonly string[]) {
  return { type: "string" as const, enum: [...names] };
}

/** A parameter with one of several canonical names. `parse` may accept other spellings of them. */
export function closedQuery<T>(
  names: readonly string[],
  parse: (text: string) => T | null,
  { expected, code }: Omit<Expectation, "pattern">,
) {
  return z
    .string()
    .transform(parseTrimmed(parse, expected, code))
    .optional()
    .meta({ override: enumSchema(names) });
}

const expectedOneOf = (names: readonly string[]) => `Expected one of ${names.join(", ")}.`;

/** One of several names, case-sensitive. */
export function choiceQuery<Name extends string>(names: readonly Name[], code: string) {
  const parse = (text: string) => names.find((name) => name === text) ?? null;
  return closedQuery(names, parse, { expected: expectedOneOf(names), code });
}

/** How the names of a choice may also be spelled, for its description. */
export const ANY_CASE = "Case is ignored.";

/** One of several names, ignoring case, or as parsed by `parse`, whose spellings `spelling` describes. */
export function choiceQueryIgnoringCase<Name extends string>(
  names: readonly Name[],
  code: string,
  {
    description,
    parse = (text) => names.find((name) => name.toLowerCase() === text.toLowerCase()) ?? null,
    spelling = ANY_CASE,
  }: { description: string; parse?: (text: string) => Name | null; spelling?: string },
) {
  return closedQuery(names, parse, { expected: expectedOneOf(names), code }).describe(`${description} ${spelling}`);
}

/** A list of names, in one parameter with commas or in several. */
export function choiceListQuery<Name extends string>(names: readonly Name[], code: string) {
  const parse = (text: string) => {
    const listed = text.split(",").map((name) => name.trim());
    const known = names.filter((name) => listed.includes(name));
    return known.length === new Set(listed).size ? known : null;
  };
  return z
    .preprocess((value) => (Array.isArray(value) ? value.join(",") : value), z.string())
    .transform(parseTrimmed(parse, `Expected a list of ${names.join(", ")}, separated by commas.`, code))
    .optional()
    .meta({ override: { type: "array", items: enumSchema(names) }, param: { style: "form", explode: false } });
}

/** An ISO 4217 currency code. */
export function currencyQuery() {
  return parsedQuery(readCurrency, {
    expected: "Expected an ISO 4217 currency code.",
    code: "invalid_currency",
    pattern: CURRENCY,
  }).describe(`ISO 4217 code. ${ANY_CASE}`);
}

/** A moment, kept as text because its zone is not known yet (docs/spec/lists-and-filters.md#time-zones). */
export function momentQuery() {
  const expected = "Expected an RFC 3339 date-time, a date-time without offset, or a date.";
  return parsedQuery((text) => (readMoment(text, "UTC") === null ? null : text), { expected, code: "invalid_date", pattern: MOMENT });
}

/** A moment in a body, kept as text. */
export const MomentInput = z
  .string()
  .refine((text) => readMoment(text, "UTC") !== null, {
    error: "Expected an RFC 3339 date-time or a date.",
    params: { code: "invalid_date_time" },
  })
  .meta({ override: { type: "string", pattern: whole(MOMENT) } });

export function dayQuery() {
  return parsedQuery((text) => (isDay(text) ? text : null), { expected: "Expected a date, YYYY-MM-DD.", code: "invalid_date" }).meta({
    override: { type: "string", format: "date" },
  });
}

export function zoneQuery() {
  const expectation = { expected: "Expected an IANA time zone name.", code: "invalid_timezone", pattern: ZONE };
  return parsedQuery((name) => (isZone(name) ? name : null), expectation).describe(
    "IANA time zone in which dates and times without an offset are read. Default: the organization's.",
  );
}

export const DEFAULT_PAGE_SIZE = 50;

export function sizeQuery() {
  return integerQuery(1, 200).describe(`Page size, 1 to 200. Default: ${DEFAULT_PAGE_SIZE}.`);
}

/** Parameters of a numbered page (docs/spec/pagination.md#numbered-pages). */
export const pageQuery = { page: integerQuery(1, 100_000).describe("Page number, starting at 1."), page_size: sizeQuery() };

export function pageOf({ page, page_size }: { page?: number | undefined; page_size?: number | undefined }): PageNumber {
  return { page: page ?? 1, size: page_size ?? DEFAULT_PAGE_SIZE };
}

/** An alias of a parameter. If several names are set, the first of the list wins (docs/spec/lists-and-filters.md#aliases). */
export function alias<T extends z.ZodType>(schema: T, of: string): T {
  return schema.describe(`Alias of \`${of}\`.`);
}

/** The path id of a resource with integer ids, 1 to 2^53-1 (docs/spec/requests.md#path-ids). */
export const IntegerId = z
  .string()
  .transform(
    parseWith(
      (text) => (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null),
      "Expected an integer of at least 1.",
      "invalid_id",
    ),
  )
  .meta({ override: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, description: "Id of the resource." });
