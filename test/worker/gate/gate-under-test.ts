import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import type { Lease, Settlement, AdmissionResult } from "../../../src/platform/gate/admission";
import { type ModelRequest, type Decision, type Expected, GateModel, type ModelLease } from "./gate-model";
import { GateGuarantees } from "./gate-promises";

const SECOND_MS = 1000;
const DAY_MS = 24 * 3_600 * SECOND_MS;
/** The furthest that the clock may fall behind itself, as clocks of machines differ. */
const FURTHEST_BACK = 20 * SECOND_MS;
export const KEYS = ["a", "b", "c"];

/** The settings that stay the same during one sequence. */
export interface Setting {
  start: number;
  rateLimit: number;
  dailyQuota: number | null;
}

/** The number of each kind of step and of its results in a run. */
export const stepCounts = new Map<string, number>();
function count(what: string): void {
  stepCounts.set(what, (stepCounts.get(what) ?? 0) + 1);
}

let gates = 0;

/** A real gate with a clock that the steps move. Each result is compared with the model and checked for the guarantees. */
export class GateUnderTest {
  readonly model = new GateModel();
  readonly guarantees = new GateGuarantees();
  readonly #name: string;
  #now: number;
  /** The latest time of the clock so far. */
  #latest = 0;
  #requests = 0;
  #responses = 0;
  /** Whether the object is in memory, because only then can it be evicted. */
  #running = false;
  readonly #waiting = new Map<number, { call: ModelRequest; response: Promise<AdmissionResult> }>();
  /** Every lease that was given, with its counterpart in the model. */
  readonly #leases: { lease: Lease; model: ModelLease }[] = [];
  /** The id of each of the model's operations. */
  readonly #ids = new Map<number, string>();

