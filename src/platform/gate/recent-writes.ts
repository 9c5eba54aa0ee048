import { logError } from "../log";
import { laterBookmark } from "../db/session";

/** No write takes this long. One that has not ended by then was cut off, and may have been committed. */
export const MAX_WRITE_MS = 300_000;

interface SavedWrites {
  /** The latest bookmark of the writes that have ended. Null: none has. */
  bookmark: string | null;
  /** Whether a state of the database with this bookmark contains every write that is not running. */
  isComplete: boolean;
  /** The id of each write in progress, and when it counts as cut off, ms since 1970. */
  running: [id: number, until: number][];
  lastId: number;
}

const STORAGE_KEY = "recent_writes";
/** Stands for all writes from before the recording. */
const EARLIER_WRITES = 0;

/**
 * The writes of a credential that reads from the nearest replica. Its reads need a replica that has all of them. They are in storage,
 * because an object that is idle for seconds loses its memory.
 */
export class RecentWrites {
  /** Null as long as the credential reads from the primary. */
  #saved: SavedWrites | null;
  #isFetching = false;
  /** Counts how often `isComplete` was reset, so that a bookmark that was being fetched meanwhile does not set it. */
  #resetCount = 0;

  constructor(
    private readonly kv: SyncKvStorage,
    /** Reads the current bookmark of the primary. */
    private readonly fetchBookmark: () => Promise<string | null>,
  ) {
    this.#saved = kv.get<SavedWrites>(STORAGE_KEY) ?? null;
  }

  /** Starts to record writes if that has not happened yet. Others may be in progress at `now`. */
  enable(now: number): void {
    if (this.#saved !== null) return;
    this.#save({ bookmark: null, isComplete: false, running: [[EARLIER_WRITES, now + MAX_WRITE_MS]], lastId: EARLIER_WRITES });
  }

  /** Stops recording writes. */
  disable(): void {
    if (this.#saved === null) return;
    this.#saved = null;
    this.#resetCount += 1;
    this.kv.delete(STORAGE_KEY);
  }

  /** Records that a write begins, and returns its id. Returns null if writes are not recorded. */
  begin(now: number): number | null {
    if (this.#saved === null) return null;
    const id = this.#saved.lastId + 1;
    this.#save({ ...this.#saved, running: [...this.#saved.running, [id, now + MAX_WRITE_MS]], lastId: id });
    return id;
  }

  /** Records that a write has ended. `bookmark` is of a state that contains it; null if nothing was written. */
  end(ended: number, bookmark: string | null): void {
    if (this.#saved === null) return;
    const running = this.#saved.running.filter(([id]) => id !== ended);
    this.#save({ ...this.#saved, running, bookmark: laterBookmark(this.#saved.bookmark, bookmark) });
  }

  /** The bookmark that a read needs. Null while a write is in progress, and if the bookmark is unknown. */
  bookmark(now: number): string | null {
    if (this.#saved === null) return null;
    const running = this.#saved.running.filter(([, until]) => until > now);
    if (running.length < this.#saved.running.length) {
      this.#resetCount += 1;
      this.#save({ ...this.#saved, running, isComplete: false });
    }
    return running.length === 0 && this.#saved.isComplete ? this.#saved.bookmark : null;
  }

  /** Whether the bookmark is unknown although no write is in progress, so that it should be fetched. */
  mustFetch(): boolean {
    return this.#saved !== null && this.#saved.running.length === 0 && !this.#saved.isComplete && !this.#isFetching;
  }

  /** Fetches the bookmark of a state that contains all earlier writes. No request waits for it, and it never throws. */
  async fetch(credentialId: number): Promise<void> {
    this.#isFetching = true;
    const resetCount = this.#resetCount;
    try {
      const bookmark = await this.fetchBookmark();
      // A write that began meanwhile is recorded by itself.
      if (this.#saved === null || this.#resetCount !== resetCount) return;
      this.#save({ ...this.#saved, bookmark: laterBookmark(this.#saved.bookmark, bookmark), isComplete: true });
    } catch (error) {
      logError("gate.bookmark", error, { credential_id: credentialId });
    } finally {
      this.#isFetching = false;
    }
  }

  #save(saved: SavedWrites): void {
    this.#saved = saved;
    this.kv.put(STORAGE_KEY, saved);
  }
}
