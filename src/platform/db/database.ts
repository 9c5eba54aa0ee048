import type { SQL } from "drizzle-orm";
import { Meter, type RowsOf, runBatch, Statement } from "./statement";
import { ControlDb } from "./control-db";

/**
 * Which D1 database holds what. There is one yet; this file is the one place that knows (docs/scale.md says how organizations
 * spread over several).
 */

/** Control data, for a request. */
export function controlDb(env: Env, { now, meter }: { now: number; meter?: Meter }): ControlDb {
  return new ControlDb({ d1: env.DB, now, meter });
}

/**
 * Control data as the nearest replica has it: it may be behind by any time, so only what the primary or a gate confirms may rest on it.
 * Without read replication this is the primary.
 */
export function nearestControlDb(env: Env, { now, meter }: { now: number; meter: Meter }): ControlDb {
  return new ControlDb({ d1: env.DB.withSession("first-unconstrained"), now, meter });
}

/** The database that holds an organization's own rows. */
export function databaseOf(env: Env, _organization: { readonly id: number }): D1Database {
  return env.DB;
}

/** Every database that holds rows of organizations: for work on all of them. */
export function organizationDatabases(env: Env): OrganizationsDb[] {
  return [new OrganizationsDb(env.DB)];
}

/** The database whose deliveries the queues and the recovery job carry. A second one brings queues of its own. */
export function databaseOfDeliveries(env: Env): OrganizationsDb {
  return new OrganizationsDb(env.DB);
}

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

  /** Runs one statement, and returns its rows. */
  async rows<Row>(query: SQL): Promise<Row[]> {
    return (await this.run(new Statement<Row>(query)))[0];
  }
}
