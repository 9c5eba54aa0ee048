import type { Edge, Plan } from "./crossings";
import { type MovingClock, PAST_LEASE } from "./moving-clock";
import {
  beforeResponse,
  responseLost,
  injectAt,
  type Counted,
  withoutFaults,
  statementFailed,
  asTransient,
  type Fault,
  beforeCall,
  outage,
  rejected,
  resetHalfway,
} from "./outages";

/** One fault of a write, and the guarantees for it. */
export interface WriteFault {
  name: string;
  plan: () => Counted & Partial<Late>;
  /** The status that the caller gets; "success" is that of a write without a fault. */
  status: "success" | 500 | 503;
  /** Whether the change is complete when the first response is returned. */
  written: boolean;
  /** It holds its key, and is known to have ended only after its lease. */
  holdsKey?: true;
  /** It applies only to endpoints that use the key. */
  keyed?: true;
}

/** A batch that timed out and arrives late. D1 decides about its effect. */
interface Late {
  /** The faults of the retry's calls. */
  retry: Plan;
  /** Runs after the retry. */
  arrive: () => Promise<void>;
}

/** The batch and its repetitions are delayed until the retry sends its own, or until the retry has a response. */
export function lateBatch(when: "before the retry's" | "after the retry's"): Counted & Late {
  const held: (() => Promise<unknown>)[] = [];
  const lost = injectAt(["d1.write"], async ({ go }, message) => {
    held.push(go);
    throw outage(message);
  });
  const arrive = async () => {
    await Promise.allSettled(held.splice(0).map((go) => go()));
  };
  const retry = when === "before the retry's" ? injectAt(["d1.write"], beforeCall(arrive), 1).plan : withoutFaults;
  return { ...lost, retry, arrive };
}

/** The edges of a write, with failures before, during or after the call. */
export function writeFaults(clock: MovingClock, evict: () => Promise<void>): readonly WriteFault[] {
  const one = (edge: Edge, fault: Fault) => () => injectAt([edge], fault, 1);
  const every = (edge: Edge, fault: Fault) => () => injectAt([edge], fault);
  const late = () => clock.jump(PAST_LEASE);
  return [
    { name: "D1 can't be reached", plan: every("d1.read", rejected), status: 503, written: false },
    { name: "D1's responses to reads are lost", plan: every("d1.read", responseLost), status: 503, written: false },
    { name: "the batch never arrives", plan: every("d1.write", rejected), status: 503, written: false },
    { name: "a statement of the batch fails", plan: one("d1.write", statementFailed), status: 500, written: false },
    { name: "D1 is reset in the batch", plan: every("d1.write", resetHalfway), status: 503, written: false },
    { name: "the batch's response is lost", plan: every("d1.write", responseLost), status: 503, written: true },
    { name: "D1 can't be reached once", plan: one("d1.read", asTransient(rejected)), status: "success", written: true },
    { name: "the batch does not arrive once", plan: one("d1.write", asTransient(rejected)), status: "success", written: true, keyed: true },
    {
      name: "the batch's response is lost once",
      plan: one("d1.write", asTransient(responseLost)),
      status: "success",
      written: true,
      keyed: true,
    },
    ...(["before the retry's", "after the retry's"] as const).map((when) => ({
      name: `the batch is given up, and arrives ${when}`,
      plan: () => lateBatch(when),
      status: 503 as const,
      written: false,
      keyed: true as const,
    })),
    { name: "the batch's response arrives after the lease", plan: one("d1.write", beforeResponse(late)), status: "success", written: true },
    {
      name: "the admission arrives after the lease",
      plan: one("gate.admit", beforeResponse(late)),
      status: 503,
      written: false,
      keyed: true,
    },
    { name: "the object can't be reached", plan: every("gate.admit", rejected), status: 503, written: false },
    { name: "the admission is lost", plan: one("gate.admit", responseLost), status: 503, written: false, holdsKey: true },
    { name: "nothing is settled", plan: every("gate.settle", rejected), status: "success", written: true, holdsKey: true },
    { name: "the settlement's response is lost", plan: every("gate.settle", responseLost), status: "success", written: true },
    { name: "the object is evicted before the batch", plan: one("d1.write", beforeCall(evict)), status: "success", written: true },
    { name: "the object is evicted before the settlement", plan: one("gate.settle", beforeCall(evict)), status: "success", written: true },
    { name: "the queues reject", plan: every("queue", rejected), status: "success", written: true },
  ];
}
