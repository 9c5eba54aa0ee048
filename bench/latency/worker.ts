/**
 * The real Worker at a distance from its database and its gates: each call of a binding waits as long as the request's headers say. Reads
 * in a session go to a stand-in for a replica of D1 (replication.ts). Only the latency lab (bench/latency.ts) is built from this.
 */
import worker from "../../src/entrypoints/worker";
import { Gate as RealGate } from "../../src/entrypoints/gate";
import { override, type Replication, withReplica } from "../../test/kit/lagging-replica";
import type { ReplicaEnv, Replicas } from "./replication";

export { Replicas } from "./replication";

interface LabEnv extends ReplicaEnv {
  REPLICAS: DurableObjectNamespace<Replicas>;
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

/** Where the reads of credentials with `reads: "nearest"` got their rows, as the log says it. */
let reads = { replica: 0, primary: 0 };
const log = console.log.bind(console);
console.log = (...line: unknown[]) => {
  const place = /"read_from":"(replica|primary)"/.exec(String(line[0]))?.[1] as keyof typeof reads | undefined;
  if (place === undefined) log(...line);
  else reads[place] += 1;
};

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
  const replication: Replication = env.REPLICAS.getByName("replicas");
  return withReplica(env.DB, replication, { lagMs: () => lagMs, primaryMs, replicaMs });
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

async function wait(ms: number): Promise<void> {
  if (ms > 0) await scheduler.wait(ms);
}

export default {
  fetch: async (request, env, ctx) => {
    const { headers } = request;
    const { pathname } = new URL(request.url);
    if (pathname === "/lab/reads") {
      if (request.method === "DELETE") reads = { replica: 0, primary: 0 };
      return Response.json(reads);
    }
    // The replica begins as the primary does: with empty tables.
    if (pathname === "/lab/tables") {
      const statements: string[] = await request.json();
      await env.REPLICA.batch(statements.map((statement) => env.REPLICA.prepare(statement)));
      return new Response(null, { status: 204 });
    }
    if (headers.has("x-lab-uncached")) aheadMs += CACHE_MS;
    return await worker.fetch(request, distant(env, distancesOf(headers)), ctx);
  },
  queue: async (batch, env, ctx) => await worker.queue(batch, distant(env, NOTHING), ctx),
  scheduled: async (controller, env) => await worker.scheduled(controller, distant(env, NOTHING)),
} satisfies ExportedHandler<LabEnv>;
