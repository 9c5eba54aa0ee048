import { purgeEndedSignIns } from "./accounts/sign-in/purge-sign-ins";
import { reconcileDue, runInboxJob } from "./connections/job";
import { removeDeleted } from "./lifecycle/deletion";
import { continueMoves } from "./operator/moves";
import { continueErasures } from "./personal-data/jobs";
import { applyRetention } from "./personal-data/retention";
import { type Budget, jobBudget } from "./platform/budget";
import { controlDb } from "./platform/db/database";
import { warnOfDatabases } from "./platform/db/readiness";
import { logError } from "./platform/log";
import { runRecoveryJob } from "./webhooks/recovery-job";

type Job = (env: Env, now: number, budget: Budget, scheduledTime: number) => Promise<void>;

/**
 * The jobs of each cron of wrangler.toml. Each cron has runs of its own, and so D1 calls and time of its own: deliveries wait for nothing else,
 * and no long job for another one. Within a run, each job has a share of the budget.
 */
export const CRON_JOBS: ReadonlyMap<string, Readonly<Record<string, Job>>> = new Map([
  ["* * * * *", { deliveries: runRecoveryJob, inboxes: runInboxJob, "sign-ins": purgeSignIns, databases: warnOfDatabasesHourly }],
  ["1-59/2 * * * *", { reconciliation: reconcileDue }],
  ["*/2 * * * *", { moves: continueMoves }],
  ["*/3 * * * *", { erasures: continueErasures, retention: applyRetention }],
  ["1-59/3 * * * *", { removals: removeDeleted }],
]);

async function purgeSignIns(env: Env, now: number, budget: Budget): Promise<void> {
  await purgeEndedSignIns(controlDb(budget.countCalls(env), { now }));
}

/** The scheduled time decides: a run that starts late is still the one of the hour, and the run after it is not. */
async function warnOfDatabasesHourly(env: Env, _now: number, budget: Budget, scheduledTime: number): Promise<void> {
  if (new Date(scheduledTime).getUTCMinutes() === 0) await warnOfDatabases(budget.countCalls(env));
}

/** Runs the jobs of a cron, or all jobs for any other text, as `npm run dev` does every minute. The error of a job stops no other one. */
export async function runJobs(env: Env, cron: string, now: number, scheduledTime = now): Promise<void> {
  const groups = CRON_JOBS.has(cron) ? [CRON_JOBS.get(cron) ?? {}] : [...CRON_JOBS.values()];
  for (const jobs of groups) await runGroup(env, Object.entries(jobs), { now, scheduledTime });
}

async function runGroup(
  env: Env,
  jobs: readonly (readonly [name: string, job: Job])[],
  { now, scheduledTime }: { now: number; scheduledTime: number },
): Promise<void> {
  const budget = jobBudget(env);
  for (const [index, [name, job]] of jobs.entries()) {
    try {
      await job(env, now, budget.part(jobs.length - index), scheduledTime);
    } catch (error) {
      logError("job.failed", error, { job: name });
    }
  }
}
