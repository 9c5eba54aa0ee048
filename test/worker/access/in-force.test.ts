import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newSecret } from "../../../src/platform/crypto/credential-secret";
import { createCredential, createShop, type Credential, idempotencyKey, rows, type Shop, v1As } from "../../kit/client";
import { logOf } from "../../kit/log";
import { ofCredential, sendForOutcome, REQUESTS, createUsedCredential } from "./kit";
import { serveRecordsFrom, RECORD_SOURCES } from "./replicas";

/**
 * A change of a credential applies to the first request that starts after its response (docs/spec/authentication.md#changes-in-force),
 * also if the isolate has cached the credential: each test sends a request before the change.
 */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const START = Date.parse("2026-05-01T10:00:00.000Z");
const HOUR = 3_600_000;
const at = (ms: number) => new Date(START + ms).toISOString();

beforeEach(() => {
  vi.setSystemTime(START);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const applyChange = async (credential: Credential, fields: Record<string, unknown>) => {
  const response = await ofCredential(shop.id, credential).change(fields);
  expect(response.status, response.text).toBe(200);
};

const CASES = REQUESTS.flatMap((request, nth) =>
  RECORD_SOURCES.map((source, sourceIndex) => ({ request, source, isExample: nth % RECORD_SOURCES.length === sourceIndex })),
);
type Case = (typeof CASES)[number];

const TITLE = "the first request after the change, $request.name, from $source";
// Each request, and each source, in `npm test`; all of their combinations in the long run.
describe.each(CASES.filter(({ isExample }) => isExample))(TITLE, testChanges);
describe.each(CASES.filter(({ isExample }) => !isExample))(TITLE, { tags: "long" }, testChanges);

function testChanges({ request, source }: Case): void {
  beforeEach(() => {
    serveRecordsFrom(source);
  });

  const send = (secret: string) => sendForOutcome(request, secret);
  const otherScopes = request.kind === "api_key" ? ["stores:read"] : ["tickets:read"];

  it("a revoked credential is rejected", async () => {
    const { id, secret } = await createUsedCredential(shop.id, request);
    expect((await ofCredential(shop.id, { id, secret }).revoke()).status).toBe(200);
    expect(await send(secret)).toBe("401 unauthorized");
  });

  it("an expiry in the past causes rejection, and one that is postponed or removed causes admission", async () => {
    const credential = await createUsedCredential(shop.id, request);
    await applyChange(credential, { expires_at: at(-1) });
    expect(await send(credential.secret)).toBe("401 unauthorized");
    await applyChange(credential, { expires_at: at(HOUR) });
    expect(await send(credential.secret)).toBe("admitted");
    vi.setSystemTime(START + HOUR);
    expect(await send(credential.secret)).toBe("401 unauthorized");
    await applyChange(credential, { expires_at: null });
    expect(await send(credential.secret)).toBe("admitted");
  });

  it("an expiry that is postponed after it has passed causes admission", async () => {
    const credential = await createUsedCredential(shop.id, request, { expires_at: at(1000) });
    vi.setSystemTime(START + 2000);
    await applyChange(credential, { expires_at: at(HOUR) });
    expect(await send(credential.secret)).toBe("admitted");
  });

  it("a removed scope causes rejection, and an added one causes admission", async () => {
    const credential = await createUsedCredential(shop.id, request);
    await applyChange(credential, { scopes: otherScopes });
    expect(await send(credential.secret)).toBe("403 missing_scope");
    expect(await send(credential.secret)).toBe("403 missing_scope");
    await applyChange(credential, { scopes: [...otherScopes, request.scope] });
    expect(await send(credential.secret)).toBe("admitted");
  });

  it("a narrowed allow-list causes rejection, and a widened one causes admission", async () => {
    const credential = await createUsedCredential(shop.id, request);
    const sendFrom = (ip: string) => sendForOutcome(request, credential.secret, { headers: { "CF-Connecting-IP": ip } });
    await applyChange(credential, { allowed_ips: ["192.0.2.0/24"] });
    expect([await sendFrom("198.51.100.1"), await sendFrom("192.0.2.1")]).toEqual(["403 ip_not_allowed", "admitted"]);
    await applyChange(credential, { allowed_ips: ["192.0.2.0/24", "198.51.100.1"] });
    expect(await sendFrom("198.51.100.1")).toBe("admitted");
    await applyChange(credential, { allowed_ips: ["203.0.113.7"] });
    expect([await sendFrom("192.0.2.1"), await sendFrom("203.0.113.7")]).toEqual(["403 ip_not_allowed", "admitted"]);
    await applyChange(credential, { allowed_ips: [] });
    expect(await sendFrom("192.0.2.1")).toBe("admitted");
  });

  it("a lowered rate limit causes rejection, and a raised or removed one causes admission", async () => {
    const credential = await createUsedCredential(shop.id, request);
    await applyChange(credential, { rate_limit: 1 });
    expect(await send(credential.secret)).toBe("429 rate_limited");
    expect(await send(credential.secret)).toBe("429 rate_limited");
    await applyChange(credential, { rate_limit: 120 });
    expect(await send(credential.secret)).toBe("admitted");
    await applyChange(credential, { rate_limit: 2 });
    expect(await send(credential.secret)).toBe("429 rate_limited");
    await applyChange(credential, { rate_limit: null });
    expect(await send(credential.secret)).toBe("admitted");
  });

  it("a lowered quota causes rejection, and a raised or removed one causes admission", async () => {
    const credential = await createUsedCredential(shop.id, request, { daily_quota: 3 });
    expect(await send(credential.secret)).toBe("admitted");
    await applyChange(credential, { daily_quota: 2 });
    expect(await send(credential.secret)).toBe("429 rate_limited");
    await applyChange(credential, { daily_quota: 3 });
    expect([await send(credential.secret), await send(credential.secret)]).toEqual(["admitted", "429 rate_limited"]);
    await applyChange(credential, { daily_quota: null });
    expect(await send(credential.secret)).toBe("admitted");
  });

  it("after a rotation without overlap the old secret is rejected, and the new one admitted", async () => {
    const credential = await createUsedCredential(shop.id, request);
    const { body } = await ofCredential(shop.id, credential).rotate({ overlap_hours: 0 });
    expect([await send(credential.secret), await send(body.secret)]).toEqual(["401 unauthorized", "admitted"]);
  });

  it("after a rotation with overlap both are admitted, the old one until the overlap ends", async () => {
    const credential = await createUsedCredential(shop.id, request);
    const { body } = await ofCredential(shop.id, credential).rotate({ overlap_hours: 1 });
    expect([await send(credential.secret), await send(body.secret)]).toEqual(["admitted", "admitted"]);
    vi.setSystemTime(START + HOUR - 1);
    expect([await send(credential.secret), await send(body.secret)]).toEqual(["admitted", "admitted"]);
    vi.setSystemTime(START + HOUR);
    expect([await send(credential.secret), await send(body.secret)]).toEqual(["401 unauthorized", "admitted"]);
  });

  it("during the change, a request gets the response of either state", { tags: "long" }, async () => {
    const credential = await createUsedCredential(shop.id, request);
    const { change, rotate, revoke } = ofCredential(shop.id, credential);
    const rejectionsDuring = async (changing: () => Promise<{ status: number }>) => {
      const sent = Array.from({ length: 6 }, () => send(credential.secret));
      const [response, ...outcomes] = await Promise.all([changing(), ...sent, ...Array.from({ length: 6 }, () => send(credential.secret))]);
      expect(response.status).toBe(200);
      return [...new Set(outcomes)].filter((outcome) => outcome !== "admitted");
    };
    expect(await rejectionsDuring(() => change({ name: "another" }))).toEqual([]);
    expect(await rejectionsDuring(() => rotate({ overlap_hours: 1 }))).toEqual([]);
    // "": all were admitted.
    expect(["", "403 missing_scope"]).toContain((await rejectionsDuring(() => change({ scopes: otherScopes }))).join());
    expect(await send(credential.secret)).toBe("403 missing_scope");
    await applyChange(credential, { scopes: [request.scope] });
    expect(["", "401 unauthorized"]).toContain((await rejectionsDuring(revoke)).join());
    expect(await send(credential.secret)).toBe("401 unauthorized");
  });
}

describe("other effects of a change", () => {
  it("revoked, expired, rotated, unknown and malformed secrets return the same 401", async () => {
    const [, , , writeOfV2] = REQUESTS;
    const fetchRejection = async (secret: string) => {
      const response = await shop.v2(writeOfV2.path, { body: writeOfV2.body, headers: { Authorization: `Bearer ${secret}` } });
      const { request_id: _, ...meta } = response.body.meta;
      return { ...response.body, meta, status: response.status, challenge: response.headers.get("WWW-Authenticate") };
    };
    const [revoked, expired, rotated] = [
      await createUsedCredential(shop.id, writeOfV2),
      await createUsedCredential(shop.id, writeOfV2),
      await createUsedCredential(shop.id, writeOfV2),
    ];
    const { rotate } = ofCredential(shop.id, rotated);
    await ofCredential(shop.id, revoked).revoke();
    await applyChange(expired, { expires_at: at(-1) });
    await rotate({ overlap_hours: 0 });
    const malformed = await fetchRejection("sk_live_nobody");
    expect(malformed).toMatchObject({ status: 401, error: { code: "unauthorized", message: "Missing or invalid API token." } });
    for (const secret of [revoked.secret, expired.secret, rotated.secret, newSecret("api_token")]) {
      expect(await fetchRejection(secret)).toEqual(malformed);
    }
  });

  it("the first note after a change of name has the new name as its author", async () => {
    const key = await createCredential(shop.id, "api_key", { name: "before" });
    const order = await shop.v2("/orders", { body: { store: "gift", items: [{ name: "Mug", price: 1 }] } });
    const authorOfNewNote = async () => {
      const response = await v1As(key)(`/orders/${order.body.id}/notes`, { body: { content: "x" }, headers: idempotencyKey() });
      return response.body.data.author_name;
    };
    expect(await authorOfNewNote()).toBe("before");
    await applyChange(key, { name: "after" });
    expect(await authorOfNewNote()).toBe("after");
  });

  it("a body is not checked without the scope, and its validation errors are listed once with it", async () => {
    const key = await createCredential(shop.id, "api_key", { scopes: ["products:read"] });
    const send = (options: { body: unknown; headers?: Record<string, string> }) => v1As(key)("/products", options);
    const wrong = { body: { title: 5 }, headers: { ...idempotencyKey(), "If-Match": '"1"' } };
    expect((await send(wrong)).status).toBe(403);
    await applyChange(key, { scopes: ["products:write"] });
    const rejected = await send(wrong);
    expect(rejected.status).toBe(400);
    // A product that is created has no version, so If-Match is an error too.
    const paths: string[] = rejected.body.error.details.map(({ path }: { path: string }) => path);
    expect(paths.toSorted()).toEqual(["If-Match", "title"]);
    await applyChange(key, { scopes: ["products:read"] });
    expect((await send({ body: "x", headers: { "Content-Type": "text/plain" } })).status).toBe(403);
    await applyChange(key, { scopes: ["products:write"] });
    expect((await send({ body: "x", headers: { "Content-Type": "text/plain" } })).status).toBe(415);
  });
});

describe("a write with an Idempotency-Key", () => {
  const write = (secret: string, headers: Record<string, string>, content = "once") =>
    v1As({ id: 0, secret })("/products", { body: { title: content }, headers });
  const countProducts = async () => (await rows("select id from products where organization_id = ?", shop.id)).length;

  it("is replayed under the new secret, and under the old one during the overlap", async () => {
    const key = await createCredential(shop.id, "api_key");
    const headers = idempotencyKey();
    const first = await write(key.secret, headers);
    const before = await countProducts();
    const { body } = await ofCredential(shop.id, key).rotate({ overlap_hours: 1 });
    for (const secret of [body.secret, key.secret]) {
      const again = await write(secret, headers);
      expect({ status: again.status, text: again.text, idempotentReplayed: again.headers.get("Idempotent-Replayed") }).toEqual({
        status: 201,
        text: first.text,
        idempotentReplayed: "true",
      });
    }
    vi.setSystemTime(START + HOUR);
    expect((await write(key.secret, headers)).status).toBe(401);
    expect((await write(body.secret, headers)).text).toBe(first.text);
    expect((await write(body.secret, headers, "another")).status).toBe(422);
    expect(await countProducts()).toBe(before);
  });

  it("is not replayed after its credential was revoked", async () => {
    const key = await createCredential(shop.id, "api_key");
    const headers = idempotencyKey();
    expect((await write(key.secret, headers)).status).toBe(201);
    await ofCredential(shop.id, key).revoke();
    const again = await write(key.secret, headers);
    expect({ status: again.status, idempotentReplayed: again.headers.get("Idempotent-Replayed") }).toEqual({
      status: 401,
      idempotentReplayed: null,
    });
  });

  it("is executed once if its credential was changed before it and while it ran", async () => {
    const key = await createCredential(shop.id, "api_key");
    await v1As(key)("/stores");
    await applyChange(key, { name: "changed before" });
    const before = await countProducts();
    const headers = idempotencyKey();
    const { change } = ofCredential(shop.id, key);
    const [changed, ...responses] = await Promise.all([
      change({ name: "changed meanwhile" }),
      ...Array.from({ length: 5 }, () => write(key.secret, headers)),
    ]);
    expect(changed.status).toBe(200);
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1);
    expect(await countProducts()).toBe(before + 1);
  });
});

describe("the cost", () => {
  const read = (secret: string, headers: Record<string, string> = {}) =>
    logOf(() => v1As({ id: 0, secret })("/stores", { headers: { "CF-Connecting-IP": "192.0.2.1", ...headers } }));

  it("of a request is one call of the gate and the handler's trip; the first one after a change takes both twice, and reads the record", async () => {
    const key = await createCredential(shop.id, "api_key");
    await read(key.secret);
    const usual = { status: 200, gate_calls: 1, d1_trips: 1 };
    expect(await read(key.secret)).toMatchObject(usual);
    await applyChange(key, { name: "new" });
    expect(await read(key.secret)).toMatchObject({ status: 200, gate_calls: 2, d1_trips: 3 });
    expect(await read(key.secret)).toMatchObject(usual);
  });

  it("of a rejection because of the record is a read of the primary, after one of the replica if nothing is cached, and no call of the gate", async () => {
    const key = await createCredential(shop.id, "api_key", { expires_at: at(HOUR), allowed_ips: ["192.0.2.1"] });
    await read(key.secret);
    const rejected = await read(key.secret, { "CF-Connecting-IP": "192.0.2.2" });
    expect(rejected).toMatchObject({ status: 403, gate_calls: 0, d1_trips: 1 });
    // The credential and its organization.
    expect(rejected.rows_read).toBeLessThanOrEqual(2);
    expect(await read(key.secret)).toMatchObject({ status: 200, gate_calls: 1, d1_trips: 1 });
    // An hour later, nothing is cached.
    vi.setSystemTime(START + HOUR);
    expect(await read(key.secret)).toMatchObject({ status: 401, gate_calls: 0, d1_trips: 2 });
  });
});
