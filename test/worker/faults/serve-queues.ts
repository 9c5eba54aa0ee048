import { env } from "cloudflare:workers";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { rows } from "../../kit/client";
import type { EnqueuedMessages } from "../../kit/webhook-fixture";
import { consumeMessages } from "../webhooks/consumer";
import { MINUTE_MS, type MovingClock } from "./moving-clock";

/** As in wrangler.toml. */
const MAX_BATCH_SIZE = 5;

/** Processes all enqueued messages in batches like those of the queues, ignoring their delays. An early message is enqueued again. */
export async function serveAll(enqueued: EnqueuedMessages, by: Env = env): Promise<void> {
  for (const [batches, queue] of [
    [enqueued.fast, "deliveries"],
    [enqueued.slow, "deliveries-slow"],
  ] as const) {
    const bodies = batches.splice(0).flat();
    for (let from = 0; from < bodies.length; from += MAX_BATCH_SIZE) {
      await consumeMessages(
        bodies.slice(from, from + MAX_BATCH_SIZE).map(({ body }) => body),
        queue,
        by,
      );
    }
  }
}

/** The first minutes are simulated one by one, and then only each tenth minute. */
const SINGLE_MINUTES = 5;

/** Runs queues and cron until nothing of an organization is pending. Returns the number of minutes. */
export async function runUntilIdle(
  organizationId: number,
  enqueued: EnqueuedMessages,
  clock: MovingClock,
  maxMinutes: number,
): Promise<number> {
  for (let minutes = 0; minutes <= maxMinutes;) {
    await serveAll(enqueued);
    const waiting = await rows(
      "select id from deliveries where organization_id = ? and (status = 'pending' or lease_token is not null)",
      organizationId,
    );
    if (waiting.length === 0) return minutes;
    const step = minutes < SINGLE_MINUTES ? 1 : 10;
    minutes += step;
    clock.jump(step * MINUTE_MS);
    await runDeliveryJob(env, Date.now());
  }
  throw new Error(`deliveries still wait after ${maxMinutes} minutes`);
}

/**
 * Deliveries of an organization that have not succeeded, duplicate attempts in the log, and deliveries of which the log has more or fewer
 * attempts than were counted. There must be none.
 */
export async function wrongDeliveries(organizationId: number): Promise<unknown[]> {
  const undelivered = await rows("select id, status from deliveries where organization_id = ? and status <> 'succeeded'", organizationId);
  const twice = await rows(
    "select delivery_id, number, count(*) as n from attempts where organization_id = ? group by 1, 2 having n > 1",
    organizationId,
  );
  const unrecorded = await rows(
    `select d.id, d.attempts from deliveries d where d.organization_id = ?
       and d.attempts <> (select count(*) from attempts a where a.delivery_id = d.id)`,
    organizationId,
  );
  return [...undelivered, ...twice, ...unrecorded];
}
