import * as z from "zod";

/** A text parameter; an empty one counts as absent (decisions E9). */
export function textQuery(most = 255) {
  return z
    .string()
    .max(most)
    .transform((text) => (text.trim() === "" ? undefined : text.trim()))
    .optional();
}

/** A whole number in a range; anything else is 400, never clamped (decisions E4). */
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

/** true, false, 1 or 0 (decisions E6). */
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

/** A text that `accepts` turns into a value, or refuses with null. */
export function parsedQuery<T>(accepts: (text: string) => T | null, expected: string, code: string) {
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
    .meta({ override: { type: "string", description: expected } });
}

/** Path id of a resource with integer ids, 1 to 2^53-1 (decisions A8). */
export const IntegerId = z
  .string()
  .transform((text, ctx) => {
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(id)) return id;
    ctx.addIssue({ code: "custom", message: "Expected an integer of at least 1.", params: { code: "invalid_id" } });
    return z.NEVER;
  })
  .meta({ override: { type: "integer", minimum: 1 } });

/** A sort expression's parts: `field`, `field:asc` or `field:desc`; the direction defaults to desc (decisions E1). */
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
