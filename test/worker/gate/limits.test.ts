import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { burstLimit } from "../../../src/platform/gate/rate-window";
import { createCredential, createShop, type ApiResponse, type Credential, idempotencyKey, type Shop, v1As } from "../../kit/client";
import { FULL, itUnlessLong } from "../../kit/form";
import { assertProperty } from "../../kit/property";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const START = Date.parse("2027-04-10T12:00:00Z");

let shop: Shop;
let now = START;
beforeAll(async () => {
  vi.setSystemTime(now);
  shop = await createShop();
});
afterEach(() => {
  vi.useRealTimers();
});

function setClock(ms: number): void {
  now = ms;
  vi.setSystemTime(now);
}

async function evict({ id }: Credential): Promise<void> {
  const gate = env.GATE.getByName(`credential:${id}`);
  // This call starts the object, and changes nothing: only a started one can be evicted.
  await gate.changed(0);
  await evictDurableObject(gate);
}

/** Sends reads and writes at the same time. Returns how many were admitted. The others are rejected for one of `policies`. */
async function sendWave(credential: Credential, size: number, policies: readonly string[]): Promise<number> {
  const send = v1As(credential);
  const responses = await Promise.all(
    Array.from({ length: size }, async (_, nth): Promise<ApiResponse> => {
      if (nth % 2 === 0) return await send("/stores");
      return await send("/expenses", { body: { category: "rent", amount: 1, date: "2027-01-31" }, headers: idempotencyKey() });
    }),
  );
  for (const { status, body } of responses) {
    if (status === 429) expect(policies).toContain(body.error.details[0].policy);
    else expect([200, 201]).toContain(status);
  }
  return responses.filter(({ status }) => status < 300).length;
}

const counts = { runs: 0, requests: 0, admitted: 0, evictions: 0, overshoot: -Infinity, overshootOverAnEviction: -Infinity };
afterAll(() => {
  if (FULL) console.log(JSON.stringify(counts));
});

const aWave = fc.record({
  // Mostly close together, because only a full window can admit too many.
  after: fc.oneof(
    { weight: 15, arbitrary: fc.constantFrom(300, 999, 1000, 1000, 1500) },
    { weight: 1, arbitrary: fc.constantFrom(0, 10, 5000, 20_000, 59_000, 61_000) },
  ),
  size: fc.integer({ min: 1, max: 7 }),
});

describe("concurrent HTTP requests", () => {
  it("are admitted up to the limit and one burst in any 60 s", async () => {
    const setting = fc.tuple(fc.constantFrom(6, 24, 60), fc.array(aWave, { minLength: 20, maxLength: 40, size: "max" }));
    await assertProperty(
      fc.asyncProperty(setting, async ([limit, waves]) => {
        setClock(now + 10 * MINUTE_MS);
        const credential = await createCredential(shop.id, "api_key", { rate_limit: limit });
        const admitted: number[] = [];
        for (const { after, size } of waves) {
          setClock(now + after);
          const times = await sendWave(credential, size, ["default", "burst"]);
          admitted.push(...Array.from({ length: times }, () => now));
          counts.requests += size;
        }
        const most = mostInAMinute(admitted);
        counts.runs += 1;
        counts.admitted += admitted.length;
        counts.overshoot = Math.max(counts.overshoot, most - limit);
        expect(most).toBeLessThanOrEqual(limit + burstLimit(limit));
      }),
      { cases: 2 },
    );
  });

  itUnlessLong("are not admitted earlier because the object was removed from memory during a pause", async () => {
    const credential = await createCredential(shop.id, "api_key", { rate_limit: 12 });
    setClock(now + 10 * MINUTE_MS);
    const admitted: number[] = [];
    const flood = async () => {
      for (let second = 0; second < 14; second += 1) {
        setClock(now + 1000);
        const times = await sendWave(credential, 2, ["default", "burst"]);
        admitted.push(...Array.from({ length: times }, () => now));
      }
    };
    await flood();
    expect(admitted).toHaveLength(12);
    await evict(credential);
    counts.evictions += 1;
    setClock(now + 10_000);
    await flood();
    counts.overshootOverAnEviction = mostInAMinute(admitted) - 12;
    expect(admitted).toHaveLength(12);
    setClock(now + MINUTE_MS);
    expect(await sendWave(credential, 2, ["burst"])).toBe(1);
  });

  it("are admitted exactly up to the quota, despite evictions, and again from midnight UTC", async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 6, maxLength: 10 });
    await assertProperty(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), sizes, async (quota, waves) => {
        setClock(Math.ceil((now + 1) / DAY_MS) * DAY_MS - MINUTE_MS);
        const credential = await createCredential(shop.id, "api_key", { daily_quota: quota });
        const sendAllDay = async () => {
          let admitted = 0;
          for (const size of [...waves, 20]) {
            admitted += await sendWave(credential, size, ["daily"]);
            await evict(credential);
            counts.evictions += 1;
          }
          return admitted;
        };
        expect(await sendAllDay()).toBe(quota);
        setClock(Math.ceil(now / DAY_MS) * DAY_MS - 1);
        expect(await sendWave(credential, 3, ["daily"])).toBe(0);
        setClock(now + 1);
        expect(await sendAllDay()).toBe(quota);
        // The clock of the object's next machine may be slightly behind, on the previous day.
        setClock(now - 1);
        expect(await sendWave(credential, 3, ["daily"])).toBe(0);
      }),
      { cases: 4 },
    );
  });
});

function mostInAMinute(times: readonly number[]): number {
  return Math.max(0, ...times.map((start) => times.filter((time) => time >= start && time < start + MINUTE_MS).length));
}
