import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { burstLimit, RateWindow } from "../../../src/platform/gate/rate-window";
import type { AdmitRequest, Lease, StoredResponse, AdmissionResult } from "../../../src/platform/gate/admission";
import { assertProperty } from "../../kit/property";

afterEach(() => {
  vi.useRealTimers();
});

let gates = 0;
function aGate() {
  gates += 1;
  return env.GATE.getByName(`test:${gates}`);
}

function admitRequest(key: string | null, { fingerprint = "f", mayClaim = true } = {}): AdmitRequest {
  return {
    credentialId: 0,
    database: 0,
    isReplacement: false,
    version: 1,
    isRefreshed: true,
    rateLimit: 1_000_000,
    dailyQuota: null,
    reads: "primary",
    claim: { idempotency: key === null ? null : { key, fingerprint, mayClaim }, writes: true },
  };
}

function leaseOf(result: AdmissionResult): Lease {
  if (result.outcome !== "proceed" || result.lease === null) throw new Error(`no lease: ${result.outcome}`);
  return result.lease;
}

const response: StoredResponse = { status: 200, headers: { ETag: "x" }, body: new Uint8Array([1, 2, 3]) };

describe("the rate window", () => {
  it("admits no more than the limit in any 60 s, plus at most one burst", async () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 400 });
    await assertProperty(
      fc.property(fc.integer({ min: 1, max: 60 }), gaps, (limit, steps) => {
        const window = new RateWindow();
        const admitted: number[] = [];
        let now = 1_700_000_000_000;
        for (const step of steps) {
          now += step;
          if (window.take(limit, now).admitted) admitted.push(now);
        }
        const within = admitted.map((start) => admitted.filter((at) => at >= start && at < start + 60_000).length);
        // One assertion for all of them, because a failing run is repeated thousands of times to find the shortest one.
        expect(Math.max(0, ...within)).toBeLessThanOrEqual(limit + burstLimit(limit));
      }),
      { cases: 100 },
    );
  });

  it("is stored, except for less than a sixtieth of the limit, when its object is removed from memory", async () => {
    vi.setSystemTime(1_800_000_000_000);
    const gate = aGate();
    const admitAndGetRemaining = async () => {
      const result = await gate.admit({ ...admitRequest(null), rateLimit: 600 });
      return result.outcome === "proceed" ? result.rate.remaining : null;
    };
    for (let nth = 1; nth <= 29; nth += 1) expect(await admitAndGetRemaining()).toBe(600 - nth);
    await evictDurableObject(gate);
    // 20 of the 29 were stored.
    expect(await admitAndGetRemaining()).toBe(600 - 21);
    vi.setSystemTime(1_800_000_000_000 + 59_999);
    expect(await admitAndGetRemaining()).toBe(600 - 22);
    vi.setSystemTime(1_800_000_000_000 + 60_000);
    await evictDurableObject(gate);
    // The 20 are a minute old, and the last two were not stored.
    expect(await admitAndGetRemaining()).toBe(600 - 1);
  });

  it("frees the requests of a second when they are 60 s old, and no earlier", () => {
    const window = new RateWindow();
    const begin = 1_700_000_000_000;
    for (let second = 0; second < 12; second += 1) {
      for (const ms of [0, 500]) expect(window.take(24, begin + second * 1000 + ms).admitted).toBe(true);
    }
    expect(window.take(24, begin + 59_999)).toMatchObject({ admitted: false, policy: "default", retryAfterSeconds: 1 });
    expect([0, 1, 2].map((ms) => window.take(24, begin + 60_000 + ms).admitted)).toEqual([true, true, false]);
  });

  it("admits the whole limit in a minute of steady requests", () => {
    const window = new RateWindow();
    let admitted = 0;
    for (let ms = 0; ms < 60_000; ms += 20) if (window.take(600, 1_700_000_000_000 + ms).admitted) admitted += 1;
    expect(admitted).toBe(600);
  });

  it("returns a Retry-After after which a request is admitted", async () => {
    await assertProperty(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 100 }), (limit, steps) => {
        const window = new RateWindow();
        let now = 1_700_000_000_000;
        for (const step of steps) {
          now += step;
          const decision = window.take(limit, now);
          if (!decision.admitted) {
            expect(decision.retryAfterSeconds).toBeGreaterThanOrEqual(decision.state.resetSeconds);
            now += decision.retryAfterSeconds * 1000;
            expect(window.take(limit, now).admitted).toBe(true);
          }
        }
      }),
      { cases: 100 },
    );
  });

  it("does not reset when the clock is set back", () => {
    const window = new RateWindow();
    const now = 1_700_000_000_000;
    // At this limit, one request is admitted in a second.
    expect(window.take(12, now).admitted).toBe(true);
    expect(window.take(12, now - 30_000).admitted).toBe(false);
  });
});

