import { databaseOfDeliveries } from "../platform/db/database";
import { dueUnclaimed } from "./deliveries/due.sql.ts";
import { expiredLeases, expireLeases } from "./deliveries/expire.sql.ts";
import { purgeHistory } from "./deliveries/purge.sql.ts";
import { cancelRecovery, recoverPart, runningRecoveries } from "./deliveries/recovery.sql.ts";
import { Meter } from "../platform/db/meter";
import { settingsOf } from "../env";
import { logFault } from "../platform/log";
import { ringDue } from "./relay";
import { reseal } from "./reseal";
import { retryDelay } from "./retry-schedule";

/** A doorbell may still be on its way for so long. */
const GRACE_MS = 30_000;
const MOST_RUNG = 500;
const MOST_EXPIRED = 500;
const MOST_PURGED = 500;
const MOST_PORTIONS = 20;
const MOST_RECOVERIES = 20;
const MOST_RECOVERED = 2_000;

/**
 * The safety net under the queue, run by cron each minute: whatever a crash, a lost message or a lost record has left
 * behind in D1 goes on from here. `now` in ms since 1970. One part that fails is logged and stops no other. In maintenance it rests.
 */
export async function sweep(env: Env, now: number): Promise<void> {
  await logged("webhooks.sweep", async () => {
    if (!settingsOf(env).MAINTENANCE) await sweepAll(env, now);
  });
}

async function sweepAll(env: Env, now: number): Promise<void> {
  await logged("webhooks.sweep.expire", () => retryLost(env, now));
  await logged("webhooks.sweep.ring", () => ringForgotten(env, now));
  await logged("webhooks.sweep.recover", () => goOnRecovering(env, now));
  await logged("webhooks.sweep.purge", () => purge(env, now));
  await logged("webhooks.sweep.reseal", () => reseal(env));
}

/** Recoveries that were too long for the request that began them. */
async function goOnRecovering(env: Env, now: number): Promise<void> {
  for (const job of await runningRecoveries(databaseOfDeliveries(env), new Meter(), MOST_RECOVERIES)) {
    await logged("webhooks.sweep.recovery", async () => {
      if (job.live === 0) await cancelRecovery(databaseOfDeliveries(env), new Meter(), job.id, now);
      else await ringDue(env, await recoverPart(databaseOfDeliveries(env), new Meter(), job, MOST_RECOVERED, now), now);
    });
  }
}

/** Portion by portion, so that no transaction is long; what is left at the end waits for the next minute. */
async function purge(env: Env, now: number): Promise<void> {
  for (let portion = 0; portion < MOST_PORTIONS; portion += 1) {
    const removed = await purgeHistory(databaseOfDeliveries(env), new Meter(), now, MOST_PURGED);
    if (removed < MOST_PURGED) return;
  }
}

/** Attempts whose consumer died under them. */
async function retryLost(env: Env, now: number): Promise<void> {
  const lost = await expiredLeases(databaseOfDeliveries(env), new Meter(), now, MOST_EXPIRED);
  if (lost.length === 0) return;
  const endings = lost.map(({ id, lease_token, attempts, run_from, trigger }) => {
    // A test is never tried again.
    const delay = trigger === "test" ? null : retryDelay(attempts - run_from, Math.random(), null);
    return { id, lease_token, succeeded: false, next: delay === null ? null : now + delay };
  });
  const settled = await expireLeases(databaseOfDeliveries(env), new Meter(), endings, now);
  await ringDue(
    env,
    settled.flatMap(({ id, status, next_attempt_at, attempts, slow }) =>
      status === "pending" && next_attempt_at !== null ? [{ id, attempt: attempts + 1, slow, at: next_attempt_at }] : [],
    ),
    now,
  );
}

/** Deliveries whose doorbell was lost. */
async function ringForgotten(env: Env, now: number): Promise<void> {
  const due = await dueUnclaimed(databaseOfDeliveries(env), new Meter(), { before: now - GRACE_MS, now, most: MOST_RUNG });
  await ringDue(
    env,
    due.map((one) => ({ ...one, at: now })),
    now,
  );
}

async function logged(name: string, part: () => Promise<void>): Promise<void> {
  try {
    await part();
  } catch (error) {
    logFault(name, error);
  }
}
