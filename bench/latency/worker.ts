/**
 * The real Worker at a distance from its database and its gates: each call of a binding waits as long as the request's headers say. Reads
 * in a session go to a stand-in for a replica of D1 (replica.ts). Only the latency lab (bench/latency.ts) is built from this.
 */
import worker from "../../src/worker";
import { Gate as RealGate } from "../../src/platform/gate/gate";
import { type LaggingReplica, mayWrite, type PlainStatement, type ReplicaEnv, type SessionResult } from "./replica";

export { LaggingReplica } from "./replica";

interface LabEnv extends ReplicaEnv {
  LAGGING_REPLICA: DurableObjectNamespace<LaggingReplica>;
}

/** How far everything is from the request, in ms for a round trip. */
interface Distances {
  primaryMs: number;
  replicaMs: number;
  gateMs: number;
  /** How long after the primary the replica has a change. */
  lagMs: number;
}

const NOTHING: Distances = { primaryMs: 0, replicaMs: 0, gateMs: 0, lagMs: 0 };

/** Longer than an isolate caches a credential. */
const CACHE_MS = 61_000;

let aheadMs = 0;
const now = Date.now.bind(Date);
Date.now = () => now() + aheadMs;

/** Gates write to the primary too: when a credential was last used. */
export class Gate extends RealGate {
  constructor(state: DurableObjectState, env: LabEnv) {
    super(state, distant(env, NOTHING));
  }
}

function distancesOf(headers: Headers): Distances {
  const ms = (name: string): number => Number(headers.get(`x-lab-${name}`) ?? 0);
  return { primaryMs: ms("primary"), replicaMs: ms("replica"), gateMs: ms("gate"), lagMs: ms("lag") };
}

function distant(env: LabEnv, distances: Distances): Env {
  return { ...env, DB: distantDatabase(env, distances), GATE: distantGates(env.GATE, distances.gateMs) };
}

function distantDatabase(env: LabEnv, { primaryMs, replicaMs, lagMs }: Distances): D1Database {
  const replica: Pick<LaggingReplica, "onPrimary" | "onReplica"> = env.LAGGING_REPLICA.getByName("replica");
  const onPrimary = async (statements: PlainStatement[]): Promise<SessionResult> => {
    await wait(primaryMs);
    return await replica.onPrimary(statements);
  };
  const withSession = (start = "first-unconstrained") => {
    const isOnPrimary = start === "first-primary";
    let bookmark = isOnPrimary || start === "first-unconstrained" ? null : start;
    const batch = async (prepared: D1PreparedStatement[]) => {
      const statements = prepared.map(plain);
      let done: SessionResult | null = null;
      if (!isOnPrimary && !statements.some(mayWrite)) {
        await wait(replicaMs);
        done = await replica.onReplica(statements, { lagMs, atLeast: bookmark });
      }
      done ??= await onPrimary(statements);
      bookmark = done.bookmark;
      return done.results;
    };
    return override(env.DB, { batch, getBookmark: () => bookmark });
  };
  return override(env.DB, {
    withSession,
    batch: async (prepared: D1PreparedStatement[]) => {
      const statements = prepared.map(plain);
      if (statements.some(mayWrite)) return (await onPrimary(statements)).results;
      await wait(primaryMs);
      return await env.DB.batch(prepared);
    },
  });
}

function distantGates(gates: Env["GATE"], gateMs: number): Env["GATE"] {
  const distantGate = (gate: object): object =>
    new Proxy(gate, {
      get:
        (_, name) =>
        async (...args: unknown[]): Promise<unknown> => {
          await wait(gateMs);
          // Not bind: a method of a stub has only the calling.
          return (await Reflect.apply(Reflect.get(gate, name) as () => unknown, gate, args)) as unknown;
        },
    });
  return override(gates, { getByName: (...named: Parameters<typeof gates.getByName>) => distantGate(gates.getByName(...named)) });
}

/** What the runtime keeps of a prepared statement, which its types do not name. */
function plain(prepared: D1PreparedStatement): PlainStatement {
  const { statement, params } = prepared as unknown as { statement: string; params: unknown[] };
  return { sql: statement, params };
}

async function wait(ms: number): Promise<void> {
  if (ms > 0) await scheduler.wait(ms);
}

/** The same object but for some of its properties. */
function override<T extends object>(target: T, properties: object): T {
  return new Proxy(target, {
    get(_, name) {
      if (name in properties) return Reflect.get(properties, name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (...args: unknown[]): unknown => Reflect.apply(value, target, args) : value;
    },
  });
}

export default {
  fetch: async (request, env, ctx) => {
    const { headers } = request;
    // The replica begins as the primary does: with empty tables.
    if (new URL(request.url).pathname === "/lab/tables") {
      const statements: string[] = await request.json();
      await env.REPLICA.batch(statements.map((statement) => env.REPLICA.prepare(statement)));
      return new Response(null, { status: 204 });
    }
    if (headers.has("x-lab-uncached")) aheadMs += CACHE_MS;
    return await worker.fetch(request, distant(env, distancesOf(headers)), ctx);
  },
  queue: async (batch, env) => await worker.queue(batch, distant(env, NOTHING)),
  scheduled: async (controller, env) => await worker.scheduled(controller, distant(env, NOTHING)),
} satisfies ExportedHandler<LabEnv>;
