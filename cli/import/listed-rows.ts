import { closeSync, openSync, writeSync } from "node:fs";
import type { Row } from "../../src/orders/files/format.ts";
import { type Listed, Listing } from "../../src/orders/files/listing.ts";

/** A file of rows to look at (src/orders/files/listing.ts). It is created with the first row. */
export class ListedRows {
  readonly path: string;
  readonly #listing: Listing;
  #file: number | null = null;

  constructor(path: string, header: string[]) {
    this.path = path;
    this.#listing = new Listing(header);
  }

  /** Whether anything was listed. */
  get written(): boolean {
    return this.#file !== null;
  }

  /** Writes at once: what was listed survives a crash, and nothing piles up in memory. */
  add(rows: Row[], listed: Listed): void {
    if (rows.length === 0) return;
    if (this.#file === null) {
      this.#file = openSync(this.path, "w");
      writeSync(this.#file, this.#listing.head);
    }
    writeSync(this.#file, this.#listing.lines(rows, listed));
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }
}
