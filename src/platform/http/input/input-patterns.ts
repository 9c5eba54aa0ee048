/**
 * JSON Schema patterns of inputs, for the OpenAPI documents and the clients generated from them. A pattern matches the canonical spelling.
 * The server parses more leniently (docs/spec/requests.md#spellings); test/worker/openapi-inputs.test.ts checks that it accepts whatever
 * a pattern matches.
 */

/** Matches a whole text. The pattern has no alternatives, except in groups. */
export function whole(pattern: string): string {
  return `^${pattern}$`;
}

/** Like `whole`, for a field that counts as absent if it is empty. */
export function wholeOrEmpty(pattern: string): string {
  return `^\\s*(?:${pattern})?\\s*$`;
}

/** At least one character that is neither white space nor NUL, since the server drops both. */
export const NOT_BLANK = "[^\\s\\u0000]";

/** From 1970 to 9999. Where clocks are behind UTC, 1970 begins on the last day of 1969. */
const DAY = "(?:1969-12-31|(?:19[7-9]\\d|[2-9]\\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))";
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d(?::(?:[0-5]\\d|60)(?:\\.\\d{1,9})?)?";
const OFFSET = "Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d";

/** An RFC 3339 date-time, a date-time without offset, or a date, from 1970 to 9999. */
export const MOMENT = `${DAY}(?:T${TIME}(?:${OFFSET})?)?`;

/** A superset of the ISO 4217 currency codes. */
export const CURRENCY = "[A-Z]{3}";

export const ZONE = "[A-Za-z][A-Za-z0-9_+/-]*";

export const CURSOR = "[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+";

/** The beginning of an https URL, whose format is a URI already. */
export const HTTPS_URL = "^https:";

export const HTTP_URL = "https?:\\S.*";
