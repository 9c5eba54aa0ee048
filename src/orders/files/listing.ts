import { csvLine } from "./csv.ts";
import type { Row } from "./format.ts";

const OWN_COLUMNS = ["import_line", "import_outcome", "import_reason", "import_message"];

/** Why rows are listed. */
export interface Listed {
  outcome: "failed" | "skipped" | "warning";
  reason: string;
  message: string;
}

/**
 * The lines of a file of rows that want a look: the source's own columns, then line, outcome, reason and message. All rows
 * of an order are listed together, so the file can be corrected and imported as it is.
 */
export class Listing {
  readonly #kept: number[];
  readonly #header: string[];

  constructor(header: readonly string[]) {
    // A file that was listed before has our columns already.
    this.#kept = header.flatMap((name, index) => (OWN_COLUMNS.includes(name) ? [] : [index]));
    this.#header = this.#kept.map((index) => header[index] ?? "");
  }

  /** The first line. */
  get head(): string {
    return `${csvLine([...this.#header, ...OWN_COLUMNS])}\n`;
  }

  /** The lines of some rows, and why they are listed. */
  lines(rows: readonly Row[], { outcome, reason, message }: Listed): string {
    return rows
      .map(({ line, values }) => [...this.#kept.map((index) => values[index] ?? ""), String(line), outcome, reason, message])
      .map((values) => `${csvLine(values)}\n`)
      .join("");
  }
}
