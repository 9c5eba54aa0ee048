import { csvLine } from "./csv.ts";
import type { Row } from "./format.ts";

const OWN_COLUMNS = ["import_line", "import_outcome", "import_reason", "import_message"];

/** Why rows are in the report. */
export interface Reject {
  outcome: "failed" | "skipped" | "warning";
  reason: string;
  message: string;
}

/**
 * The lines of a file with rejected rows: the source's own columns, then line, outcome, reason and message. It has all rows of an order, so
 * it can be corrected and imported as it is.
 */
export class RejectReport {
  readonly #sourceColumns: number[];
  readonly #header: string[];

  constructor(header: readonly string[]) {
    // A file that is such a report has these columns already.
    this.#sourceColumns = header.flatMap((name, index) => (OWN_COLUMNS.includes(name) ? [] : [index]));
    this.#header = this.#sourceColumns.map((index) => header[index] ?? "");
  }

  /** The first line. */
  get head(): string {
    return `${csvLine([...this.#header, ...OWN_COLUMNS])}\n`;
  }

  /** The lines of some rows, and why they are rejected. */
  lines(rows: readonly Row[], { outcome, reason, message }: Reject): string {
    return rows
      .map(({ line, values }) => [...this.#sourceColumns.map((index) => values[index] ?? ""), String(line), outcome, reason, message])
      .map((values) => `${csvLine(values)}\n`)
      .join("");
  }
}
