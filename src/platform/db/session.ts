import type { Database } from "./statement";

/** The database that a principal's reads go to: the primary, or the nearest replica (docs/spec/consistency.md#reads). */
export type Reads = "primary" | "nearest";

/** The later of two D1 bookmarks. They sort as texts. Null stands for the time before all bookmarks. */
export function laterBookmark(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a;
}

/** The primary database. Reads and writes, and keeps the bookmark of the latest state that it has returned. */
export class PrimarySession implements Database {
  /** Null before the first batch. */
  bookmark: string | null = null;

  constructor(private readonly d1: D1Database) {}

  prepare(query: string): D1PreparedStatement {
    return this.d1.prepare(query);
  }

  async batch<T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> {
    // Only the first batch of a session is sure to reach the primary.
    const session = this.d1.withSession("first-primary");
    const results = await session.batch<T>(statements);
    this.bookmark = laterBookmark(this.bookmark, session.getBookmark());
    return results;
  }
}

/** The nearest replica of a database. It can be arbitrarily out of date, but never goes back within a session. */
export class NearestSession implements Database {
  readonly #session: D1DatabaseSession;
  #hasRead = false;
  /** The bookmark of the state that the first batch has read. Null before, and if that failed. */
  #firstBookmark: string | null = null;

  /** `bookmark`: what the first batch must at least contain; null for any state. It must be one of ours: D1 may wait for it. */
  constructor(d1: D1Database, bookmark: string | null) {
    this.#session = d1.withSession(bookmark ?? "first-unconstrained");
  }

  prepare(query: string): D1PreparedStatement {
    return this.#session.prepare(query);
  }

  async batch<T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> {
    this.#hasRead = true;
    const results = await this.#session.batch<T>(statements);
    this.#firstBookmark ??= this.#session.getBookmark();
    return results;
  }

  /** Whether everything that was read contains the state with this bookmark. False for null, which stands for an unknown state. */
  contains(bookmark: string | null): boolean {
    if (!this.#hasRead) return true;
    return bookmark !== null && this.#firstBookmark !== null && this.#firstBookmark >= bookmark;
  }
}
