import { expect, it } from "vitest";
import { ExpiringCache } from "../../../src/platform/expiring-cache";

it("an expiring cache keeps a value until it expires", () => {
  const cache = new ExpiringCache<string, number>({ maxEntries: 10, ttlMs: 100 });
  cache.set("a", 1, 1000);
  expect([cache.get("a", 1099), cache.get("a", 1100), cache.get("b", 1000)]).toEqual([1, undefined, undefined]);
  cache.setUntil("b", 2, 1005);
  expect([cache.get("b", 1004), cache.get("b", 1005)]).toEqual([2, undefined]);
});

it("an expiring cache deletes a value on request", () => {
  const cache = new ExpiringCache<string, number>({ maxEntries: 10, ttlMs: 100 });
  cache.set("a", 1, 0);
  cache.delete("a");
  expect(cache.get("a", 0)).toBeUndefined();
});

it("an expiring cache makes room by deleting the value that was stored first", () => {
  const cache = new ExpiringCache<string, number>({ maxEntries: 2, ttlMs: 100 });
  cache.set("a", 1, 0);
  cache.set("b", 2, 0);
  cache.set("a", 3, 0);
  cache.set("c", 4, 0);
  expect(["a", "b", "c"].map((key) => cache.get(key, 0))).toEqual([3, undefined, 4]);
});

it("an expiring cache deletes a value whose expiry is too far in the future, because the clock was set back", () => {
  const cache = new ExpiringCache<string, number>({ maxEntries: 10, ttlMs: 100 });
  cache.set("a", 1, 1000);
  expect([cache.get("a", 1000), cache.get("a", 999)]).toEqual([1, undefined]);
});
