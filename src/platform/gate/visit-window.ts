const SECOND_MS = 1000;

/** Counts the requests of the last second, in memory. */
export class VisitWindow {
  readonly #times: number[] = [];

  /** Counts one request at `now` (ms) and returns 0 if the limit per second allows it, otherwise the ms until it allows another one. */
  take(limit: number, now: number): number {
    // The clock may go back.
    const at = Math.max(now, this.#times.at(-1) ?? 0);
    while (this.#times[0] !== undefined && this.#times[0] <= at - SECOND_MS) this.#times.shift();
    if (this.#times.length < limit) {
      this.#times.push(at);
      return 0;
    }
    return Math.max(1, (this.#times[0] ?? at) + SECOND_MS - at);
  }
}