describe("the gate of a credential", () => {
  it("rejects a version older than the latest one, also after an eviction", async () => {
    const gate = aGate();
    const cached = { ...admitRequest(null), isRefreshed: false };
    expect((await gate.admit(admitRequest(null))).outcome).toBe("proceed");
    await gate.changed(2);
    expect((await gate.admit(cached)).outcome).toBe("stale");
    await evictDurableObject(gate);
    expect((await gate.admit(cached)).outcome).toBe("stale");
    expect((await gate.admit({ ...cached, version: 2 })).outcome).toBe("proceed");
  });

  it("returns stale until a request has the version of the primary, and keeps that version", async () => {
    const gate = aGate();
    const cached = { ...admitRequest(null), isRefreshed: false };
    expect((await gate.admit(cached)).outcome).toBe("stale");
    expect((await gate.admit(cached)).outcome).toBe("stale");
    expect((await gate.admit({ ...admitRequest(null), version: 5 })).outcome).toBe("proceed");
    for (const version of [4, 6]) expect((await gate.admit({ ...cached, version })).outcome).toBe("stale");
    await evictDurableObject(gate);
    expect((await gate.admit({ ...cached, version: 4 })).outcome).toBe("stale");
    expect((await gate.admit({ ...cached, version: 5 })).outcome).toBe("proceed");
  });

  it("returns stale once per request, because a record that was read again is current", async () => {
    const gate = aGate();
    await gate.changed(3);
    expect((await gate.admit({ ...admitRequest(null), version: 2, isRefreshed: false })).outcome).toBe("stale");
    expect((await gate.admit({ ...admitRequest(null), version: 2 })).outcome).toBe("proceed");
    expect((await gate.admit({ ...admitRequest(null), version: 2, isRefreshed: false })).outcome).toBe("stale");
  });

  it("replays a finished operation, and rejects another request under its key", async () => {
    const gate = aGate();
    const lease = leaseOf(await gate.admit(admitRequest("k")));
    await gate.settle({ execution: { lease, settlement: { outcome: "done", response } }, write: null });
    const replay = await gate.admit(admitRequest("k"));
    expect(replay).toMatchObject({ outcome: "replay", response: { status: 200, headers: { ETag: "x" } } });
    expect(replay.outcome === "replay" && [...replay.response.body]).toEqual([1, 2, 3]);
    expect((await gate.admit(admitRequest("k", { fingerprint: "other" }))).outcome).toBe("conflict");
  });

  it("admits the next waiting request when the first ends in a 4xx", async () => {
    const gate = aGate();
    const first = leaseOf(await gate.admit(admitRequest("k")));
    const waiting = [gate.admit(admitRequest("k")), gate.admit(admitRequest("k"))];
    await gate.settle({ execution: { lease: first, settlement: { outcome: "free" } }, write: null });
    const result = await Promise.race(waiting);
    const second = leaseOf(result);
    expect(second).toMatchObject({ resumed: false });
    expect(second.operationId).not.toBe(first.operationId);
    await gate.settle({ execution: { lease: second, settlement: { outcome: "done", response } }, write: null });
    expect((await Promise.all(waiting)).map(({ outcome }) => outcome).toSorted()).toEqual(["proceed", "replay"]);
  });

  it("waits 5 s for an execution that does not end, then returns in_progress", async () => {
    // The clock is controlled by the test: a millisecond that passes would shorten the wait.
    vi.setSystemTime(Date.now());
    const gate = aGate();
    await gate.admit(admitRequest("k"));
    const delays: number[] = [];
    const wait = globalThis.setTimeout;
    const atOnce = (run: () => void, ms: number) => {
      delays.push(ms);
      vi.setSystemTime(Date.now() + ms);
      return wait(run, 0);
    };
    using _timers = vi.spyOn(globalThis, "setTimeout").mockImplementation(atOnce as unknown as typeof setTimeout);
    expect((await gate.admit(admitRequest("k"))).outcome).toBe("in_progress");
    expect(delays).toContain(5_000);
  });

  it("returns the same operation id after an unknown outcome or an expired lease, marked as resumed", async () => {
    const gate = aGate();
    const first = leaseOf(await gate.admit(admitRequest("k")));
    await gate.settle({ execution: { lease: first, settlement: { outcome: "unknown" } }, write: null });
    const second = leaseOf(await gate.admit(admitRequest("k")));
    expect(second).toMatchObject({ operationId: first.operationId, resumed: true });
    vi.setSystemTime(Date.now() + 31_000);
    const third = leaseOf(await gate.admit(admitRequest("k")));
    expect(third).toMatchObject({ operationId: first.operationId, resumed: true });
    expect((await gate.admit(admitRequest("k", { fingerprint: "other" }))).outcome).toBe("conflict");
    // An execution that has lost its lease frees nothing.
    await gate.settle({ execution: { lease: second, settlement: { outcome: "free" } }, write: null });
    vi.setSystemTime(Date.now() + 31_000);
    expect(leaseOf(await gate.admit(admitRequest("k"))).operationId).toBe(first.operationId);
  });

  it("binds no key for a request that is rejected", async () => {
    const gate = aGate();
    expect(await gate.admit(admitRequest("k", { mayClaim: false }))).toMatchObject({ outcome: "proceed", lease: null });
    expect(leaseOf(await gate.admit(admitRequest("k", { fingerprint: "other" })))).toMatchObject({ resumed: false });
  });

  it("deletes a response after 24 h; a key that is used again is a new operation", async () => {
    const gate = aGate();
    const lease = leaseOf(await gate.admit(admitRequest("k")));
    await gate.settle({ execution: { lease, settlement: { outcome: "done", response } }, write: null });
    vi.setSystemTime(Date.now() + 24 * 3_600_000 - 1000);
    expect((await gate.admit(admitRequest("k"))).outcome).toBe("replay");
    vi.setSystemTime(Date.now() + 2000);
    expect(leaseOf(await gate.admit(admitRequest("k", { fingerprint: "other" }))).operationId).not.toBe(lease.operationId);
    // The alarm that deletes it was set.
    expect(await runDurableObjectAlarm(gate)).toBe(true);
  });
});
