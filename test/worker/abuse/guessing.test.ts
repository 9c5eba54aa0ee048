import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { newSecret } from "../../../src/platform/crypto/credential-secret";
import { type ApiResponse, createCredential, asOperator, createShop, call, type Credential, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { assertProperty } from "../../kit/property";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

/** Sends requests one after another. Returns how many get 429. */
async function countLimited(requests: readonly (() => Promise<{ status: number }>)[]): Promise<number> {
  let limited = 0;
  for (const request of requests) limited += (await request()).status === 429 ? 1 : 0;
  return limited;
}

/** The minute of the clock, in which failures are counted. */
const currentMinute = (): number => Math.floor(Date.now() / 60_000);

/** Sends one request, or more until one gets 429 if the minute of the first thirty has ended. */
async function untilLimited(minute: number, request: (nth: number) => Promise<ApiResponse>): Promise<ApiResponse> {
  for (let nth = 1; ; nth += 1) {
    const response = await request(nth);
    if (response.status === 429 || nth === 31 || currentMinute() === minute) return response;
  }
}

const times = (count: number, request: (nth: number) => Promise<{ status: number }>) =>
  Array.from({ length: count }, (_, nth) => () => request(nth));

describe("guessing a credential", () => {
  const guess = (ip: string) => call("/orders", { headers: { "CF-Connecting-IP": ip, "x-api-key": newSecret("api_key") } });

  it("gets 429 from the 31st failure of an address within a minute, counted together over Public V1, v2 and the operator API", async () => {
    const ip = "198.51.100.1";
    const headers = { "CF-Connecting-IP": ip };
    const senders = [
      () => guess(ip),
      () => call("/api/v2/orders", { headers: { ...headers, Authorization: `Bearer ${newSecret("api_token")}` } }),
      () =>
        call("/operator/organizations", { method: "POST", body: { name: "x" }, headers: { ...headers, Authorization: "Bearer guess" } }),
    ];
    const minute = currentMinute();
    expect(await countLimited(times(30, (nth) => senders[nth % 3]?.() ?? guess(ip)))).toBe(0);
    for (const one of senders.slice(0, 2)) {
      const response = await untilLimited(minute, one);
      expect({ status: response.status, code: response.body.error.code, retryAfter: response.headers.get("Retry-After") }).toEqual({
        status: 429,
        code: "rate_limited",
        retryAfter: "60",
      });
    }
    // The operator API is counted with the others, but its responses never reveal that it exists.
    expect((await senders[2]?.())?.status).toBe(404);
  });

  it(
    "counts an IPv6 network of 64 bits as one address, its neighbor as another, and an IPv4 address in IPv6 form as that address",
    { tags: "long" },
    async () => {
      let minute = currentMinute();
      expect(await countLimited(times(30, (nth) => guess(`2001:db8:aaaa:1::${nth.toString(16)}`)))).toBe(0);
      expect((await untilLimited(minute, (nth) => guess(`2001:db8:aaaa:1:ffff::${nth.toString(16)}`))).status).toBe(429);
      expect((await guess("2001:db8:aaaa:2::1")).status).toBe(401);
      minute = currentMinute();
      expect(await countLimited(times(30, () => guess("::ffff:198.51.100.2")))).toBe(0);
      expect((await untilLimited(minute, () => guess("198.51.100.2"))).status).toBe(429);
    },
  );

  it("does not affect callers with a valid credential at the same address", async () => {
    const ip = "198.51.100.3";
    const minute = currentMinute();
    await countLimited(times(30, () => guess(ip)));
    expect((await untilLimited(minute, () => guess(ip))).status).toBe(429);
    const fresh = await createCredential(shop.id, "api_key");
    const headers = { "CF-Connecting-IP": ip };
    expect((await call("/orders", { headers: { ...headers, "x-api-key": fresh.secret } })).status).toBe(200);
    expect((await shop.v2("/orders", { headers })).status).toBe(200);
    const operator = { ...headers, Authorization: `Bearer ${env.OPERATOR_TOKEN}` };
    expect((await call(`/operator/organizations/${shop.id}/credentials`, { headers: operator })).status).toBe(200);
  });
});

describe("a malformed credential", () => {
  /** Bindings that no request may use. */
  const untouchable = new Proxy(
    {},
    {
      get: (_, name) => {
        throw new Error(`I/O: ${String(name)}`);
      },
    },
  );

  it("costs no I/O: any of them returns 401 without the database and the gate", { tags: "long" }, async () => {
    const malformed = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.string({ maxLength: 60 }).map((text) => `ak_live_${text}`),
      // Its last six characters are no checksum of the others.
      fc.stringMatching(/^(ak|sk)_live_[0-9A-Za-z]{36}$/),
      fc.constantFrom(shop.key.secret.slice(0, -1), `${shop.key.secret}0`, shop.key.secret.toLowerCase(), shop.token.secret, "null", " "),
    );
    await assertProperty(
      fc.asyncProperty(
        malformed.filter((text) => /^[\x20-\x7e]*$/.test(text)),
        async (secret) => {
          const limit = vi.fn<(options: { key: string }) => Promise<{ success: boolean }>>(async () => ({ success: true }));
          const bindings = { ...env, DB: untouchable, GATE: untouchable, AUTH_FAILURES: { limit } } as unknown as Env;
          const request = new Request("https://api.example.com/orders", { headers: { "x-api-key": secret } });
          const response = await app.fetch(request, bindings, createExecutionContext());
          expect(response.status).toBe(401);
          expect(limit).toHaveBeenCalledOnce();
        },
      ),
      { cases: 200 },
    );
  });
});

