import * as fc from "fast-check";

/** The paths of all values in a payload. */
function pathsOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

function replaceAt(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((each, index) => (index === Number(key) ? replaceAt(each, rest, by) : (each as unknown)));
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: replaceAt(fields[key], rest, by) };
}

/** Values that no platform documents. */
const UNDOCUMENTED = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    "",
    " ",
    0,
    -1,
    1.5,
    1e308,
    NaN,
    "1e9",
    "-0",
    "x".repeat(70_000),
    "\ud800",
    "\0",
    [],
    {},
    [null],
    [[]],
    "9999-99-99",
  ),
  fc.jsonValue(),
);

/** Payloads as JSON with one to three of their values replaced. */
export function mutatedPayloads(payload: unknown): fc.Arbitrary<string> {
  const change = fc.tuple(fc.constantFrom(...pathsOf(payload)), UNDOCUMENTED);
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    let result: unknown = payload;
    for (const [path, value] of changes) {
      try {
        result = replaceAt(result, path, value);
      } catch {
        // An earlier replacement has removed this path.
      }
    }
    return JSON.stringify(result) ?? "null";
  });
}
