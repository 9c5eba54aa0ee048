import type { SQL } from "drizzle-orm";
import { type Conflicts, classifyError } from "./change";
import { ControlStatement, type Database, Meter, type RowsOf, runBatch, type Statements } from "./statement";

interface Connection {
  d1: Database;
  /** When the request started, ms since 1970. */
  now: number;
  meter?: Meter | undefined;
}

/** Control data: organizations, credentials, people and their sign-ins. It is in one database, even if organizations are in several. */
export class ControlDb {
  readonly now: number;
  readonly #d1: Database;
  readonly #meter: Meter;

  constructor(from: Connection | ControlDb) {
    this.now = from.now;
    [this.#d1, this.#meter] = from instanceof ControlDb ? [from.#d1, from.#meter] : [from.d1, from.meter ?? new Meter()];
  }

  /** Runs statements as one batch. Throws WriteConflict if an assertion fails. */
  async run<const S extends Statements<ControlStatement>>(statements: S): Promise<RowsOf<S>> {
    return await this.runWithConflicts(statements);
  }

  async rows<Row>(query: ControlStatement<Row> | SQL): Promise<Row[]> {
    return await this.run(query instanceof ControlStatement ? query : new ControlStatement<Row>(query));
  }

  /** Runs one statement, and returns its first row, or null if there is none. */
  async first<Row>(query: ControlStatement<Row> | SQL): Promise<Row | null> {
    return (await this.rows<Row>(query))[0] ?? null;
  }

  /** Like `run`. Also throws WriteConflict if one of these unique keys is taken, and AlreadyCommitted if the marker exists. */
  protected async runWithConflicts<const S extends Statements<ControlStatement>>(statements: S, conflicts?: Conflicts): Promise<RowsOf<S>> {
    try {
      return await runBatch<S>(this.#d1, this.#meter, statements);
    } catch (error) {
      throw classifyError(error, conflicts);
    }
  }
}
