import { beforeAll, describe, expect, it } from "vitest";
import { createShop, createCredential, asOperator, call, type Shop, ingestOrder, v1As } from "../kit/client";
import { createMember } from "../worker/console/kit";
import { SCOPES } from "./kit";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

/** Sends a GET with these headers, and fails unless it is rejected for a missing or invalid key. */
async function expectUnauthorized(headers: Record<string, string>, path = "/orders"): Promise<void> {
  const { status, body } = await call(path, { headers });
  expect({ status, code: body.error.code, message: body.error.message }).toEqual({
    status: 401,
    code: "unauthorized",
    message: "Missing or invalid API key.",
  });
}

describe("API key", () => {
  it("is sent in the header x-api-key", async () => {
    expect((await call("/orders", { headers: { "x-api-key": shop.key.secret } })).status).toBe(200);
  });

  it("without a key or with an invalid one: 401 unauthorized", async () => {
    await expectUnauthorized({});
    for (const key of ["", "x", "ak_live_", `${shop.key.secret}x`, shop.key.secret.slice(0, -1), shop.key.secret.toUpperCase()]) {
      await expectUnauthorized({ "x-api-key": key });
    }
  });

  it("is not read from the Authorization header or the URL", async () => {
    await expectUnauthorized({ Authorization: `Bearer ${shop.key.secret}` });
    await expectUnauthorized({}, `/orders?api_key=${shop.key.secret}&x-api-key=${shop.key.secret}`);
  });

  it("a bearer token is not accepted on Public V1, and an API key is not accepted on v2", async () => {
    await expectUnauthorized({ "x-api-key": shop.token.secret });
    await expectUnauthorized({ Authorization: `Bearer ${shop.token.secret}` });
    const v2 = { "x-api-key": shop.key.secret, Authorization: `Bearer ${shop.key.secret}` };
    expect((await call("/api/v2/orders", { headers: v2 })).status).toBe(401);
  });

  it("a session of the console is not accepted on Public V1", async () => {
    const { cookie, open } = await createMember(shop.id, "owner");
    expect((await open("/orders")).status).toBe(200);
    const [, token = ""] = cookie.split("=");
    await expectUnauthorized({ "x-api-key": token });
    await expectUnauthorized({ Authorization: `Bearer ${token}` });
    await expectUnauthorized({ Cookie: cookie });
  });

  it("an expired key: 401 unauthorized", async () => {
    const expires_at = new Date(Date.now() + 500).toISOString();
    const { secret } = await createCredential(shop.id, "api_key", { expires_at });
    await new Promise((resolve) => setTimeout(resolve, 550));
    await expectUnauthorized({ "x-api-key": secret });
  });

  it("each can be revoked: it gets 401 from then on, and the others still work", async () => {
    const [one, other] = [await createCredential(shop.id, "api_key"), await createCredential(shop.id, "api_key")];
    for (const key of [one, other]) expect((await v1As(key)("/orders")).status).toBe(200);
    await asOperator(`/organizations/${shop.id}/credentials/${one.id}/revoke`, {});
    await expectUnauthorized({ "x-api-key": one.secret });
    expect((await v1As(other)("/orders")).status).toBe(200);
  });

  it("belongs to one organization and reads only its resources", async () => {
    const other = await createShop();
    const { id } = await ingestOrder(other);
    const theirs = (await other.v1("/orders")).body.data.map((order: { id: number }) => order.id);
    const ours = (await shop.v1("/orders")).body.data.map((order: { id: number }) => order.id);
    expect({ theirs, ours }).toEqual({ theirs: [id], ours: [] });
  });

  it("a valid key without the required scope: 403 missing_scope", async () => {
    const as = v1As(await createCredential(shop.id, "api_key", { scopes: ["orders:read"] }));
    expect((await as("/orders")).status).toBe(200);
    const { status, body } = await as("/orderItems");
    expect({ status, code: body.error.code, message: body.error.message }).toEqual({
      status: 403,
      code: "missing_scope",
      message: "Missing required scope.",
    });
  });

  it("scopes are separate: write does not include read, and read does not include write", async () => {
    const writer = v1As(await createCredential(shop.id, "api_key", { scopes: ["expenses:write"] }));
    const body = { category: "rent", amount: 1, date: "2026-01-31" };
    const { id } = (await writer("/expenses", { body })).body.data;
    expect((await writer(`/expenses/${id}`)).body.error.code).toBe("missing_scope");
    const reader = v1As(await createCredential(shop.id, "api_key", { scopes: ["expenses:read"] }));
    expect((await reader(`/expenses/${id}`)).status).toBe(200);
    expect((await reader("/expenses", { body })).body.error.code).toBe("missing_scope");
  });

  it("can have each of the nine scopes of API keys", async () => {
    for (const scope of SCOPES) expect((await createCredential(shop.id, "api_key", { scopes: [scope] })).secret).toMatch(/^ak_live_/);
  });
});
