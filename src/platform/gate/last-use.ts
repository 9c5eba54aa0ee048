import { logError } from "../log";

/** How often a use is recorded: often enough to recognize a credential that is no longer used. */
const RECORD_INTERVAL_MS = 3_600_000;

const STORAGE_KEY = "last_use";

/**
 * Records when a credential was last used, to the hour (docs/spec/authentication.md#last-use). The database stores the use, and the object
 * stores when it last wrote to the database.
 */
export class LastUse {
  #recordedAt: number;

  constructor(
    private readonly kv: SyncKvStorage,
    private readonly store: (credentialId: number, now: number) => Promise<void>,
  ) {
    this.#recordedAt = kv.get<number>(STORAGE_KEY) ?? 0;
  }

  /** Whether the last recorded use is at least an hour old. */
  isDue(now: number): boolean {
    return now - this.#recordedAt >= RECORD_INTERVAL_MS;
  }

  /** Records a use. No request waits for it, and it never throws: losing a use does no harm. */
  async record(credentialId: number, now: number): Promise<void> {
    this.#recordedAt = now;
    try {
      await this.store(credentialId, now);
      // Written only after the database: the object's responses wait for its own pending writes.
      this.kv.put(STORAGE_KEY, now);
    } catch (error) {
      logError("gate.last_use", error, { credential_id: credentialId });
    }
  }
}
