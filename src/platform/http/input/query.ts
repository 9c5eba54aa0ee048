import * as z from "zod";
import type { PageNumber } from "../../db/list/sort";
import { CURSOR, DIRECTION, oneOf, wholeOrEmpty } from "./input-patterns";

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
  return z
    .string()
    .transform((text, ctx) => {
      if (text.trim() === "") return undefined;
      const value = /^\d{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN;
      if (value >= least && value <= most) return value;
      ctx.addIssue({ code: "custom", message: `Expected an integer from ${least} to ${most}.`, params: { code: "invalid_integer" } });
      return z.NEVER;
    })
    .optional()
    .meta({ override: { type: "integer", minimum: least, maximum: most } });
}

/** true, false, 1 or 0 (docs/spec/lists-and-filters.md#booleans). */
export function booleanQuery() {
  return z
    .string()
    .transform((text, ctx) => {
      const folded = text.trim().toLowerCase();
      if (folded === "") return undefined;
      if (folded === "true" || folded === "1") return true;
      if (folded === "false" || folded === "0") return false;
      ctx.addIssue({ code: "custom", message: "Expected true, false, 1 or 0.", params: { code: "invalid_boolean" } });
      return z.NEVER;
    })
    .optional()
    .meta({ override: { type: "boolean" } });
}

/** `Expected one of a, b.` as a description: `One of a, b.` */
function described(expected: string): string {
  const text = expected.replace("Expected ", "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text that `accepts` turns into a value, or refuses with null; `pattern` says for the documents what it accepts. */
export function parsedQuery<T>(accepts: (text: string) => T | null, expected: string, code: string, pattern?: string) {
  return z
    .string()
    .max(255)
    .transform((text, ctx) => {
      if (text.trim() === "") return undefined;
      const value = accepts(text.trim());
      if (value !== null) return value;
      ctx.addIssue({ code: "custom", message: expected, params: { code } });
      return z.NEVER;
    })
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
  return parsedQuery(reads, expected, code).meta({ override: { type: "string", enum: [...names] }, description: described(expected) });
}

/**
 * One of several names in any case, or as `reads` knows them; `separator` is the pattern of what their spaces and underscores may be. An enum
 * would have generated clients refuse the other spellings.
 */
export function spelledQuery<Name extends string>(
  names: readonly Name[],
  code: string,
  reads: (text: string) => Name | null = (text) => names.find((name) => name.toLowerCase() === text.toLowerCase()) ?? null,
  separator?: string,
) {
  const expected = `Expected one of ${names.join(", ")}.`;
  return parsedQuery(reads, expected, code).meta({
    override: { type: "string", pattern: wholeOrEmpty(oneOf(names, separator)), examples: [...names] },
    description: `${described(expected).slice(0, -1)}, in any case.`,
  });
}

/** `field`, `field:asc` or `field:desc`; `usual` is the order where nothing is said. */
export function sortQuery<Field extends string>(fields: Readonly<Record<string, Field>>, usual: string) {
  const names = Object.keys(fields).join(", ");
  const expected = `Expected field:asc or field:desc, field being one of ${names}.`;
  return parsedQuery((text) => readSort(text, fields), expected, "invalid_sort", sortPattern(fields)).describe(
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
  .transform((text, ctx) => {
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(id)) return id;
    ctx.addIssue({ code: "custom", message: "Expected an integer of at least 1.", params: { code: "invalid_id" } });
    return z.NEVER;
  })
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
