import { sql } from "drizzle-orm";
import type { ControlDb } from "../../platform/db/control-db";
import { first, ControlStatement } from "../../platform/db/statement";

/** How far the clocks of isolates may differ. A failure that is further in the future was counted before the clock was set back. */
const MAX_CLOCK_SKEW_MS = 60_000;

/** Wrong passwords or codes in a row under one key. */
export interface Failures {
  failures: number;
  /** Time of the last one, ms since 1970. */
  last_at: number;
}

/** Limits of failed attempts: how many do not cause a wait, the longest wait, and after how long without an attempt the count restarts. */
export interface Throttle {
  freeAttempts: number;
  maxWaitMs: number;
  lifetimeMs: number;
}

const failuresOf = (keyHash: string) =>
  new ControlStatement<Failures>(sql`select failures, last_at from sign_in_failures where address_hash = ${keyHash}`);

/** An attempt that was counted, with the failures before it; or one that is too early, with the failures that it must wait for. */
export type AttemptResult = { admitted: true; before: Failures | null } | { admitted: false; failures: Failures | null };

/**
 * Counts an attempt as a failure before its password is checked, so that concurrent guesses wait like consecutive ones. An attempt that is
 * too early is not counted, unless the clock was set back meanwhile. The wait after the free attempts is 2 s and doubles with each attempt, up
 * to `maxWaitMs`. One round trip.
 */
export async function countAttempt(control: ControlDb, keyHash: string, throttle: Throttle): Promise<AttemptResult> {
  const { now } = control;
  const { freeAttempts, maxWaitMs, lifetimeMs } = throttle;
  // The exponent is limited, so that the number does not overflow.
  const wait = sql`iif(failures <= ${freeAttempts}, 0, min(1000 << min(failures - ${freeAttempts}, 30), ${maxWaitMs}))`;
  const { before = null, counted } = await control.run({
    before: first(failuresOf(keyHash)),
    counted: new ControlStatement<Failures>(sql`
      insert into sign_in_failures (address_hash, failures, last_at) values (${keyHash}, 1, ${now})
      on conflict do update set failures = iif(last_at < ${now - lifetimeMs}, 1, failures + 1), last_at = ${now}
        where last_at + ${wait} <= ${now} or last_at > ${now + MAX_CLOCK_SKEW_MS}
      returning failures, last_at`),
  });
  return counted.length === 0 ? { admitted: false, failures: before } : { admitted: true, before };
}

export async function clearFailures(control: ControlDb, keyHash: string): Promise<void> {
  await control.rows(sql`delete from sign_in_failures where address_hash = ${keyHash}`);
}

/**
 * Removes an attempt from the count because it was not a failure. Earlier failures stay counted. If no other attempt came after it, the wait starts
 * at the failure before it again.
 */
export async function undoAttempt(control: ControlDb, keyHash: string, before: Failures | null): Promise<void> {
  const { now } = control;
  await control.run([
    new ControlStatement(sql`
      update sign_in_failures set failures = failures - 1, last_at = iif(last_at = ${now}, ${before?.last_at ?? now}, last_at)
      where address_hash = ${keyHash}`),
    new ControlStatement(sql`delete from sign_in_failures where address_hash = ${keyHash} and failures <= 0`),
  ]);
}
