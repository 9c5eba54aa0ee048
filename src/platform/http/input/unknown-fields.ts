import * as z from "zod";

/**
 * Paths in `value` that `schema` does not know: ignored and named, or refused under `Prefer: handling=strict`
 * (docs/spec/requests.md#unknown-fields).
 */
export function unknownFields(schema: z.core.$ZodType, value: unknown, path = ""): string[] {
  if (value === null || typeof value !== "object") return [];
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.core.$ZodType> = schema.shape;
    return Object.entries(value).flatMap(([key, inner]) => {
      const at = path === "" ? key : `${path}.${key}`;
      const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
      return known === undefined ? [at] : unknownFields(known, inner, at);
    });
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    // A list that is refused for its length may have millions of elements: nothing is said of what is in them.
    const most = schema._zod.bag["maximum"];
    if (typeof most === "number" && value.length > most) return [];
    return value.flatMap((inner, index) => unknownFields(schema.element, inner, `${path}[${index}]`));
  }
  if (schema instanceof z.ZodPipe) return unknownFields(schema.in, value, path);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unknownFields(schema.unwrap(), value, path);
  }
  return [];
}
