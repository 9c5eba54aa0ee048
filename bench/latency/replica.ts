import { DurableObject } from "cloudflare:workers";

/** A statement as text and parameters: it travels to the object, which prepares it anew. */
export interface PlainStatement {
  sql: string;
  params: unknown[];
}

export interface ReplicaEnv extends Env {
  /** The replica's own copy of the database. */
  REPLICA: D1Database;
}

interface Committed {
  /** ms since 1970. */
  at: number;
  statements: PlainStatement[];
}

/** Where a session has got to. */
export interface SessionResult {
  results: D1Result[];
  bookmark: string;
}

const PREFIX = "commit:";

/** Bookmarks sort as texts, as those of D1 do. */
const bookmarkOf = (commits: number): string => String(commits).padStart(16, "0");
const commitsOf = (bookmark: string): number => Number(bookmark);

/** What may change rows, taken broadly: a read that is made again on the replica does no harm. */
export const mayWrite = ({ sql }: PlainStatement): boolean => /\b(?:insert|update|delete|replace)\b/i.test(sql);

/**
 * A stand-in for the read replication of D1, which does not exist locally. It is not D1: it repeats each batch of the primary, in order
 * and once its lag has passed, on a second database. One object orders all writes, and keeps those that the replica has not got yet.
 */
export class LaggingReplica extends DurableObject<ReplicaEnv> {
  /** Each call ends before the next one begins: commits have one order. */
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a batch on the primary. */
  async onPrimary(statements: PlainStatement[]): Promise<SessionResult> {
    return await this.#inTurn(async () => {
      const results = await run(this.env.DB, statements);
      if (statements.some(mayWrite)) {
        const commits = this.#count("commits") + 1;
        this.ctx.storage.kv.put<Committed>(PREFIX + bookmarkOf(commits), { at: Date.now(), statements });
        this.ctx.storage.kv.put("commits", commits);
      }
      return { results, bookmark: bookmarkOf(this.#count("commits")) };
    });
  }

  /** Runs a batch on the replica as it is with this lag; null where it has not come as far as the bookmark. */
  async onReplica(
    statements: PlainStatement[],
    { lagMs, atLeast }: { lagMs: number; atLeast: string | null },
  ): Promise<SessionResult | null> {
    return await this.#inTurn(async () => {
      await this.#catchUp(Date.now() - lagMs);
      const applied = this.#count("applied");
      if (atLeast !== null && applied < commitsOf(atLeast)) return null;
      return { results: await run(this.env.REPLICA, statements), bookmark: bookmarkOf(applied) };
    });
  }

  /** Repeats on the replica what was committed until `end`. */
  async #catchUp(end: number): Promise<void> {
    const missing = Array.from(this.ctx.storage.kv.list<Committed>({ prefix: PREFIX }));
    for (const [key, { at, statements }] of missing) {
      if (at > end) return;
      await run(this.env.REPLICA, statements);
      this.ctx.storage.kv.delete(key);
      this.ctx.storage.kv.put("applied", this.#count("applied") + 1);
    }
  }

  #count(name: "commits" | "applied"): number {
    return this.ctx.storage.kv.get<number>(name) ?? 0;
  }

  async #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined);
    return await turn;
  }
}

async function run(d1: D1Database, statements: readonly PlainStatement[]): Promise<D1Result[]> {
  return await d1.batch(statements.map(({ sql, params }) => d1.prepare(sql).bind(...params)));
}
