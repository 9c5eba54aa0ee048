import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_ATTEMPTS, RETRY_HOURS, retryAfter, retryDelay } from "../../../src/resources/webhooks/retry-schedule";
import { assertProperty } from "../../kit/property";

const HOUR_MS = 3_600_000;

describe("retryDelay", () => {
  it("follows 5 s x 4^k, at most 12 h, over about as many hours as the documentation says", () => {
    const delays = Array.from({ length: MAX_ATTEMPTS }, (_, index) => retryDelay(index + 1, 0.5, null));
    expect(delays.at(-1)).toBeNull();
    const waits = delays.slice(0, -1).map(Number);
    // The jitter only shortens the longest delay, by at most 8 %. 0.5 is the middle of it.
    expect(waits.slice(0, 8)).toEqual([5_000, 20_000, 80_000, 320_000, 1_280_000, 5_120_000, 20_480_000, 0.96 * 12 * HOUR_MS]);
    const total = waits.reduce((sum, delay) => sum + delay, 0);
    expect(total).toBeGreaterThan(72 * HOUR_MS);
    expect(total / HOUR_MS).toBeGreaterThan(0.95 * RETRY_HOURS);
    expect(total / HOUR_MS).toBeLessThan(1.05 * RETRY_HOURS);
  });

  it("stays within 20 % of its base and never above 12 h (R5)", async () => {
    await assertProperty(
      fc.property(
        fc.integer({ min: 1, max: MAX_ATTEMPTS - 1 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (failed, random) => {
          const base = Math.min(12 * HOUR_MS, 5_000 * 4 ** (failed - 1));
          const delay = Number(retryDelay(failed, random, null));
          expect(delay).toBeGreaterThanOrEqual(Math.floor(base * 0.8));
          expect(delay).toBeLessThanOrEqual(Math.min(12 * HOUR_MS, Math.ceil(base * 1.2)));
        },
      ),
      { cases: 100 },
    );
  });

  it("adds up to at least 72 h, whatever the random values (R5)", () => {
    for (const random of [0, 0.5, 0.999]) {
      const waits = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => Number(retryDelay(index + 1, random, null)));
      expect(waits.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThanOrEqual(72 * HOUR_MS);
    }
  });

  it("is extended by Retry-After, never shortened, never above 12 h, and is null after the last attempt (R26)", () => {
    expect(retryDelay(1, 0.5, 60_000)).toBe(60_000);
    expect(retryDelay(3, 0.5, 1_000)).toBe(80_000);
    expect(retryDelay(1, 0.5, 1e15)).toBe(12 * HOUR_MS);
    expect(retryDelay(MAX_ATTEMPTS, 0.5, 60_000)).toBeNull();
  });
});

describe("retryAfter (R26) (case 6)", () => {
  const now = Date.UTC(2026, 0, 1, 12);

  it.each([
    [429, "120", 120_000],
    [503, " 7 ", 7_000],
    [503, "Thu, 01 Jan 2026 12:00:30 GMT", 30_000],
    [429, "1000000000", 1e12],
    [503, "Thu, 01 Jan 2026 11:00:00 GMT", null],
    [429, "120.6", null],
    [429, "-5", null],
    [429, "0", null],
    [429, "soon", null],
    [429, "2026", 2_026_000],
    [429, "2027-01-01", null],
    [429, "Monday-ish", null],
    [429, "", null],
    [429, null, null],
    [500, "120", null],
    [200, "120", null],
  ])("%i with %j is %j ms", (status, header, expected) => {
    expect(retryAfter(status, header, now)).toBe(expected);
  });

  it("parses any text as null or a positive wait", async () => {
    const header = fc.oneof(fc.string(), fc.stringMatching(/^-?[0-9]{1,3}$/), fc.constantFrom("0", "00", "Thu, 01 Jan 1970 00:00:00 GMT"));
    await assertProperty(
      fc.property(header, (text) => {
        const wait = retryAfter(503, text, now);
        expect(wait === null || wait > 0).toBe(true);
      }),
      { cases: 100 },
    );
  });
});
