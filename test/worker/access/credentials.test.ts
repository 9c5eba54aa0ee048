import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { isWellFormed, newSecret } from "../../../src/platform/crypto/credential-secret";
import { isIpAllowed } from "../../../src/platform/http/authenticate";
import { createCredential, createShop, asOperator, call, idempotencyKey, rows, type Shop, v1As, v2As } from "../../kit/client";
import { logOf } from "../../kit/log";
import { ofCredential } from "./kit";
import { eventually } from "../../kit/eventually";
import { assertProperty } from "../../kit/property";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("the format of a secret", () => {
  it("is a prefix and 36 base62 characters: 30 random ones, which differ each time, and 6 of their checksum", () => {
    expect(newSecret("api_key")).toMatch(/^ak_live_[0-9A-Za-z]{36}$/);
    expect(newSecret("api_token")).toMatch(/^sk_live_[0-9A-Za-z]{36}$/);
    const [one, other] = [newSecret("api_key"), newSecret("api_key")];
    expect(one.slice(0, -6)).not.toBe(other.slice(0, -6));
    expect([isWellFormed("api_key", one), isWellFormed("api_key", one.slice(0, -6) + other.slice(-6))]).toEqual([true, false]);
  });

  it("detects any one changed character", async () => {
    await assertProperty(
      fc.property(fc.nat(43), fc.constantFrom(...Array.from("0123456789abcXYZ_")), (at, character) => {
        const secret = newSecret("api_key");
        const changed = secret.slice(0, at) + character + secret.slice(at + 1);
        expect(isWellFormed("api_key", changed)).toBe(changed === secret);
      }),
      { cases: 100 },
    );
  });

  it("is checked without any I/O: an invalid one is rejected before the database and the gate are called", async () => {
    for (const secret of ["", "x", "ak_live_", `ak_live_${"a".repeat(36)}`, shop.token.secret, "a".repeat(10_000)]) {
      const line = await logOf(() => call("/orders", { headers: { "x-api-key": secret } }));
      expect(line).toMatchObject({ status: 401, d1_trips: 0, gate_calls: 0 });
    }
  });

  it("is stored only as a hash", async () => {
    const [row] = await rows("select * from credentials where id = ?", shop.key.id);
    expect(JSON.stringify(row)).not.toContain(shop.key.secret.slice(8, -4));
    expect(row).toMatchObject({ hint: shop.key.secret.slice(-4) });
  });
});

