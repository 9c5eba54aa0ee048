/** The types of fields (docs/spec/resources.md), and whether a value has each. */
const TYPES = {
  integer: (value: unknown) => Number.isSafeInteger(value),
  number: (value: unknown) => typeof value === "number" && Number.isFinite(value),
  string: (value: unknown) => typeof value === "string",
  boolean: (value: unknown) => typeof value === "boolean",
  "date-time": (value: unknown) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value),
  date: (value: unknown) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value),
  "currency code": (value: unknown) => typeof value === "string" && /^[A-Z]{3}$/.test(value),
  "array of string": (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  array: (value: unknown) => Array.isArray(value),
} as const;

type Type = keyof typeof TYPES;

/** A resource as its table says: each field's type, with `?` where it may be null. */
export type Shape = Readonly<Record<string, Type | `${Type}?`>>;

/** The violations of a shape: fields that it does not have, missing fields, wrong types, and nulls that are not allowed. */
export function violations(shape: Shape, value: unknown): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [`not an object: ${JSON.stringify(value)}`];
  const extra = Object.keys(value).filter((name) => !Object.hasOwn(shape, name));
  const wrong = Object.entries(shape).flatMap(([name, type]) => {
    if (!Object.hasOwn(value, name)) return [`${name} is missing`];
    const field: unknown = Reflect.get(value, name);
    if (field === null && type.endsWith("?")) return [];
    return TYPES[type.replace("?", "") as Type](field) ? [] : [`${name} should be ${type} and is ${JSON.stringify(field)}`];
  });
  return [...extra.map((name) => `${name} is not documented`), ...wrong];
}

/** The fields of a shape that may be null. */
export function nullable(shape: Shape): string[] {
  return Object.keys(shape).filter((name) => shape[name]?.endsWith("?"));
}
