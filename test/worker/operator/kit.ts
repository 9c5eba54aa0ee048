import { createExecutionContext, createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { app } from "../../../src/entrypoints/app";
import worker from "../../../src/entrypoints/worker";
import { call, type ApiResponse } from "../../kit/client";

/** The headers that authenticate the operator. */
export const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}` };

/** A read of the operator API. */
export async function read(path: string): Promise<ApiResponse> {
  return await call(`/operator${path}`, { headers });
}

/** A read of the operator API under other bindings. */
export async function readUnder(path: string, bindings: typeof env): Promise<{ status: number; text: string }> {
  const response = await app.fetch(new Request(`https://api.example.com/operator${path}`, { headers }), bindings, createExecutionContext());
  // `text()` would print a warning for a body that is not text.
  return { status: response.status, text: new TextDecoder().decode(await response.arrayBuffer()) };
}

/** Runs a cron trigger once. */
export async function runCron(
  cron: string,
  { time = "2026-11-21T10:01:00Z", bindings = env }: { time?: string; bindings?: typeof env } = {},
) {
  await worker.scheduled(createScheduledController({ cron, scheduledTime: new Date(time) }), bindings);
}

/** The D1 cost of a request by binding. */
interface Cost {
  bindings: typeof env;
  calls: Record<string, number>;
  /** The length of the longest chain of calls that wait for an earlier one. */
  depth: Record<string, number>;
  rowsRead: () => number;
}

/** Bindings that count D1 calls. */
export function countingBindings(): Cost {
  const calls: Record<string, number> = {};
  const depth: Record<string, number> = {};
  let total = 0;
  const watched = (name: string, d1: D1Database): D1Database => {
    let running = 0;
    return watch(d1, async (result) => {
      calls[name] = (calls[name] ?? 0) + 1;
      // A call that starts while another one runs waits for nothing.
      if (running === 0) depth[name] = (depth[name] ?? 0) + 1;
      running += 1;
      try {
        const response = await result;
        for (const { meta } of [response].flat() as Partial<D1Result>[]) total += meta?.rows_read ?? 0;
        return response;
      } finally {
        running -= 1;
      }
    });
  };
  const names = ["DB", "DB_1", "DB_2"] as const;
  const bindings = { ...env, ...Object.fromEntries(names.map((name) => [name, watched(name, env[name] as D1Database)])) };
  return { bindings, calls, depth, rowsRead: () => total };
}

const SENT = new Set<PropertyKey>(["batch", "run", "all", "first", "raw"]);

const originals = new WeakMap<object, object>();

/** The same D1 object with its calls going through `counted`. */
function watch<T extends object>(target: T, counted: (result: Promise<unknown>) => Promise<unknown>): T {
  const proxy = new Proxy(target, {
    get: (object, name) => {
      const value: unknown = Reflect.get(object, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        // D1 accepts only its own statements in a batch.
        const own = name === "batch" ? [(args[0] as object[]).map((statement) => originals.get(statement) ?? statement)] : args;
        const result: unknown = Reflect.apply(value, object, own);
        if (SENT.has(name)) return counted(result as Promise<unknown>);
        return typeof result === "object" && result !== null ? watch(result, counted) : result;
      };
    },
  });
  originals.set(proxy, target);
  return proxy;
}
