import { zValidator } from "@hono/zod-validator";
import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod";
import { ApiError, type InputViolation } from "../../api-error";
import type { HttpEnv } from "../context";
import { collectMetadata } from "./collect-metadata";
import type { Endpoint, KeySupport } from "../endpoint";

/** Formats `["items", 0, "price"]` as `items[0].price`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

/** The most violations that one response lists: a body can contain a million. */
const MAX_VIOLATIONS = 100;

/** The first violations, and an entry with the count of the others if there are more. */
export function limitErrors(violations: readonly InputViolation[], max = MAX_VIOLATIONS): InputViolation[] {
  return withOmittedCount(violations.slice(0, max), violations.length);
}

function withOmittedCount(listed: InputViolation[], total: number): InputViolation[] {
  const omitted = total - listed.length;
  return omitted > 0 ? [...listed, { code: "too_many_faults", message: `And ${omitted} more errors.` }] : listed;
}

/** Converts zod's issues to error details, followed by `others`; lists at most `max`. */
export function violationsOf(
  issues: readonly z.core.$ZodIssue[],
  max = MAX_VIOLATIONS,
  others: readonly InputViolation[] = [],
): InputViolation[] {
  // There can be a hundred thousand issues, so we convert only those that are listed.
  const violations = issues.slice(0, max).map((issue) => {
    // A custom issue may contain the code for clients.
    const code = issue.code === "custom" && typeof issue.params?.["code"] === "string" ? issue.params["code"] : issue.code;
    return { path: pathText(issue.path), code, message: issue.message };
  });
  return withOmittedCount([...violations, ...others].slice(0, max), issues.length + others.length);
}

/**
 * Paths of fields in `value` that `schema` does not have. They cause warnings, or errors under `Prefer: handling=strict`
 * (docs/spec/requests.md#unknown-fields).
 */
export function unknownFields(schema: z.core.$ZodType, value: unknown, path = ""): string[] {
  if (value === null || typeof value !== "object") return [];
  if (schema instanceof z.ZodObject) {
    // The indexes of an array are no fields.
    if (Array.isArray(value)) return [];
    const shape: Record<string, z.core.$ZodType> = schema.shape;
    return Object.entries(value).flatMap(([key, inner]) => {
      const at = path === "" ? key : `${path}.${key}`;
      const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
      return known === undefined ? [at] : unknownFields(known, inner, at);
    });
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    // An array that is rejected for its length may have millions of elements, so we do not look into it.
    const maxLength = schema._zod.bag["maximum"];
    if (typeof maxLength === "number" && value.length > maxLength) return [];
    return value.flatMap((inner, index) => unknownFields(schema.element, inner, `${path}[${index}]`));
  }
  if (schema instanceof z.ZodPipe) return unknownFields(schema.in, value, path);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unknownFields(schema.unwrap(), value, path);
  }
  return [];
}

export interface ValidationResult {
  /** The output of the schema; undefined if there are violations. */
  data?: unknown;
  violations: InputViolation[];
  /** The paths of unknown fields. */
  unknown: string[];
}

/** Validates a value. Collects all violations and never throws. */
export function check(schema: z.core.$ZodType, value: unknown): ValidationResult {
  const unknown = unknownFields(schema, value);
  const { success, data, error } = z.safeParse(schema, value);
  return success ? { data, violations: [], unknown } : { violations: violationsOf(error.issues), unknown };
}

/** The parameters of a query, with those of a metadata filter in one object, if its list has this filter. */
function withCollectedMetadata(schema: z.ZodType, value: unknown): unknown {
  const object = schema instanceof z.ZodPipe ? schema.in : schema;
  return object instanceof z.ZodObject && "metadata" in object.shape ? collectMetadata(value as Record<string, unknown>) : value;
}

/** Validates the parameters of a query. Collects all violations and never throws. */
export const checkQuery = (schema: z.ZodType, query: unknown): ValidationResult => check(schema, withCollectedMetadata(schema, query));

// It always succeeds, because the violations of all parts are returned together, once the gate has admitted the request.
const COLLECT_VIOLATIONS = {
  validationFunction: (schema: z.ZodType, value: unknown) => ({ success: true as const, data: checkQuery(schema, value) }),
};

/** Validates one part of a request, and stores the result (`ValidationResult`) as the request's validated data. */
type Validator = MiddlewareHandler<HttpEnv>;

function validator(target: "param" | "query", schema: z.ZodType): Validator {
  return zValidator<z.ZodType, typeof target, HttpEnv, string>(target, schema, undefined, COLLECT_VIOLATIONS);
}

/** The result of a part's validator. The cast is needed because routes are registered in a loop, without Hono's types for validators. */
export function validatedPart(c: Context<HttpEnv>, part: "param" | "query"): ValidationResult | undefined {
  return c.req.valid(part as never);
}

export function validators({ input = {} }: Endpoint): Validator[] {
  // Without a query schema, every parameter is unknown.
  const query = validator("query", input.query ?? z.object({}));
  return input.param === undefined ? [query] : [validator("param", input.param), query];
}

/** Merges the results of several parts. Unknown fields become warnings, or violations under strict handling. */
export function mergeResults(
  parts: readonly (ValidationResult | undefined)[],
  { strict }: { strict: boolean },
): { violations: InputViolation[]; warnings: string[] } {
  const violations: InputViolation[] = [];
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

/** Whether unknown fields are to be rejected: `Prefer: handling=strict` (RFC 7240; docs/spec/requests.md#unknown-fields). */
export function isStrict(headers: Headers): boolean {
  return (headers.get("Prefer") ?? "").split(",").some((preference) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(preference));
}

/** The violation for an unknown field under strict handling. */
export function unknownFieldViolation(path: string): InputViolation {
  return { path, code: "unrecognized_key", message: "Unknown field (Prefer: handling=strict)." };
}

export function unknownWarning(path: string): string {
  return `${path} is unknown and was ignored.`;
}

/** The Idempotency-Key of a request, trimmed (docs/spec/idempotency.md#key-format); null if it is missing or invalid. */
export function idempotencyKey(header: string | null, use: KeySupport): { key: string | null; rejection: ApiError | null } {
  if (use === "ignored") return { key: null, rejection: null };
  const key = header?.trim();
  if (key === undefined || key === "") {
    const message = "Expected an Idempotency-Key header of 1 to 255 characters.";
    const isMissing = use === "required" || key === "";
    return { key: null, rejection: isMissing ? keyError("idempotency_key_required", message) : null };
  }
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return { key, rejection: null };
  return { key: null, rejection: keyError("invalid_idempotency_key", "Expected 1 to 255 printable ASCII characters.") };
}

function keyError(code: string, message: string): ApiError {
  return new ApiError("validation_error", [{ path: "Idempotency-Key", code, message }]);
}
