import { RETRYABLE } from "../../kit/strict-platform/transient-errors";
import type { Crossing, Edge, Plan } from "./crossings";

/** What D1 and the runtime say of a database that can't be asked, as Cloudflare lists it and as it has been seen. */
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

/** The next of what an outage may say, in turn: in time every endpoint and fault has met several. */
function nextOutage(): string {
  outages += 1;
  return OUTAGES[outages % OUTAGES.length] ?? OUTAGES[0];
}

/** An outage that says this. */
export const outage = (says = nextOutage()): Error => new Error(says);

/** What the platform does to one call. `says` is what an outage says: the same for all calls of a plan, since a call may be repeated. */
export type Fault = <T>(crossing: Crossing<T>, says?: string) => Promise<T>;

/** It never arrives. */
export const refused: Fault = async (_, says) => {
  throw outage(says);
};

/** It takes effect, and its response is lost, whatever that was. */
export const responseLost: Fault = async ({ go }, says) => {
  await go().catch(() => undefined);
  throw outage(says);
};

/** The same fault, and what it says is that the call may be repeated at once. */
export const forNow = (fault: Fault): Fault => {
  return async (crossing) => await fault(crossing, "D1_ERROR: Network connection lost.");
};

/** The same fault, and what it says is that D1 has too much to do: to ask again at once would make that worse. */
export const overloaded = (fault: Fault): Fault => {
  return async (crossing) => await fault(crossing, "D1_ERROR: D1 DB is overloaded. Requests queued for too long.");
};

/** One statement fails in the middle: D1 rolls all of it back, and says why. */
export const failing: Fault = async ({ fail }) => await fail();

/** The database is reset in the middle: all of it is rolled back. */
export const resetHalfway: Fault = async ({ fail }, says) => {
  try {
    await fail();
  } catch {
    // What D1 has rolled back.
  }
  throw outage(says);
};

/** Something happens, and then the call is made. */
export const madeAfter = (happens: () => unknown): Fault => {
  return async ({ go }) => {
    await happens();
    return await go();
  };
};

/** The call is made, and something happens before its response arrives. */
export const answeredAfter = (happens: () => unknown): Fault => {
  return async ({ go }) => {
    const response = await go();
    await happens();
    return response;
  };
};

/** A plan that counts what it has done. */
export interface Counted {
  plan: Plan;
  /** How often it struck. */
  struck: () => number;
}

/** Has the first `times` calls over some edges go by a fault, the others undisturbed. */
export function at(edges: readonly Edge[], fault: Fault, times = Number.POSITIVE_INFINITY): Counted {
  let struck = 0;
  const says = nextOutage();
  const plan: Plan = async <T>(crossing: Crossing<T>) => {
    if (!edges.includes(crossing.edge) || struck >= times) return await crossing.go();
    struck += 1;
    return await fault(crossing, says);
  };
  return { plan, struck: () => struck };
}

/** Nothing happens to any call. */
export const fair: Plan = async ({ go }) => await go();
