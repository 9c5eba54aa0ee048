import { purgeEndedSignIns } from "../accounts/sign-in/purge-sign-ins";
import { reencryptSecondFactors } from "../accounts/sign-in/reencrypt-second-factors";
import { reconcileDue, runInboxJob } from "../resources/connections/job";
import { removeOrphans } from "../tenants/objects/remove-orphans";
import { removeDeleted } from "../tenants/lifecycle/deletion";
import { type JobRun, saveJobRuns } from "../platform/jobs/job-runs.sql.ts";
import { continueMoves } from "./operator/moves";
import { continueErasures } from "../tenants/personal-data/jobs";
import { applyRetention } from "../tenants/personal-data/retention";
import { type Budget, jobBudget } from "../platform/budget";
import { controlDb } from "../platform/db/database";
import { settingsOf } from "../platform/env";
import { warnOfDatabases } from "../platform/db/readiness";
import { logError } from "../platform/log";
import { runDeliveryJob } from "../resources/webhooks/delivery-job";

type Job = (env: Env, now: number, budget: Budget) => Promise<void>;

/**
 * The jobs of each cron of wrangler.toml. Each cron has runs of its own, and so D1 calls and time of its own: deliveries wait for nothing else,
 * and no long job for another one. Within a run, each job has a share of the budget.
 */
export const CRON_JOBS: ReadonlyMap<string, Readonly<Record<string, Job>>> = new Map([
  ["* * * * *", { deliveries: runDeliveryJob, inboxes: runInboxJob, "sign-ins": runSignInJob, databases: checkDatabases }],
  ["1-59/2 * * * *", { reconciliation: reconcileDue }],
  ["*/2 * * * *", { moves: continueMoves }],
  ["*/3 * * * *", { erasures: continueErasures, retention: applyRetention }],
  ["1-59/3 * * * *", { removals: removeDeleted, files: removeOrphans }],
]);

async function runSignInJob(env: Env, now: number, budget: Budget): Promise<void> {
  const control = controlDb(budget.countCalls(env), { now });
  await purgeEndedSignIns(control);
  await reencryptSecondFactors(control, settingsOf(env).masterSecrets);
}

/** Jobs that their cron runs only in the first minute of an hour. */
const HOURLY: ReadonlySet<string> = new Set(["databases"]);

async function checkDatabases(env: Env, _now: number, budget: Budget): Promise<void> {
  await warnOfDatabases(budget.countCalls(env));
}

/** Runs the jobs of a cron, or all jobs for any other text, as `npm run dev` does every minute. The error of a job stops no other one. */
export async function runJobs(env: Env, cron: string, now: number, scheduledTime = now): Promise<void> {
  // The scheduled time decides: a run that starts late is still the one of the hour, and the run after it is not.
  const isHourly = new Date(scheduledTime).getUTCMinutes() === 0;
  const crons = CRON_JOBS.has(cron) ? [cron] : CRON_JOBS.keys();
  for (const each of crons) {
    const jobs = Object.entries(CRON_JOBS.get(each) ?? {}).filter(([name]) => isHourly || !HOURLY.has(name));
    const runs = await runGroup(env, jobs, now);
    // Only the operator reads it, so a directory that is down fails nothing.
    await saveJobRuns(controlDb(env, { now }), each, runs).catch((error: unknown) => logError("job.not_recorded", error, { cron: each }));
  }
}

async function runGroup(env: Env, jobs: readonly (readonly [name: string, job: Job])[], now: number): Promise<Record<string, JobRun>> {
  const budget = jobBudget(env);
  const runs: Record<string, JobRun> = {};
  for (const [index, [name, job]] of jobs.entries()) {
    const started_at = Date.now();
    const part = budget.part(jobs.length - index);
    try {
      await job(env, now, part);
      const ended_at = Date.now();
      runs[name] = { started_at, ended_at, outcome: part.isSpent ? "budget_spent" : "succeeded", succeeded_at: ended_at };
    } catch (error) {
      logError("job.failed", error, { job: name });
      runs[name] = { started_at, ended_at: Date.now(), outcome: "failed" };
    }
  }
  return runs;
}
