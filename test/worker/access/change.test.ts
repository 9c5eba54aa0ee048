import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { V1_SCOPES, V2_SCOPES } from "../../../src/platform/http/scopes";
import { type ApiResponse, createCredential, createShop, call, type Credential, rows, type Shop } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { ofCredential, operate } from "./kit";
import { assertProperty } from "../../kit/property";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const errorsOf = ({ status, body, text }: ApiResponse): string[] => {
  if (status !== 400) throw new Error(`${status} ${text}`);
  return body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
};

describe("PATCH …/credentials/{id}", () => {
  it("merges: sent fields change, omitted fields are kept, null clears a field", async () => {
    const any = <T>(...values: T[]) => fc.constantFrom(...values);
    const patches = fc.record(
      {
        name: any("new", "ñ"),
        scopes: any(["orders:read"], ["orders:read", "expenses:write"]),
        expires_at: any(null, "2099-12-31T23:59:59.999Z"),
        daily_quota: any(null, 1, 1_000_000_000),
        rate_limit: any(null, 1, 1_000_000),
        allowed_ips: any([], ["192.0.2.0/24", "2001:db8::/32"]),
      },
      { requiredKeys: [] },
    );
    const key = await createCredential(shop.id, "api_key", { expires_at: "2098-01-01T00:00:00Z", daily_quota: 5, allowed_ips: ["::/0"] });
    const { change, read } = ofCredential(shop.id, key);
    await assertProperty(
      fc.asyncProperty(patches, async (patch) => {
        fc.pre(Object.keys(patch).length > 0);
        const before = await read();
        const response = await change(patch);
        expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { ...before, ...patch } });
        expect(await read()).toEqual(response.body);
      }),
      { cases: 25 },
    );
  });

  it("increments the version, and sets updated_at", async () => {
    const key = await createCredential(shop.id, "api_key");
    const before = await rows<{ version: number; updated_at: number }>("select version, updated_at from credentials where id = ?", key.id);
    vi.setSystemTime((before[0]?.updated_at ?? 0) + 1000);
    await ofCredential(shop.id, key).change({ name: "x" });
    vi.useRealTimers();
    const after = await rows<{ version: number; updated_at: number }>("select version, updated_at from credentials where id = ?", key.id);
    expect(after).toEqual(before.map(({ version, updated_at }) => ({ version: version + 1, updated_at: updated_at + 1000 })));
  });

  it("accepts only scopes of the credential's own kind, and stores a repeated one once", async () => {
    const [key, token] = [await createCredential(shop.id, "api_key"), await createCredential(shop.id, "api_token")];
    const change = (credential: Credential, scopes: unknown) => ofCredential(shop.id, credential).change({ scopes });
    expect((await change(key, Object.keys(V1_SCOPES))).status).toBe(200);
    expect((await change(token, Object.keys(V2_SCOPES))).status).toBe(200);
    expect((await change(key, ["orders:read", "orders:read"])).body.scopes).toEqual(["orders:read"]);
    expect(errorsOf(await change(key, ["orders:read", "webhooks:manage", "nope"]))).toEqual([
      "scopes[1] unknown_scope",
      "scopes[2] unknown_scope",
    ]);
    expect(errorsOf(await change(token, ["order_items:read"]))).toEqual(["scopes[0] unknown_scope"]);
  });

  it("lists every validation error, needs at least one known field, and changes nothing otherwise", async () => {
    const { change } = ofCredential(shop.id, shop.key);
    const before = await everythingOf(shop.id);
    const wrong = { name: " ", scopes: [], expires_at: "tomorrow", daily_quota: 0, rate_limit: 1.5, allowed_ips: ["1.2.3"] };
    expect(errorsOf(await change(wrong)).map((error) => error.split(" ")[0])).toEqual([
      "name",
      "scopes",
      "expires_at",
      "daily_quota",
      "rate_limit",
      "allowed_ips[0]",
    ]);
    for (const name of ["name", "scopes", "allowed_ips"])
      expect(errorsOf(await change({ [name]: null }))).toEqual([`${name} invalid_type`]);
    for (const expires_at of ["9999-12-31T23:59:59-01:00", "0001-01-01T00:00:00+01:00"]) {
      expect(errorsOf(await change({ expires_at }))).toEqual(["expires_at invalid_time"]);
    }
    for (const body of [{}, { kind: "api_token", secret: "x", id: 1 }]) expect(errorsOf(await change(body))).toEqual([" no_fields"]);
    expect(await everythingOf(shop.id)).toEqual(before);
  });

  it("returns 409 conflict for a revoked credential, which can be revoked again; an expired one can be changed", async () => {
    const key = await createCredential(shop.id, "api_key", { expires_at: "2020-01-01T00:00:00Z" });
    const { change, revoke } = ofCredential(shop.id, key);
    expect((await change({ expires_at: null })).status).toBe(200);
    const { body } = await revoke();
    expect((await change({ name: "x" })).body.error).toMatchObject({ code: "conflict", details: [{ code: "credential_revoked" }] });
    expect((await revoke()).body).toEqual(body);
  });

  it("keeps all concurrent changes of different fields", async () => {
    const key = await createCredential(shop.id, "api_key");
    const { change, read } = ofCredential(shop.id, key);
    const patches = [{ name: "n" }, { daily_quota: 7 }, { rate_limit: 8 }, { scopes: ["orders:read"] }, { allowed_ips: ["::/0"] }];
    const responses = await Promise.all(patches.map(change));
    expect(responses.map(({ status }) => status)).toEqual(patches.map(() => 200));
    expect(await read()).toMatchObject(Object.assign({}, ...patches));
  });
});

