import { env } from "cloudflare:workers";
import { withDatabases } from "../../kit/databases";

/** The dependencies of the Worker outside its isolate, each of which can fail. */
export type Edge =
  | "d1.read"
  | "d1.write"
  | "gate.admit"
  | "gate.changed"
  | "gate.settle"
  | "gate.hold_export"
  | "gate.release_export"
  | "queue"
  | "limiter";

/** One call that leaves the isolate. */
export interface Crossing<T> {
  edge: Edge;
  /** Makes the call. */
  go: () => Promise<T>;
  /** Only for D1: runs the statements and another one that fails, so that D1 rolls all of them back. */
  fail: () => Promise<T>;
}

/** Decides about each call: it can be made, lost, doubled, delayed, or fail. */
export type Plan = <T>(crossing: Crossing<T>) => Promise<T>;

/** The Worker's real bindings, with a plan for every call of an `Edge`. Others are made as they are: of R2, of the session limit, and of the object's own database. */
export function envUnder(plan: Plan): Env {
  const plain = (edge: Edge) => {
    return async <T>(go: () => Promise<T>) => await plan<T>({ edge, go, fail: go });
  };
  const queue = (real: Queue) =>
    override(real, { sendBatch: async (messages: Iterable<MessageSendRequest>) => await plain("queue")(() => real.sendBatch(messages)) });
  return {
    ...withDatabases((d1) => databaseUnder(d1, plan)),
    GATE: override(env.GATE, {
      getByName: (name: string) => {
        const gate = env.GATE.getByName(name);
        return override(gate, {
          admit: async (...given: Parameters<typeof gate.admit>) => await plain("gate.admit")(async () => await gate.admit(...given)),
          // A claim is the part of an admission that follows a large body.
          claim: async (...given: Parameters<typeof gate.claim>) => await plain("gate.admit")(async () => await gate.claim(...given)),
          changed: async (...given: Parameters<typeof gate.changed>) =>
            await plain("gate.changed")(async () => await gate.changed(...given)),
          settle: async (...given: Parameters<typeof gate.settle>) => await plain("gate.settle")(async () => await gate.settle(...given)),
          holdExport: async (id: string) => await plain("gate.hold_export")(async () => await gate.holdExport(id)),
          releaseExport: async (id: string) => await plain("gate.release_export")(async () => await gate.releaseExport(id)),
        });
      },
    }),
    DELIVERIES: queue(env.DELIVERIES),
    DELIVERIES_SLOW: queue(env.DELIVERIES_SLOW),
    AUTH_FAILURES: override(env.AUTH_FAILURES, {
      limit: async (options: RateLimitOptions) => await plain("limiter")(async () => await env.AUTH_FAILURES.limit(options)),
    }),
  };
}

interface Prepared {
  real: D1PreparedStatement;
  writes: boolean;
}

function databaseUnder(d1: D1Database, plan: Plan): D1Database {
  const known = new WeakMap<D1PreparedStatement, Prepared>();
  /** Compiles, but fails when it is run. */
  const overflow = () => d1.prepare("select abs(-9223372036854775807 - 1)");

  const statement = (prepared: Prepared): D1PreparedStatement => {
    const { real, writes } = prepared;
    const run = async <T>(go: () => Promise<T>) =>
      await plan<T>({
        edge: writes ? "d1.write" : "d1.read",
        go,
        fail: async () => {
          await d1.batch([real, overflow()]);
          // Not reached, because the batch has failed.
          return await go();
        },
      });
    const outside = override(real, {
      bind: (...values: unknown[]) => statement({ real: real.bind(...values), writes }),
      all: async () => await run(() => real.all()),
      run: async () => await run(() => real.run()),
      raw: async () => await run(() => real.raw()),
    });
    known.set(outside, prepared);
    return outside;
  };

  const under = <D extends Pick<D1Database, "batch">>(database: D): D =>
    override(database, {
      withSession: (start: string) => under(d1.withSession(start)),
      prepare: (sql: string) => statement({ real: d1.prepare(sql), writes: /\b(?:insert|update|delete)\b/i.test(sql) }),
      batch: async (statements: D1PreparedStatement[]) => {
        const prepared = statements.map((one) => known.get(one) ?? { real: one, writes: true });
        const reals = prepared.map(({ real }) => real);
        return await plan({
          edge: prepared.some(({ writes }) => writes) ? "d1.write" : "d1.read",
          go: () => database.batch(reals),
          fail: () => database.batch([...reals, overflow()]),
        });
      },
    });
  return under(d1);
}

/** The same object with some methods replaced. */
function override<T extends object>(target: T, methods: object): T {
  return new Proxy(target, {
    get(_, name) {
      if (name in methods) return Reflect.get(methods, name);
      const value: unknown = Reflect.get(target, name);
      // Not `bind`: the method of a Durable Object's stub can only be called.
      return typeof value === "function" ? (...given: unknown[]): unknown => Reflect.apply(value, target, given) : value;
    },
  });
}
