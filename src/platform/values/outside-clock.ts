/** How far the clock of a shop may be ahead of ours (docs/spec/durability.md#wrong-clocks). */
const MAX_SKEW_MS = 10 * 60_000;

/** The latest time that a right clock shows. */
export function latestPlausible(now: number): number {
  return now + MAX_SKEW_MS;
}

/** Whether a time from outside, or one that was stored, is later than any right clock shows. */
export function isAheadOfClocks(moment: number, now: number): boolean {
  return moment > latestPlausible(now);
}

/** A time from outside that decides which of two states is newer. One that is ahead of all clocks counts as now. */
export function receivedTime(moment: number, now: number): number {
  return isAheadOfClocks(moment, now) ? now : moment;
}

/** A stored time that decides which of two states is newer. Null if only a wrong clock can have set it: then it decides nothing. */
export function trustedTime(stored: number | null, now: number): number | null {
  return stored !== null && isAheadOfClocks(stored, now) ? null : stored;
}

/** Before this, nobody shipped anything that is in this service. Systems send a time of 1970 for one that is not set. */
const EARLIEST = Date.UTC(2000, 0, 1);

/** Whether a time from outside can be one at which something was shipped or delivered. */
export function isFrom2000On(moment: number): boolean {
  return moment >= EARLIEST;
}
