import { closeSync, writeSync } from "node:fs";
import type { Row } from "../../src/resources/orders/files/format.ts";
import { type Reject, RejectReport } from "../../src/resources/orders/files/reject-report.ts";
import { openPrivateFile } from "../private-files.ts";

/** A file of rejected rows (src/resources/orders/files/reject-report.ts), for its owner alone. It is created with the first row. */
export class RejectFile {
  readonly path: string;
  readonly #report: RejectReport;
  #file: number | null = null;

  constructor(path: string, header: string[]) {
    this.path = path;
    this.#report = new RejectReport(header);
  }

  /** Whether anything was written. */
  get hasRows(): boolean {
    return this.#file !== null;
  }

  /** Writes immediately, so that rows survive a crash and do not accumulate in memory. */
  add(rows: Row[], reject: Reject): void {
    if (rows.length === 0) return;
    if (this.#file === null) {
      this.#file = openPrivateFile(this.path);
      writeSync(this.#file, this.#report.head);
    }
    writeSync(this.#file, this.#report.lines(rows, reject));
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }
}
