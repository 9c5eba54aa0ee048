import { closeSync, openSync, writeSync } from "node:fs";
import type { Row } from "./format.ts";

const OWN_COLUMNS = ["import_line", "import_outcome", "import_reason", "import_message"];

/** Why rows are listed. */
export interface Listing {
  outcome: "failed" | "skipped" | "warning";
  reason: string;
  message: string;
}

/**
 * The file of rows that want a look: the source's own columns, then line, outcome, reason and message. All rows of an
 * order are listed together, so the file can be corrected and imported as it is. It is created with the first row.
 */
export class ListedRows {
  readonly path: string;
  readonly #kept: number[];
  readonly #header: string[];
  #file: number | null = null;

  constructor(path: string, header: string[]) {
    this.path = path;
    // A file that was listed before has our columns already.
    this.#kept = header.flatMap((name, index) => (OWN_COLUMNS.includes(name) ? [] : [index]));
    this.#header = this.#kept.map((index) => header[index] ?? "");
  }

  /** Whether anything was listed. */
  get written(): boolean {
    return this.#file !== null;
  }

  /** Writes at once: what was listed survives a crash, and nothing piles up in memory. */
  add(rows: Row[], listing: Listing): void {
    if (rows.length === 0) return;
    if (this.#file === null) {
      this.#file = openSync(this.path, "w");
      writeSync(this.#file, toLine([...this.#header, ...OWN_COLUMNS]));
    }
    const { outcome, reason, message } = listing;
    const lines = rows.map((row) =>
      toLine([...this.#kept.map((index) => row.values[index] ?? ""), String(row.line), outcome, reason, message]),
    );
    writeSync(this.#file, lines.join(""));
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }
}

function toLine(values: string[]): string {
  return `${values.map((value) => (/[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(",")}\n`;
}
