import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createCredential,
  orderBody,
  asOperator,
  createShop,
  type Credential,
  idempotencyKey,
  type Shop,
  ingestOrder,
  v2As,
} from "../../kit/client";
import { bytesOf, sendCounted } from "../../kit/counted-body";

const MIB = 1024 * 1024;
const LARGE = 70 * 1024;
const START = Date.parse("2026-05-01T12:00:00.000Z");

let shop: Shop;
let readOnly: Credential;
beforeAll(async () => {
  shop = await createShop();
  readOnly = await createCredential(shop.id, "api_token", { scopes: ["stores:read"] });
  for (const token of [shop.token, readOnly]) await v2As(token)("/me");
  await shop.v1("/me");
});
let minutes = 0;
beforeEach(() => {
  // Each test uses another minute, so that no test meets the limit of another.
  minutes += 2;
  vi.setSystemTime(START + minutes * 60_000);
  return () => void vi.useRealTimers();
});

const bearer = ({ secret }: Credential) => ({ Authorization: `Bearer ${secret}` });
/** A body of one order, padded with spaces to this length. */
function orderOf(bytes: number, fields: Record<string, unknown> = {}): Uint8Array {
  const body = new Uint8Array(bytes).fill(0x20);
  body.set(bytesOf(orderBody(fields)));
  return body;
}
/** A credential that has used up its limit. */
async function exhaustedCredential(extras: Record<string, unknown> = {}): Promise<Credential> {
  const credential = await createCredential(shop.id, "api_token", { rate_limit: 1, ...extras });
  await sendCounted("/api/v2/orders", bearer(credential), bytesOf({}));
  return credential;
}

describe("the body of a rejected request is not read", () => {
  it.each([
    ["small", 1_000],
    ["of 1 MiB", MIB],
  ])("403 for a credential without the scope, a body %s", async (_size, bytes) => {
    const response = await sendCounted("/api/v2/orders", { ...bearer(readOnly), ...idempotencyKey() }, orderOf(bytes));
    expect(response).toMatchObject({ status: 403, codes: ["missing_scope", "missing_scope"], reads: 0, gateCalls: 1 });
  });

  it("403 for a credential without the scope, a bulk body of 4 MiB without Content-Length", async () => {
    const response = await sendCounted("/api/v2/orders/bulk", bearer(readOnly), orderOf(4 * MIB), { contentLength: null });
    expect(response).toMatchObject({ status: 403, reads: 0 });
  });

  it("401 for an unknown credential", async () => {
    const response = await sendCounted("/api/v2/orders", { Authorization: "Bearer sk_live_unknown" }, orderOf(1_000));
    expect(response).toMatchObject({ status: 401, reads: 0, gateCalls: 0 });
  });

  it("403 for an address that the credential does not allow", async () => {
    const bound = await createCredential(shop.id, "api_token", { allowed_ips: ["192.0.2.0/24"] });
    const response = await sendCounted("/api/v2/orders", { ...bearer(bound), "CF-Connecting-IP": "198.51.100.1" }, orderOf(1_000));
    expect(response).toMatchObject({ status: 403, codes: ["ip_not_allowed"], reads: 0 });
  });

  it("413 for a Content-Length over the endpoint's limit", async () => {
    const response = await sendCounted("/api/v2/orders", bearer(shop.token), orderOf(1_000), { contentLength: MIB + 1 });
    expect(response).toMatchObject({ status: 413, codes: ["payload_too_large", "body_limit"], reads: 0, gateCalls: 1 });
  });

  it("415 for a body that is not JSON", async () => {
    const response = await sendCounted("/api/v2/orders", { ...bearer(shop.token), "Content-Type": "text/plain" }, orderOf(1_000));
    expect(response).toMatchObject({ status: 415, reads: 0, gateCalls: 1 });
  });

  it("400 for a required Idempotency-Key that is missing", async () => {
    const order = await ingestOrder(shop);
    const response = await sendCounted(`/orders/${order.id}/notes`, { "x-api-key": shop.key.secret }, bytesOf({ content: "Hello" }));
    expect(response).toMatchObject({ status: 400, codes: ["validation_error", "idempotency_key_required"], reads: 0, gateCalls: 1 });
  });

  it("404 on the operator API for a wrong token", async () => {
    const response = await sendCounted("/operator/organizations", { Authorization: "Bearer wrong" }, bytesOf({ name: "Shop" }));
    expect(response).toMatchObject({ status: 404, reads: 0 });
  });

  it.each([
    ["over 64 KB", LARGE, LARGE],
    ["without Content-Length", 1_000, null],
  ])("429 over the rate limit, a body %s", async (_what, bytes, stated) => {
    const response = await sendCounted("/api/v2/orders", bearer(await exhaustedCredential()), orderOf(bytes), { contentLength: stated });
    expect(response).toMatchObject({ status: 429, codes: ["rate_limited", "rate_limited"], reads: 0, gateCalls: 1 });
  });

  it("429 over the daily quota, a body over 64 KB", async () => {
    const credential = await exhaustedCredential({ rate_limit: 100, daily_quota: 1 });
    const response = await sendCounted("/api/v2/orders", bearer(credential), orderOf(LARGE));
    expect(response).toMatchObject({ status: 429, reads: 0 });
  });

  it("429 precedes 403, whatever the size of the body", async () => {
    const credential = await exhaustedCredential({ scopes: ["stores:read"] });
    for (const bytes of [1_000, LARGE]) {
      const response = await sendCounted("/api/v2/orders", bearer(credential), orderOf(bytes));
      expect(response).toMatchObject({ status: 429, reads: 0 });
    }
  });
});

