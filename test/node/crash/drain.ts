import { setTimeout as wait } from "node:timers/promises";
import { NEWEST_DATABASE } from "../server/databases.ts";
import { type CrashingWorker, PAST_LEASE_MS } from "./crashing-worker.ts";

/** The time without a change, in ms, after which the rest is left to the delivery job. */
const STALLED_MS = 600;
/** Deliveries that are pending after this many runs of the cron job are lost. */
const MAX_RUNS = 40;

/**
 * Waits until nothing of an organization is pending. If nothing changes any more, it advances half a minute and runs the cron job.
 * Returns the number of runs.
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
    // Never during an attempt. One that begins just now still has half of its lease afterwards.
    if (Date.now() - movedAt > STALLED_MS && row?.leased === 0) {
      await crashing.passTime(PAST_LEASE_MS);
      await crashing.runCron();
      runs += 1;
      movedAt = Date.now();
    }
    await wait(50);
  }
}
