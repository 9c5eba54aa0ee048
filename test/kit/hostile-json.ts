/**
 * The objects and the different field names that any JSON may have (src/platform/reading/json-shape.ts), and the objects that a list in an
 * ordinary body may have, less a few for what is around them. An object counts as two of the 100,000 values of such a body (json.ts beside
 * it): as itself and as its first field, even if it has none.
 */
const MAX_OBJECTS = 99_990;
const MAX_NAMES = 9_990;
const MAX_OBJECTS_OF_BODY = 49_990;

/** How many units of this length fit into the bytes, at most `max`. */
const countOf = (bytes: number, unitLength: number, max = Infinity): number => Math.min(max, Math.floor(bytes / unitLength));

const listOf = (count: number, unit: (n: number) => string): string => `[${Array.from({ length: count }, (_, n) => unit(n)).join()}]`;

/** A name of eight characters that no other object has: V8 describes objects of the same names only once. */
const uniqueName = (n: number): string => `n${n + 1e6}`;

/** The same, as far as the number of different names allows. */
const allowedName = (n: number): string => uniqueName(n % MAX_NAMES);

/** A character for which V8 stores all characters of a text in two bytes. */
const WIDE = "…";

/** A list of empty objects, and a text that fills the rest of the bytes. */
function wideJson(bytes: number, maxObjects: number): string {
  const list = listOf(countOf(bytes - 2, "{},".length, maxObjects), () => "{}");
  return `{"id":1,"x":${list},"y":"${WIDE}${"x".repeat(Math.max(0, bytes - list.length - 100))}"}`;
}

/**
 * JSON of a size in the forms that take the most memory or time when they are parsed: above the limits of its shape, and just within them
 * (test/worker/platform/json.test.ts). The argument is the number of bytes.
 */
export const HOSTILE_JSON: Readonly<Record<string, (bytes: number) => string>> = {
  wide: (bytes) => listOf(countOf(bytes - 2, "{},".length), () => "{}"),
  deep: (bytes) => `${"[".repeat(bytes / 2)}${"]".repeat(bytes / 2)}`,
  "of many names": (bytes) =>
    `{${Array.from({ length: countOf(bytes, `"${uniqueName(0)}":{},`.length) }, (_, n) => `"${uniqueName(n)}":{}`).join()}}`,
  "of long texts": (bytes) => `{"id":1,"x":"${WIDE}${"x".repeat(bytes - 20)}"}`,
  "as wide as allowed": (bytes) => wideJson(bytes, MAX_OBJECTS_OF_BODY),
  "as wide as a bulk request may be": (bytes) => wideJson(bytes, MAX_OBJECTS),
  "of as many names as allowed": (bytes) =>
    listOf(countOf(bytes, `{"${uniqueName(0)}":1},`.length, MAX_OBJECTS_OF_BODY), (n) => `{"${allowedName(n)}":1}`),
  "of as many objects as a shop may send": (bytes) =>
    listOf(countOf(bytes, `{"${uniqueName(0)}":12345678901234567},`.length, MAX_OBJECTS), (n) => `{"${allowedName(n)}":12345678901234567}`),
};
