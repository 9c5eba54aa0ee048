import { env } from "cloudflare:workers";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { rows } from "../../kit/client";
import type { EnqueuedMessages } from "../../kit/webhook-fixture";
import { consumed } from "../webhooks/consumer";
import { MINUTE, type MovingClock } from "./moving-clock";

/** Serves everything that is enqueued, in batches as the queues make them, all at once whatever their delay: one that is early is enqueued again. */
export async function serveAll(enqueued: EnqueuedMessages, by: Env = env): Promise<void> {
  for (const [batches, queue] of [
    [enqueued.fast, "deliveries"],
    [enqueued.slow, "deliveries-slow"],
  ] as const) {
    const bodies = batches.splice(0).flat();
    for (let from = 0; from < bodies.length; from += 5) {
      await consumed(
        bodies.slice(from, from + 5).map(({ body }) => body),
        queue,
        by,
      );
    }
  }
}

/** After so many quiet minutes, only each tenth is lived through. */
const QUIET = 5;

/** Goes on as queues and cron do, minute by minute of the clock, until nothing of an organization waits; answers the minutes. */
export async function carryOn(organizationId: number, enqueued: EnqueuedMessages, clock: MovingClock, most: number): Promise<number> {
  for (let minutes = 0; minutes <= most;) {
    await serveAll(enqueued);
    const waiting = await rows(
      "select id from deliveries where organization_id = ? and (status = 'pending' or lease_token is not null)",
      organizationId,
    );
    if (waiting.length === 0) return minutes;
    const step = minutes < QUIET ? 1 : 10;
    minutes += step;
    clock.jump(step * MINUTE);
    await runDeliveryJob(env, Date.now());
  }
  throw new Error(`deliveries still wait after ${most} minutes`);
}

/** Deliveries of an organization that have not succeeded, and attempts that stand twice in the log: both to be none. */
export async function misdelivered(organizationId: number): Promise<unknown[]> {
  const undelivered = await rows("select id, status from deliveries where organization_id = ? and status <> 'succeeded'", organizationId);
  const twice = await rows(
    "select delivery_id, number, count(*) as n from attempts where organization_id = ? group by 1, 2 having n > 1",
    organizationId,
  );
  const untold = await rows(
    `select d.id, d.attempts from deliveries d where d.organization_id = ?
       and d.attempts <> (select count(*) from attempts a where a.delivery_id = d.id)`,
    organizationId,
  );
  return [...undelivered, ...twice, ...untold];
}
