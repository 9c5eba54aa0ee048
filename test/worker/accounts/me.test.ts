import { expect, it } from "vitest";
import { createCredential, createShop, v1As, v2As } from "../../kit/client";
import { logOf } from "../../kit/log";

it("GET /me returns the caller's own credential, on both surfaces, and needs no scope of its own", async () => {
  const shop = await createShop({ name: "Ann's", currency: "EUR", timezone: "Europe/Berlin" });
  const key = await createCredential(shop.id, "api_key", { scopes: ["stores:read"], rate_limit: 120, daily_quota: 50 });
  const { status, body, text } = await v1As(key)("/me");
  expect(status).toBe(200);
  expect(body.data).toEqual({
    credential: {
      id: key.id,
      kind: "api_key",
      name: "test api_key",
      hint: key.secret.slice(-4),
      expires_at: null,
      allowed_ips: [],
      created_at: expect.stringMatching(/Z$/),
    },
    organization: { id: shop.id, name: "Ann's", currency: "EUR", timezone: "Europe/Berlin" },
    scopes: ["stores:read"],
    limits: { rate_limit: 120, rate_window_seconds: 60, daily_quota: 50 },
    use: { rate_remaining: 119, rate_resets_in_seconds: 60, daily_remaining: 49, daily_resets_in_seconds: expect.any(Number) },
  });
  expect(text).not.toContain(key.secret);
  expect(await logOf(() => v1As(key)("/me"))).toMatchObject({ d1_trips: 0, gate_calls: 1 });
  const token = await createCredential(shop.id, "api_token", { scopes: ["events:read"] });
  expect((await v2As(token)("/me")).body).toMatchObject({ credential: { id: token.id }, use: { daily_remaining: null } });
});
