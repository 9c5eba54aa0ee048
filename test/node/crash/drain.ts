import { setTimeout as wait } from "node:timers/promises";
import { NEWEST_DATABASE } from "../server/databases.ts";
import { type CrashingWorker, PAST_LEASE_MS } from "./crashing-worker.ts";

/** Nothing has moved for so long, in ms: what is left waits for the delivery job. */
const STALLED_MS = 600;
/** What is pending still after so many runs of cron is lost, as the check says. */
const MAX_RUNS = 40;

/**
 * Waits until nothing of an organization is pending; where nothing moves any more, half a minute passes and the cron runs.
 * Answers how often it had to.
 */
export async function drain(crashing: CrashingWorker, organizationId: number, database = NEWEST_DATABASE): Promise<number> {
  let before = -1;
  let movedAt = Date.now();
  for (let runs = 0; ;) {
    const [row] = await crashing.worker.rowsIn<{ pending: number; leased: number }>(
      database,
      `select count(*) as pending, sum(lease_token is not null and lease_until > ?) as leased
       from deliveries where organization_id = ? and status = 'pending'`,
      crashing.now,
      organizationId,
    );
    const pending = row?.pending ?? 0;
    if (pending === 0 || runs === MAX_RUNS) return runs;
    if (pending !== before) movedAt = Date.now();
    before = pending;
    // Never while an attempt is under way: half of its lease is left to it even then.
    if (Date.now() - movedAt > STALLED_MS && row?.leased === 0) {
      await crashing.pass(PAST_LEASE_MS);
      await crashing.runCron();
      runs += 1;
      movedAt = Date.now();
    }
    await wait(50);
  }
}
