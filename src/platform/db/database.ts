import type { SQL } from "drizzle-orm";
import { Meter, type RowsOf, runBatch, Statement, type Statements } from "./statement";
import { bindingOf } from "./binding";
import { ControlDb } from "./control-db";
import { NearestSession, PrimarySession } from "./session";

/**
 * Selects the D1 database for each kind of data. Database 0 has all control data. The rows of each organization are in the database whose
 * number is in its row there (docs/scale.md#several-databases).
 */

/** The number of the database with the rows of an organization. */
type DatabaseRef = { readonly database: number };

function find(env: Env, database: number): D1Database | undefined {
  return (env as unknown as Record<string, D1Database | undefined>)[bindingOf(database)];
}

/** The database with an organization's own rows. Throws if it has no binding. */
export function databaseOf(env: Env, { database }: DatabaseRef): D1Database {
  const d1 = find(env, database);
  if (d1 === undefined) throw new Error(`The Worker has no binding ${bindingOf(database)}.`);
  return d1;
}

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

/** The database with an organization's own rows, for writes: it keeps their bookmark. */
export function writeSessionOf(env: Env, organization: DatabaseRef): PrimarySession {
  return new PrimarySession(databaseOf(env, organization));
}

/** The nearest replica of the database with an organization's own rows, in a state that contains this bookmark. Null: in any state. */
export function nearestSessionOf(env: Env, organization: DatabaseRef, bookmark: string | null): NearestSession {
  return new NearestSession(databaseOf(env, organization), bookmark);
}

/** The current bookmark of the database with an organization's rows. */
export async function primaryBookmark(env: Env, organization: DatabaseRef): Promise<string | null> {
  const session = writeSessionOf(env, organization);
  await session.batch([session.prepare("select 1")]);
  return session.bookmark;
}

export function allDatabases(env: Env): D1Database[] {
  const all: D1Database[] = [];
  for (let d1 = find(env, 0); d1 !== undefined; d1 = find(env, all.length)) all.push(d1);
  return all;
}

export function organizationDatabases(env: Env): OrganizationsDb[] {
  return allDatabases(env).map((d1, number) => new OrganizationsDb(d1, number));
}

/** The rows of all organizations in one database. Throws if it has no binding. */
export function organizationsDb(env: Env, database: number): OrganizationsDb {
  return new OrganizationsDb(databaseOf(env, { database }), database);
}

/** The rows of all organizations in one database, for deliveries and backfills, which work across organizations. */
export class OrganizationsDb {
  readonly #session: PrimarySession;
  readonly #meter = new Meter();

  constructor(
    d1: D1Database,
    readonly number: number,
  ) {
    this.#session = new PrimarySession(d1);
  }

  /** A bookmark of a state that contains everything that was read or written here. Null before the first statement. */
  get bookmark(): string | null {
    return this.#session.bookmark;
  }

  async run<const S extends Statements<Statement<unknown>>>(statements: S): Promise<RowsOf<S>> {
    return await runBatch<S>(this.#session, this.#meter, statements);
  }

  async rows<Row>(query: SQL): Promise<Row[]> {
    return await this.run(new Statement<Row>(query));
  }
}
