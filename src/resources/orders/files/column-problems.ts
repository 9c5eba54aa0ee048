import type { Format } from "./format.ts";
import type { ColumnReport } from "./header.ts";

/** Why an import asks a person about the columns of a file, and what the person then agrees to. */
export interface ColumnProblem {
  kind: "ignored" | "missing";
  message: string;
}

/**
 * An import asks if it would ignore more than half of the columns, or any column of a file of our own export (`updates`), whose columns are all
 * known; or if important columns are missing and others are unknown.
 */
export function columnProblems(report: ColumnReport, format: Pick<Format, "name" | "updates" | "renamed">): ColumnProblem[] {
  // Somebody has chosen the columns.
  if (format.renamed !== undefined) return [];
  const messages = { ignored: ignoredMessage(report, format), missing: missingMessage(report, format) };
  return (["missing", "ignored"] as const).flatMap((kind) => (messages[kind] === null ? [] : [{ kind, message: messages[kind] }]));
}

function ignoredMessage({ used, readOnly, ignored }: ColumnReport, { name, updates }: Pick<Format, "name" | "updates">): string | null {
  const count = used.length + readOnly.length + ignored.length;
  if (ignored.length === 0 || (updates !== true && ignored.length * 2 <= count)) return null;
  return `The format ${name} does not use ${ignored.length} of ${count} columns, which would be ignored: ${ignored.join(", ")}.`;
}

function missingMessage({ importantAbsent, unknown }: ColumnReport, { name }: Pick<Format, "name">): string | null {
  if (importantAbsent.length === 0 || unknown.length === 0) return null;
  const question = "They may be the same columns under other names. What they contain would be left out.";
  return `Columns of the format ${name} that matter are missing: ${importantAbsent.join(", ")}. The file has columns that the format does not know: ${unknown.join(", ")}. ${question}`;
}
