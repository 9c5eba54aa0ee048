import * as z from "zod";
import { violationsOf } from "../platform/http/input/input";
import { ApiError, type ErrorDetail } from "../platform/api-error";
import type { FormState } from "./page";

export interface FieldKinds {
  /** Decimal numbers. An empty one becomes null. */
  numbers?: readonly string[];
  /** Choices of "true" and "false". An empty one becomes null. */
  booleans?: readonly string[];
  /** Checkboxes: true if the field is present. */
  flags?: readonly string[];
  /** Lists separated by line breaks or commas, or sent as several fields of one name. Empty if the field is absent, as unchecked boxes are. */
  lists?: readonly string[];
  /** Lists separated only by line breaks, because their elements may contain commas. An absent one stays absent. */
  lines?: readonly string[];
  /** Become null if they are empty. */
  nulls?: readonly string[];
  /** Left out if they are empty, so that the schema's default applies. */
  absent?: readonly string[];
}

/**
 * Converts a form's fields into the JSON that an API schema expects, so that forms and the API share one definition. An invalid
 * number stays a text, which the schema then rejects.
 */
export function fromForm<S extends z.ZodType>(
  schema: S,
  { numbers = [], booleans = [], flags = [], lists = [], lines = [], nulls = [], absent = [] }: FieldKinds = {},
) {
  return z.preprocess((fields) => {
    const converted = { ...(fields as Record<string, unknown>) };
    for (const name of numbers) if (name in converted) converted[name] = parseNumber(converted[name]);
    for (const name of booleans) if (name in converted) converted[name] = parseBoolean(converted[name]);
    for (const name of flags) converted[name] = converted[name] !== undefined;
    for (const name of lists) converted[name] = splitList(converted[name], /[\n,]/);
    for (const name of lines) if (name in converted) converted[name] = splitList(converted[name], /\n/);
    for (const name of nulls) if (converted[name] === "") converted[name] = null;
    for (const name of absent) if (converted[name] === "" || converted[name] === null) delete converted[name];
    return converted;
  }, schema);
}

function parseNumber(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (text === "") return null;
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

function parseBoolean(value: unknown): unknown {
  if (value === "") return null;
  return value === "true" || value === "false" ? value === "true" : value;
}

function splitList(value: unknown, separator: RegExp): unknown {
  const texts = Array.isArray(value) ? value : [value];
  return texts
    .flatMap((text) => (typeof text === "string" ? text.split(separator) : []))
    .map((text) => text.trim())
    .filter((text) => text !== "");
}

const REQUIRED = "Fill in this field.";
const WHOLE_NUMBER = "Enter a whole number, for example 12.";

function typeMessage(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  if (issue.input === undefined) return REQUIRED;
  if (issue.expected === "int" || issue.inst instanceof z.ZodNumberFormat) return WHOLE_NUMBER;
  if (issue.expected === "number") return "Enter a number, for example 9.99.";
  return issue.input === null ? REQUIRED : "Enter a single value.";
}

function tooSmallMessage({ origin, minimum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (origin === "number" || origin === "int") return `At least ${minimum}.`;
  if (minimum === 1) return REQUIRED;
  return origin === "string" ? `At least ${minimum} characters.` : `At least ${minimum} lines.`;
}

function tooBigMessage({ origin, maximum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  if (origin === "string") return `At most ${maximum} characters.`;
  return origin === "array" ? `At most ${maximum} lines.` : `At most ${maximum}.`;
}

/** The message of the console for a value that a schema rejects without a message of its own. The library's messages are for programmers. */
const formMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "invalid_type") return typeMessage(issue);
  if (issue.code === "too_small") return tooSmallMessage(issue);
  if (issue.code === "too_big") return tooBigMessage(issue);
  if (issue.code === "invalid_value") return "Choose one of the options.";
  if (issue.code === "invalid_format" && issue.format === "email") return "Enter an email address.";
  // Our own rules have their own messages.
  return issue.code === "custom" ? undefined : "This can’t be used here. Check what you have entered.";
};

/** Parses the fields of a form or a query. Throws 400 Bad Request with messages for people. */
export function parseForm<S extends z.ZodType>(schema: S, fields: unknown): z.output<S> {
  const { success, data, error } = z.safeParse(schema, fields, { error: formMessage });
  if (!success) throw new ApiError("validation_error", violationsOf(error.issues));
  return data;
}

/** Messages by the violation's code, for violations whose API message would mention a standard or a header. */
const MESSAGES: Readonly<Record<string, string>> = {
  invalid_currency: "Enter a three-letter currency code, for example USD.",
  invalid_timezone: "Choose a time zone from the list, for example Europe/London.",
  invalid_ip: "Enter an IP address or a range such as 192.0.2.0/24.",
  invalid_id: WHOLE_NUMBER,
  secret_required: "Enter the secret.",
};

export function errorMessage({ path, code, message }: ErrorDetail): string {
  if (code === "version_changed" && path === "If-Match") {
    return "Somebody changed this order after you opened it. Check the current values before you send the form again.";
  }
  return Object.hasOwn(MESSAGES, code) ? (MESSAGES[code] ?? message) : message;
}

/** Replaces the message of a rejected rotation of a secret, which names fields of the API. */
export function withRotationMessage(violations: readonly ErrorDetail[], message: string): ErrorDetail[] {
  return violations.map((violation) => (violation.code === "rotation_running" ? { ...violation, message } : violation));
}

export function fieldErrors(violations: readonly ErrorDetail[], name: string): string[] {
  return violations
    .filter(({ path = "" }) => path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`))
    .map(errorMessage);
}

/** The message of the first violation of a field; undefined if it has none. */
export function fieldError(violations: readonly ErrorDetail[], name: string): string | undefined {
  return fieldErrors(violations, name)[0];
}

/** The version that the form was opened with, as the form sends it. */
export const ExpectedVersion = z.object({
  expected_version: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
});

/**
 * The version that a form sends as the expected one: `current`, which the page shows. A rejected form keeps the version that it was sent
 * with, because its values were written over that one. Only after the conflict has been reported does it continue from the current version.
 */
export function expectedVersion(current: number, { values, violations }: FormState): number {
  const usesCurrent = violations.length === 0 || violations.some(({ code }) => code === "version_changed");
  return (usesCurrent ? undefined : ExpectedVersion.safeParse(values).data?.expected_version) ?? current;
}
