import type { SQL } from "drizzle-orm";
import { Meter, type RowsOf, runBatch, Statement } from "./statement";
import { ControlDb } from "./control-db";
import { NearestSession, PrimarySession } from "./session";

/**
 * Selects the D1 database for each kind of data. There is only one so far, and only this file depends on that (docs/scale.md explains
 * how to distribute organizations over several).
 */

/** Control data for a request. */
export function controlDb(env: Env, { now, meter }: { now: number; meter?: Meter }): ControlDb {
  return new ControlDb({ d1: env.DB, now, meter });
}

/**
 * Control data on the nearest replica. It can be arbitrarily out of date, so the primary or a gate must confirm what is read. Without read
 * replication, this is the primary.
 */
export function nearestControlDb(env: Env, { now, meter }: { now: number; meter: Meter }): ControlDb {
  return new ControlDb({ d1: env.DB.withSession("first-unconstrained"), now, meter });
}

/** The database with an organization's own rows. */
export function databaseOf(env: Env, _organization: { readonly id: number }): D1Database {
  return env.DB;
}

/** The same database, for writes: it keeps their bookmark. */
export function writeSessionOf(env: Env, organization: { readonly id: number }): PrimarySession {
  return new PrimarySession(databaseOf(env, organization));
}

/** Its nearest replica. */
export function nearestSessionOf(env: Env, organization: { readonly id: number }): NearestSession {
  return new NearestSession(databaseOf(env, organization));
}

/** The current bookmark of the database with the writes of a credential. */
export async function primaryBookmark(env: Env): Promise<string | null> {
  const session = new PrimarySession(env.DB);
  await session.batch([session.prepare("select 1")]);
  return session.bookmark;
}

/** All databases with rows of organizations. */
export function organizationDatabases(env: Env): OrganizationsDb[] {
  return [new OrganizationsDb(env.DB)];
}

/** The database of the deliveries that the queues and the recovery job handle. A second database would have its own queues. */
export function databaseOfDeliveries(env: Env): OrganizationsDb {
  return new OrganizationsDb(env.DB);
}

/** The rows of all organizations in one database, for deliveries and backfills, which work across organizations. */
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
