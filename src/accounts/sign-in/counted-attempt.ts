import { sha256Hex } from "../../platform/crypto/digest";
import { ApiError } from "../../platform/api-error";
import type { ControlDb } from "../../platform/db/control-db";
import { clearFailures, countAttempt, type Failures, type Throttle, undoAttempt } from "./sign-in-failures.sql.ts";

/** After this time without a failure, the count of failures starts from zero. */
export const FAILURES_LIFETIME_MS = 24 * 3_600_000;

/** For one network at one address, for one browser at its accounts, or for one session. Guesses there do not affect anybody else. */
export const SINGLE_THROTTLE: Throttle = { freeAttempts: 5, maxWaitMs: 15 * 60_000, lifetimeMs: FAILURES_LIFETIME_MS };

/** How long the next attempt must wait: 2 s after the first failure beyond the free ones, then twice as long after each failure. */
export function waitAfterFailures({ failures }: Failures, { freeAttempts, maxWaitMs }: Throttle = SINGLE_THROTTLE): number {
  return failures <= freeAttempts ? 0 : Math.min(1000 * 2 ** (failures - freeAttempts), maxWaitMs);
}

/** What is guessed. */
type GuessedSecret = "passwords" | "codes";

/** 429 Too Many Requests for an attempt that is too early. Without known failures, the caller waits a second. */
export function waitError(
  failures: Failures | null,
  { throttle, now, guessed = "passwords" }: { throttle: Throttle; now: number; guessed?: GuessedSecret },
): ApiError {
  const waitMs = failures === null ? 1000 : failures.last_at + waitAfterFailures(failures, throttle) - now;
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `Too many wrong ${guessed}. Try again in ${seconds} s.`;
  return new ApiError("rate_limited", [{ code: "sign_in_wait", message }], { headers: { "Retry-After": String(seconds) } });
}

/** An attempt that was counted. Call `succeed` if what was entered is right, and `undo` if it is not checked after all. */
export interface RevocableAttempt {
  succeed: () => Promise<void>;
  undo: () => Promise<void>;
}

/** Counts an attempt under a key. Throws 429 Too Many Requests if it is too early. `succeed` resets the count. */
export async function countUnderKey(
  control: ControlDb,
  key: unknown,
  { throttle = SINGLE_THROTTLE, guessed }: { throttle?: Throttle; guessed?: GuessedSecret } = {},
): Promise<RevocableAttempt> {
  const hash = sha256Hex(JSON.stringify(key));
  const counted = await countAttempt(control, hash, throttle);
  if (!counted.admitted) throw waitError(counted.failures, { throttle, now: control.now, ...(guessed !== undefined && { guessed }) });
  return {
    succeed: async () => await clearFailures(control, hash),
    undo: async () => await undoAttempt(control, hash, counted.before),
  };
}
