/**
 * JSON Schema patterns of inputs, for the OpenAPI documents and the clients generated from them. The server validates with its own parsers;
 * test/worker/openapi-inputs.test.ts checks that patterns and parsers agree.
 */

/** Matches a whole text. White space around it is allowed, since the server trims it. */
export function whole(pattern: string): string {
  return `^\\s*(?:${pattern})\\s*$`;
}

/** Like `whole`, for a parameter or field that counts as absent if it is empty. */
export function wholeOrEmpty(pattern: string): string {
  return `^\\s*(?:${pattern})?\\s*$`;
}

/** Matches a text, ignoring case. `separator` is the pattern for its spaces and underscores. */
export function anyCase(text: string, separator?: string): string {
  return text.replaceAll(/[A-Za-z]|[ _]/g, (character) => {
    if (character === " " || character === "_") return separator ?? character;
    return `[${character.toUpperCase()}${character.toLowerCase()}]`;
  });
}

/** Matches one of several names, ignoring case. */
export function oneOf(names: readonly string[], separator?: string): string {
  return names.map((name) => anyCase(name, separator)).join("|");
}

/** At least one character that is neither white space nor NUL, since the server drops both. */
export const NOT_BLANK = "[^\\s\\u0000]";

const DAY = "(?:1969-12-31|(?:19[7-9]\\d|[2-9]\\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))";
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d(?::(?:[0-5]\\d|60)(?:\\.\\d{1,9})?)?";
const OFFSET = "[Zz]|[+-](?:[01]\\d|2[0-3]):?[0-5]\\d";

/** An RFC 3339 date-time, a date-time without offset, or a date, from 1970 to 9999. */
export const MOMENT = `${DAY}(?:[Tt ]${TIME}(?: ?(?:${OFFSET}))?)?`;

/** A superset of the ISO 4217 currency codes. */
export const CURRENCY = "[A-Za-z]{3}";

/** An IANA time zone name. */
export const ZONE = "[A-Za-z][A-Za-z0-9_+/-]*";

/** An opaque cursor. */
export const CURSOR = "[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+";

/** An http or https URL. */
export const HTTP_URL = `${anyCase("http")}[Ss]?:\\S.*`;

/** The direction in a sort expression. */
export const DIRECTION = oneOf(["asc", "desc"]);