describe("a body over 64 KB is read once the gate has admitted the request", () => {
  /** The requests left in this minute, from the response headers. */
  const left = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get("RateLimit") ?? "")?.[1]);

  it("the request is counted once, with an Idempotency-Key and without", async () => {
    const credential = await createCredential(shop.id, "api_token", { rate_limit: 240, daily_quota: 100 });
    const first = await sendCounted("/api/v2/orders", bearer(credential), orderOf(LARGE));
    const second = await sendCounted("/api/v2/orders", { ...bearer(credential), ...idempotencyKey() }, orderOf(LARGE));
    const third = await sendCounted("/api/v2/orders", bearer(credential), orderOf(1_000));
    expect([first, second, third].map(({ status, gateCalls }) => [status, gateCalls])).toEqual([
      // A credential's first request sends its version to the gate.
      [201, 2],
      // The key is claimed by a second call, after the body was read.
      [201, 2],
      [201, 1],
    ]);
    expect([first, second, third].map(({ headers }) => left(headers))).toEqual([239, 238, 237]);
    expect(third.headers.get("RateLimit")).toContain('"daily";r=97');
  });

  it("its key replays, conflicts and stays free after a 400, like that of a small body", async () => {
    const headers = { ...bearer(shop.token), ...idempotencyKey() };
    const invalid = await sendCounted("/api/v2/orders", headers, orderOf(LARGE, { store: 1.5 }));
    const created = await sendCounted("/api/v2/orders", headers, orderOf(LARGE));
    const replayed = await sendCounted("/api/v2/orders", headers, orderOf(LARGE));
    const conflict = await sendCounted("/api/v2/orders", headers, orderOf(LARGE, { number: "other" }));
    expect([invalid, created, replayed, conflict].map(({ status }) => status)).toEqual([400, 201, 201, 422]);
    expect(replayed.headers.get("Idempotent-Replayed")).toBe("true");
    expect(replayed.headers.get("Location")).toBe(created.headers.get("Location"));
  });

  it("a small body under the same key as a large one is a different request", async () => {
    const headers = { ...bearer(shop.token), ...idempotencyKey() };
    await sendCounted("/api/v2/orders", headers, orderOf(LARGE));
    expect((await sendCounted("/api/v2/orders", headers, orderOf(1_000))).status).toBe(422);
  });

  it("413 for a body without Content-Length that is too long; reading stops, and its key stays free", async () => {
    const headers = { ...bearer(shop.token), ...idempotencyKey() };
    const tooLong = await sendCounted("/api/v2/orders", headers, orderOf(8 * MIB), { contentLength: null });
    expect(tooLong).toMatchObject({ status: 413, codes: ["payload_too_large", "body_limit"] });
    // The limit of 1 MiB is 16 parts of 64 KiB. The next one exceeds it, and another may have been requested already.
    expect(tooLong.reads).toBeLessThanOrEqual(18);
    expect((await sendCounted("/api/v2/orders", headers, orderOf(1_000))).status).toBe(201);
  });

  it("a credential that was changed since it was cached is read again before the body is read", async () => {
    const credential = await createCredential(shop.id, "api_token");
    await sendCounted("/api/v2/orders", bearer(credential), bytesOf({}));
    await asOperator(`/organizations/${shop.id}/credentials/${credential.id}/revoke`, {});
    const response = await sendCounted("/api/v2/orders", bearer(credential), orderOf(LARGE));
    expect(response).toMatchObject({ status: 401, reads: 0 });
  });
});

it("a request with a key and a body of up to 64 KB needs one call of the gate", async () => {
  const response = await sendCounted("/api/v2/orders", { ...bearer(shop.token), ...idempotencyKey() }, orderOf(64 * 1024));
  expect(response).toMatchObject({ status: 201, gateCalls: 1 });
});
