import { logError } from "../log";
import { laterBookmark } from "../db/session";

/** No write takes this long. One that has not ended by then was cut off, and may have been committed. */
export const MAX_WRITE_MS = 300_000;

export interface EndedWrite {
  id: string;
  database: number;
  /** Of a state of that database that contains it. Null if nothing was written. */
  bookmark: string | null;
}

interface SavedWrites {
  /** Number of the database that the writes go to. Bookmarks of different databases cannot be compared. */
  database: number;
  /** The latest bookmark of the writes that have ended. Null: none has. */
  bookmark: string | null;
  /** Whether a state of the database with this bookmark contains every write that is not running. */
  isComplete: boolean;
  /** The id of each write in progress, and when it counts as cut off, ms since 1970. */
  running: [id: string, until: number][];
}

const STORAGE_KEY = "recent_writes";
/** In place of an id: stands for writes that are not listed one by one. */
const SEVERAL_WRITES = "several";
/** If more writes are in progress, they are listed as one. While the database is unavailable, no write ends. */
const MAX_LISTED = 100;
/** Sorts before all bookmarks. */
const ANY_STATE = "";

/**
 * The writes of a credential that reads from the nearest replica. Its reads need a replica that has all of them. They are in storage,
 * because an object that is idle for seconds loses its memory.
 */
export class RecentWrites {
  /** Null as long as the credential reads from the primary. */
  #saved: SavedWrites | null;
  #isFetching = false;
  /** Counts how often `isComplete` was reset, so that a fetch that began before a reset does not set it. */
  #resetCount = 0;

  constructor(
    private readonly kv: SyncKvStorage,
    /** Reads the current bookmark of a database's primary. */
    private readonly fetchBookmark: (database: number) => Promise<string | null>,
  ) {
    this.#saved = kv.get<SavedWrites>(STORAGE_KEY) ?? null;
  }

  /**
   * Starts to record writes to a database if that has not happened yet. If there may be earlier ones, they may be in progress at `now`.
   * After a move, the other database had every earlier write before its first request, so its present state has all of them.
   */
  enable(now: number, { database, mayHaveEarlierWrites }: { database: number; mayHaveEarlierWrites: boolean }): void {
    if (this.#saved?.database === database) return;
    if (this.#saved !== null) {
      this.#resetCount += 1;
      this.#save({ database, bookmark: null, isComplete: false, running: [] });
      return;
    }
    const running: SavedWrites["running"] = mayHaveEarlierWrites ? [[SEVERAL_WRITES, now + MAX_WRITE_MS]] : [];
    this.#save({ database, bookmark: mayHaveEarlierWrites ? null : ANY_STATE, isComplete: !mayHaveEarlierWrites, running });
  }

  disable(): void {
    if (this.#saved === null) return;
    this.#saved = null;
    this.#resetCount += 1;
    this.kv.delete(STORAGE_KEY);
  }

  /** Records that a write begins, and returns its id. Returns null if writes are not recorded. */
  begin(now: number): string | null {
    const saved = this.#withoutCutOff(now);
    if (saved === null) return null;
    // Not a number in sequence: after the recording was stopped and started, the end of an earlier write must not end another one.
    const id = crypto.randomUUID();
    const until = now + MAX_WRITE_MS;
    this.#save({ ...saved, running: saved.running.length < MAX_LISTED ? [...saved.running, [id, until]] : [[SEVERAL_WRITES, until]] });
    return id;
  }

  /** Records that a write has ended. `bookmark` is of a state of its database that contains it; null if nothing was written. */
  end({ id, database, bookmark }: EndedWrite): void {
    if (this.#saved?.database !== database) return;
    const running = this.#saved.running.filter(([runningId]) => runningId !== id);
    this.#save({ ...this.#saved, running, bookmark: laterBookmark(this.#saved.bookmark, bookmark) });
  }

  /** The bookmark that a read needs. Null while a write is in progress, and if the bookmark is unknown. */
  bookmark(now: number): string | null {
    const saved = this.#withoutCutOff(now);
    return saved !== null && saved.running.length === 0 && saved.isComplete ? saved.bookmark : null;
  }

  /** Whether the bookmark is unknown although no write is in progress, so that it should be fetched. */
  mustFetch(): boolean {
    return this.#saved !== null && this.#saved.running.length === 0 && !this.#saved.isComplete && !this.#isFetching;
  }

  /** Fetches the bookmark of a state that contains all earlier writes. No request waits for it, and it never throws. */
  async fetch(credentialId: number, database: number): Promise<void> {
    this.#isFetching = true;
    const resetCount = this.#resetCount;
    try {
      const bookmark = await this.fetchBookmark(database);
      // A write that began during the fetch has its own record.
      if (this.#saved === null || this.#resetCount !== resetCount) return;
      this.#save({ ...this.#saved, bookmark: laterBookmark(this.#saved.bookmark, bookmark), isComplete: true });
    } catch (error) {
      logError("gate.bookmark", error, { credential_id: credentialId });
    } finally {
      this.#isFetching = false;
    }
  }

  /** Removes the writes that count as cut off from the list. They may have been committed, so the bookmark is then unknown. */
  #withoutCutOff(now: number): SavedWrites | null {
    if (this.#saved?.running.some(([, until]) => until <= now) === true) {
      this.#resetCount += 1;
      this.#save({ ...this.#saved, running: this.#saved.running.filter(([, until]) => until > now), isComplete: false });
    }
    return this.#saved;
  }

  #save(saved: SavedWrites): void {
    this.#saved = saved;
    this.kv.put(STORAGE_KEY, saved);
  }
}
