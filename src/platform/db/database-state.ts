import { allDatabases } from "./database";
import { lastIdBefore } from "./id-range";
import { logError } from "../log";
import { withTimeout } from "../timeout";
import { repeatTransient } from "../transient";
import { isTransientError } from "./outage";

export interface DatabaseReport {
  /** Where its primary runs, as D1 reports it, such as `WEUR`. Null locally. */
  region: string | null;
  bytes: number;
  /** How long it took to respond, ms. */
  responseMs: number;
  /** The last migration that was applied. Null if migrations were applied in another way. */
  migration: string | null;
  /** Events in the last hour, by which the load of databases can be compared: every change has one. */
  eventsLastHour: number;
}

/** A database, and what it reports; null if it does not respond. */
export interface DatabaseState {
  number: number;
  report: DatabaseReport | null;
  error?: unknown;
}

/** After this time, a database counts as down. */
export const TIMEOUT_MS = 5_000;

const HOUR_MS = 3_600_000;

/** Asks all databases about themselves, at the same time. Never throws. */
export async function databaseStates(env: Env, now: number): Promise<DatabaseState[]> {
  return await forEachDatabase(env, async (d1, number) => await databaseReport(d1, { number, now }));
}

/** Asks all databases something, at the same time; null for one that does not respond. Never throws. */
export async function forEachDatabase<T>(
  env: Env,
  ask: (d1: D1Database, number: number) => Promise<T>,
): Promise<{ number: number; report: T | null; error?: unknown }[]> {
  return await Promise.all(
    allDatabases(env).map(async (d1, number) => {
      try {
        return { number, report: await withTimeout(ask(d1, number), TIMEOUT_MS) };
      } catch (error) {
        logError("database.down", error, { database: number });
        return { number, report: null, error };
      }
    }),
  );
}

/** Reads, and repeats that after a transient error, which is no reason to call a database down. */
export const readWithRetry = async <T>(read: () => Promise<T>): Promise<T> => await repeatTransient(read, isTransientError);

/** Asks a database about itself: one sequential round trip. */
export async function databaseReport(d1: D1Database, { number, now }: { number: number; now: number }): Promise<DatabaseReport> {
  // `seq` numbers the events of a database, so nothing has to be counted. Those that a move has brought have numbers of another one.
  const events = d1
    .prepare(
      `select coalesce((select max(seq) from events)
         - (select seq from events where occurred_at >= ? and seq > ? order by occurred_at, seq limit 1) + 1, 0) as count`,
    )
    .bind(now - HOUR_MS, lastIdBefore(number));
  const start = Date.now();
  const timed = readWithRetry(async () => await events.run<{ count: number }>()).then((result) => ({
    ...result,
    responseMs: Date.now() - start,
  }));
  const [{ results, meta, responseMs }, migration] = await Promise.all([timed, lastMigration(d1)]);
  return {
    region: meta.served_by_region ?? null,
    bytes: meta.size_after,
    responseMs,
    migration,
    eventsLastHour: results[0]?.count ?? 0,
  };
}

/** The name of the last applied migration. Wrangler creates the table of migrations; other tools may not. */
async function lastMigration(d1: D1Database): Promise<string | null> {
  try {
    return await readWithRetry(
      async () => await d1.prepare("select name from d1_migrations order by id desc limit 1").first<string>("name"),
    );
  } catch (error) {
    if (error instanceof Error && error.message.includes("no such table")) return null;
    throw error;
  }
}
