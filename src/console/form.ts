import * as z from "zod";
import { violationsOf } from "../platform/http/input/input";
import { ApiError, type ErrorDetail } from "../platform/api-error";
import type { FormState } from "./page";

/** Which fields of a form are not texts to the schema that they are for. */
export interface Kinds {
  /** A decimal number; empty: null. */
  numbers?: readonly string[];
  /** A checkbox: there or not. */
  flags?: readonly string[];
  /** Lines or commas between texts; several fields of one name count too. */
  lists?: readonly string[];
  /** Lines alone: what is listed may have commas in it. */
  lines?: readonly string[];
  /** Null where they are empty. */
  nulls?: readonly string[];
  /** Left out where they are empty, so that the schema's own default holds. */
  absent?: readonly string[];
}

/**
 * A form's fields as the JSON that an API's schema takes, so that there is one definition of what is valid. A number that is
 * none stays a text, which the schema then refuses.
 */
export function fromForm<S extends z.ZodType>(
  schema: S,
  { numbers = [], flags = [], lists = [], lines = [], nulls = [], absent = [] }: Kinds = {},
) {
  return z.preprocess((fields) => {
    const read = { ...(fields as Record<string, unknown>) };
    for (const name of numbers) if (name in read) read[name] = numberIn(read[name]);
    for (const name of flags) read[name] = read[name] !== undefined;
    for (const name of lists) read[name] = listIn(read[name], /[\n,]/);
    for (const name of lines) if (name in read) read[name] = listIn(read[name], /\n/);
    for (const name of nulls) if (read[name] === "") read[name] = null;
    for (const name of absent) if (read[name] === "" || read[name] === null) delete read[name];
    return read;
  }, schema);
}

function numberIn(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (text === "") return null;
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

function listIn(value: unknown, between: RegExp): unknown {
  const texts = Array.isArray(value) ? value : [value];
  return texts
    .flatMap((text) => (typeof text === "string" ? text.split(between) : []))
    .map((text) => text.trim())
    .filter((text) => text !== "");
}

const REQUIRED = "Fill this in.";
const WHOLE_NUMBER = "Write a whole number, 12 for example.";

/** What a person is told of a value that a schema rejects. Undefined leaves the schema's own message. */
const formMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "invalid_type") {
    if (issue.input === undefined) return REQUIRED;
    if (issue.expected === "int" || issue.inst instanceof z.ZodNumberFormat) return WHOLE_NUMBER;
    return issue.expected === "number" ? "Write a number, 9.99 for example." : undefined;
  }
  if (issue.code === "too_small") {
    if (issue.origin === "number" || issue.origin === "int") return `At least ${issue.minimum}.`;
    return issue.minimum === 1 ? REQUIRED : undefined;
  }
  if (issue.code === "too_big") {
    if (issue.origin === "string") return `At most ${issue.maximum} characters.`;
    return issue.origin === "array" ? `At most ${issue.maximum} lines.` : `At most ${issue.maximum}.`;
  }
  return issue.code === "invalid_format" && issue.format === "email" ? "Write an e-mail address." : undefined;
};

/** Parses a form or an address. Throws 400 with messages for people. */
export function parseForm<S extends z.ZodType>(schema: S, fields: unknown): z.output<S> {
  const { success, data, error } = z.safeParse(schema, fields, { error: formMessage });
  if (!success) throw new ApiError("validation_error", violationsOf(error.issues));
  return data;
}

/** What a person is told where the API's message would name a standard or a header, by the violation's code. */
const MESSAGES: Readonly<Record<string, string>> = {
  invalid_currency: "Write the three letters of a currency, USD for example.",
  invalid_timezone: "Choose a timezone of the list, Europe/London for example.",
  invalid_ip: "Write an IP address, or a range as 192.0.2.0/24.",
  invalid_id: WHOLE_NUMBER,
};

/** The message of a violation, for a person. */
export function errorMessage({ path, code, message }: ErrorDetail): string {
  if (code === "version_changed" && path === "If-Match") {
    return "Somebody changed this order after you had opened it. Look at it as it is now before you send this again.";
  }
  return Object.hasOwn(MESSAGES, code) ? (MESSAGES[code] ?? message) : message;
}

/** The message of the first violation of a field; undefined if it has none. */
export function fieldError(violations: readonly ErrorDetail[], name: string): string | undefined {
  const violation = violations.find(({ path = "" }) => path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`));
  return violation === undefined ? undefined : errorMessage(violation);
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
 * The version that a form sends as the expected one: `current`, which the page shows. A rejected form keeps the version that it was sent with,
 * because its values were written over that one. Only after the conflict has been reported does it continue from the current version.
 */
export function expectedVersion(current: number, { values, violations }: FormState): number {
  const isTold = violations.length === 0 || violations.some(({ code }) => code === "version_changed");
  return (isTold ? undefined : ExpectedVersion.safeParse(values).data?.expected_version) ?? current;
}

/** The value of a JSON text; null for any other. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The values that the form was opened with, if its resource has no version. Any other text is ignored. */
export const InitialValues = z.object({
  initial_values: z.string().transform(jsonIn).pipe(z.record(z.string(), z.unknown())).catch({}),
});

/** The stored values that a form sends as its initial ones, as JSON. A rejected form keeps the values that it was sent with. */
export function initialValues(fields: readonly string[], { values, violations }: FormState): string {
  const sent = values["initial_values"];
  if (violations.length > 0) return typeof sent === "string" ? sent : "";
  return JSON.stringify(Object.fromEntries(fields.map((name) => [name, values[name]])));
}

/** The fields that differ from the initial values. The others are not written, because somebody else may have changed them meanwhile. */
export function changedFields<Fields extends object>({
  initial_values,
  ...fields
}: Fields & z.output<typeof InitialValues>): Partial<Omit<Fields, "initial_values">> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !(name in initial_values) || initial_values[name] !== value),
  ) as Partial<Omit<Fields, "initial_values">>;
}