describe("an unknown credential and a former one", () => {
  async function createRevoked(): Promise<Credential> {
    const credential = await createCredential(shop.id, "api_key");
    await call(`/operator/organizations/${shop.id}/credentials/${credential.id}/revoke`, {
      method: "POST",
      headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` },
    });
    return credential;
  }

  async function createExpired(): Promise<Credential> {
    const credential = await createCredential(shop.id, "api_key");
    await env.DB.prepare("update credentials set expires_at = 1 where id = ?").bind(credential.id).run();
    return credential;
  }

  async function createRotated(): Promise<Credential> {
    const credential = await createCredential(shop.id, "api_key");
    await asOperator(`/organizations/${shop.id}/credentials/${credential.id}/rotate`, { overlap_hours: 0 });
    return credential;
  }

  it("get the same response for the same work: two trips, no call of the gate, and no row read except the credential's own", async () => {
    const secrets = {
      unknown: newSecret("api_key"),
      revoked: (await createRevoked()).secret,
      expired: (await createExpired()).secret,
      "rotated away": (await createRotated()).secret,
    };
    const expected = { status: 401, error_code: "unauthorized", d1_trips: 2, gate_calls: 0, rows_written: 0 };
    for (const [what, secret] of Object.entries(secrets)) {
      let text = "";
      let headers: string[] = [];
      const line = await logOf(async () => {
        const response = await call("/orders", { headers: { "x-api-key": secret } });
        text = response.text.replace(/req_\w+/, "");
        headers = [...response.headers.keys()];
      });
      expect(line, what).toMatchObject(expected);
      // A revoked or expired credential is found by its secret: once in the replica and once in the primary.
      expect(line.rows_read, what).toBeLessThanOrEqual(what === "revoked" || what === "expired" ? 2 : 0);
      expect({ text, headers }, what).toEqual({
        text: '{"success":false,"error":{"code":"unauthorized","message":"Missing or invalid API key."},"meta":{"request_id":""}}',
        headers: [
          "cache-control",
          "content-type",
          "strict-transport-security",
          "www-authenticate",
          "x-api-version",
          "x-content-type-options",
          "x-request-id",
        ],
      });
    }
  });
});
