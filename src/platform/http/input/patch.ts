import type { z } from "zod";

/**
 * The body of a merge: what is left out stays, null clears; at least one known field is there (docs/spec/requests.md#partial-updates).
 * `elsewhere` says how to change what looks as if it belonged here.
 */
export function patchOf<T extends z.ZodObject>(fields: T, id: string, elsewhere = "") {
  const error = `Expected at least one of ${Object.keys(fields.shape).join(", ")}.${elsewhere}`;
  return fields
    .refine((patch) => Object.values(patch).some((value) => value !== undefined), { error, params: { code: "no_fields" } })
    .meta({ id, minProperties: 1 });
}
