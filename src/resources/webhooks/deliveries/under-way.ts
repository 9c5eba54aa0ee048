import type { Delivery } from "./queries";

/** A delivery whose next attempt is at most this far away is waited for, in ms. */
const SOON_MS = 60_000;

/** Whether an attempt of a delivery is in progress or soon to begin, so that a page waits for its result. */
export function isUnderWay(
  { status, lease_token, next_attempt_at }: Pick<Delivery["delivery"], "status" | "lease_token" | "next_attempt_at">,
  now: number,
): boolean {
  return status === "pending" && (lease_token !== null || (next_attempt_at ?? now) <= now + SOON_MS);
}