describe("GET …/credentials", () => {
  it("lists an organization's credentials, newest first, in pages, and never a secret", async () => {
    const own = await createShop();
    const made = [own.key, own.token];
    for (let n = 0; n < 3; n += 1) made.push(await createCredential(own.id, "api_key", { name: `key ${n}` }));
    await ofCredential(own.id, own.key).revoke();
    const whole = await operate("GET", `${own.id}/credentials`);
    expect(whole.body.data.map(({ id }: Credential) => id)).toEqual(made.map(({ id }) => id).toReversed());
    expect({ has_more: whole.body.has_more, next_cursor: whole.body.next_cursor }).toEqual({ has_more: false, next_cursor: null });
    // The list shows the last four characters, and eight are the prefix of every secret.
    for (const { secret } of made) expect(whole.text).not.toContain(secret.slice(8, -4));
    const found: unknown[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body }: ApiResponse = await operate("GET", `${own.id}/credentials?limit=2&cursor=${cursor}`);
      expect(body.data.length).toBeLessThanOrEqual(2);
      expect(body.has_more).toBe(body.next_cursor !== null);
      found.push(...body.data);
      cursor = body.next_cursor;
    }
    expect(found).toEqual(whole.body.data);
  });

  it("returns 404 for an unknown organization; a cursor is valid only for its own list, and a page has at most 200 credentials", async () => {
    expect((await operate("GET", "9007199254740991/credentials")).status).toBe(404);
    const { body } = await operate("GET", `${shop.id}/credentials?limit=1`);
    const other = await createShop();
    expect(errorsOf(await operate("GET", `${other.id}/credentials?limit=1&cursor=${body.next_cursor}`))).toEqual(["cursor invalid_cursor"]);
    expect(errorsOf(await operate("GET", `${shop.id}/credentials?limit=201`))).toEqual(["limit invalid_integer"]);
  });

  it("is not available to a token with all scopes", async () => {
    const headers = { Authorization: `Bearer ${shop.token.secret}` };
    expect((await call(`/operator/organizations/${shop.id}/credentials`, { headers })).status).toBe(404);
  });

  it("uses the organization's index", async () => {
    const prepare = vi.spyOn(env.DB, "prepare");
    const { body } = await operate("GET", `${shop.id}/credentials?limit=1`);
    await operate("GET", `${shop.id}/credentials?limit=1&cursor=${body.next_cursor}`);
    const lists = prepare.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes("order by"));
    prepare.mockRestore();
    expect(lists).toHaveLength(2);
    for (const sql of lists) {
      const bindings = Array.from({ length: sql.split("?").length - 1 }, () => 1);
      const plan = await rows<{ detail: string }>(`explain query plan ${sql}`, ...bindings);
      expect(plan.map(({ detail }) => detail).join()).toMatch(
        /^SEARCH credentials USING INDEX credentials_organization \(organization_id=\?/,
      );
      expect(plan).toHaveLength(1);
    }
  });
});
