import { beforeAll, describe, expect, it } from "vitest";
import { createCredential, createShop, idempotencyKey, type Shop, ingestOrder, v2As } from "../../kit/client";

/** Which requests count toward a daily quota (docs/spec/rate-limits.md#daily-quota). */

let shop: Shop;
let order: number;
let etag: string;
beforeAll(async () => {
  shop = await createShop();
  order = (await ingestOrder(shop)).id;
  etag = (await shop.v2(`/orders/${order}`)).headers.get("ETag") ?? "";
});

type Request = [path: string, init: { method?: string; body?: unknown; headers?: Record<string, string> }, status: number];

/** Sends a request with a quota of two, and then others until the quota is used up. Returns how many of the two it has used. */
async function usedQuota([path, init, status]: Request): Promise<number> {
  const as = v2As(await createCredential(shop.id, "api_token", { daily_quota: 2 }));
  const response = await as(path.replace(":id", String(order)), init);
  expect(response.status, response.text).toBe(status);
  let left = 0;
  while (left < 3 && (await as("/me")).status === 200) left += 1;
  return 2 - left;
}

describe("the daily quota", () => {
  it.each<[string, Request]>([
    ["a GET", ["/orders/:id", {}, 200]],
    ["a HEAD", ["/orders/:id", { method: "HEAD" }, 200]],
    ["a write", ["/orders/:id/notes", { body: { content: "?" }, headers: idempotencyKey() }, 201]],
    ["400", ["/orders?limit=0", {}, 400]],
    ["404 of a resource", ["/orders/999999999", {}, 404]],
    ["a write that is rejected", ["/orders/:id/notes", { body: {}, headers: idempotencyKey() }, 400]],
  ])("counts once: %s", async (_what, request) => {
    expect(await usedQuota(request)).toBe(1);
  });

  it("counts once: 304", async () => {
    expect(await usedQuota(["/orders/:id", { headers: { "If-None-Match": etag } }, 304])).toBe(1);
  });
});

it.each<[string, Request]>([
  ["OPTIONS", ["/orders", { method: "OPTIONS" }, 405]],
  ["a path that does not exist", ["/nowhere", {}, 404]],
  ["another method", ["/orders", { method: "DELETE" }, 405]],
])("%s does not count", async (_what, request) => {
  expect(await usedQuota(request)).toBe(0);
});
