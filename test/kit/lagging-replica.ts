/** A statement as text and parameters. */
export interface PlainStatement {
  sql: string;
  params: unknown[];
}

/** The results of a batch, and the bookmark of the state that it read or created. */
export interface SessionResult {
  results: D1Result[];
  bookmark: string;
}

/** The required state of a replica for a read. */
export interface ReplicaRead {
  /** Its lag behind the primary in ms. */
  lagMs: number;
  /** The bookmark that it must have reached; null for any state. */
  atLeast: string | null;
}

export interface Replication {
  onPrimary: (statements: PlainStatement[]) => Promise<SessionResult>;
  onReplica: (statements: PlainStatement[], read: ReplicaRead) => Promise<SessionResult | null>;
}

interface Commit {
  /** In ms on a clock that tests do not set. */
  at: number;
  statements: readonly PlainStatement[];
}

/** Bookmarks are sorted as texts, like those of D1. */
const bookmarkOf = (commits: number): string => String(commits).padStart(16, "0");

/** Whether a statement may change rows, in doubt yes: repeating a read on the replica does no harm. */
const mayWrite = ({ sql }: PlainStatement): boolean => /\b(?:insert|update|delete|replace|create)\b/i.test(sql);

/** A call counts as cancelled after this many turns of about a millisecond without progress, because its request may have ended. */
const MAX_SILENT_TURNS = 2000;

/**
 * A stand-in for the read replication of D1, which does not exist locally. It repeats each batch of the primary in order and after the
 * lag on a second database. As documented for D1, the lag does not affect the primary, and the states of a replica are earlier ones of
 * the primary.
 */
export class LaggingReplica implements Replication {
  /** The commits that the replica does not have yet. */
  #missing: Commit[] = [];
  #commits = 0;
  /** The running call, and its progress. */
  #running: { turns: number } | null = null;

  constructor(
    private readonly primary: D1Database,
    private readonly replica: D1Database,
    private readonly maxSilentTurns = MAX_SILENT_TURNS,
  ) {}

  /** Forgets all commits, after the caller has emptied both databases. */
  restart(): void {
    [this.#missing, this.#commits] = [[], 0];
  }

  /** Runs a batch on the primary. */
  async onPrimary(statements: PlainStatement[]): Promise<SessionResult> {
    return await this.inOrder(async () => {
      const results = await run(this.primary, statements);
      this.note(statements);
      return { results, bookmark: bookmarkOf(this.#commits) };
    });
  }

  /** Runs a batch on the replica with this lag. Null if it has not reached the bookmark. */
  async onReplica(statements: PlainStatement[], { lagMs, atLeast }: ReplicaRead): Promise<SessionResult | null> {
    return await this.inOrder(async () => {
      const end = performance.now() - lagMs;
      for (let [first] = this.#missing; first !== undefined && first.at <= end; [first] = this.#missing) {
        await this.#repeat(first.statements);
        this.#missing.shift();
      }
      const bookmark = bookmarkOf(this.#commits - this.#missing.length);
      if (atLeast !== null && bookmark < atLeast) return null;
      return { results: await run(this.replica, statements), bookmark };
    });
  }

  /**
   * Repeats a commit. One for a delivery may fail, because SQL generates random ids of deliveries, which differ here. Such a commit is
   * skipped.
   */
  async #repeat(statements: readonly PlainStatement[]): Promise<void> {
    try {
      await run(this.replica, statements);
    } catch (error) {
      if (!statements.some(({ sql }) => sql.includes("deliveries"))) throw error;
    }
  }

  /** Records statements that the primary has just committed. */
  note(statements: readonly PlainStatement[]): void {
    if (!statements.some(mayWrite)) return;
    this.#commits += 1;
    this.#missing.push({ at: performance.now(), statements });
  }

  /** Lets the replica apply everything before its next read, regardless of its lag. */
  endLag(): void {
    this.#missing = this.#missing.map(({ statements }) => ({ at: Number.NEGATIVE_INFINITY, statements }));
  }

  /** Runs when no other call runs, so that commits have one order. */
  async inOrder<T>(act: () => Promise<T>): Promise<T> {
    // Not a promise of the running call: a request can't wait for one that belongs to another request. Turns are counted, not time, so that a
    // call on a busy machine is not taken for one that was cut off: its commits would run twice.
    let [running, turns, silent] = [this.#running, this.#running?.turns, 0];
    while (this.#running !== null && silent < this.maxSilentTurns) {
      await scheduler.wait(1);
      silent = this.#running === running && running?.turns === turns ? silent + 1 : 0;
      [running, turns] = [this.#running, this.#running?.turns];
    }
    const call = { turns: 0 };
    this.#running = call;
    const countTurns = async () => {
      for (; this.#running === call; call.turns += 1) await scheduler.wait(1);
    };
    void countTurns();
    try {
      return await act();
    } finally {
      if (this.#running === call) this.#running = null;
    }
  }
}

/** The latency of each database in ms. */
interface Latencies {
  primaryMs: number;
  replicaMs: number;
}

/**
 * A database whose sessions read from the replica, like those of D1: `first-primary` starts on the primary, a bookmark starts at that
 * state, and a session never goes back. If the replica has not reached a bookmark, the batch runs on the primary.
 */
export function withReplica(
  d1: D1Database,
  replication: Replication,
  { lagMs, primaryMs, replicaMs }: Latencies & { lagMs: () => number },
): D1Database {
  const onPrimary = async (statements: PlainStatement[]): Promise<SessionResult> => {
    await wait(primaryMs);
    return await replication.onPrimary(statements);
  };
  const withSession = (start = "first-unconstrained") => {
    let [isOnPrimary, bookmark] = [start === "first-primary", start.startsWith("first-") ? null : start];
    const batch = async (prepared: D1PreparedStatement[]) => {
      const statements = prepared.map(plainStatement);
      let done: SessionResult | null = null;
      if (!isOnPrimary && !statements.some(mayWrite)) {
        await wait(replicaMs);
        done = await replication.onReplica(statements, { lagMs: lagMs(), atLeast: bookmark });
      }
      done ??= await onPrimary(statements);
      [isOnPrimary, bookmark] = [false, done.bookmark];
      return done.results;
    };
    return { prepare: (sql: string) => d1.prepare(sql), batch, getBookmark: () => bookmark };
  };
  return override(d1, {
    withSession,
    batch: async (prepared: D1PreparedStatement[]) => (await onPrimary(prepared.map(plainStatement))).results,
  });
}

/** The content of a prepared statement, which the runtime's types do not include. */
export function plainStatement(prepared: D1PreparedStatement): PlainStatement {
  const { statement, params } = prepared as unknown as { statement: string; params: unknown[] };
  return { sql: statement, params };
}

async function run(d1: D1Database, statements: readonly PlainStatement[]): Promise<D1Result[]> {
  return await d1.batch(statements.map(({ sql, params }) => d1.prepare(sql).bind(...params)));
}

async function wait(ms: number): Promise<void> {
  if (ms > 0) await scheduler.wait(ms);
}

/** The same object with some properties replaced. */
export function override<T extends object>(target: T, properties: object): T {
  return new Proxy(target, {
    get(_, name) {
      if (name in properties) return Reflect.get(properties, name);
      const value: unknown = Reflect.get(target, name);
      // Not `bind`: the method of a Durable Object's stub can only be called.
      return typeof value === "function" ? (...args: unknown[]): unknown => Reflect.apply(value, target, args) : value;
    },
  });
}
