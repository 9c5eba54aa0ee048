import * as z from "zod";
import type { PageNumber } from "../../db/list/sort";
import { readCurrency } from "../../values/currency";
import { isDay, isZone, readMoment } from "../../values/zone";
import { CURRENCY, CURSOR, DIRECTION, MOMENT, oneOf, whole, wholeOrEmpty, ZONE } from "./input-patterns";

/** Reads a value with `reads`, which refuses it with null, for a schema's `transform`. */
export function readWith<Given, Value>(reads: (given: Given) => Value | null, expected: string, code: string) {
  return (given: Given, ctx: z.core.$RefinementCtx): Value => {
    const value = reads(given);
    if (value !== null) return value;
    ctx.addIssue({ code: "custom", message: expected, params: { code }, input: given });
    return z.NEVER;
  };
}

/** A parameter, trimmed, as `reads` reads it; an empty one counts as absent. */
function readTrimmed<Value>(reads: (text: string) => Value | null, expected: string, code: string) {
  return readWith((text: string) => (text.trim() === "" ? undefined : reads(text.trim())), expected, code);
}

/** A text parameter; an empty one counts as absent (docs/spec/lists-and-filters.md#empty-parameters). */
export function textQuery(most = 255) {
  return z
    .string()
    .max(most)
    .transform((text) => (text.trim() === "" ? undefined : text.trim()))
    .optional();
}

/** A parameter that is read as a field of a body is, but an empty one counts as absent. */
export function emptyAsAbsent<T extends z.ZodType>(field: T) {
  return z.preprocess((value) => (value === "" ? undefined : value), field.optional()).optional();
}

/** The cursor of a list, as its text; `most` characters at most. */
export function cursorQuery(most = 2048) {
  return textQuery(most).meta({ override: { type: "string", pattern: wholeOrEmpty(CURSOR) } });
}

/** A whole number in a range; anything else is 400, never clamped. */
export function integerQuery(least: number, most: number) {
  const reads = (text: string) => (/^\d{1,16}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null);
  return z
    .string()
    .transform(readTrimmed(reads, `Expected an integer from ${least} to ${most}.`, "invalid_integer"))
    .optional()
    .meta({ override: { type: "integer", minimum: least, maximum: most } });
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
    .transform(readTrimmed((text) => BOOLEANS.get(text.toLowerCase()) ?? null, "Expected true, false, 1 or 0.", "invalid_boolean"))
    .optional()
    .meta({ override: { type: "boolean" } });
}

/** `Expected one of a, b.` as a description: `One of a, b.` */
function described(expected: string): string {
  const text = expected.replace("Expected ", "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How a parameter is refused, and documented. */
interface Expectation {
  expected: string;
  code: string;
  /** What it accepts, for the documents. */
  pattern?: string;
}

/** A text that `reads` turns into a value, or refuses with null. */
export function parsedQuery<T>(reads: (text: string) => T | null, { expected, code, pattern }: Expectation) {
  return z
    .string()
    .max(255)
    .transform(readTrimmed(reads, expected, code))
    .optional()
    .meta({
      override: { type: "string", ...(pattern !== undefined && { pattern: wholeOrEmpty(pattern) }) },
      description: described(expected),
    });
}

/** One of several names, spelled as they are. */
export function choiceQuery<Name extends string>(names: readonly Name[], code: string) {
  const expected = `Expected one of ${names.join(", ")}.`;
  const reads = (text: string) => names.find((name) => name === text) ?? null;
  return parsedQuery(reads, { expected, code }).meta({ override: { type: "string", enum: [...names] }, description: described(expected) });
}

/**
 * One of several names in any case, or as `reads` knows them; `separator` is the pattern of what their spaces and underscores may be. An enum
 * would have generated clients refuse the other spellings.
 */
export function spelledQuery<Name extends string>(
  names: readonly Name[],
  code: string,
  { reads, separator }: { reads?: (text: string) => Name | null; separator?: string } = {},
) {
  const inAnyCase = (text: string) => names.find((name) => name.toLowerCase() === text.toLowerCase()) ?? null;
  const expected = `Expected one of ${names.join(", ")}.`;
  return parsedQuery(reads ?? inAnyCase, { expected, code }).meta({
    override: { type: "string", pattern: wholeOrEmpty(oneOf(names, separator)), examples: [...names] },
    description: `${described(expected).slice(0, -1)}, in any case.`,
  });
}

/** A currency code of ISO 4217. */
export function currencyQuery() {
  return parsedQuery(readCurrency, { expected: "Expected a currency code of ISO 4217.", code: "invalid_currency", pattern: CURRENCY });
}

/** A moment, as its text (docs/spec/lists-and-filters.md#time-zones). */
export function momentQuery() {
  const expected = "Expected an RFC 3339 date-time, a date-time without offset, or a date.";
  return parsedQuery((text) => (readMoment(text, "UTC") === null ? null : text), { expected, code: "invalid_date", pattern: MOMENT });
}

/** A moment in a body, as its text. */
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

/** An IANA timezone. */
export function zoneQuery() {
  const expectation = { expected: "Expected an IANA timezone name.", code: "invalid_timezone", pattern: ZONE };
  return parsedQuery((name) => (isZone(name) ? name : null), expectation).describe(
    "IANA time zone in which dates and times without an offset are read. Default: the organization's.",
  );
}

/** `field`, `field:asc` or `field:desc`; `usual` is the order where nothing is said. */
export function sortQuery<Field extends string>(fields: Readonly<Record<string, Field>>, usual: string) {
  const names = Object.keys(fields).join(", ");
  const expected = `Expected field:asc or field:desc, field being one of ${names}.`;
  return parsedQuery((text) => readSort(text, fields), { expected, code: "invalid_sort", pattern: sortPattern(fields) }).describe(
    `\`field:asc\` or \`field:desc\`, where field is one of ${names}. Default: \`${usual}\`.`,
  );
}

/** What `readSort` accepts. */
export function sortPattern(fields: Readonly<Record<string, unknown>>): string {
  return `(?:${Object.keys(fields).join("|")})(?:\\s*:\\s*(?:${DIRECTION}))?`;
}

export const DEFAULT_PAGE_SIZE = 50;

/** How many rows a page has. */
export function sizeQuery() {
  return integerQuery(1, 200).describe(`Page size, 1 to 200. Default: ${DEFAULT_PAGE_SIZE}.`);
}

/** Parameters of a numbered page (docs/spec/pagination.md#numbered-pages). */
export const pageQuery = { page: integerQuery(1, 100_000).describe("Which page, from 1."), page_size: sizeQuery() };

/** The page that these parameters select. */
export function pageOf({ page, page_size }: { page?: number | undefined; page_size?: number | undefined }): PageNumber {
  return { page: page ?? 1, size: page_size ?? DEFAULT_PAGE_SIZE };
}

/** A parameter under another name; the first one named wins (docs/spec/lists-and-filters.md#aliases). */
export function alias<T extends z.ZodType>(schema: T, of: string): T {
  return schema.describe(`Alias of \`${of}\`.`);
}

/** Path id of a resource with integer ids, 1 to 2^53-1 (docs/spec/requests.md#path-ids). */
export const IntegerId = z
  .string()
  .transform(
    readWith(
      (text) => (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null),
      "Expected an integer of at least 1.",
      "invalid_id",
    ),
  )
  .meta({ override: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, description: "Id of the resource." });

/**
 * A sort expression's parts: `field`, `field:asc` or `field:desc`; the direction defaults to desc
 * (docs/spec/pagination.md#sort-expressions).
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
