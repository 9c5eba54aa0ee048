import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { aShop, idempotencyKey, type Shop, takeIn } from "../../kit/client";
import { everythingOf } from "../../kit/database";
import { nasty } from "../../kit/nasty";
import { bodyOf, encoded, nameOf, queryNames, ROUTES } from "../../kit/requests";

let shop: Shop;
beforeAll(async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("thanks"));
  shop = await aShop();
  await takeIn(shop, { external_id: "fuzzed" });
});
afterAll(() => {
  vi.restoreAllMocks();
});

/** A value with one of its parts, at any depth, replaced, removed or added to. */
function damaged(value: unknown): fc.Arbitrary<unknown> {
  if (value === null || typeof value !== "object") return nasty;
  const keys = Object.keys(value);
  const inside = keys.map((key) =>
    damaged((value as Record<string, unknown>)[key]).map((part) =>
      Object.assign(Array.isArray(value) ? [...value] : { ...value }, { [key]: part }),
    ),
  );
  const without = keys.map((key) => fc.constant(Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))));
  return fc.oneof(nasty, ...inside, ...without);
}

const guarded = ROUTES.filter(([, { guard }]) => guard.kind === "read" || guard.kind === "write");

describe.each(guarded.map((route) => [nameOf(route), ...route] as const))("%s", (_name, surface, endpoint) => {
  const names = queryNames(endpoint.input?.query);
  const request = fc.record({
    id: fc.oneof({ weight: 2, arbitrary: fc.constant<unknown>("1") }, { weight: 1, arbitrary: nasty }),
    query: fc.array(fc.tuple(names.length === 0 ? fc.constant("noise") : fc.constantFrom(...names, "noise"), nasty), { maxLength: 3 }),
    body: endpoint.method === "get" ? fc.constant(undefined) : fc.oneof(damaged(bodyOf(endpoint)), fc.string()),
    key: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 300 }) }),
  });

  it("whatever it is sent: no 5xx, the contract kept, and nothing written on a refusal", async () => {
    const send = surface.name === "v1" ? shop.v1 : shop.v2;
    let before = await everythingOf(shop.id);
    await fc.assert(
      fc.asyncProperty(request, async ({ id, query, body, key }) => {
        const path =
          endpoint.path.replaceAll(/:\w+/g, encoded(id) || "%20") +
          (query.length > 0 ? `?${query.map(([name, value]) => `${name}=${encoded(value)}`).join("&")}` : "");
        const headers = key === null || !/^[\x20-\x7e]+$/.test(key) ? idempotencyKey() : { "Idempotency-Key": key };
        // The kit holds every answer to its contract.
        const answer = await send(path, { method: endpoint.method.toUpperCase(), ...(body !== undefined && { body }), headers });
        expect(answer.status).toBeLessThan(500);
        const after = answer.status < 300 && endpoint.method === "get" ? before : await everythingOf(shop.id);
        if (answer.status >= 400) expect(after).toEqual(before);
        before = after;
        expect(Object.prototype).not.toHaveProperty("polluted");
      }),
      { numRuns: 40 },
    );
  });

  it("raw bytes as a body: 400 or 415, never more", async () => {
    if (endpoint.method === "get") return;
    const send = surface.name === "v1" ? shop.v1 : shop.v2;
    for (const body of ["", "null", "\ufeff{}", '{"a":1,"a":2}', "[".repeat(5000), '{"a":'.repeat(3000), "\u0000", "<xml/>", "NaN"]) {
      const answer = await send(endpoint.path.replaceAll(/:\w+/g, "1"), {
        method: endpoint.method.toUpperCase(),
        body,
        headers: { ...idempotencyKey(), "Content-Type": "application/json" },
      });
      expect([200, 201, 400, 404, 409]).toContain(answer.status);
    }
  });
});
