import type { Format } from "./format.ts";
import { columnReport, missingColumns } from "./header.ts";
import { UnreadableFile } from "./text-file.ts";

/** The columns by which a format is recognized. */
export interface ExpectedColumns {
  format: string;
  columns: readonly string[];
}

/** Thrown for a file whose format is unknown or ambiguous. */
export class UnknownFormat extends UnreadableFile {
  readonly problem: string;
  readonly expected: readonly ExpectedColumns[];

  constructor(problem: string, formats: readonly Format[]) {
    const expected = formats.map(({ name, required }) => ({ format: name, columns: required }));
    const lines = expected.map(({ format, columns }) => `  ${format}: ${columns.join(", ")}`);
    super([problem, "A format is recognized by these columns:", ...lines].join("\n"));
    this.problem = problem;
    this.expected = expected;
  }
}

/**
 * Recognizes the format of a file: the one that knows most of its columns, if the file has all columns that identify the format. Throws
 * UnknownFormat if such a column is missing, or if several formats know equally many.
 */
export function recognizeFormat(names: readonly string[], formats: readonly Format[]): Format {
  const candidates = formats.map((format) => {
    const { used, readOnly } = columnReport(names, format);
    return { format, known: used.length + readOnly.length, missing: missingColumns(names, format) };
  });
  const most = Math.max(...candidates.map(({ known }) => known));
  const [best, ...others] = candidates.filter(({ known }) => known === most);
  if (best === undefined || most === 0) throw new UnknownFormat("Its columns are not those of a known export.", formats);
  if (others.length === 0 && best.missing.length === 0) return best.format;
  throw new UnknownFormat(problemOf([best, ...others]), formats);
}

/** A file with fewer columns of a format, or with less than half of the identifying ones, does not look like one of it. */
const MIN_KNOWN = 3;

/** A format, and the identifying columns that the file lacks. */
interface Candidate {
  format: Format;
  /** The number of columns that it knows. */
  known: number;
  missing: readonly string[];
}

function problemOf(candidates: readonly Candidate[]): string {
  const complete = candidates.filter(({ missing }) => missing.length === 0);
  if (complete.length > 0) return `Its columns fit several formats: ${candidates.map(({ format: { name } }) => name).join(", ")}.`;
  const isNear = ({ format, known, missing }: Candidate) => known >= MIN_KNOWN && missing.length * 2 <= format.required.length;
  const near = candidates.filter(isNear);
  const [closest] = near;
  if (closest === undefined || near.length > 1) return "Its columns are not those of a known export.";
  const missing = closest.missing.map((name) => `“${name}”`).join(", ");
  return `It looks like ${closest.format.name}, but has no column ${missing}.`;
}
