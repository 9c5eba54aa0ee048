/** Values that a hostile or broken system sends instead of a text. */
export const HOSTILE = {
  "U+0000": "\u0000",
  "U+0000 in a text": "a\u0000b\u0007c",
  "lone surrogates": "\ud800x\udc00",
  "a change of direction": "\u202eabc\u202c",
  "only changes of direction": "\u2066\u2069",
  "a script as a link": "javascript:alert(1)",
  "a script with a line break as a link": "java\nscript:alert(1)",
  "data as a link": "data:text/html,<script>alert(1)</script>",
  "an endless text": "\u00e9".repeat(6000),
  "an endless link": `https://example.com/${"a".repeat(3000)}`,
  blanks: " \t\r\n\u00a0\u2003 ",
  "an empty text": "",
  "a number": 12_345.678,
  "a huge number": 1e308,
  "a boolean": true,
  "an object": { a: 1 },
  "a list": ["x", null],
} as const;

export type Hostile = keyof typeof HOSTILE;
export const HOSTILE_KINDS = Object.keys(HOSTILE) as Hostile[];

/**
 * Amounts and times are not texts: a payload with a wrong one is rejected, so that no amount is invented
 * (docs/spec/connections.md#mapping).
 */
const AMOUNT_OR_TIME = /^(?:-?\d+\.\d+|\d{4}-\d\d-\d\d(?:T.*)?)$/;

/** The payload with every text replaced, except those under the names of `kept`, which determine the meaning of the payload. */
export function withTexts(payload: unknown, by: unknown, kept: ReadonlySet<string>, name = ""): unknown {
  if (typeof payload === "string") return kept.has(name) || AMOUNT_OR_TIME.test(payload) ? payload : by;
  if (Array.isArray(payload)) return payload.map((each: unknown) => withTexts(each, by, kept, name));
  if (typeof payload !== "object" || payload === null) return payload;
  return Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, withTexts(value, by, kept, key)]));
}
