import { dueUnclaimed } from "./deliveries/due.sql.ts";
import { expiredLeases, expireLeases } from "./deliveries/settle.sql.ts";
import { purgeHistory } from "./deliveries/purge.sql.ts";
import { cancelRecovery, recoverBatch, runningRecoveries } from "./deliveries/recovery.sql.ts";
import { isInMaintenance, settingsOf } from "../../platform/env";
import { type Budget, jobBudget, rotateByMinute } from "../../platform/budget";
import { organizationDatabases } from "../../platform/db/database";
import { type DeliveryEngine, deliveryEngine, enqueueDue } from "./relay";
import { logError } from "../../platform/log";
import { reencryptSecrets } from "./reencrypt-secrets";
import { retryDelay } from "./retry-schedule";

/** How long after a delivery is due its queue message may still arrive. */
const GRACE_MS = 30_000;
/** Deliveries, and expired leases, of one database in one run. */
const MAX_ENQUEUED = 500;
const MAX_EXPIRED = 500;
/** Rows of each kind in one batch, and batches of one database in one run. */
const MAX_PURGED = 500;
const MAX_PURGE_BATCHES = 20;
/** Recoveries of one database in one run, and deliveries of one recovery. */
const MAX_RECOVERIES = 20;
const MAX_RECOVERED = 2_000;
/** As many connections as an invocation may have at a time. */
const MAX_PARALLEL_DATABASES = 6;

/**
 * The delivery job: continues deliveries in D1 that a crash or a lost queue message has interrupted, continues recoveries, re-encrypts secrets and
 * deletes old rows. Cron runs it every minute. `now` is in ms since 1970. A part that fails is logged and does not stop the others. Does nothing in
 * maintenance.
 */
export async function runDeliveryJob(env: Env, now: number, budget = jobBudget(env)): Promise<void> {
  await logErrors("webhooks.delivery_job", {}, async () => {
    const counted = budget.countCalls(env);
    const numbers = organizationDatabases(counted).map(({ number }) => number);
    const databases = rotateByMinute(
      numbers.filter((number) => !isInMaintenance(settingsOf(env), number)),
      now,
    );
    const maxConcurrent = budget.maxConcurrent(MAX_PARALLEL_DATABASES);
    // First what is urgent, in all databases: the rest may use up the budget.
    for (const parts of [runUrgentParts, runOtherParts]) {
      for (let from = 0; from < databases.length && !budget.isSpent; from += maxConcurrent) {
        const some = databases.slice(from, from + maxConcurrent);
        await Promise.all(some.map(async (database) => await parts(deliveryEngine(counted, database), now, budget)));
      }
    }
  });
}

/** What deliveries of one database wait for. */
async function runUrgentParts(engine: DeliveryEngine, now: number): Promise<void> {
  const about = { database: engine.database };
  await logErrors("webhooks.delivery_job.expire", about, () => retryLostAttempts(engine, now));
  await logErrors("webhooks.delivery_job.enqueue", about, () => enqueueMissed(engine, now - GRACE_MS, now));
}

async function runOtherParts(engine: DeliveryEngine, now: number, budget: Budget): Promise<void> {
  const about = { database: engine.database };
  if (budget.isSpent) return;
  await logErrors("webhooks.delivery_job.recover", about, () => continueRecoveries(engine, now, budget));
  if (budget.isSpent) return;
  await logErrors("webhooks.delivery_job.purge", about, () => purge(engine, now, budget));
  if (budget.isSpent) return;
  await logErrors("webhooks.delivery_job.reencrypt", about, () => reencryptSecrets(engine));
}

/** Continues recoveries that were too large for the request that started them. */
async function continueRecoveries(engine: DeliveryEngine, now: number, budget: Budget): Promise<void> {
  for (const job of await runningRecoveries(engine.db, MAX_RECOVERIES)) {
    if (budget.isSpent) return;
    await logErrors("webhooks.delivery_job.recovery", { database: engine.database }, async () => {
      if (job.live === 0) await cancelRecovery(engine.db, job.id, now);
      else await enqueueDue(engine, await recoverBatch(engine.db, job, { max: MAX_RECOVERED, now }), now);
    });
  }
}

/** Deletes in batches, so that every transaction is short. The next run deletes the rest. */
async function purge({ db }: DeliveryEngine, now: number, budget: Budget): Promise<void> {
  for (let batch = 0; batch < MAX_PURGE_BATCHES; batch += 1) {
    const removed = await purgeHistory(db, now, MAX_PURGED);
    if (removed < MAX_PURGED || budget.isSpent) return;
  }
}

/** Retries attempts whose consumer was stopped before it recorded an outcome. */
async function retryLostAttempts(engine: DeliveryEngine, now: number): Promise<void> {
  const lost = await expiredLeases(engine.db, now, MAX_EXPIRED);
  if (lost.length === 0) return;
  const ends = lost.map(({ id, lease_token, attempts, earlier_attempts, trigger }) => {
    // A test is never retried.
    const delay = trigger === "test" ? null : retryDelay(attempts - earlier_attempts, Math.random(), null);
    return { id, lease_token, succeeded: false, next: delay === null ? null : now + delay };
  });
  const settled = await expireLeases(engine.db, ends, now);
  await enqueueDue(
    engine,
    settled.flatMap(({ id, status, next_attempt_at, attempts, slow }) =>
      status === "pending" && next_attempt_at !== null ? [{ id, attempt: attempts + 1, slow, at: next_attempt_at }] : [],
    ),
    now,
  );
}

/** Enqueues deliveries that were due before `before`, because their queue messages are lost. Both times are in ms since 1970. */
export async function enqueueMissed(engine: DeliveryEngine, before: number, now: number): Promise<void> {
  const due = await dueUnclaimed(engine.db, { before, now, limit: MAX_ENQUEUED });
  await enqueueDue(
    engine,
    due.map((attempt) => ({ ...attempt, at: now })),
    now,
  );
}

async function logErrors(name: string, about: Parameters<typeof logError>[2], part: () => Promise<void>): Promise<void> {
  try {
    await part();
  } catch (error) {
    logError(name, error, about);
  }
}
