import type { SQL } from "drizzle-orm";
import { type Conflicts, classifyError } from "./change";
import { ControlStatement, type Database, Meter, type RowsOf, runBatch } from "./statement";

interface Connection {
  d1: Database;
  /** When the request began, ms since 1970. */
  now: number;
  meter?: Meter | undefined;
}

/** Control data: organizations, credentials, people and how they sign in. It is in one database, whatever database an organization is in. */
export class ControlDb {
  readonly now: number;
  readonly #d1: Database;
  readonly #meter: Meter;

  constructor(from: Connection | ControlDb) {
    this.now = from.now;
    [this.#d1, this.#meter] = from instanceof ControlDb ? [from.#d1, from.#meter] : [from.d1, from.meter ?? new Meter()];
  }

  /** Runs statements as one batch. Throws WriteConflict where a guard does not hold. */
  async run<const S extends readonly ControlStatement[]>(...statements: S): Promise<RowsOf<S>> {
    return await this.runRacing(statements);
  }

  /** Runs one statement, and returns its rows. */
  async rows<Row>(query: ControlStatement<Row> | SQL): Promise<Row[]> {
    const [rows] = await this.run(query instanceof ControlStatement ? query : new ControlStatement<Row>(query));
    return rows;
  }

  /** Runs one statement, and returns its first row, or null. */
  async first<Row>(query: ControlStatement<Row> | SQL): Promise<Row | null> {
    return (await this.rows<Row>(query))[0] ?? null;
  }

  /** As `run`. Throws WriteConflict also where another request has taken one of these unique keys, AlreadyCommitted for the marker's. */
  protected async runRacing<const S extends readonly ControlStatement[]>(statements: S, conflicts?: Conflicts): Promise<RowsOf<S>> {
    try {
      return await runBatch<S>(this.#d1, this.#meter, statements);
    } catch (error) {
      throw classifyError(error, conflicts);
    }
  }
}
