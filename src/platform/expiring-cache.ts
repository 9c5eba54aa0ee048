/** Caches values in the isolate for a limited time. A full cache evicts the value that was stored first. */
export class ExpiringCache<Key, Value> {
  readonly #entries = new Map<Key, { value: Value; until: number }>();

  constructor(private readonly limits: { maxEntries: number; ttlMs: number }) {}

  /** Returns the value, unless it has expired at `now` (ms since 1970) or the clock has been set back since it was stored. */
  get(key: Key, now: number): Value | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.until > now && entry.until <= now + this.limits.ttlMs ? entry.value : undefined;
  }

  set(key: Key, value: Value, now: number): void {
    this.setUntil(key, value, now + this.limits.ttlMs);
  }

  setUntil(key: Key, value: Value, until: number): void {
    this.delete(key);
    const first = this.#entries.keys().next();
    if (this.#entries.size >= this.limits.maxEntries && first.done !== true) this.delete(first.value);
    this.#entries.set(key, { value, until });
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
