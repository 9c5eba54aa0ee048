import type { Settlement } from "../../../src/platform/gate/admission";

/**
 * The rules of docs/spec/idempotency.md and docs/spec/rate-limits.md for the gate of one credential in the simplest form, without regard
 * to cost. Operations are numbers here; the caller maps them to the ids of the gate.
 */

const SECOND_MS = 1000;
const DAY_MS = 24 * 3_600 * SECOND_MS;
const LEASE_MS = 30 * SECOND_MS;
const WAIT_MS = 5 * SECOND_MS;
const WINDOW_SECONDS = 60;

export interface ModelRequest {
  version: number;
  isRefreshed: boolean;
  rateLimit: number;
  dailyQuota: number | null;
  idempotency: { key: string; fingerprint: string; mayClaim: boolean } | null;
}

export interface ModelLease {
  key: string;
  operation: number;
  execution: number;
}

export type Expected =
  | { outcome: "stale" | "conflict" | "in_progress" }
  | { outcome: "limited"; policy: "default" | "burst" | "daily" }
  | { outcome: "proceed"; lease: (ModelLease & { resumed: boolean }) | null }
  | { outcome: "replay"; text: string };

/** The decision on a request. `rate` and `quota` are the requests that remain; null if they were not looked at. */
export interface Decision {
  expected: Expected | "waits";
  rate: number | null;
  quota: number | null;
}

interface BoundKey {
  fingerprint: string;
  operation: number;
  execution: number;
  leaseUntil: number | null;
  response: string | null;
  expiresAt: number;
}

interface Waiting {
  request: number;
  idempotency: NonNullable<ModelRequest["idempotency"]>;
  deadline: number;
}

export class GateModel {
  #version: number | null = null;
  #operations = 0;
  readonly #keys = new Map<string, BoundKey>();
  /** Admitted requests by UTC day. They survive evictions. */
  readonly #used = new Map<number, number>();
  /** The second of each admitted request. */
  #seconds: number[] = [];
  /** Their state when a sixtieth of the limit had been admitted since the last save. This survives an eviction. */
  #saved: number[] = [];
  #unsaved = 0;
  #latest = 0;
  #waiting: Waiting[] = [];

  get waits(): boolean {
    return this.#waiting.length > 0;
  }

  /** Decides on a request. A waiting one gets its result from a later `wake`. */
  admit(request: number, call: ModelRequest, now: number): Decision {
    if (call.isRefreshed) this.changed(call.version);
    else if (call.version !== this.#version) return { expected: { outcome: "stale" }, rate: null, quota: null };
    const policy = this.#rate(call.rateLimit, now);
    if (policy !== null) return { expected: { outcome: "limited", policy }, rate: 0, quota: null };
    const rate = call.rateLimit - this.#inWindow();
    let quota: number | null = null;
    if (call.dailyQuota !== null) {
      const day = Math.floor(now / DAY_MS);
      const used = this.#used.get(day) ?? 0;
      if (used >= call.dailyQuota) return { expected: { outcome: "limited", policy: "daily" }, rate, quota: 0 };
      this.#used.set(day, used + 1);
      quota = call.dailyQuota - used - 1;
    }
    if (call.idempotency === null) return { expected: { outcome: "proceed", lease: null }, rate, quota };
    const expected = this.#lookUp(call.idempotency, now);
    if (expected === "waits") this.#waiting.push({ request, idempotency: call.idempotency, deadline: now + WAIT_MS });
    return { expected, rate, quota };
  }

  /** Ends an execution. A lease of null was not given by this gate. Then all requests that wait for the key check again. */
  settle(
    key: string,
    lease: ModelLease | null,
    settlement: Settlement["outcome"],
    text: string,
    now: number,
  ): [request: number, expected: Expected][] {
    const bound = this.#keys.get(key);
    if (lease !== null && bound !== undefined && bound.operation === lease.operation && bound.response === null) {
      const last = bound.execution === lease.execution;
      if (settlement === "done") Object.assign(bound, { response: text, leaseUntil: null, expiresAt: now + DAY_MS });
      else if (last && settlement === "free") this.#keys.delete(key);
      else if (last) bound.leaseUntil = null;
    }
    return this.#wake(key, now);
  }

  changed(version: number): void {
    this.#version = Math.max(this.#version ?? 0, version);
  }

  /** Restarts the object, which loses the requests admitted since the window was saved. */
  evict(): void {
    this.#seconds = [...this.#saved];
    this.#unsaved = 0;
    this.#latest = Math.max(0, ...this.#saved);
  }

  /** Deletes expired keys permanently, even if the clock is set back later. */
  alarm(now: number): void {
    for (const [key, bound] of this.#keys) if (!isKnown(bound, now)) this.#keys.delete(key);
  }

  #wake(key: string, now: number): [request: number, expected: Expected][] {
    const results: [request: number, expected: Expected][] = [];
    this.#waiting = this.#waiting.filter(({ request, idempotency, deadline }) => {
      if (idempotency.key !== key) return true;
      const result = this.#lookUp(idempotency, now);
      if (result === "waits" && now < deadline) return true;
      results.push([request, result === "waits" ? { outcome: "in_progress" } : result]);
      return false;
    });
    return results;
  }

  #lookUp({ key, fingerprint, mayClaim }: NonNullable<ModelRequest["idempotency"]>, now: number): Expected | "waits" {
    const bound = this.#keys.get(key);
    if (bound === undefined || !isKnown(bound, now)) {
      if (!mayClaim) return { outcome: "proceed", lease: null };
      this.#operations += 1;
      const operation = this.#operations;
      this.#keys.set(key, { fingerprint, operation, execution: 1, leaseUntil: now + LEASE_MS, response: null, expiresAt: now + DAY_MS });
      return { outcome: "proceed", lease: { key, operation, execution: 1, resumed: false } };
    }
    if (bound.fingerprint !== fingerprint) return { outcome: "conflict" };
    if (bound.response !== null) return { outcome: "replay", text: bound.response };
    if (isHeld(bound, now)) return "waits";
    if (!mayClaim) return { outcome: "proceed", lease: null };
    Object.assign(bound, { execution: bound.execution + 1, leaseUntil: now + LEASE_MS });
    return { outcome: "proceed", lease: { key, operation: bound.operation, execution: bound.execution, resumed: true } };
  }

  /** The policy that a request violates; a request that violates none is counted. */
  #rate(limit: number, now: number): "default" | "burst" | null {
    this.#latest = Math.max(this.#latest, Math.floor(now / SECOND_MS));
    if (this.#inWindow() >= limit) return "default";
    // A burst is a twelfth of the limit within a second.
    if (this.#seconds.filter((second) => second === this.#latest).length >= Math.ceil(limit / 12)) return "burst";
    this.#seconds.push(this.#latest);
    this.#unsaved += 1;
    if (this.#unsaved >= Math.ceil(limit / WINDOW_SECONDS)) {
      this.#saved = this.#seconds.filter((second) => second > this.#latest - WINDOW_SECONDS);
      this.#unsaved = 0;
    }
    return null;
  }

  #inWindow(): number {
    return this.#seconds.filter((second) => second > this.#latest - WINDOW_SECONDS).length;
  }
}

function isHeld({ leaseUntil }: BoundKey, now: number): boolean {
  return leaseUntil !== null && now < leaseUntil;
}

/** A key is deleted 24 h after its response, or after its first use if it has no response, but never while it is held. */
function isKnown(bound: BoundKey, now: number): boolean {
  return now < bound.expiresAt || isHeld(bound, now);
}
