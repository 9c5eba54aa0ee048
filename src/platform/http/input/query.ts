import * as z from "zod";
import type { PageNumber } from "../../db/list/sort";
import { readCurrency } from "../../values/currency";
import { isDay, isZone, readMoment } from "../../values/zone";
import { CURRENCY, CURSOR, DIRECTION, MOMENT, oneOf, whole, wholeOrEmpty, ZONE } from "./input-patterns";

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

/** A text parameter; an empty one counts as absent (docs/spec/lists-and-filters.md#empty-parameters). */
export function textQuery(maxLength = 255) {
  return z
    .string()
    .max(maxLength)
    .transform((text) => (text.trim() === "" ? undefined : text.trim()))
    .optional();
}

/** A parameter with the schema of a body's field, except that an empty one counts as absent. */
export function emptyAsAbsent<T extends z.ZodType>(field: T) {
  return z.preprocess((value) => (value === "" ? undefined : value), field.optional()).optional();
}

/** The cursor of a list, as text. */
export function cursorQuery(maxLength = 2048) {
  return textQuery(maxLength).meta({ override: { type: "string", pattern: wholeOrEmpty(CURSOR) } });
}

/** An integer in a range. Other numbers are rejected, not clamped. */
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

/** The error message and documentation of a parameter. */
interface Expectation {
  expected: string;
  code: string;
  /** The accepted pattern, for the OpenAPI document. */
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
      override: { type: "string", ...(pattern !== undefined && { pattern: wholeOrEmpty(pattern) }) },
      description: descriptionOf(expected),
    });
}

/** One of several names, case-sensitive. */
export function choiceQuery<Name extends string>(names: readonly Name[], code: string) {
  const expected = `Expected one of ${names.join(", ")}.`;
  const parse = (text: string) => names.find((name) => name === text) ?? null;
  return parsedQuery(parse, { expected, code }).meta({ override: { type: "string", enum: [...names] } });
}

/**
 * One of several names, ignoring case, or as parsed by `parse`. `separator` is the pattern for their spaces and underscores. The schema is
 * not an enum, because generated clients would reject the other spellings.
 */
export function choiceQueryIgnoringCase<Name extends string>(
  names: readonly Name[],
  code: string,
  { parse, separator }: { parse?: (text: string) => Name | null; separator?: string } = {},
) {
  const inAnyCase = (text: string) => names.find((name) => name.toLowerCase() === text.toLowerCase()) ?? null;
  const expected = `Expected one of ${names.join(", ")}.`;
  return parsedQuery(parse ?? inAnyCase, { expected, code }).meta({
    override: { type: "string", pattern: wholeOrEmpty(oneOf(names, separator)), examples: [...names] },
    description: `${descriptionOf(expected).slice(0, -1)}, ignoring case.`,
  });
}

/** An ISO 4217 currency code. */
export function currencyQuery() {
  return parsedQuery(readCurrency, { expected: "Expected an ISO 4217 currency code.", code: "invalid_currency", pattern: CURRENCY });
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

/** A calendar day, YYYY-MM-DD. */
export function dayQuery() {
  return parsedQuery((text) => (isDay(text) ? text : null), { expected: "Expected a date, YYYY-MM-DD.", code: "invalid_date" }).meta({
    override: { type: "string", format: "date" },
  });
}

/** An IANA time zone. */
export function zoneQuery() {
  const expectation = { expected: "Expected an IANA time zone name.", code: "invalid_timezone", pattern: ZONE };
  return parsedQuery((name) => (isZone(name) ? name : null), expectation).describe(
    "IANA time zone in which dates and times without an offset are read. Default: the organization's.",
  );
}

/** `field`, `field:asc` or `field:desc`. */
export function sortQuery<Field extends string>(fields: Readonly<Record<string, Field>>, defaultSort: string) {
  const names = Object.keys(fields).join(", ");
  const expected = `Expected field:asc or field:desc, field being one of ${names}.`;
  return parsedQuery((text) => readSort(text, fields), { expected, code: "invalid_sort", pattern: sortPattern(fields) }).describe(
    `\`field:asc\` or \`field:desc\`, where field is one of ${names}. Default: \`${defaultSort}\`.`,
  );
}

/** The pattern of the sort expressions that `readSort` accepts. */
export function sortPattern(fields: Readonly<Record<string, unknown>>): string {
  return `(?:${Object.keys(fields).join("|")})(?:\\s*:\\s*(?:${DIRECTION}))?`;
}

export const DEFAULT_PAGE_SIZE = 50;

/** The page size. */
export function sizeQuery() {
  return integerQuery(1, 200).describe(`Page size, 1 to 200. Default: ${DEFAULT_PAGE_SIZE}.`);
}

/** Parameters of a numbered page (docs/spec/pagination.md#numbered-pages). */
export const pageQuery = { page: integerQuery(1, 100_000).describe("Page number, starting at 1."), page_size: sizeQuery() };

/** The page that these parameters select. */
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

/**
 * Parses a sort expression: `field`, `field:asc` or `field:desc`. The default direction is desc
 * (docs/spec/pagination.md#sort-expressions). Returns null if it is invalid.
 */
export function readSort<Field extends string>(
  text: string,
  fields: Readonly<Record<string, Field>>,
): { field: Field; direction: "asc" | "desc" } | null {
  const [name = "", direction = "desc", ...rest] = text.split(":").map((part) => part.trim());
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const folded = direction.toLowerCase();
  if (field === undefined || rest.length > 0 || (folded !== "asc" && folded !== "desc")) return null;
  return { field, direction: folded };
}
