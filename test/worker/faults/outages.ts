import { RETRYABLE } from "../../kit/strict-platform/transient-errors";
import type { Crossing, Edge, Plan } from "./crossings";

/** Messages of D1 and the runtime about an unavailable database, as Cloudflare documents them and as observed. */
export const OUTAGES = [
  ...RETRYABLE,
  "Network connection lost.",
  "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
  "D1_ERROR: D1 DB is overloaded. Too many requests queued.",
  "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
  "D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
  "D1_ERROR: D1 DB exceeded its CPU time limit and was reset.",
  "D1_ERROR: Currently processing a long-running export.",
  "D1_ERROR: database is locked: SQLITE_BUSY",
  "D1_ERROR: internal error; reference = 6hi9i83lajvi9r65mtnuni1t",
  "internal error; reference = 0u3odos5iotccpol68ppc0eg",
] as const;

let outages = 0;

/** The messages in turn, so that every endpoint and fault gets several of them. */
function nextOutage(): string {
  outages += 1;
  return OUTAGES[outages % OUTAGES.length] ?? OUTAGES[0];
}

/** An outage with this message. */
export const outage = (message = nextOutage()): Error => new Error(message);

/** A failure of one call by the platform. `message` is the message: the same for all calls of a plan, because a call may be repeated. */
export type Fault = <T>(crossing: Crossing<T>, message?: string) => Promise<T>;

/** The call never arrives. */
export const rejected: Fault = async (_, message) => {
  throw outage(message);
};

/** The call takes effect, but its response is lost. */
export const responseLost: Fault = async ({ go }, message) => {
  await go().catch(() => undefined);
  throw outage(message);
};

/** The same fault with a message after which the call may be repeated at once. */
export const asTransient = (fault: Fault): Fault => {
  return async (crossing) => await fault(crossing, "D1_ERROR: Network connection lost.");
};

/** The same fault with a message that D1 is overloaded, so that an immediate retry would make it worse. */
export const overloaded = (fault: Fault): Fault => {
  return async (crossing) => await fault(crossing, "D1_ERROR: D1 DB is overloaded. Requests queued for too long.");
};

/** One statement fails in the middle: D1 rolls all of them back, and returns the error. */
export const statementFailed: Fault = async ({ fail }) => await fail();

/** The database is reset in the middle, and all statements are rolled back. */
export const resetHalfway: Fault = async ({ fail }, message) => {
  try {
    await fail();
  } catch {
    // D1 has rolled it back.
  }
  throw outage(message);
};

/** Runs a function before the call. */
export const beforeCall = (happens: () => unknown): Fault => {
  return async ({ go }) => {
    await happens();
    return await go();
  };
};

/** Makes the call and runs a function before its response arrives. */
export const beforeResponse = (happens: () => unknown): Fault => {
  return async ({ go }) => {
    const response = await go();
    await happens();
    return response;
  };
};

/** A plan that counts its faults. */
export interface Counted {
  plan: Plan;
  /** The number of faults so far. */
  faultCount: () => number;
}

/** Applies a fault to the first `times` calls over some edges. The others succeed. */
export function injectAt(edges: readonly Edge[], fault: Fault, times = Number.POSITIVE_INFINITY): Counted {
  let count = 0;
  const message = nextOutage();
  const plan: Plan = async <T>(crossing: Crossing<T>) => {
    if (!edges.includes(crossing.edge) || count >= times) return await crossing.go();
    count += 1;
    return await fault(crossing, message);
  };
  return { plan, faultCount: () => count };
}

/** Every call succeeds. */
export const withoutFaults: Plan = async ({ go }) => await go();
