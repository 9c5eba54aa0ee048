import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod";
import { Refusal, type RefusalDetail } from "../../refusal";
import type { HttpEnv } from "../context";
import type { Endpoint, KeyUse } from "../endpoint";
import { unknownFields } from "./unknown-fields";

/** Keeps the first refusal that comes before the handler. */
export function defer(c: Context<HttpEnv>, refusal: Refusal): void {
  c.get("state").deferred ??= refusal;
}

/** `["items", 0, "price"]` as `items[0].price`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

/** Faults that one answer names; a body can hold a million. */
const MOST_FAULTS = 100;

/** At most so many faults, and how many more there are. */
export function capped(faults: readonly RefusalDetail[], most = MOST_FAULTS): RefusalDetail[] {
  return withRest(faults.slice(0, most), faults.length);
}

function withRest(named: RefusalDetail[], all: number): RefusalDetail[] {
  const left = all - named.length;
  return left > 0 ? [...named, { code: "too_many_faults", message: `And ${left} more errors.` }] : named;
}

/** Zod's issues as details, and faults of another kind after them; at most so many. */
export function faultsOf(issues: readonly z.core.$ZodIssue[], most = MOST_FAULTS, others: readonly RefusalDetail[] = []): RefusalDetail[] {
  // Of a hundred thousand, only those that are shown are put in words.
  const faults = issues.slice(0, most).map((issue) => {
    // A custom issue may carry the code that clients are to see.
    const code = issue.code === "custom" && typeof issue.params?.["code"] === "string" ? issue.params["code"] : issue.code;
    return { path: pathText(issue.path), code, message: issue.message };
  });
  return withRest([...faults, ...others].slice(0, most), issues.length + others.length);
}

/** Each parameter's text; one that is given more than once is a list, which no schema takes. */
function queryOf(c: Context<HttpEnv>): Record<string, string | string[]> {
  return Object.fromEntries(Object.entries(c.req.queries()).map(([name, texts]) => [name, texts.length === 1 ? (texts[0] ?? "") : texts]));
}

/** Validation of path and query from the endpoint's own schemas; every fault is collected, none answers yet. */
export function validators({ input = {} }: Endpoint): MiddlewareHandler<HttpEnv> {
  const { param } = input;
  // Where no parameter is known, each is unknown.
  const query = input.query ?? z.object({});
  return async (c, next) => {
    const state = c.get("state");
    const validate = (target: "param" | "query", schema: z.core.$ZodType, value: unknown): void => {
      if (target !== "param") state.faults.push(...noteUnknown(c, schema, value));
      const { success, data, error } = z.safeParse(schema, value);
      if (success) c.req.addValidatedData(target, data as object);
      else state.faults.push(...faultsOf(error.issues));
    };
    if (param !== undefined) validate("param", param, c.req.param());
    validate("query", query, queryOf(c));
    await next();
  };
}

/** Whether the caller wants unknown fields refused: `Prefer: handling=strict` (RFC 7240; docs/spec/requests.md#unknown-fields). */
export function isStrict(headers: Headers): boolean {
  return (headers.get("Prefer") ?? "").split(",").some((preference) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(preference));
}

/** The fault, under strict handling, or the warning that an unknown field is. */
export function unknownFault(path: string): RefusalDetail {
  return { path, code: "unrecognized_key", message: "Unknown field (Prefer: handling=strict)." };
}

export function unknownWarning(path: string): string {
  return `${path} is unknown and was ignored.`;
}

/** Warns of fields that a schema does not know; under strict handling answers them as faults instead. */
export function noteUnknown(c: Context<HttpEnv>, schema: z.core.$ZodType, value: unknown): RefusalDetail[] {
  const paths = unknownFields(schema, value);
  if (isStrict(c.req.raw.headers)) return capped(paths.map(unknownFault));
  const named = paths.slice(0, MOST_FAULTS);
  c.get("state").warnings.push(
    ...named.map(unknownWarning),
    ...(paths.length > named.length ? [`and ${paths.length - named.length} more`] : []),
  );
  return [];
}

/** The Idempotency-Key of a request, trimmed (docs/spec/idempotency.md#key-format); null where there is none. What is wrong is a fault. */
export function idempotencyKey(c: Context<HttpEnv>, use: KeyUse): string | null {
  if (use === "ignored") return null;
  const given = c.req.header("Idempotency-Key")?.trim();
  if (given === undefined || given === "") {
    if (use === "required" || given === "") {
      const message = "Expected an Idempotency-Key header of 1 to 255 characters.";
      defer(c, new Refusal("validation_error", [{ path: "Idempotency-Key", code: "idempotency_key_required", message }]));
    }
    return null;
  }
  if (!/^[\x20-\x7e]{1,255}$/.test(given)) {
    const message = "Expected 1 to 255 printable ASCII characters.";
    defer(c, new Refusal("validation_error", [{ path: "Idempotency-Key", code: "invalid_idempotency_key", message }]));
    return null;
  }
  return given;
}
