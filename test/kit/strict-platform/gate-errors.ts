import { env } from "cloudflare:workers";
import { afterEach } from "vitest";
import type { Gate } from "../../../src/entrypoints/gate";
import { assertionForConnection, isDeploymentPlanned } from "./deployment";
import { conditions } from "./conditions";
import { override } from "../lagging-replica";

type Method = "admit" | "claim" | "settle" | "changed" | "eraseResponses" | "empty" | "visit" | "holdExport" | "releaseExport";

/** A failure of a call of a gate: `.retryable` and `.overloaded` as the runtime sets them. */
interface GateError {
  kind: "retryable" | "overloaded";
  /** Whether the object has received the call, so that only its response is lost. */
  isReceived: boolean;
  /** The number of failures. */
  times: number;
}

const planned = new Map<Method, GateError>();

/** Lets the next calls of a gate's method fail, until the end of the test. */
export function failGate(method: Method, error: Partial<GateError> & Pick<GateError, "kind">): void {
  planned.set(method, { isReceived: false, times: 1, ...error });
}

function errorOf(kind: GateError["kind"]): Error {
  const error = new Error(
    kind === "retryable"
      ? "Network connection lost."
      : "Durable Object is overloaded. Too many requests for the same object within a 10 second window.",
  );
  return Object.assign(error, { [kind]: true });
}

let isInstalled = false;

/** Makes stubs of gates fail as planned. As documented, a stub that has failed always fails afterwards. */
export function breakGatesAsPlanned(): void {
  afterEach(() => planned.clear());
  // Test files share this module and the namespace.
  if (isInstalled) return;
  isInstalled = true;
  const namespaces = Object.getPrototypeOf(env.GATE) as DurableObjectNamespace<Gate>;
  const getByName: typeof namespaces.getByName = Reflect.get(namespaces, "getByName");
  namespaces.getByName = function (this: DurableObjectNamespace<Gate>, ...name) {
    const stub = Reflect.apply(getByName, this, name);
    if (isDeploymentPlanned()) return withDeployment(stub);
    return planned.size === 0 ? stub : withPlannedErrors(stub);
  };
}

function withPlannedErrors(stub: DurableObjectStub<Gate>): DurableObjectStub<Gate> {
  let hasFailed = false;
  const methods = [...planned.keys()].map((method) => [
    method,
    async (...args: unknown[]): Promise<unknown> => {
      const error = planned.get(method);
      if (hasFailed) throw errorOf("retryable");
      const call = Reflect.get(stub, method) as (...given: unknown[]) => Promise<unknown>;
      if (error === undefined || error.times === 0) return await Reflect.apply(call, stub, args);
      error.times -= 1;
      if (error.isReceived) await Reflect.apply(call, stub, args);
      hasFailed = true;
      throw errorOf(error.kind);
    },
  ]);
  return override(stub, Object.fromEntries(methods) as object);
}

/** A stub that fails once a deployment resets its object, before or after the object has received the call. */
function withDeployment(stub: DurableObjectStub<Gate>): DurableObjectStub<Gate> {
  const assertConnected = assertionForConnection("gates", () => errorOf("retryable"));
  return new Proxy(stub, {
    get: (_, method) => {
      const found: unknown = Reflect.get(stub, method);
      if (typeof found !== "function") return found;
      return async (...args: unknown[]): Promise<unknown> => {
        assertConnected();
        const result: unknown = await Reflect.apply(found, stub, args);
        if (conditions.roundTripMs > 0) await scheduler.wait(conditions.roundTripMs / 2);
        assertConnected();
        return result;
      };
    },
  });
}
