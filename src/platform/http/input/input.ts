import { zValidator } from "@hono/zod-validator";
import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod";
import { ApiError, type ErrorDetail } from "../../api-error";
import type { HttpEnv } from "../context";
import type { Endpoint, KeyUse } from "../endpoint";

/** `["items", 0, "price"]` as `items[0].price`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

/** Violations that one answer names; a body can hold a million. */
const MAX_VIOLATIONS = 100;

/** At most so many violations, and how many more there are. */
export function limitErrors(violations: readonly ErrorDetail[], most = MAX_VIOLATIONS): ErrorDetail[] {
  return withRest(violations.slice(0, most), violations.length);
}

function withRest(named: ErrorDetail[], all: number): ErrorDetail[] {
  const left = all - named.length;
  return left > 0 ? [...named, { code: "too_many_faults", message: `And ${left} more errors.` }] : named;
}

/** Zod's issues as details, and violations of another kind after them; at most so many. */
export function violationsOf(
  issues: readonly z.core.$ZodIssue[],
  most = MAX_VIOLATIONS,
  others: readonly ErrorDetail[] = [],
): ErrorDetail[] {
  // Of a hundred thousand, only those that are shown are put in words.
  const violations = issues.slice(0, most).map((issue) => {
    // A custom issue may carry the code that clients are to see.
    const code = issue.code === "custom" && typeof issue.params?.["code"] === "string" ? issue.params["code"] : issue.code;
    return { path: pathText(issue.path), code, message: issue.message };
  });
  return withRest([...violations, ...others].slice(0, most), issues.length + others.length);
}

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

/** What was found in one part of a request. */
export interface Checked {
  /** The value as its schema makes it; undefined where it has violations. */
  data?: unknown;
  violations: ErrorDetail[];
  /** Paths of what the schema does not know. */
  unknown: string[];
}

/** Validates a value. Every violation is collected, none throws. */
export function check(schema: z.core.$ZodType, value: unknown): Checked {
  const unknown = unknownFields(schema, value);
  const { success, data, error } = z.safeParse(schema, value);
  return success ? { data, violations: [], unknown } : { violations: violationsOf(error.issues), unknown };
}

// It always succeeds: the violations of all parts are answered together, once the gate has admitted the request.
const COLLECTING = { validationFunction: (schema: z.ZodType, value: unknown) => ({ success: true as const, data: check(schema, value) }) };

/** Validates one part of a request. What it finds, as `Checked`, is the request's validated data. */
export type Validator = MiddlewareHandler<HttpEnv>;

function validator(target: "param" | "query" | "json", schema: z.ZodType): Validator {
  return zValidator<z.ZodType, typeof target, HttpEnv, string>(target, schema, undefined, COLLECTING);
}

/** What a validator found in one part of a request. Routes are registered in a loop, so Hono's types don't know of their validators. */
export function checkedPart(c: Context<HttpEnv>, part: "param" | "query" | "json"): Checked | undefined {
  return c.req.valid(part as never);
}

/** Validation of path and query by the endpoint's own schemas. */
export function validators({ input = {} }: Endpoint): Validator[] {
  // Where no parameter is known, each is unknown.
  const query = validator("query", input.query ?? z.object({}));
  return input.param === undefined ? [query] : [validator("param", input.param), query];
}

/** Validation of the JSON body, whose text must be in the request's cache. */
export function jsonValidator({ input }: Endpoint): Validator | null {
  return input?.json === undefined ? null : validator("json", input.json);
}

/** The violations of parts of a request, and its warnings. Unknown fields are warnings, or violations under strict handling. */
export function sumUp(parts: readonly (Checked | undefined)[], strict: boolean): { violations: ErrorDetail[]; warnings: string[] } {
  const violations: ErrorDetail[] = [];
  const warnings: string[] = [];
  for (const part of parts) {
    if (part === undefined) continue;
    const { unknown } = part;
    if (strict) violations.push(...limitErrors(unknown.map(unknownFieldViolation)));
    else warnings.push(...unknown.slice(0, MAX_VIOLATIONS).map(unknownWarning));
    if (!strict && unknown.length > MAX_VIOLATIONS) warnings.push(`and ${unknown.length - MAX_VIOLATIONS} more`);
    violations.push(...part.violations);
  }
  return { violations, warnings };
}

/** Whether the caller wants unknown fields refused: `Prefer: handling=strict` (RFC 7240; docs/spec/requests.md#unknown-fields). */
export function isStrict(headers: Headers): boolean {
  return (headers.get("Prefer") ?? "").split(",").some((preference) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(preference));
}

/** The violation, under strict handling, or the warning that an unknown field is. */
export function unknownFieldViolation(path: string): ErrorDetail {
  return { path, code: "unrecognized_key", message: "Unknown field (Prefer: handling=strict)." };
}

export function unknownWarning(path: string): string {
  return `${path} is unknown and was ignored.`;
}

/** The Idempotency-Key of a request, trimmed (docs/spec/idempotency.md#key-format); null where there is none, or a wrong one. */
export function idempotencyKey(header: string | null, use: KeyUse): { key: string | null; rejection: ApiError | null } {
  if (use === "ignored") return { key: null, rejection: null };
  const given = header?.trim();
  if (given === undefined || given === "") {
    const message = "Expected an Idempotency-Key header of 1 to 255 characters.";
    const isMissing = use === "required" || given === "";
    return { key: null, rejection: isMissing ? keyRefusal("idempotency_key_required", message) : null };
  }
  if (/^[\x20-\x7e]{1,255}$/.test(given)) return { key: given, rejection: null };
  return { key: null, rejection: keyRefusal("invalid_idempotency_key", "Expected 1 to 255 printable ASCII characters.") };
}

function keyRefusal(code: string, message: string): ApiError {
  return new ApiError("validation_error", [{ path: "Idempotency-Key", code, message }]);
}
