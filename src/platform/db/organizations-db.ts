import { Meter } from "./meter";
import { type RowsOf, runBatch, type Statement } from "./statement";

/** The rows of all organizations in one database: for deliveries and backfills, which act for none in particular. */
export class OrganizationsDb {
  readonly #d1: D1Database;
  readonly #meter = new Meter();

  constructor(d1: D1Database) {
    this.#d1 = d1;
  }

  /** Runs statements as one batch. */
  async run<const S extends readonly Statement<unknown>[]>(...statements: S): Promise<RowsOf<S>> {
    return await runBatch<S>(this.#d1, this.#meter, statements);
  }
}
