import { abortAllDurableObjects } from "cloudflare:test";
import { FULL, randomOf } from "../../kit/form";
import type { Crossing, Edge, Plan } from "./crossings";
import { type MovingClock, PAST_LEASE, SECOND_MS } from "./moving-clock";
import { beforeResponse, responseLost, statementFailed, type Fault, beforeCall, rejected, resetHalfway } from "./outages";

/** One call in this many fails. */
const ONE_IN = 7;

/** How often each fault was injected, by edge. */
export const injected = new Map<string, number>();

/**
 * A plan that chooses a failure for each call. The choice depends only on the seed and the name, but the order of concurrent requests
 * depends on the machine.
 */
export function randomPlan(name: string, clock: MovingClock): Plan {
  const random = randomOf(name);
  // It also restarts D1's own objects and ends their running calls. workerd reports each one at length.
  const death: readonly (readonly [string, Fault])[] = FULL ? [["all objects die, D1's too", beforeCall(abortAllDurableObjects)]] : [];
  const jump = () => clock.jump((random() < 0.5 ? 1 : -0.1) * PAST_LEASE);
  const faults: Record<Edge, readonly (readonly [name: string, fault: Fault])[]> = {
    "d1.read": [
      ["never arrives", rejected],
      ["response lost", responseLost],
      ["statement fails", statementFailed],
      ["clock jumps before the response", beforeResponse(jump)],
    ],
    "d1.write": [
      ["never arrives", rejected],
      ["response lost", responseLost],
      ["statement fails", statementFailed],
      ["reset halfway", resetHalfway],
      ["clock jumps before the response", beforeResponse(jump)],
    ],
    "gate.admit": [
      ["never arrives", rejected],
      ["response lost", responseLost],
      ["clock jumps before the response", beforeResponse(jump)],
      ...death,
    ],
    "gate.settle": [["never arrives", rejected], ["response lost", responseLost], ["clock jumps before it", beforeCall(jump)], ...death],
    "gate.changed": [["never arrives", rejected]],
    "gate.hold_export": [["never arrives", rejected]],
    "gate.release_export": [["never arrives", rejected]],
    queue: [
      ["never arrives", rejected],
      ["response lost", responseLost],
    ],
    limiter: [["never arrives", rejected]],
  };
  return async <T>(crossing: Crossing<T>) => {
    const strikes = random() < 1 / ONE_IN;
    const of = faults[crossing.edge];
    const [what, fault] = of[Math.floor(random() * of.length)] ?? ["", rejected];
    if (!strikes) return await crossing.go();
    const kind = `${crossing.edge}: ${what}`;
    injected.set(kind, (injected.get(kind) ?? 0) + 1);
    return await fault(crossing);
  };
}

/**
 * The time that a client waits before it retries. The holder of its key has released it by then, even if a fault has moved the clock back
 * by a tenth of PAST_LEASE.
 */
export const BEFORE_RETRY = PAST_LEASE + 4 * SECOND_MS;
