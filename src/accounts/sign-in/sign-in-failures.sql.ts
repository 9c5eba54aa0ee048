import { sql } from "drizzle-orm";
import type { ControlDb } from "../../platform/db/control-db";
import { ControlStatement } from "../../platform/db/statement";

/** Wrong passwords in a row under one key. */
export interface Failures {
  failures: number;
  /** Of the last one, ms since 1970. */
  last_at: number;
}

/** How many tries in a row wait for nothing, the longest that one after them waits, and after how long without any a row begins anew. */
export interface Throttle {
  freeAttempts: number;
  maxWaitMs: number;
  lifetimeMs: number;
}

const failuresOf = (keyHash: string) =>
  new ControlStatement<Failures>(sql`select failures, last_at from sign_in_failures where address_hash = ${keyHash}`);

/** A try that was counted, with what stood there before it; or one that comes too early, with what it must wait behind. */
export type AttemptResult = { admitted: true; before: Failures | null } | { admitted: false; failures: Failures | null };

/**
 * Counts a try at a password before the password is looked at; one that comes too early counts as none: so guesses at the same time are
 * let through one after the other, as those that follow each other. Each try after the free ones waits for twice as long as the one before:
 * 2 s, then up to `longestMs`. One trip.
 */
export async function countAttempt(
  control: ControlDb,
  keyHash: string,
  { freeAttempts, maxWaitMs, lifetimeMs }: Throttle,
): Promise<AttemptResult> {
  const { now } = control;
  const wait = sql`iif(failures <= ${freeAttempts}, 0, min(1000 << min(failures - ${freeAttempts}, 30), ${maxWaitMs}))`;
  const [before, counted] = await control.run(
    failuresOf(keyHash),
    new ControlStatement<Failures>(sql`
      insert into sign_in_failures (address_hash, failures, last_at) values (${keyHash}, 1, ${now})
      on conflict do update set failures = iif(last_at < ${now - lifetimeMs}, 1, failures + 1), last_at = ${now}
        where last_at + ${wait} <= ${now} or last_at > ${now + lifetimeMs}
      returning failures, last_at`),
  );
  return counted[0] === undefined ? { admitted: false, failures: before[0] ?? null } : { admitted: true, before: before[0] ?? null };
}

/** Ends a row of failures. */
export async function clearFailures(control: ControlDb, keyHash: string): Promise<void> {
  await control.rows(sql`delete from sign_in_failures where address_hash = ${keyHash}`);
}

/** Takes one try back that was counted at `now` and was no failure; the failures before it stay counted. */
export async function undoAttempt(control: ControlDb, keyHash: string, before: Failures | null): Promise<void> {
  const { now } = control;
  await control.run(
    new ControlStatement(sql`
      update sign_in_failures set failures = failures - 1, last_at = iif(last_at = ${now}, ${before?.last_at ?? now}, last_at)
      where address_hash = ${keyHash}`),
    new ControlStatement(sql`delete from sign_in_failures where address_hash = ${keyHash} and failures <= 0`),
  );
}
