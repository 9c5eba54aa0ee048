/** How long an export keeps its lock after its last read, so that a stalled download does not block its owner forever. */
export const EXPORT_LOCK_MS = 300_000;

interface StoredLock {
  id: string;
  /** ms since 1970. */
  until: number;
}

const LOCK_KEY = "export";

/**
 * Lets one export run at a time. The lock is in storage because an object that is idle for seconds loses its memory. The gate releases it by deleting
 * its storage.
 */
export class StoredExportLock {
  constructor(private readonly kv: SyncKvStorage) {}

  /** Acquires or extends the lock for an export; returns false if another export holds it. */
  hold(id: string, now: number): boolean {
    const held = this.kv.get<StoredLock>(LOCK_KEY);
    if (held !== undefined && held.id !== id && held.until > now) return false;
    this.kv.put<StoredLock>(LOCK_KEY, { id, until: now + EXPORT_LOCK_MS });
    return true;
  }

  /** Whether this export was the last to acquire the lock, also if it has expired since. */
  isHeldBy(id: string): boolean {
    return this.kv.get<StoredLock>(LOCK_KEY)?.id === id;
  }

  /** When the lock expires or has expired, in ms since 1970; null if none is stored. */
  expiresAt(): number | null {
    return this.kv.get<StoredLock>(LOCK_KEY)?.until ?? null;
  }
}
