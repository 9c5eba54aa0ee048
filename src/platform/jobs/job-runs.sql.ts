import { sql } from "drizzle-orm";
import type { ControlDb } from "../db/control-db";
import { ControlStatement } from "../db/statement";
import { parseStored } from "../reading/json";

/** How a run of a job can end: it did all that there was to do, its budget was spent, so that the next run goes on, or it threw an error. */
export const OUTCOMES = ["succeeded", "budget_spent", "failed"] as const;

/** The last run of a job. Times are in ms since 1970. */
export interface JobRun {
  started_at: number;
  ended_at: number;
  outcome: (typeof OUTCOMES)[number];
  /** When its last run without an error ended. Absent if there was none. */
  succeeded_at?: number;
}

/** Stores the last runs of the jobs of a cron: one row. Jobs that did not run, and fields that a run lacks, stay as they are. */
export async function saveJobRuns(control: ControlDb, cron: string, runs: Readonly<Record<string, JobRun>>): Promise<void> {
  await control.rows(sql`insert into cron_runs (cron, jobs) values (${cron}, ${JSON.stringify(runs)})
    on conflict (cron) do update set jobs = json_patch(jobs, excluded.jobs)`);
}

/** The last run of each job by its name, from all rows. */
export const SELECT_JOB_RUNS = new ControlStatement<{ jobs: string }>(sql`select jobs from cron_runs`);

export function jobRunsOf(rows: readonly { jobs: string }[]): Record<string, JobRun> {
  return Object.assign({}, ...rows.map(({ jobs }) => parseStored<Record<string, JobRun>>(jobs))) as Record<string, JobRun>;
}
