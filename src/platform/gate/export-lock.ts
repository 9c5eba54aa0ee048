/** How long an export keeps its lock after it has last read a portion. A download that has stalled must not bar its owner for good. */
export const EXPORT_LOCK_MS = 300_000;

interface Held {
  id: string;
  /** ms since 1970. */
  until: number;
}

const NAME = "export";

/** Lets one export run at a time. Kept in storage: an object that is idle for seconds forgets what is in its memory. */
export class ExportLock {
  constructor(private readonly kv: SyncKvStorage) {}

  /** Takes the lock for an export, or keeps it; false if another one holds it. */
  hold(id: string, now: number): boolean {
    const held = this.kv.get<Held>(NAME);
    if (held !== undefined && held.id !== id && held.until > now) return false;
    this.kv.put<Held>(NAME, { id, until: now + EXPORT_LOCK_MS });
    return true;
  }

  /** Whether an export has the lock. */
  isHeldBy(id: string): boolean {
    return this.kv.get<Held>(NAME)?.id === id;
  }

  /** When the lock expires, in ms since 1970; null if nobody has taken it. */
  heldUntil(): number | null {
    return this.kv.get<Held>(NAME)?.until ?? null;
  }
}
