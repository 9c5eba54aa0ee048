/** Repeats `unit` up to `bytes`, at most `most` times. */
const listOf = (unit: string, bytes: number, most = Infinity): string =>
  `[${Array.from({ length: Math.min(most, Math.floor((bytes - 2) / (unit.length + 1))) }, () => unit).join()}]`;

/** JSON of a size in the forms that take the most memory when they are parsed: above the limits of its shape, and just within them. */
export const HOSTILE_JSON: Readonly<Record<string, (bytes: number) => string>> = {
  wide: (bytes) => listOf("{}", bytes),
  deep: (bytes) => `${"[".repeat(Math.floor(bytes / 2))}${"]".repeat(Math.floor(bytes / 2))}`,
  "of many names": (bytes) => `{${Array.from({ length: Math.floor(bytes / 14) }, (_, n) => `"n${n + 1e6}":{}`).join()}}`,
  "of long texts": (bytes) => `{"id":1,"x":"…${"x".repeat(bytes - 20)}"}`,
  "as wide as allowed": (bytes) => `{"id":1,"x":${listOf("{}", bytes, 99_990)},"y":"…${"x".repeat(Math.max(0, bytes - 300_100))}"}`,
  "of as many objects as a shop may send": (bytes) =>
    `[${Array.from({ length: Math.min(99_990, Math.floor(bytes / 31)) }, (_, n) => `{"n${n + 1e6}":12345678901234567}`).join()}]`,
  "of as many names as allowed": (bytes) =>
    `[${Array.from({ length: Math.min(49_990, Math.floor(bytes / 17)) }, (_, n) => `{"n${n + 1e6}":1}`).join()}]`,
};
