import type { Lease, Settlement } from "../../../src/platform/gate/admission";
import { burstLimit, saveStepOf } from "../../../src/platform/gate/rate-window";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface GivenLease {
  lease: Lease;
  fingerprint: string;
  /** Settled by its holder, or ended by the response of its operation. */
  ended: boolean;
}

/**
 * Checks the guarantees in the actual results of a gate, without knowledge of its implementation. Each method throws if one is violated.
 */
export class GateGuarantees {
  /** Leases by key, in the order in which they were given. */
  readonly #leases = new Map<string, GivenLease[]>();
  /** By operation, the time after which its key may be deleted. */
  readonly #until = new Map<string, number>();
  readonly #freed = new Set<string>();
  /** Responses by operation. */
  readonly #responses = new Map<string, { key: string; fingerprint: string; text: string; settledAt: number }>();
  readonly #days = new Map<number, number>();
  /** Admitted requests since the object was last started, and since the beginning. */
  #since: number[] = [];
  readonly #ever: number[] = [];
  #evictions = 0;
  /** The latest time that the gate has seen. */
  #latest = 0;

  /** The largest number of requests above the limit within 60 s, counted since the last eviction and over all evictions. */
  readonly overshoot = { most: 0, acrossEvictions: 0 };

  /** Records an admitted request. */
  recordAdmission(rateLimit: number, dailyQuota: number | null, now: number): void {
    this.#latest = Math.max(this.#latest, now);
    this.#since.push(now);
    this.#ever.push(now);
    const over = inAMinute(this.#since, now) - rateLimit;
    assertHolds(over <= burstLimit(rateLimit), `${over} more than ${rateLimit} in 60 s`);
    this.overshoot.most = Math.max(this.overshoot.most, over);
    const ever = inAMinute(this.#ever, now) - rateLimit;
    const forgotten = this.#evictions * (saveStepOf(rateLimit) - 1);
    assertHolds(ever <= burstLimit(rateLimit) + forgotten, `${ever} more than ${rateLimit} in 60 s, over ${this.#evictions} evictions`);
    this.overshoot.acrossEvictions = Math.max(this.overshoot.acrossEvictions, ever);
    if (dailyQuota === null) return;
    const day = Math.floor(now / DAY_MS);
    const used = (this.#days.get(day) ?? 0) + 1;
    this.#days.set(day, used);
    assertHolds(used <= dailyQuota, `request ${used} of a day with a quota of ${dailyQuota}`);
  }

  /** Records a lease: nobody else holds the key, and its operation is the one to which the key is bound. */
  recordLease(lease: Lease, fingerprint: string, now: number): void {
    this.#latest = Math.max(this.#latest, now);
    const given = this.#leases.get(lease.key) ?? [];
    const live = given.filter((earlier) => !earlier.ended && earlier.lease.until > this.#latest);
    assertHolds(live.length === 0, `two leases of ${lease.key} at a time`);
    const last = given.at(-1);
    if (last !== undefined && last.lease.operationId !== lease.operationId) {
      const forgotten = (this.#until.get(last.lease.operationId) ?? 0) <= this.#latest;
      assertHolds(forgotten || this.#freed.has(last.lease.operationId), `a second operation for ${lease.key}, which was bound`);
      const earlier = given.some((other) => other.lease.operationId === lease.operationId);
      assertHolds(!earlier, "an operation id was given again after another");
    }
    const same = last?.lease.operationId === lease.operationId;
    assertHolds(lease.resumed === same, `resumed is ${String(lease.resumed)} for an operation that was ${same ? "" : "not "}given before`);
    assertHolds(!same || last?.fingerprint === fingerprint, "an operation was given to another request");
    assertHolds(!this.#responses.has(lease.operationId), "an operation that has a response runs again");
    if (!same) this.#until.set(lease.operationId, now + DAY_MS);
    this.#leases.set(lease.key, [...given, { lease, fingerprint, ended: false }]);
  }

  /** Records a settlement, whether or not it is too late. */
  recordSettlement(lease: Lease, settlement: Settlement["outcome"], text: string, now: number): void {
    this.#latest = Math.max(this.#latest, now);
    const given = this.#leases.get(lease.key) ?? [];
    const own = given.find((one) => one.lease.operationId === lease.operationId && one.lease.execution === lease.execution);
    if (own === undefined) return;
    const { operationId } = lease;
    own.ended = true;
    if (settlement === "free" && given.at(-1) === own && !this.#responses.has(operationId)) this.#freed.add(operationId);
    if (settlement !== "done") return;
    for (const one of given) if (one.lease.operationId === operationId) one.ended = true;
    if (this.#responses.has(operationId)) return;
    // A response after the expiry of the key does not restore the key.
    if ((this.#until.get(operationId) ?? 0) > this.#latest) this.#until.set(operationId, now + DAY_MS);
    this.#responses.set(operationId, { key: lease.key, fingerprint: own.fingerprint, text, settledAt: now });
  }

  /** Records a replayed response: it belongs to this key and this request, and is less than 24 h old. */
  recordReplay(key: string, fingerprint: string, text: string, now: number): void {
    const found = [...this.#responses.entries()].filter(([, response]) => response.text === text);
    assertHolds(found.length === 1, "a replay of a response that nobody has settled");
    for (const [, response] of found) {
      assertHolds(response.key === key && response.fingerprint === fingerprint, "a replay of another request's response");
      assertHolds(now - response.settledAt < DAY_MS, "a replay of a response that is 24 h old");
    }
  }

  recordEviction(): void {
    this.#since = [];
    this.#evictions += 1;
  }
}

/** The number of these times within 60 s of `now`, before it or, if the clock was set back, after it. */
function inAMinute(times: readonly number[], now: number): number {
  const before = times.filter((at) => at > now - MINUTE_MS && at <= now).length;
  const after = times.filter((at) => at >= now && at < now + MINUTE_MS).length;
  return Math.max(before, after);
}

function assertHolds(holds: boolean, violation: string): void {
  if (!holds) throw new Error(violation);
}
