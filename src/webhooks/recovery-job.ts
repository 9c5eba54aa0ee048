import { dueUnclaimed } from "./deliveries/due.sql.ts";
import { expiredLeases, expireLeases } from "./deliveries/settle.sql.ts";
import { purgeHistory } from "./deliveries/purge.sql.ts";
import { cancelRecovery, recoverPart, runningRecoveries } from "./deliveries/recovery.sql.ts";
import { settingsOf } from "../env";
import { type DeliveryEngine, deliveryEngine, enqueueDue } from "./relay";
import { logError } from "../platform/log";
import { reencryptSecrets } from "./reencrypt-secrets";
import { retryDelay } from "./retry-schedule";

/** How long a queue message may still be on its way. */
const GRACE_MS = 30_000;
const MAX_ENQUEUED = 500;
const MAX_EXPIRED = 500;
const MAX_PURGED = 500;
const MAX_PURGE_BATCHES = 20;
const MAX_RECOVERIES = 20;
const MAX_RECOVERED = 2_000;

/**
 * The safety net under the queue, run by cron each minute: whatever a crash, a lost message or a lost record has left
 * behind in D1 goes on from here. `now` in ms since 1970. One part that fails is logged and stops no other. In maintenance it rests.
 */
export async function runRecoveryJob(env: Env, now: number): Promise<void> {
  await logErrors("webhooks.recovery_job", async () => {
    if (!settingsOf(env).MAINTENANCE) await runParts(deliveryEngine(env), now);
  });
}

async function runParts(engine: DeliveryEngine, now: number): Promise<void> {
  await logErrors("webhooks.recovery_job.expire", () => retryLostAttempts(engine, now));
  await logErrors("webhooks.recovery_job.enqueue", () => enqueueMissed(engine, now));
  await logErrors("webhooks.recovery_job.recover", () => continueRecoveries(engine, now));
  await logErrors("webhooks.recovery_job.purge", () => purge(engine, now));
  await logErrors("webhooks.recovery_job.reseal", () => reencryptSecrets(engine));
}

/** Recoveries that were too long for the request that began them. */
async function continueRecoveries({ db, queues }: DeliveryEngine, now: number): Promise<void> {
  for (const job of await runningRecoveries(db, MAX_RECOVERIES)) {
    await logErrors("webhooks.recovery_job.recovery", async () => {
      if (job.live === 0) await cancelRecovery(db, job.id, now);
      else await enqueueDue(queues, await recoverPart(db, job, { most: MAX_RECOVERED, now }), now);
    });
  }
}

/** Portion by portion, so that no transaction is long; what is left at the end waits for the next minute. */
async function purge({ db }: DeliveryEngine, now: number): Promise<void> {
  for (let portion = 0; portion < MAX_PURGE_BATCHES; portion += 1) {
    const removed = await purgeHistory(db, now, MAX_PURGED);
    if (removed < MAX_PURGED) return;
  }
}

/** Attempts whose consumer died under them. */
async function retryLostAttempts({ db, queues }: DeliveryEngine, now: number): Promise<void> {
  const lost = await expiredLeases(db, now, MAX_EXPIRED);
  if (lost.length === 0) return;
  const endings = lost.map(({ id, lease_token, attempts, run_from, trigger }) => {
    // A test is never tried again.
    const delay = trigger === "test" ? null : retryDelay(attempts - run_from, Math.random(), null);
    return { id, lease_token, succeeded: false, next: delay === null ? null : now + delay };
  });
  const settled = await expireLeases(db, endings, now);
  await enqueueDue(
    queues,
    settled.flatMap(({ id, status, next_attempt_at, attempts, slow }) =>
      status === "pending" && next_attempt_at !== null ? [{ id, attempt: attempts + 1, slow, at: next_attempt_at }] : [],
    ),
    now,
  );
}

/** Deliveries whose queue message was lost. */
async function enqueueMissed({ db, queues }: DeliveryEngine, now: number): Promise<void> {
  const due = await dueUnclaimed(db, { before: now - GRACE_MS, now, most: MAX_ENQUEUED });
  await enqueueDue(
    queues,
    due.map((one) => ({ ...one, at: now })),
    now,
  );
}

async function logErrors(name: string, part: () => Promise<void>): Promise<void> {
  try {
    await part();
  } catch (error) {
    logError(name, error);
  }
}
