import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { ciphertextPrefix } from "../../../src/platform/crypto/encryption";
import { createCredential, createShop, idempotencyKey, rows, type Shop, v2As } from "../../kit/client";
import { connectCarrier } from "./carriers/fixtures";
import { connect, deliverWoo, inboxOf, wooOrder } from "./fixtures";

const API = { shop_url: "https://shop.example.com/some/page", key: "ck_0123456789abcdef", secret: "cs_hidden-secret" };

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

let stores = 0;
async function newStore(of: Shop = shop): Promise<number> {
  stores += 1;
  return (await of.v2("/stores", { body: { name: `Store ${stores}`, platform: "woocommerce" } })).body.id;
}

const create = async (fields: Record<string, unknown> = {}, headers = {}) =>
  await shop.v2("/connections", { body: { store: await newStore(), platform: "woocommerce", ...fields }, headers });

describe("a connection", () => {
  it("is created with a secret for WooCommerce that is returned once and stored encrypted", async () => {
    const { status, headers, body } = await create({ api: API });
    expect({ status, location: headers.get("Location") }).toEqual({ status: 201, location: `/api/v2/connections/${body.id}` });
    expect(body).toMatchObject({
      platform: "woocommerce",
      status: "active",
      shop_url: "https://shop.example.com",
      api_hint: "cdef",
      last_event_at: null,
      last_error: null,
      webhook_secret: expect.stringMatching(/^[0-9A-Za-z]{40}$/),
    });
    expect(body.delivery_url).toBe(`https://api.example.com/in/${shop.id}_${body.id}`);
    expect(body.webhook_secret.endsWith(body.secret_hint)).toBe(true);
    const read = await shop.v2(`/connections/${body.id}`);
    const { webhook_secret: _secret, ...rest } = body;
    expect(read.body).toEqual(rest);
    const [row] = await rows<Record<string, string>>("select secret, api_credentials from connections where id = ?", body.id);
    const prefix = await ciphertextPrefix(env.MASTER_SECRET);
    expect([row?.["secret"]?.startsWith(prefix), row?.["api_credentials"]?.startsWith(prefix)]).toEqual([true, true]);
    expect(JSON.stringify(row)).not.toContain(body.webhook_secret);
    expect((await shop.v2("/connections")).text).not.toMatch(new RegExp(`${body.webhook_secret}|${API.secret}`));
  });

  it("is created once under an idempotency key, with the same secret", async () => {
    const [store, key] = [await newStore(), idempotencyKey()];
    const body = { store, platform: "woocommerce" };
    const [first, second] = [await shop.v2("/connections", { body, headers: key }), await shop.v2("/connections", { body, headers: key })];
    expect({ status: second.status, id: second.body.id, webhook_secret: second.body.webhook_secret }).toEqual({
      status: 201,
      id: first.body.id,
      webhook_secret: first.body.webhook_secret,
    });
  });

  it.each([
    ["no store", { store: undefined }, 400, "store", "store_required"],
    ["an unknown store", { store: "nowhere" }, 404, "store", "not_found"],
    ["an unknown platform", { platform: "etsy" }, 400, "platform", "invalid_value"],
    ["Shopify without its secret", { platform: "shopify" }, 400, "webhook_secret", "secret_required"],
    ["a short secret", { webhook_secret: "short" }, 400, "webhook_secret", "too_small"],
    ["a private address", { api: { ...API, shop_url: "https://10.0.0.1/" } }, 400, "api.shop_url", "invalid_url"],
    ["the service's own address", { api: { ...API, shop_url: "https://api.example.com/" } }, 400, "api.shop_url", "invalid_url"],
  ])("is rejected for %s", async (_name, fields, status, path, code) => {
    const response = await create(fields);
    expect({ status: response.status, detail: response.body.error.details[0] }).toEqual({
      status,
      detail: expect.objectContaining({ path, code }),
    });
  });

  it("is the only one of its store, also for concurrent requests", async () => {
    const store = await newStore();
    const send = async () => await shop.v2("/connections", { body: { store, platform: "woocommerce" } });
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.error.details[0].code).toBe("store_connected");
    const { id } = responses.find(({ status }) => status === 201)?.body ?? {};
    await shop.v2(`/connections/${id}?confirm=${id}`, { method: "DELETE" });
    expect((await send()).status).toBe(201);
  });

  it("can change its API access, and can be paused and resumed", async () => {
    const { body } = await create();
    const patch = async (changes: unknown) => await shop.v2(`/connections/${body.id}`, { method: "PATCH", body: changes });
    expect((await patch({ api: API })).body).toMatchObject({ shop_url: "https://shop.example.com", api_hint: "cdef" });
    expect((await patch({ api: null })).body).toMatchObject({ shop_url: null, api_hint: null });
    expect(await rows("select api_credentials, reconcile_at from connections where id = ?", body.id)).toEqual([
      { api_credentials: null, reconcile_at: null },
    ]);
    expect((await patch({ enabled: false })).body.status).toBe("paused");
    expect((await patch({ enabled: true })).body.status).toBe("active");
    expect((await patch({})).body.error.details[0].code).toBe("no_fields");
  });

  it("is deleted only after its id is confirmed", async () => {
    const { body } = await create();
    const path = `/connections/${body.id}`;
    expect((await shop.v2(`${path}?confirm=x`, { method: "DELETE" })).body.error.details[0].code).toBe("not_confirmed");
    expect((await shop.v2(`${path}?confirm=${body.id}`, { method: "DELETE" })).body).toEqual({ id: body.id, deleted: true });
    for (const gone of [path, `${path}/inbox`]) expect((await shop.v2(gone)).status).toBe(404);
  });

  it("is rejected if the organization has 50, those to shops and carrier services together", { tags: "long" }, async () => {
    const full = await createShop();
    for (let n = 0; n < 25; n += 1) {
      await connect(full, { store: await newStore(full) });
      await connectCarrier(full);
    }
    const { status, body } = await full.v2("/connections", { body: { store: await newStore(full), platform: "woocommerce" } });
    expect({ status, detail: body.error.details[0] }).toEqual({
      status: 409,
      detail: expect.objectContaining({ code: "connection_limit", limit: 50 }),
    });
  });

  it("needs the scope connections:manage, and returns 404 to another organization", async () => {
    const connection = await connect(shop, { store: await newStore() });
    await deliverWoo(connection, wooOrder());
    const [message] = await inboxOf(connection);
    const [other, weak] = [
      await createShop(),
      v2As(await createCredential(shop.id, "api_token", { scopes: ["orders:read", "webhooks:manage"] })),
    ];
    const paths: [string, string, unknown][] = [
      ["GET", "", undefined],
      ["GET", "/inbox", undefined],
      ["PATCH", "", { enabled: false }],
      ["POST", "/rotate-secret", {}],
      ["POST", `/inbox/${String(message?.["id"])}/retry`, undefined],
      ["DELETE", `?confirm=${connection.id}`, undefined],
    ];
    for (const [method, path, body] of paths) {
      const target = `/connections/${connection.id}${path}`;
      expect({ path, status: (await other.v2(target, { method, body })).status }).toEqual({ path, status: 404 });
      expect({ path, status: (await weak(target, { method, body })).status }).toEqual({ path, status: 403 });
    }
  });

  it("writes each change to the audit log, without a secret", async () => {
    const own = await createShop();
    const { id, secret } = await connect(own, { api: API });
    await own.v2(`/connections/${id}`, { method: "PATCH", body: { enabled: false } });
    const { webhook_secret: newSecret } = (await own.v2(`/connections/${id}/rotate-secret`, { body: {} })).body;
    await own.v2(`/connections/${id}?confirm=${id}`, { method: "DELETE" });
    const entries = await rows<Record<string, string>>(
      "select action, target_id, target_name, details from audit_log where organization_id = ? and action like 'connection.%' order by id",
      own.id,
    );
    expect(entries.map(({ action }) => action)).toEqual(
      ["created", "updated", "secret_rotated", "deleted"].map((verb) => `connection.${verb}`),
    );
    expect(entries.every(({ target_id, target_name }) => target_id === id && target_name === "WooCommerce")).toBe(true);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${secret}|${newSecret}|${API.secret}|${API.key}`));
  });
});

describe("the inbox", () => {
  it("lists messages newest first, in pages and by status, without bodies", async () => {
    const connection = await connect(shop, { store: await newStore(), platform: "woocommerce" });
    for (let id = 1; id <= 5; id += 1) await deliverWoo(connection, id === 3 ? "no JSON" : { id, customer: "x" });
    const path = `/connections/${connection.id}/inbox`;
    const listed: { source_order_id: string | null; status: string }[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? "" : `&cursor=${cursor}`;
      const { body, text } = await shop.v2(`${path}?limit=2${next}`);
      expect(text).not.toMatch(/"body"|customer/);
      listed.push(...body.data);
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(listed.map(({ source_order_id }) => source_order_id)).toEqual(["5", "4", null, "2", "1"]);
    const failed = (await shop.v2(`${path}?status=failed`)).body.data;
    expect(failed).toEqual(listed.filter(({ status }) => status === "failed"));
    expect(failed).toContainEqual(listed[2]);
    expect((await shop.v2(`${path}?status=nothing`)).status).toBe(400);
  });

  it("retries only a message that failed or was ignored", async () => {
    const connection = await connect(shop, { store: await newStore() });
    await deliverWoo(connection, "no JSON");
    const [message] = await inboxOf(connection);
    const path = `/connections/${connection.id}/inbox/${String(message?.["id"])}/retry`;
    expect((await shop.v2(path, { method: "POST" })).status).toBe(200);
    await rows("update connection_inbox set status = 'ignored' where connection_id = ?", connection.id);
    expect((await shop.v2(path, { method: "POST" })).status).toBe(200);
    await rows("update connection_inbox set status = 'processed' where connection_id = ?", connection.id);
    const processed = await shop.v2(path, { method: "POST" });
    expect([processed.status, processed.body.error.details]).toMatchObject([409, [{ code: "message_not_failed" }]]);
    const ofUnknownConnection = await shop.v2(path.replace(connection.id, "con_none"), { method: "POST" });
    expect(ofUnknownConnection.status).toBe(404);
  });
});
