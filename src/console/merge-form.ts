import * as z from "zod";
import type { ErrorDetail } from "../platform/api-error";
import { parseJsonText } from "../platform/reading/json";
import type { Body } from "./body";
import { OPENED_VALUES } from "./opened-values-field";

/**
 * Merges what two people did with a form (docs/spec/console.md#concurrent-edits). Values are compared as a browser sends them: the text of a
 * field, and a list for checkboxes and rows, which are not sent if there is nothing in them.
 */
type SentValue = string | readonly string[];
export type SentValues = Readonly<Record<string, SentValue>>;

const SentValuesSchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** The values that a form was opened with. Null if it says nothing of them. */
export function openedValues(fields: Body["fields"]): SentValues | null {
  const text = fields[OPENED_VALUES];
  if (typeof text !== "string" || text === "") return null;
  const { success, data } = SentValuesSchema.safeParse(parseJsonText(text).value);
  return success ? data : null;
}

/** The end of the name of a list that has the names of rows. */
const NAMES_SUFFIX = "_name";

/**
 * The lists that the rows of a form consist of, such as `metadata_name` and `metadata_value`, by what their names begin with. That of the names is the
 * first, and that of the values the second, because PairRows notes them in this order.
 */
function rowsIn(opened: SentValues): Map<string, string[]> {
  const lists = Object.keys(opened).filter((name) => typeof opened[name] !== "string");
  const fields = lists.flatMap((name) => (name.endsWith(NAMES_SUFFIX) ? [name.slice(0, -NAMES_SUFFIX.length)] : []));
  return new Map(fields.map((field) => [field, lists.filter((name) => name.startsWith(`${field}_`))]));
}

/** The fields that are merged as one, by the name that has their violations. */
function groupsOf(opened: SentValues): [name: string, members: readonly string[]][] {
  const grouped = rowsIn(opened);
  const inRows = new Set([...grouped.values()].flat());
  const others = Object.keys(opened).filter((name) => !inRows.has(name));
  return [...grouped, ...others.map((name) => [name, [name]] as [string, string[]])];
}

/** The texts of a field, with the line breaks of a page. Browsers send CR LF. */
const textsOf = (value: unknown): string[] => [value].flat().map((text) => (typeof text === "string" ? text.replaceAll("\r\n", "\n") : ""));

/** The values of a group for comparison: without a row that has only a name, and without empty texts at the end of a list. */
function comparable(values: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => textsOf(values[name]));
  if (others.length === 0) return JSON.stringify(first.slice(0, first.findLastIndex((text) => text !== "") + 1));
  const rows = first.map((name, row) => [name, ...others.map((texts) => texts[row] ?? "")]);
  return JSON.stringify(rows.filter(([, ...rest]) => rest.some((text) => text !== "")));
}

/** The code of a field that two people have changed. */
export const CHANGED_BY_OTHERS = "changed_by_others";

const MAX_SHOWN_LENGTH = 200;

/** What a person reads of the current values of a group: of rows, the values with their names. */
function shownText(names: readonly string[], current: SentValues): string {
  const [first = [], second] = names.map((name) => textsOf(current[name]));
  const texts = second === undefined ? first : second.map((value, row) => (value === "" ? "" : `${first[row] ?? ""}: ${value}`));
  return texts.filter((each) => each !== "").join(", ");
}

function conflictOf(path: string, text: string): ErrorDetail {
  const change =
    text === ""
      ? "Somebody else has cleared this"
      : `Somebody else has changed this to “${text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text}”`;
  return { path, code: CHANGED_BY_OTHERS, message: `${change}. Save again to replace it with yours.` };
}

export interface MergedForm {
  /** The sent fields, with the current value of each that only somebody else has changed. */
  fields: Body["fields"];
  /** A violation for each field that both have changed. */
  conflicts: ErrorDetail[];
}

/** The values that a form would be opened with now, and what people read in place of those that they choose by a label. */
interface CurrentForm {
  values: SentValues;
  labels: Readonly<Record<string, string>>;
}

/** Merges a form that was opened with some values, and sent with others, with the current ones. */
export function mergeForm(sent: Body["fields"], opened: SentValues, { values: current, labels }: CurrentForm): MergedForm {
  const fields: Record<string, unknown> = { ...sent };
  const conflicts: ErrorDetail[] = [];
  for (const [path, names] of groupsOf(opened)) {
    // A text field that was not sent was not emptied by the person: their form did not have it. What the page no longer has is not merged either.
    if (names.some((name) => !(name in current) || (sent[name] === undefined && typeof opened[name] === "string"))) continue;
    const isSame = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>) =>
      comparable(one, names) === comparable(other, names);
    if (isSame(opened, current) || isSame(sent, current)) continue;
    if (isSame(opened, sent)) for (const name of names) fields[name] = current[name];
    else conflicts.push(conflictOf(path, labels[path] ?? shownText(names, current)));
  }
  return { fields, conflicts };
}
