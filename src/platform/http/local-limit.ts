interface Rejected<T> {
  rejection: T;
  times: number;
  /** ms since 1970. */
  until: number;
}

const MAX_KNOWN = 10_000;
/** No rejection stands for longer: one that seems to is of a clock that has been set back since. */
const MAX_MS = 1000;

/**
 * Rejections that this isolate repeats by itself, so that a flood costs no I/O. One stands once its caller was rejected `after` times,
 * and only until the time that the last rejection named.
 */
export class LocalLimit<Key, T> {
  readonly #known = new Map<Key, Rejected<T>>();

  constructor(private readonly after: number) {}

  /** The rejection that stands; null where the gate must be asked. */
  find(key: Key, now: number): T | null {
    const known = this.#standing(key, now);
    return known !== undefined && known.times >= this.after ? known.rejection : null;
  }

  /** Counts a rejection by the gate. */
  note(key: Key, rejection: T, now: number, until: number): void {
    const known = this.#standing(key, now);
    if (known === undefined && this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(key, { rejection, times: (known?.times ?? 0) + 1, until });
  }

  #standing(key: Key, now: number): Rejected<T> | undefined {
    const known = this.#known.get(key);
    return known !== undefined && known.until > now && known.until <= now + MAX_MS ? known : undefined;
  }
}
