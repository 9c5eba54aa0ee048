import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { isWellFormed } from "../../../src/platform/crypto/credential-secret";
import { createCredential, createShop, rows, type Shop, v1As, v2As } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { logOf } from "../../kit/log";
import { ofCredential, operate } from "./kit";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const HOUR = 3_600_000;

/** Whether each of these API keys is accepted. */
async function areAccepted(...secrets: string[]): Promise<boolean[]> {
  const statuses = await Promise.all(secrets.map(async (secret) => (await v1As({ id: 0, secret })("/stores")).status));
  for (const status of statuses) expect([200, 401]).toContain(status);
  return statuses.map((status) => status === 200);
}

describe("POST …/credentials/{id}/rotate", () => {
  it("returns the credential with a new secret and the end of the old one, after 24 h by default", async () => {
    const now = Date.parse("2026-05-01T10:00:00.000Z");
    vi.setSystemTime(now);
    const key = await createCredential(shop.id, "api_key", { allowed_ips: ["::/0"], expires_at: "2027-01-01T00:00:00Z" });
    const { secret: _, ...fields } = key as unknown as Record<string, unknown>;
    const { status, body } = await ofCredential(shop.id, key).rotate();
    expect(status).toBe(200);
    expect(isWellFormed("api_key", body.secret)).toBe(true);
    expect(body.secret).not.toBe(key.secret);
    expect(body).toEqual({
      ...fields,
      secret: body.secret,
      hint: body.secret.slice(-4),
      previous_valid_until: "2026-05-02T10:00:00.000Z",
      last_used_at: null,
    });
    expect(await areAccepted(key.secret, body.secret)).toEqual([true, true]);
    vi.setSystemTime(now + 24 * HOUR);
    expect(await areAccepted(key.secret, body.secret)).toEqual([false, true]);
    expect(await ofCredential(shop.id, key).read()).toMatchObject({ hint: body.secret.slice(-4), previous_valid_until: null });
  });

  it("stores secrets only as hashes, and returns the new one only in its response", async () => {
    const key = await createCredential(shop.id, "api_key");
    const { body } = await ofCredential(shop.id, key).rotate();
    const kept = JSON.stringify([await everythingOf(shop.id), await ofCredential(shop.id, key).read()]);
    for (const secret of [key.secret, body.secret]) expect(kept).not.toContain(secret.slice(8, -4));
  });

  it("without overlap ends the old secret immediately, and deletes its hash", async () => {
    const key = await createCredential(shop.id, "api_key");
    const { body } = await ofCredential(shop.id, key).rotate({ overlap_hours: 0 });
    expect(body.previous_valid_until).toBeNull();
    expect(await areAccepted(key.secret, body.secret)).toEqual([false, true]);
    expect(await rows("select previous_hash, previous_valid_until from credentials where id = ?", key.id)).toEqual([
      { previous_hash: null, previous_valid_until: null },
    ]);
  });

  it("returns 409 within an overlap, because it would end the secret that may be in use, unless it has no overlap itself", async () => {
    const key = await createCredential(shop.id, "api_key");
    const { rotate } = ofCredential(shop.id, key);
    const second = await rotate({ overlap_hours: 72 });
    const rejected = await rotate({ overlap_hours: 72 });
    expect({ status: rejected.status, code: rejected.body.error.details[0].code }).toEqual({ status: 409, code: "rotation_running" });
    expect(await areAccepted(key.secret, second.body.secret)).toEqual([true, true]);
    const fourth = await rotate({ overlap_hours: 0 });
    expect(await areAccepted(key.secret, second.body.secret, fourth.body.secret)).toEqual([false, false, true]);
  });

  it("with replaces_unseen replaces the new secret of the rotation before it, and the current secret keeps its overlap", async () => {
    const key = await createCredential(shop.id, "api_key");
    const { rotate } = ofCredential(shop.id, key);
    const unseen = await rotate({ overlap_hours: 72 });
    const again = await rotate({ overlap_hours: 1, replaces_unseen: true });
    expect({ status: again.status, previous_valid_until: again.body.previous_valid_until }).toEqual({
      status: 200,
      previous_valid_until: unseen.body.previous_valid_until,
    });
    expect(await areAccepted(key.secret, unseen.body.secret, again.body.secret)).toEqual([true, false, true]);
  });

  it("succeeds once for several concurrent requests", async () => {
    const key = await createCredential(shop.id, "api_key");
    const { rotate } = ofCredential(shop.id, key);
    const responses = await Promise.all(Array.from({ length: 4 }, () => rotate({ overlap_hours: 1 })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const rotated = responses.find(({ status }) => status === 200);
    expect(await areAccepted(key.secret, rotated?.body.secret)).toEqual([true, true]);
  });

  it("has an overlap that ends with the credential: expiry and revocation end both secrets", async () => {
    const now = Date.now();
    const key = await createCredential(shop.id, "api_key", { expires_at: new Date(now + HOUR).toISOString() });
    const rotated = await ofCredential(shop.id, key).rotate({ overlap_hours: 2 });
    expect(await areAccepted(key.secret, rotated.body.secret)).toEqual([true, true]);
    vi.setSystemTime(now + HOUR);
    expect(await areAccepted(key.secret, rotated.body.secret)).toEqual([false, false]);
    vi.setSystemTime(now);
    const response = await ofCredential(shop.id, key).revoke();
    expect(response.body).toMatchObject({ revoked_at: expect.any(String), previous_valid_until: null });
    expect(await areAccepted(key.secret, rotated.body.secret)).toEqual([false, false]);
  });

  it("returns 409 conflict with the reason for a revoked or expired credential", async () => {
    const key = await createCredential(shop.id, "api_key", { expires_at: new Date(Date.now() - 1).toISOString() });
    const { rotate, revoke } = ofCredential(shop.id, key);
    const rejection = (reason: string) => ({ status: 409, body: { error: { code: "conflict", details: [{ code: reason }] } } });
    expect(await rotate()).toMatchObject(rejection("credential_expired"));
    await revoke();
    expect(await rotate()).toMatchObject(rejection("credential_revoked"));
  });

  it("requires a body, in which overlap_hours is an integer from 0 to 72", async () => {
    const key = await createCredential(shop.id, "api_key");
    const { rotate } = ofCredential(shop.id, key);
    for (const overlap_hours of [-1, 73, 1.5, "1", null]) {
      const { status, body } = await rotate({ overlap_hours });
      expect([status, body.error.details]).toMatchObject([400, [{ path: "overlap_hours" }]]);
    }
    expect((await operate("POST", `${shop.id}/credentials/${key.id}/rotate`)).status).toBe(415);
    expect(await areAccepted(key.secret)).toEqual([true]);
    for (const overlap_hours of [0, 72]) expect((await rotate({ overlap_hours })).status).toBe(200);
  });

  it("returns 404 for another organization's credential, as a change and a revocation do, and nothing is changed", async () => {
    const other = await createShop();
    const before = await everythingOf(other.id);
    for (const id of [other.key.id, 9007199254740991]) {
      expect((await operate("POST", `${shop.id}/credentials/${id}/rotate`, {})).status).toBe(404);
      expect((await operate("PATCH", `${shop.id}/credentials/${id}`, { name: "x" })).status).toBe(404);
      expect((await operate("POST", `${shop.id}/credentials/${id}/revoke`)).status).toBe(404);
    }
    expect(await everythingOf(other.id)).toEqual(before);
  });
});

describe("a change of a credential", () => {
  const read = (secret: string) => logOf(() => v2As({ id: 0, secret })("/me"));

  it("returns 503 and changes nothing while its gate is unreachable, and a repeated rotation keeps the current secret", async () => {
    const token = await createCredential(shop.id, "api_token");
    const { rotate, change, revoke, read: readListed } = ofCredential(shop.id, token);
    await read(token.secret);
    const before = await readListed();
    const gates = env.GATE.getByName.bind(env.GATE);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(env.GATE, "getByName").mockImplementation((name) => {
      const gate = gates(name);
      return {
        admit: (...args: Parameters<typeof gate.admit>) => gate.admit(...args),
        changed: () => Promise.reject(new Error("unreachable")),
      } as unknown as typeof gate;
    });
    for (const failed of [await rotate(), await change({ name: "new" }), await revoke()]) {
      expect({ status: failed.status, code: failed.body.error.code, retryAfter: failed.headers.get("Retry-After") }).toEqual({
        status: 503,
        code: "service_unavailable",
        retryAfter: "1",
      });
    }
    // The use by the first request is recorded some time after its response.
    expect(await readListed()).toMatchObject({ ...before, last_used_at: expect.anything() });
    expect(await read(token.secret)).toMatchObject({ status: 200, gate_calls: 1 });
    vi.restoreAllMocks();
    const { status, body } = await rotate();
    expect(status).toBe(200);
    for (const secret of [token.secret, body.secret]) expect(await read(secret)).toMatchObject({ status: 200 });
  });

  it("returns 500 if its write fails, requests work as before, and the retry takes effect", async () => {
    const token = await createCredential(shop.id, "api_token");
    const { revoke } = ofCredential(shop.id, token);
    await read(token.secret);
    const prepare = env.DB.prepare.bind(env.DB);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(env.DB, "prepare").mockImplementation((sql) => {
      if (/^\s*update .?credentials/.test(sql)) throw new Error("lost");
      return prepare(sql);
    });
    expect((await revoke()).status).toBe(500);
    vi.restoreAllMocks();
    // The gate has a version that the database lacks, so each request reads the record and asks the gate again.
    for (let n = 0; n < 2; n += 1) expect(await read(token.secret)).toMatchObject({ status: 200, gate_calls: 2 });
    expect((await revoke()).status).toBe(200);
    expect(await read(token.secret)).toMatchObject({ status: 401 });
  });

  it("takes effect after the database was restored to an earlier time, and requests work until then", async () => {
    const token = await createCredential(shop.id, "api_token");
    const { change } = ofCredential(shop.id, token);
    for (const name of ["1", "2", "3"]) expect((await change({ name })).status).toBe(200);
    await env.DB.prepare("update credentials set version = 1, name = 'restored' where id = ?").bind(token.id).run();
    expect(await read(token.secret)).toMatchObject({ status: 200 });
    expect(await read(token.secret)).toMatchObject({ status: 200 });
    expect((await change({ scopes: ["stores:read"] })).status).toBe(200);
    expect((await v2As(token)("/orders")).status).toBe(403);
  });
});
