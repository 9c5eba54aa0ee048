import { INBOX_BACKLOG } from "../../resources/connections/inbox/inbox.sql.ts";
import { isInMaintenance, settingsOf } from "../../platform/env";
import type { ControlDb } from "../../platform/db/control-db";
import { first } from "../../platform/db/statement";
import { OrganizationsDb } from "../../platform/db/database";
import { type DatabaseReport, databaseReport, forEachDatabase, TIMEOUT_MS } from "../../platform/db/database-state";
import { logError } from "../../platform/log";
import { withTimeout } from "../../platform/timeout";
import { dueBacklog } from "../../resources/webhooks/deliveries/due.sql.ts";
import { type JobRun, jobRunsOf, SELECT_JOB_RUNS } from "../../platform/jobs/job-runs.sql.ts";
import { SELECT_TRANSITIONS, type TransitionRow } from "./transitions.sql.ts";

/** A database, and what waits in it. Times are in ms since 1970, and null if nothing waits. */
export interface DatabaseLoad extends DatabaseReport {
  deliveries: { due: number; oldest: number | null };
  inboxes: { pending: number; oldest: number | null };
}

export interface Installation {
  /** `load` is null for a database that does not respond. */
  databases: { number: number; isInMaintenance: boolean; load: DatabaseLoad | null }[];
  /** What the directory says; null if it does not respond. */
  directory: { jobs: Record<string, JobRun>; transitions: TransitionRow[] } | null;
}

async function readLoad(d1: D1Database, { number, now }: { number: number; now: number }): Promise<DatabaseLoad> {
  const backlog = new OrganizationsDb(d1, number).run({ deliveries: first(dueBacklog(now)), inboxes: first(INBOX_BACKLOG) });
  const [report, { deliveries, inboxes }] = await Promise.all([databaseReport(d1, { number, now }), backlog]);
  if (deliveries === undefined || inboxes === undefined) throw new Error("A count returned no row.");
  return { ...report, deliveries, inboxes };
}

async function readDirectory(control: ControlDb): Promise<Installation["directory"]> {
  try {
    const { jobs, transitions } = await withTimeout(control.run({ jobs: SELECT_JOB_RUNS, transitions: SELECT_TRANSITIONS }), TIMEOUT_MS);
    return { jobs: jobRunsOf(jobs), transitions };
  } catch (error) {
    logError("database.down", error, { database: 0 });
    return null;
  }
}

/**
 * The state of all databases and jobs: one sequential round trip, to all databases at the same time. Never throws, because it is needed most
 * while something is down.
 */
export async function readInstallation(env: Env, control: ControlDb): Promise<Installation> {
  const { now } = control;
  const [states, directory] = await Promise.all([
    forEachDatabase(env, async (d1, number) => await readLoad(d1, { number, now })),
    readDirectory(control),
  ]);
  const settings = settingsOf(env);
  const databases = states.map(({ number, report: load }) => ({
    number,
    isInMaintenance: isInMaintenance(settings, number),
    load,
  }));
  return { databases, directory };
}
