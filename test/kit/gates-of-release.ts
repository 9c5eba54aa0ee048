import { runInDurableObject } from "cloudflare:test";
import { type DurableObject, env } from "cloudflare:workers";
import { override } from "./lagging-replica";

type GateClass = new (state: DurableObjectState, env: Env) => object;

/** The runtime's error for a method that an object does not have. */
export const missingMethodError = (name: string): TypeError => new TypeError(`The RPC receiver does not implement "${name}".`);

/**
 * The gates as another release runs them: each object's methods are those of `Release`, on the object's own storage. A value is copied
 * between Worker and object, as in the runtime. `without`: methods that the release lacks. Call this again for objects that have been restarted.
 */
export function gatesOf(Release: GateClass, without: readonly string[] = []): Env["GATE"] {
  const running = new Map<string, object>();
  const call = async (name: string, method: string, args: unknown[]): Promise<unknown> => {
    const given: unknown[] = structuredClone(args);
    const result = await runInDurableObject(env.GATE.getByName(name), async (_, state) => {
      const gate = running.get(name) ?? new Release(state, env);
      running.set(name, gate);
      const found: unknown = without.includes(method) ? undefined : Reflect.get(gate, method);
      if (typeof found !== "function") throw missingMethodError(method);
      return (await Reflect.apply(found, gate, given)) as unknown;
    });
    return structuredClone(result);
  };
  const getByName = (name: string): object =>
    new Proxy(
      {},
      { get: (_, method) => (method === "then" ? undefined : async (...args: unknown[]) => await call(name, String(method), args)) },
    );
  return override(env.GATE, { getByName });
}

/** Gates whose calls go through `change`, which gets the name of the method and the arguments, and returns the arguments to send. */
export function gatesWithChangedArguments(change: (method: string, args: unknown[]) => unknown[]): Env["GATE"] {
  const getByName = (name: string): object =>
    new Proxy(env.GATE.getByName(name), {
      get: (stub, method) => {
        const found: unknown = Reflect.get(stub, method);
        if (typeof found !== "function") return found;
        return (...args: unknown[]): unknown => Reflect.apply(found, stub, change(String(method), args));
      },
    });
  return override(env.GATE, { getByName });
}

/** The methods of an object that a Worker calls. */
export type Calls<G extends DurableObject<Env>> = {
  [M in Exclude<keyof G, keyof DurableObject<Env>>]: G[M] extends (...args: infer A) => infer R ? (...args: A) => Awaited<R> : never;
};