describe("an organization", () => {
  it("has at most as many credentials that are not revoked as one request can close", async () => {
    const own = await createShop();
    const insert = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      insert into credentials (organization_id, kind, name, secret_hash, hint, scopes, allowed_ips, revoked_at, created_at, updated_at)
      select ?, 'api_key', 'Old', ? || i, 'abcd', '[]', '[]', ?, 0, 0 from n`;
    const [{ n } = { n: 0 }] = await rows<{ n: number }>("select count(*) as n from credentials where organization_id = ?", own.id);
    await rows(insert, 499 - n, own.id, `live-${own.id}-`, null);
    await rows(insert, 50, own.id, `revoked-${own.id}-`, 1);
    const last = await createCredential(own.id, "api_key");
    await expect(createCredential(own.id, "api_token")).rejects.toThrow(/409 .*"credential_limit".*"limit":500/);
    await ofCredential(own.id, last).revoke();
    expect((await createCredential(own.id, "api_token")).id).toBeGreaterThan(last.id);
  });
});

describe("rejection of a credential", () => {
  it("an unknown secret in the right format costs a lookup in the replica and one in the primary, is not cached, and returns 401", async () => {
    const unknown = { "x-api-key": newSecret("api_key") };
    expect(await logOf(() => call("/orders", { headers: unknown }))).toMatchObject({ status: 401, d1_trips: 2, gate_calls: 0 });
    expect(await logOf(() => call("/orders", { headers: unknown }))).toMatchObject({ status: 401, d1_trips: 2 });
  });

  it("a revoked credential is rejected immediately, also if it is cached", async () => {
    const key = await createCredential(shop.id, "api_key");
    const asKey = v1As(key);
    expect((await asKey("/orders")).status).toBe(200);
    await asOperator(`/organizations/${shop.id}/credentials/${key.id}/revoke`, undefined);
    const response = await asKey("/orders");
    expect(response.status).toBe(401);
    expect(response.body.error).toEqual({ code: "unauthorized", message: "Missing or invalid API key." });
  });

  it("an expired one is rejected from the moment of its expiry", async () => {
    const expiresAt = Date.now() + 60_000;
    const key = await createCredential(shop.id, "api_token", { expires_at: new Date(expiresAt).toISOString() });
    vi.setSystemTime(expiresAt - 1);
    expect((await v2As(key)("/orders")).status).toBe(200);
    vi.setSystemTime(expiresAt);
    expect((await v2As(key)("/orders")).status).toBe(401);
  });

  it("an address outside the allow-list returns 403 ip_not_allowed; IPv4 addresses in the form of IPv6 are compared as IPv4", async () => {
    const key = await createCredential(shop.id, "api_key", { allowed_ips: ["203.0.113.0/24", "2001:db8:1::/48", "192.0.2.7"] });
    const outcomeFrom = async (ip: string) => {
      const { status, body } = await v1As(key)("/orders", { headers: { "CF-Connecting-IP": ip } });
      return status === 200 ? "admitted" : `${status} ${body.error.code}`;
    };
    for (const ip of ["203.0.113.9", "2001:db8:1::5", "192.0.2.7", "::ffff:203.0.113.9"]) {
      expect(await outcomeFrom(ip), ip).toBe("admitted");
    }
    for (const ip of ["203.0.114.9", "2001:db8:2::5", "192.0.2.8", "nonsense"]) {
      expect(await outcomeFrom(ip), ip).toBe("403 ip_not_allowed");
    }
    expect(isIpAllowed([], "anything")).toBe(true);
    for (const range of ["::ffff:192.0.2.0/120", "::ffff:192.0.2.7/128", "::ffff:0:0/96"]) {
      expect([isIpAllowed([range], "192.0.2.7"), isIpAllowed([range], "::ffff:192.0.2.7")], range).toEqual([true, true]);
    }
    expect(isIpAllowed(["::ffff:192.0.2.0/120"], "192.0.3.7")).toBe(false);
  });
});

describe("limits", () => {
  it("are counted down in RateLimit, and a burst is rejected with 429 and Retry-After", async () => {
    vi.setSystemTime(new Date("2026-01-01T00:00:00.100Z"));
    const asKey = v1As(await createCredential(shop.id, "api_key", { rate_limit: 24 }));
    const first = await asKey("/orders");
    expect(first.headers.get("RateLimit-Policy")).toBe('"default";q=24;w=60, "burst";q=2;w=1');
    expect(first.headers.get("RateLimit")).toBe('"default";r=23;t=60');
    await asKey("/orders");
    const rejected = await asKey("/orders");
    expect(rejected.status).toBe(429);
    expect(rejected.body.error).toMatchObject({ code: "rate_limited", message: "Rate limit exceeded.", details: [{ policy: "burst" }] });
    expect({ retryAfter: rejected.headers.get("Retry-After"), rateLimit: rejected.headers.get("RateLimit") }).toEqual({
      retryAfter: "1",
      rateLimit: '"burst";r=0;t=1',
    });
    vi.setSystemTime(new Date("2026-01-01T00:00:01.100Z"));
    expect((await asKey("/orders")).status).toBe(200);
  });

  it("return a Retry-After not before the window's reset, and the isolate itself rejects a flood for the rest of each second", async () => {
    const start = Date.parse("2026-01-01T01:00:00Z");
    const asKey = v1As(await createCredential(shop.id, "api_key", { rate_limit: 12 }));
    for (let second = 0; second < 12; second += 1) {
      vi.setSystemTime(start + second * 1000);
      expect((await asKey("/orders")).status).toBe(200);
    }
    vi.setSystemTime(start + 12_000);
    const rejected = await asKey("/orders");
    expect({
      status: rejected.status,
      retryAfter: rejected.headers.get("Retry-After"),
      rateLimit: rejected.headers.get("RateLimit"),
    }).toEqual({
      status: 429,
      retryAfter: "48",
      rateLimit: '"default";r=0;t=48',
    });
    for (let times = 2; times <= 10; times += 1) {
      expect(await logOf(() => asKey("/orders"))).toMatchObject({ status: 429, gate_calls: 1 });
    }
    expect(await logOf(() => asKey("/orders"))).toMatchObject({ status: 429, d1_trips: 0, gate_calls: 0 });
    vi.setSystemTime(start + 12_999);
    const repeated = await asKey("/orders");
    expect({ retryAfter: repeated.headers.get("Retry-After"), rateLimit: repeated.headers.get("RateLimit") }).toEqual({
      retryAfter: "48",
      rateLimit: '"default";r=0;t=48',
    });
    vi.setSystemTime(start + 13_000);
    expect(await logOf(() => asKey("/orders"))).toMatchObject({ status: 429, gate_calls: 1 });
    vi.setSystemTime(start + 60_000);
    expect((await asKey("/orders")).status).toBe(200);
  });

  it("that are raised, and a revocation, apply to the next request, and during a flood when the second ends", async () => {
    vi.setSystemTime(new Date("2026-01-01T02:00:00.000Z"));
    const key = await createCredential(shop.id, "api_key", { daily_quota: 1 });
    const { change, revoke } = ofCredential(shop.id, key);
    const status = async () => (await v1As(key)("/orders")).status;
    const expectRejected = async (times: number) => {
      for (let n = 0; n < times; n += 1) expect(await status()).toBe(429);
    };
    expect(await status()).toBe(200);
    await expectRejected(9);
    await change({ daily_quota: 2 });
    expect(await status()).toBe(200);
    // The tenth rejection in a second makes it a flood: the isolate rejects the following ones itself until the second ends.
    await expectRejected(10);
    await change({ daily_quota: 3 });
    vi.setSystemTime(new Date("2026-01-01T02:00:00.999Z"));
    expect(await status()).toBe(429);
    vi.setSystemTime(new Date("2026-01-01T02:00:01.000Z"));
    expect(await status()).toBe(200);
    await expectRejected(10);
    await revoke();
    vi.setSystemTime(new Date("2026-01-01T02:00:02.000Z"));
    expect(await status()).toBe(401);
  });

  it("per day count admitted requests, also 4xx, are stored, and return 429 with Retry-After until midnight", async () => {
    vi.setSystemTime(new Date("2026-01-01T23:00:00Z"));
    const token = await createCredential(shop.id, "api_token", { daily_quota: 3 });
    const asToken = v2As(token);
    const first = await asToken("/orders");
    expect(first.headers.get("RateLimit-Policy")).toContain('"daily";q=3;w=86400');
    expect(first.headers.get("RateLimit")).toContain('"daily";r=2;t=3600');
    expect((await asToken("/orders/999999")).status).toBe(404);
    const { evictDurableObject } = await import("cloudflare:test");
    await evictDurableObject(env.GATE.getByName(`credential:${token.id}`));
    expect((await asToken("/orders")).status).toBe(200);
    const rejected = await asToken("/orders");
    expect({ status: rejected.status, retryAfter: rejected.headers.get("Retry-After") }).toEqual({ status: 429, retryAfter: "3600" });
    expect(rejected.body.error.details).toMatchObject([{ policy: "daily" }]);
    vi.setSystemTime(new Date("2026-01-02T00:00:01Z"));
    expect((await asToken("/orders")).status).toBe(200);
  });

  it("are not stored for a read of a credential without a quota", async () => {
    const { runInDurableObject } = await import("cloudflare:test");
    const key = await createCredential(shop.id, "api_key");
    const gate = env.GATE.getByName(`credential:${key.id}`);
    await v1As(key)("/orders");
    // Its first use is recorded some time after the response.
    await eventually(async () => {
      const lastUse = await runInDurableObject(gate, (_gate: object, state) => state.storage.kv.get("last_use"));
      expect(lastUse).toBeDefined();
    });
    const storageState = () =>
      runInDurableObject(gate, (_gate: object, state) => [
        state.storage.sql.databaseSize,
        state.storage.sql.exec("select total_changes() as n").one(),
      ]);
    const before = await storageState();
    for (let n = 0; n < 5; n += 1) await v1As(key)("/orders");
    expect(await storageState()).toEqual(before);
  });
});

describe("precedence (docs/spec/requests.md#order-of-checks)", () => {
  it("429 precedes 403, and 403 precedes 415, 413 and 400", async () => {
    const start = Date.parse("2026-01-01T00:00:00.100Z");
    vi.setSystemTime(start);
    const weak = v1As(await createCredential(shop.id, "api_key", { scopes: ["orders:read"], rate_limit: 12 }));
    const [path, headers] = ["/orderItems/1/status", idempotencyKey()];
    const rejected = {
      415: { method: "POST", body: "{}", headers: { ...headers, "Content-Type": "text/plain" } },
      413: { body: { status: "x".repeat(1024 * 1024) }, headers },
      400: { body: { status: 5 }, headers },
    };
    for (const [nth, [status, request]] of Object.entries(rejected).entries()) {
      expect((await shop.v1(path, request)).status).toBe(Number(status));
      // The limit is one request per second, and the 403 counts as one.
      vi.setSystemTime(start + nth * 1_000);
      expect((await weak(path, request)).status, status).toBe(403);
      expect((await weak("/orders")).status, status).toBe(429);
      expect((await weak(path, request)).status, status).toBe(429);
    }
  });

  it("415 and 413 precede the idempotency key, the key precedes validation, and validation precedes 404", async () => {
    const path = "/orderItems/999999/status";
    expect((await shop.v1(path, { method: "POST", body: "x", headers: { "Content-Type": "text/plain" } })).status).toBe(415);
    expect((await shop.v1(path, { body: { status: "x".repeat(1024 * 1024) } })).status).toBe(413);
    const noKey = await shop.v1(path, { body: { status: 5 } });
    expect(noKey.body.error.details[0].code).toBe("idempotency_key_required");
    expect((await shop.v1(path, { body: { status: 5 }, headers: { "Idempotency-Key": "p1" } })).status).toBe(400);
    expect((await shop.v1(path, { body: { status: "New" }, headers: { "Idempotency-Key": "p2" } })).status).toBe(404);
  });

  it("a body is JSON: malformed JSON returns 400, a body without a media type 415, and a charset beside the type is accepted", async () => {
    const send = (body: string | undefined, type = "application/json") =>
      shop.v2("/orders", { method: "POST", ...(body !== undefined && { body }), headers: { "Content-Type": type } });
    expect((await send("{")).body.error).toMatchObject({ code: "validation_error", details: [{ code: "malformed_json" }] });
    expect((await send("{}", "")).status).toBe(415);
    expect((await send("[]", "application/json; charset=utf-8")).body.error.details[0].code).toBe("invalid_type");
  });
});

describe("the operator API", () => {
  it("lists every validation error of a credential", async () => {
    const response = await call(`/operator/organizations/${shop.id}/credentials`, {
      body: { kind: "api_key", name: "", scopes: ["orders:read", "nope"], daily_quota: 0, allowed_ips: ["1.2.3"] },
      headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` },
    });
    expect(response.status).toBe(400);
    expect(response.body.error.details.map((detail: { path: string }) => detail.path)).toEqual([
      "name",
      "daily_quota",
      "allowed_ips[0]",
      "scopes[1]",
    ]);
  });

  it("rejects a second store of the same name with 409, and an unknown organization with 404", async () => {
    const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}` };
    // The store is "Gift shop": names are compared without case.
    const body = { name: "GIFT SHOP", platform: "etsy" };
    expect((await call(`/operator/organizations/${shop.id}/stores`, { body, headers })).status).toBe(409);
    expect((await call("/operator/organizations/999999/stores", { body, headers })).status).toBe(404);
  });

  it("creates a member, changes the role of one that exists, and stores a password only as a hash", { tags: "long" }, async () => {
    const body = { email: "Ann@example.com", password: "correct horse battery", role: "owner" };
    const first = await asOperator(`/organizations/${shop.id}/members`, body);
    const again = await asOperator(`/organizations/${shop.id}/members`, { ...body, email: "ann@example.com", role: "viewer" });
    expect(again).toMatchObject({ user_id: first.user_id, role: "viewer" });
    const [user] = await rows<{ password_hash: string }>("select * from users where id = ?", first.user_id);
    expect(JSON.stringify(user)).not.toContain(body.password);
    expect(user?.password_hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w+/]{22}\$[\w+/]{43}$/);
  });
});