  constructor(readonly setting: Setting) {
    gates += 1;
    this.#name = `model:${gates}`;
    this.#now = setting.start;
    vi.setSystemTime(this.#now);
  }

  get #gate() {
    this.#running = true;
    return env.GATE.getByName(this.#name);
  }

  async admit(idempotency: ModelRequest["idempotency"], version: number, isRefreshed: boolean): Promise<void> {
    const { rateLimit, dailyQuota } = this.setting;
    const call: ModelRequest = { version, isRefreshed, rateLimit, dailyQuota, idempotency };
    this.#requests += 1;
    const request = this.#requests;
    count("admit");
    const response = this.#gate.admit({
      ...call,
      credentialId: 0,
      database: 0,
      isReplacement: false,
      reads: "primary",
      claim: { idempotency, writes: true },
    });
    const decided = this.model.admit(request, call, this.#now);
    if (decided.expected !== "waits") return this.#compare(call, decided.expected, decided, await response);
    count("waits");
    this.#waiting.set(request, { call, response });
    // Calls of one object arrive in order, so after this one the earlier call has arrived.
    await this.#gate.changed(0);
    this.guarantees.recordAdmission(rateLimit, dailyQuota, this.#now);
  }

  /** Settles the nth lease that was given, however old. If there is none, or for `foreign`, settles one that does not exist. */
  async settle(nth: number, settlement: Settlement["outcome"], foreign: boolean): Promise<void> {
    const known = this.#leases.at(-1 - (nth % Math.max(1, this.#leases.length)));
    if (known === undefined || foreign) {
      await this.#settle(known?.lease.key ?? "a", null, null, settlement);
    } else {
      await this.#settle(known.lease.key, known.lease, known.model, settlement);
    }
  }

  /** Settles a lease that the gate has given, or, if both `lease` and `known` are null, one that it has not. */
  async #settle(key: string, lease: Lease | null, known: ModelLease | null, outcome: Settlement["outcome"]): Promise<void> {
    this.#responses += 1;
    count(`settle ${outcome}${lease === null ? ", foreign" : ""}`);
    const text = `${this.#name} ${key} ${lease?.operationId} ${this.#responses}`;
    const response = { status: 201, headers: { ETag: `"${this.#responses}"` }, body: new TextEncoder().encode(text) };
    const foreignLease: Lease = { key, operationId: "op_nobodys", resumed: false, erased: false, execution: 1, until: this.#now };
    const settlement = outcome === "done" ? { outcome, response } : { outcome };
    await this.#gate.settle({ execution: { lease: lease ?? foreignLease, settlement }, write: null });
    if (lease !== null) this.guarantees.recordSettlement(lease, outcome, text, this.#now);
    await this.#compareWoken(this.model.settle(key, known, outcome, text, this.#now));
  }

  async changed(version: number): Promise<void> {
    count("changed");
    await this.#gate.changed(version);
    this.model.changed(version);
  }

  /** Moves the clock by `ms`, or to this distance from midnight. */
  clock(ms: number, from: "now" | "midnight"): void {
    count(ms < 0 && from === "now" ? "clock back" : "clock on");
    const then = from === "now" ? this.#now + ms : Math.ceil(this.#now / DAY_MS) * DAY_MS + ms;
    this.#latest = Math.max(this.#latest, then);
    this.#now = Math.max(then, this.#latest - FURTHEST_BACK);
    vi.setSystemTime(this.#now);
  }

  async alarm(): Promise<void> {
    count("alarm");
    const ran = await runDurableObjectAlarm(this.#gate);
    if (ran) this.model.alarm(this.#now);
  }

  async evict(): Promise<void> {
    // An eviction waits for the waiting requests.
    await this.drain();
    if (!this.#running) return;
    count("evict");
    await evictDurableObject(env.GATE.getByName(this.#name));
    this.#running = false;
    this.model.evict();
    this.guarantees.recordEviction();
  }

  /** Lets every waiting request reach the end of its 5 s and time out. */
  async drain(): Promise<void> {
    // Repeated if the clock was set back meanwhile.
    while (this.model.waits) {
      this.clock(5 * SECOND_MS, "now");
      for (const key of KEYS) await this.#settle(key, null, null, "unknown");
    }
    expect(this.#waiting.size).toBe(0);
  }

  async #compareWoken(woken: [request: number, expected: Expected][]): Promise<void> {
    for (const [request, expected] of woken) {
      const waited = this.#waiting.get(request);
      if (waited === undefined) throw new Error("the model wakes a request that does not wait");
      this.#waiting.delete(request);
      count(`${expected.outcome} after a wait`);
      this.#compareOutcome(waited.call, expected, await waited.response);
    }
  }

  #compare(call: ModelRequest, expected: Expected, { rate, quota }: Decision, result: AdmissionResult): void {
    count(`${expected.outcome}${expected.outcome === "limited" ? ` by ${expected.policy}` : ""}`);
    if (result.outcome !== "stale" && result.outcome !== "limited") {
      this.guarantees.recordAdmission(call.rateLimit, call.dailyQuota, this.#now);
      expect({ rate: result.rate.remaining, quota: result.quota?.remaining ?? null }).toEqual({ rate, quota });
    }
    this.#compareOutcome(call, expected, result);
  }

  #compareOutcome(call: ModelRequest, expected: Expected, result: AdmissionResult): void {
    expect(result.outcome).toBe(expected.outcome);
    if (result.outcome === "limited" && expected.outcome === "limited") expect(result.policy).toBe(expected.policy);
    if (call.idempotency === null) return;
    const { key, fingerprint } = call.idempotency;
    if (result.outcome === "replay" && expected.outcome === "replay") {
      const text = new TextDecoder().decode(result.response.body);
      expect(text).toBe(expected.text);
      this.guarantees.recordReplay(key, fingerprint, text, this.#now);
    }
    if (result.outcome !== "proceed" || expected.outcome !== "proceed") return;
    const { lease } = result;
    if (lease === null || expected.lease === null) return expect(lease).toBe(expected.lease);
    const { resumed, ...model } = expected.lease;
    const id = this.#ids.get(model.operation) ?? lease.operationId;
    expect(lease).toMatchObject({ key, operationId: id, resumed, until: this.#now + 30 * SECOND_MS });
    if (!resumed) expect([...this.#ids.values()]).not.toContain(id);
    this.#ids.set(model.operation, id);
    this.#leases.push({ lease, model });
    this.guarantees.recordLease(lease, fingerprint, this.#now);
  }
}
