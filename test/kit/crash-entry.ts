/**
 * The real Worker, which calls out at each point where a crash could lose or double something, and goes on only when
 * it is answered. Whoever answers may kill it there. Tests alone are built from this.
 */
import { env as vars } from "cloudflare:workers";
import worker from "../../src/worker";

export { Gate } from "../../src/worker";

interface CrashVars {
  /** Called with a point's name as path. */
  POINTS_URL: string;
  /** How far the clock is ahead, in ms: a lease ends without anybody waiting for it. */
  CLOCK_AHEAD_MS: string;
}

const { POINTS_URL, CLOCK_AHEAD_MS } = vars as unknown as CrashVars;

const now = Date.now.bind(Date);
Date.now = () => now() + Number(CLOCK_AHEAD_MS);

async function reach(point: string): Promise<void> {
  await fetch(`${POINTS_URL}/${point}`);
}

function instrument(env: Env): Env {
  return {
    ...env,
    DB: override(env.DB, {
      batch: async <T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> => {
        if (!statements.some(isMarker)) return await env.DB.batch<T>(statements);
        await reach("commit");
        const results = await env.DB.batch<T>(statements);
        await reach("committed");
        return results;
      },
    }),
    GATE: override(env.GATE, {
      getByName: (name: string) => {
        const gate = env.GATE.getByName(name);
        return override(gate, {
          settle: async (...settlement: Parameters<typeof gate.settle>) => {
            await reach("settle");
            await gate.settle(...settlement);
            await reach("settled");
          },
        });
      },
    }),
    DELIVERIES: override(env.DELIVERIES, {
      sendBatch: async (messages: Iterable<MessageSendRequest>) => {
        await reach("ring");
        return await env.DELIVERIES.sendBatch(messages);
      },
    }),
  };
}

/** A commit is the batch that writes an operation's marker. */
function isMarker(statement: D1PreparedStatement): boolean {
  return "statement" in statement && String(statement.statement).includes("insert into write_markers");
}

/** The same object but for some of its methods. */
function override<T extends object>(target: T, methods: object): T {
  return new Proxy(target, {
    get(_, name) {
      if (name in methods) return Reflect.get(methods, name);
      const value: unknown = Reflect.get(target, name);
      // Not bind: a method of a Durable Object's stub has only the calling.
      return typeof value === "function" ? (...args: unknown[]): unknown => Reflect.apply(value, target, args) : value;
    },
  });
}

export default {
  fetch: (request, env, ctx) => worker.fetch(request, instrument(env), ctx),
  queue: (batch, env) => worker.queue(batch, instrument(env)),
  scheduled: (controller, env) => worker.scheduled(controller, instrument(env)),
} satisfies ExportedHandler<Env>;
