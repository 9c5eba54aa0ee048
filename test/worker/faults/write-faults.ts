import type { Edge, Plan } from "./crossings";
import { type MovingClock, PAST_LEASE } from "./moving-clock";
import {
  answeredAfter,
  responseLost,
  at,
  type Counted,
  fair,
  failing,
  forNow,
  type Fault,
  madeAfter,
  outage,
  rejected,
  resetHalfway,
} from "./outages";

/** One fault of a write, and the guarantees for it. */
export interface WriteFault {
  name: string;
  plan: () => Counted & Partial<Late>;
  /** The status that its caller gets; "done" is that of a write without a fault. */
  told: "done" | 500 | 503;
  /** Whether the change is complete when the first response is returned. */
  written: boolean;
  /** It holds its key, and is known to have ended only after its lease. */
  holdsKey?: true;
  /** It applies only with a key. */
  keyed?: true;
}

/** A batch that timed out and arrives late. D1 decides about its effect. */
interface Late {
  /** The faults of the retry's calls. */
  retry: Plan;
  /** Runs after the retry. */
  land: () => Promise<void>;
}

/** The batch and its repetitions are delayed until the retry sends its own, or until the retry has a response. */
export function arrivingLate(when: "before the retry's" | "after the retry's"): Counted & Late {
  const held: (() => Promise<unknown>)[] = [];
  const away = at(["d1.write"], async ({ go }, says) => {
    held.push(go);
    throw outage(says);
  });
  const arrive = async () => {
    await Promise.allSettled(held.splice(0).map((go) => go()));
  };
  const retry = when === "before the retry's" ? at(["d1.write"], madeAfter(arrive), 1).plan : fair;
  return { ...away, retry, land: arrive };
}

/** Each edge of a write, with a failure before, during and after the call. */
export function writeFaults(clock: MovingClock, evict: () => Promise<void>): readonly WriteFault[] {
  const one = (edge: Edge, fault: Fault) => () => at([edge], fault, 1);
  const every = (edge: Edge, fault: Fault) => () => at([edge], fault);
  const late = () => clock.jump(PAST_LEASE);
  return [
    { name: "D1 can't be asked", plan: every("d1.read", rejected), told: 503, written: false },
    { name: "D1's answers to reads are lost", plan: every("d1.read", responseLost), told: 503, written: false },
    { name: "the batch never arrives", plan: every("d1.write", rejected), told: 503, written: false },
    { name: "a statement of the batch fails", plan: one("d1.write", failing), told: 500, written: false },
    { name: "D1 is reset in the batch", plan: every("d1.write", resetHalfway), told: 503, written: false },
    { name: "the batch's answer is lost", plan: every("d1.write", responseLost), told: 503, written: true },
    { name: "D1 can't be asked once", plan: one("d1.read", forNow(rejected)), told: "done", written: true },
    { name: "the batch does not arrive once", plan: one("d1.write", forNow(rejected)), told: "done", written: true, keyed: true },
    { name: "the batch's answer is lost once", plan: one("d1.write", forNow(responseLost)), told: "done", written: true, keyed: true },
    ...(["before the retry's", "after the retry's"] as const).map((when) => ({
      name: `the batch is given up, and arrives ${when}`,
      plan: () => arrivingLate(when),
      told: 503 as const,
      written: false,
      keyed: true as const,
    })),
    { name: "the batch's answer comes past the lease", plan: one("d1.write", answeredAfter(late)), told: "done", written: true },
    { name: "the admission comes past the lease", plan: one("gate.admit", answeredAfter(late)), told: 503, written: false, keyed: true },
    { name: "the object can't be asked", plan: every("gate.admit", rejected), told: 503, written: false },
    { name: "the admission is lost", plan: one("gate.admit", responseLost), told: 503, written: false, holdsKey: true },
    { name: "nothing is settled", plan: every("gate.settle", rejected), told: "done", written: true, holdsKey: true },
    { name: "the settlement's answer is lost", plan: every("gate.settle", responseLost), told: "done", written: true },
    { name: "the object is evicted before the batch", plan: one("d1.write", madeAfter(evict)), told: "done", written: true },
    { name: "the object is evicted before the settlement", plan: one("gate.settle", madeAfter(evict)), told: "done", written: true },
    { name: "the queues refuse", plan: every("queue", rejected), told: "done", written: true },
  ];
}
