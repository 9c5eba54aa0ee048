import { cpSync, globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATABASES } from "../server/databases.ts";
import { temporaryFolder } from "../server/worker.ts";

/** Copies of the files of a killed Worker with their logs, because opening a file replays its log, which is left to the next Worker. */
export class StoppedFiles implements Disposable {
  /** The D1 files by the numbers of the databases. */
  readonly databases: DatabaseSync[];
  /** The files of the Durable Objects, one for each credential. */
  readonly gates: DatabaseSync[];
  readonly #folder = temporaryFolder();
  readonly #all: { name: string; file: DatabaseSync }[];

  constructor(state: string) {
    const { path } = this.#folder;
    // The index of a log was shared memory, and is created again.
    for (const part of ["d1", "do"]) {
      cpSync(join(state, part), join(path, part), { recursive: true, filter: (name) => !name.endsWith("-shm") });
    }
    const open = (files: string) => globSync(files, { cwd: path }).map((name) => ({ name, file: new DatabaseSync(join(path, name)) }));
    // Without the files metadata.sqlite.
    const databases = open("d1/*/[!m]*.sqlite");
    const gates = open("do/order-operations-Gate/[!m]*.sqlite");
    this.databases = databases.map(({ file }) => file).toSorted((one, other) => firstIdIn(one) - firstIdIn(other));
    if (databases.length !== DATABASES.length) throw new Error(`Expected ${DATABASES.length} D1 databases, found ${databases.length}.`);
    this.gates = gates.map(({ file }) => file);
    this.#all = [...databases, ...gates, ...open("{d1,do}/*/metadata.sqlite")];
  }

  /** The integrity errors of the files and of their references, and the number of files. */
  examine(): { files: number; violations: string[] } {
    const violations = this.#all.flatMap(({ name, file }) => [
      ...file
        .prepare("pragma integrity_check")
        .all()
        .flatMap(({ integrity_check: finding }) => (finding === "ok" ? [] : [`${name}: ${String(finding)}`])),
      ...file
        .prepare("pragma foreign_key_check")
        .all()
        .map((row) => `${name}: ${JSON.stringify(row)}`),
    ]);
    return { files: this.#all.length, violations };
  }

  [Symbol.dispose](): void {
    for (const { file } of this.#all) file.close();
    this.#folder[Symbol.dispose]();
  }
}

/** Each database has its own range of ids (src/platform/db/id-range.ts). */
function firstIdIn(database: DatabaseSync): number {
  return Number(database.prepare("select min(value) as first from sequences").get()?.["first"]);
}
