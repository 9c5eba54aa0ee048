import { AsyncLocalStorage } from "node:async_hooks";
import worker from "../../../src/entrypoints/worker";
import { conditions } from "./conditions";

/** The calls to D1 and the requests of one invocation of the Worker. */
export interface Invocation {
  batches: number;
  statements: number;
  /** Requests to other hosts. */
  requests: number;
  /** The number of consecutive transient errors of each call. */
  failures: Map<string, number>;
}

const running = new AsyncLocalStorage<Invocation>();

/** Runs one invocation of the Worker, and returns its result. */
export async function inInvocation<T>(act: (invocation: Invocation) => Promise<T>): Promise<T> {
  const invocation: Invocation = { batches: 0, statements: 0, requests: 0, failures: new Map() };
  return await running.run(invocation, async () => await act(invocation));
}

/** The running invocation; undefined for a call of the test itself. */
export const currentInvocation = (): Invocation | undefined => running.getStore();

/** Counts a call to D1. Throws D1's error above the limit of the invocation. Calls of the test itself are not limited. */
export function countCall(statements: number): void {
  const invocation = running.getStore();
  if (invocation === undefined) return;
  invocation.batches += 1;
  invocation.statements += statements;
  const calls = conditions.countedPer === "batch" ? invocation.batches : invocation.statements;
  if (calls > conditions.maxCalls) throw new Error("D1_ERROR: Too many API requests by single Worker invocation.");
}

/** Counts a request to another host. Throws the runtime's error above the limit of the invocation. */
export function countRequest(): void {
  const invocation = running.getStore();
  if (invocation === undefined) return;
  invocation.requests += 1;
  if (invocation.requests > conditions.maxRequests) throw new Error("Too many subrequests by single Worker invocation.");
}

let isInstalled = false;

/** Makes each request, batch of a queue and run of the cron trigger a separate invocation. */
export function separateInvocations(): void {
  // Test files share this module and the Worker.
  if (isInstalled) return;
  isInstalled = true;
  const { fetch, queue, scheduled } = worker;
  Object.assign(worker, {
    fetch: async (...request: Parameters<typeof fetch>) => await inInvocation(async () => await fetch(...request)),
    queue: async (...batch: Parameters<typeof queue>) => await inInvocation(async () => await queue(...batch)),
    scheduled: async (...run: Parameters<typeof scheduled>) => await inInvocation(async () => await scheduled(...run)),
  });
}
