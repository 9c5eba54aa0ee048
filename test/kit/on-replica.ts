import { env } from "cloudflare:workers";
import { LaggingReplica, override, plainStatement, withReplica } from "./lagging-replica";

/** The lag of the replica from which the tests' credentials read, in ms. */
const LAG_MS = 100;

let replica: LaggingReplica | null = null;

/** Forgets all commits, after the caller has emptied the databases. */
export function restartReplica(): void {
  replica?.restart();
}

/**
 * Installs a stand-in for a replica. Only writes of requests with a credential are delayed, because the tests read their own changes and
 * the operator's immediately.
 */
function install(replicaD1: D1Database): void {
  // Requests, queues and objects have separate database objects, so their common prototype is changed.
  const databases = Object.getPrototypeOf(env.DB) as D1Database;
  const runBatch: D1Database["batch"] = Reflect.get(databases, "batch");
  const prepare: (sql: string) => D1PreparedStatement = Reflect.get(databases, "prepare");
  const unchanged = (d1: D1Database): D1Database =>
    override(d1, {
      prepare: (sql: string) => Reflect.apply(prepare, d1, [sql]),
      batch: async (statements: D1PreparedStatement[]) => await Reflect.apply(runBatch, d1, [statements]),
    });
  const primary = unchanged(env.DB);
  const lagging = new LaggingReplica(primary, unchanged(replicaD1));
  replica = lagging;
  const database = withReplica(primary, lagging, { lagMs: () => LAG_MS, primaryMs: 0, replicaMs: 0 });
  databases.withSession = (start) => database.withSession(start);
  databases.batch = async <T>(statements: D1PreparedStatement[]) => {
    const results = await database.batch<T>(statements);
    lagging.endLag();
    return results;
  };
  // One of these methods may call another one for the same statement.
  const running = new WeakSet<D1PreparedStatement>();
  const statement = Object.getPrototypeOf(env.DB.prepare("select 1")) as D1PreparedStatement;
  for (const name of ["run", "all", "raw", "first"] as const) {
    const original = statement[name] as (...args: unknown[]) => Promise<unknown>;
    statement[name] = async function (this: D1PreparedStatement, ...args: unknown[]) {
      if (running.has(this)) return await Reflect.apply(original, this, args);
      running.add(this);
      return await lagging.inOrder(async () => {
        try {
          const result: unknown = await Reflect.apply(original, this, args);
          lagging.note([plainStatement(this)]);
          lagging.endLag();
          return result;
        } finally {
          running.delete(this);
        }
      });
    } as never;
  }
}

// Test files share this module and the database.
if (replica === null && env.REPLICA !== undefined) install(env.REPLICA);
