import * as z from "zod";
import type { RefusalDetail } from "../platform/refusal";

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

/** The fault of one field, in words for people; undefined where there is none. `whole` where the field is for whole numbers. */
export function faultAt(faults: readonly RefusalDetail[], name: string, whole = false): string | undefined {
  const fault = faults.find(({ path = "" }) => path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`));
  return fault === undefined ? undefined : inWords(fault, whole);
}

const A_WHOLE_NUMBER = "Write a whole number, 12 for example.";

/** What is said of a text that the API's words would name a standard for, by the fault's code. */
const WORDS: Readonly<Record<string, string>> = {
  invalid_currency: "Write the three letters of a currency, USD for example.",
  invalid_timezone: "Choose a timezone of the list, Europe/London for example.",
  invalid_ip: "Write an IP address, or a range as 192.0.2.0/24.",
  invalid_id: A_WHOLE_NUMBER,
};

/** A fault as a person would say it: zod's own words are for programs. */
export function inWords({ code, message }: RefusalDetail, whole = false): string {
  if (code === "version_changed" && message.startsWith("The order is at version")) {
    return "Somebody changed this order after you had opened it. Look at it as it is now before you send this again.";
  }
  if (code === "too_small" && />=1 (?:characters|items)/.test(message)) return "Fill this in.";
  if (code === "invalid_type" && message.includes("received undefined")) return "Fill this in.";
  if (code === "invalid_type" && message.includes("expected number")) {
    return whole ? A_WHOLE_NUMBER : "Write a number, 9.99 for example.";
  }
  if (message.startsWith("Invalid input: expected int,")) return A_WHOLE_NUMBER;
  const words = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  return (words ?? message)
    .replace(/^Invalid email address$/, "Write an e-mail address.")
    .replace(/^Expected an integer from (\d+) to (\d+)\.$/, "Write a whole number from $1 to $2.")
    .replace(/^Too big: expected string to have <=(\d+) characters$/, "At most $1 characters.")
    .replace(/^Too big: expected array to have <=(\d+) items$/, "At most $1 lines.")
    .replace(/^Too big: expected (?:number|int) to be <=(\S+)$/, "At most $1.")
    .replace(/^Too small: expected (?:number|int) to be >=(\S+)$/, "At least $1.");
}
