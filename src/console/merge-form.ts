import * as z from "zod";
import type { ErrorDetail } from "../platform/api-error";
import { parseJsonText } from "../platform/reading/json";
import type { Body } from "./body";

/**
 * Merges what two people did with a form (docs/spec/console.md#concurrent-edits). Values are compared as a browser sends them: the text of a
 * field, and a list for checkboxes and rows, which are not sent if there is nothing in them.
 */
type SentValue = string | readonly string[];
export type SentValues = Readonly<Record<string, SentValue>>;

/** The field with the values that a form was opened with. */
export const OPENED_VALUES = "opened_values";

const Opened = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** The values that a form was opened with. Null if it says nothing of them. */
export function openedValues(fields: Body["fields"]): SentValues | null {
  const text = fields[OPENED_VALUES];
  if (typeof text !== "string" || text === "") return null;
  const { success, data } = Opened.safeParse(parseJsonText(text).value);
  return success ? data : null;
}

/** The rows of names and values of a field are one thing: its fields. */
const ROWS = ["_name", "_value", "_shown"] as const;

/** The fields that are merged as one, by the name that has their violations. */
function groupsOf(opened: SentValues): [name: string, members: readonly string[]][] {
  const rows = Object.keys(opened).flatMap((name) => {
    const field = name.endsWith("_shown") ? name.slice(0, -"_shown".length) : null;
    return field !== null && ROWS.every((end) => field + end in opened) ? [field] : [];
  });
  const grouped = new Map(rows.map((field) => [field, ROWS.map((end) => field + end)]));
  const inRows = new Set([...grouped.values()].flat());
  const others = Object.keys(opened).filter((name) => !inRows.has(name));
  return [...grouped, ...others.map((name) => [name, [name]] as [string, string[]])];
}

/** A value for comparison. Empty rows at the end mean nothing. */
function comparable(value: unknown): string {
  const texts = [value].flat().map((text) => (typeof text === "string" ? text.replaceAll("\r\n", "\n") : ""));
  return JSON.stringify(texts.slice(0, texts.findLastIndex((text) => text !== "") + 1));
}

const MAX_SHOWN_LENGTH = 200;

function conflictOf(path: string, theirs: SentValue | undefined): ErrorDetail {
  const text = [theirs ?? ""]
    .flat()
    .filter((each) => each !== "")
    .join(", ");
  const change =
    text === ""
      ? "Somebody else has cleared this"
      : `Somebody else has changed this to “${text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text}”`;
  return { path, code: "changed_by_others", message: `${change}. Save again to replace it with yours.` };
}

export interface MergedForm {
  /** The sent fields, with the current value of each that only somebody else has changed. */
  fields: Body["fields"];
  /** A violation for each field that both have changed. */
  conflicts: ErrorDetail[];
}

/** Merges a form that was opened with some values, and sent with others, with the current ones. */
export function mergeForm(sent: Body["fields"], opened: SentValues, current: SentValues): MergedForm {
  const fields: Record<string, unknown> = { ...sent };
  const conflicts: ErrorDetail[] = [];
  for (const [path, names] of groupsOf(opened)) {
    // A text field that was not sent is none that somebody has emptied.
    if (names.some((name) => !(name in current) || (sent[name] === undefined && typeof opened[name] === "string"))) continue;
    const isSame = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>) =>
      names.every((name) => comparable(one[name]) === comparable(other[name]));
    if (isSame(opened, current) || isSame(sent, current)) continue;
    if (isSame(opened, sent)) for (const name of names) fields[name] = current[name];
    else conflicts.push(conflictOf(path, current[names.find((name) => name.endsWith("_value")) ?? path] ?? current[path]));
  }
  return { fields, conflicts };
}
