import { csvLine } from "./csv.ts";
import type { Row } from "./format.ts";

/** The columns that a report adds to those of the file. */
export const REPORT_COLUMNS: readonly string[] = ["import_line", "import_outcome", "import_reason", "import_message"];

/** The reason why rows are in the report. */
export interface Reject {
  outcome: "failed" | "skipped" | "warning";
  reason: string;
  message: string;
}

/**
 * A CSV file of rejected rows: the columns of the source file, then line, outcome, reason and message. It contains all rows of an order, so a
 * person can correct it and import it again.
 */
export class RejectReport {
  readonly #sourceColumns: number[];
  readonly #header: string[];

  constructor(header: readonly string[]) {
    // The source file may itself be a report and already have these columns.
    this.#sourceColumns = header.flatMap((name, index) => (REPORT_COLUMNS.includes(name) ? [] : [index]));
    this.#header = this.#sourceColumns.map((index) => header[index] ?? "");
  }

  /** The header line. */
  get head(): string {
    return `${csvLine([...this.#header, ...REPORT_COLUMNS])}\n`;
  }

  /** The lines of rows that are rejected for the same reason. */
  lines(rows: readonly Row[], { outcome, reason, message }: Reject): string {
    return rows
      .map(({ line, values }) => [...this.#sourceColumns.map((index) => values[index] ?? ""), String(line), outcome, reason, message])
      .map((values) => `${csvLine(values)}\n`)
      .join("");
  }
}
