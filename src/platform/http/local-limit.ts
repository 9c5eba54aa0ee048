import { ExpiringCache } from "../expiring-cache";

/**
 * Rejections that this isolate repeats by itself, so that a flood costs no I/O. One stands once its caller was rejected `after` times, and
 * for a second at most.
 */
export class LocalLimit<Key, T> {
  readonly #known = new ExpiringCache<Key, { rejection: T; count: number }>({ maxEntries: 10_000, ttlMs: 1000 });

  constructor(private readonly after: number) {}

  /** The rejection that stands; null where the gate must be asked. */
  find(key: Key, now: number): T | null {
    const known = this.#known.get(key, now);
    return known !== undefined && known.count >= this.after ? known.rejection : null;
  }

  /** Counts a rejection by the gate, which stands for `ms`. */
  note(key: Key, rejection: T, now: number, ms: number): void {
    this.#known.set(key, { rejection, count: (this.#known.get(key, now)?.count ?? 0) + 1 }, now, ms);
  }
}
