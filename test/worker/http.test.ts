import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../src/entrypoints/app";
import { createMember, browse, tokenIn } from "./console/kit";
import { createCredential, orderBody, createShop, call, idempotencyKey, type Shop, v1As, v2As } from "../kit/client";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

describe("401", () => {
  const expectation = {
    v1: { message: "Missing or invalid API key.", header: "x-api-key", challenge: 'ApiKey header="x-api-key"' },
    v2: { message: "Missing or invalid API token.", header: "Authorization", challenge: "Bearer" },
  } as const;

  it.each([
    ["v1", "/orders", () => ({ Authorization: `Bearer ${shop.token.secret}` })],
    ["v1", "/orders", () => ({ Authorization: `Bearer ${shop.key.secret}` })],
    ["v1", "/orders", () => ({ "x-api-key": shop.token.secret })],
    ["v2", "/api/v2/orders", () => ({ "x-api-key": shop.key.secret })],
    ["v2", "/api/v2/orders", () => ({ Authorization: `Bearer ${shop.key.secret}` })],
    ["v2", "/api/v2/orders", () => ({ Authorization: shop.token.secret })],
  ] as const)(
    "of %s %s names the expected header if the credential is of another kind, in another header or without Bearer (%#)",
    async (surface, path, headers) => {
      const response = await call(path, { headers: headers() });
      const { message, header, challenge } = expectation[surface];
      expect({ status: response.status, wwwAuthenticate: response.headers.get("WWW-Authenticate") }).toEqual({
        status: 401,
        wwwAuthenticate: challenge,
      });
      expect(response.body.error).toEqual({
        code: "unauthorized",
        message,
        details: [{ code: "wrong_credential", message: expect.stringContaining(header) }],
      });
    },
  );

  it("has no details without a credential, or with an unknown one", async () => {
    const unknown = `${shop.key.secret.slice(0, -1)}!`;
    for (const headers of [{}, { "x-api-key": unknown }, { "x-api-key": unknown, Authorization: "Basic YTpi" }]) {
      expect((await call("/orders", { headers })).body.error).toEqual({ code: "unauthorized", message: "Missing or invalid API key." });
    }
  });
});

describe("404", () => {
  const unknownPath = { code: "unknown_path", message: expect.stringContaining("/openapi.json") };

  it.each(["/ordrs", "/api/v2/ordrs", "/api/v2", "/orders/1/lines", "/docs/none", "/docs/guide/none"])(
    "of %s says that there is no such path, to any caller",
    async (path) => {
      for (const headers of [{}, { "x-api-key": shop.key.secret }, { Authorization: `Bearer ${shop.token.secret}` }]) {
        const response = await call(path, { headers });
        expect({ path, status: response.status, error: response.body.error }).toEqual({
          path,
          status: 404,
          error: { code: "not_found", message: "Resource not found.", details: [unknownPath] },
        });
      }
    },
  );

  it("of a resource does not say so, whether it is missing or another organization's", async () => {
    const { body: mine } = await shop.v2("/orders", { body: orderBody() });
    const stranger = await createShop();
    for (const id of [mine.id, 999_999_999]) {
      for (const response of [await stranger.v1(`/orders/${id}`), await stranger.v2(`/orders/${id}`)]) {
        expect({ status: response.status, error: response.body.error }).toEqual({
          status: 404,
          error: { code: "not_found", message: "Resource not found." },
        });
      }
    }
  });

  it("of the operator's paths is the same for a wrong token, whether they exist or not", async () => {
    const rejected = await call("/operator/organizations", { method: "POST", body: {}, headers: { Authorization: "Bearer wrong" } });
    const unknown = await call("/operator/none", { method: "POST", body: {}, headers: { Authorization: "Bearer wrong" } });
    expect({ status: rejected.status, error: rejected.body.error }).toEqual({ status: 404, error: unknown.body.error });
    expect(unknown.status).toBe(404);
    expect(unknown.body.error.details).toEqual([unknownPath]);
  });
});

it("maintenance returns a 503 that says so", async () => {
  const requests = [
    ["/api/v2/orders", { Authorization: `Bearer ${shop.token.secret}` }],
    ["/orders", { "x-api-key": shop.key.secret }],
  ] as const;
  for (const [path, headers] of requests) {
    const request = new Request(`https://api.example.com${path}`, { headers });
    const response = await app.fetch(request, { ...env, MAINTENANCE: "true" }, createExecutionContext());
    expect({ status: response.status, retryAfter: response.headers.get("Retry-After") }).toEqual({ status: 503, retryAfter: "60" });
    expect(await response.json()).toMatchObject({
      error: {
        code: "service_unavailable",
        message: "Service temporarily unavailable.",
        details: [{ code: "maintenance", message: expect.stringMatching(/maintenance/) }],
      },
    });
  }
});

it("a 304 has no Content-Type", async () => {
  for (const get of [
    (headers: Record<string, string>) => shop.v1("/stores", { headers }),
    (headers: Record<string, string>) => shop.v2("/orders", { headers }),
    (headers: Record<string, string>) => call("/docs/guide/errors", { headers }),
    (headers: Record<string, string>) => call("/", { headers }),
  ]) {
    const etag = (await get({})).headers.get("ETag") ?? "none";
    const unchanged = await get({ "If-None-Match": etag });
    expect({ status: unchanged.status, contentType: unchanged.headers.get("Content-Type"), etag: unchanged.headers.get("ETag") }).toEqual({
      status: 304,
      contentType: null,
      etag,
    });
  }
});

describe("a body with Content-Encoding", () => {
  it("returns 415 in both APIs, in the MCP server and to the operator, with the accepted encoding, and its order is not created", async () => {
    const headers = { "Content-Encoding": "gzip" };
    const note = { "Idempotency-Key": "note", ...headers };
    const responses = [
      await shop.v2("/orders", { body: orderBody({ external_id: "encoded" }), headers }),
      await shop.v1("/orders/1/notes", { body: { content: "x" }, headers: note }),
      await shop.v2("/mcp", { body: { jsonrpc: "2.0", id: 1, method: "tools/list" }, headers }),
      await call("/operator/organizations", {
        body: { name: "x" },
        headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}`, ...headers },
      }),
    ];
    for (const response of responses) {
      expect({ status: response.status, acceptEncoding: response.headers.get("Accept-Encoding") }).toEqual({
        status: 415,
        acceptEncoding: "identity",
      });
      expect(response.body.error).toMatchObject({ code: "unsupported_media_type", details: [{ code: "unsupported_content_encoding" }] });
    }
    expect((await shop.v2("/orders?external_id=encoded")).body.data).toEqual([]);
  });

  it("returns 415 also for a write without a JSON body", async () => {
    const headers = { "Content-Encoding": "gzip" };
    const { id } = (await shop.v2("/webhooks", { body: { url: "https://example.com/hook", events: ["order.created"] } })).body;
    const path = `/webhooks/${id}`;
    for (const send of [
      async () => await shop.v2(`${path}?confirm=${id}`, { method: "DELETE", headers }),
      async () => await shop.v2(`${path}/test`, { method: "POST", headers: { ...headers, ...idempotencyKey() } }),
    ]) {
      const response = await send();
      expect({ status: response.status, acceptEncoding: response.headers.get("Accept-Encoding") }).toEqual({
        status: 415,
        acceptEncoding: "identity",
      });
      expect(response.body.error.details).toMatchObject([{ code: "unsupported_content_encoding" }]);
    }
    expect((await shop.v2(path)).status).toBe(200);
  });

  it("returns 415 in the console, for a form with and without a session, and for JSON", async () => {
    const owner = await createMember(shop.id, "owner");
    const encoded = { "Content-Encoding": "gzip" };
    const token = tokenIn(await owner.open("/orders"));
    const store = { name: "Encoded", platform: "etsy" };
    const { cookie } = owner;
    for (const response of [
      await browse("/console/sign-in", { form: { email: "x@example.com", password: "x" }, headers: encoded }),
      await browse("/console/account/sessions/end", { cookie, form: { form_token: token }, headers: encoded }),
      await owner.send("/stores", store, { headers: encoded }),
      await browse(`/console/${shop.id}/stores`, { cookie, json: store, headers: { ...encoded, "X-Form-Token": token } }),
    ]) {
      expect({ status: response.status, acceptEncoding: response.headers.get("Accept-Encoding") }).toEqual({
        status: 415,
        acceptEncoding: "identity",
      });
    }
    expect((await shop.v2("/stores")).body.data).not.toContainEqual(expect.objectContaining({ name: "Encoded" }));
  });

  it("is accepted if the encoding is identity", async () => {
    expect((await shop.v2("/orders", { body: orderBody(), headers: { "Content-Encoding": "identity" } })).status).toBe(201);
  });
});

it("a 429 has every policy of the credential, also those that would admit the request", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date("2026-01-01T12:00:00.000Z"));
  const as = v2As(await createCredential(shop.id, "api_token", { rate_limit: 24, daily_quota: 100 }));
  const responses = [await as("/orders"), await as("/orders"), await as("/orders"), await as("/orders")];
  vi.useRealTimers();
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
  // The burst of a second is a twelfth of the limit.
  for (const { headers } of responses)
    expect(headers.get("RateLimit-Policy")).toBe('"default";q=24;w=60, "burst";q=2;w=1, "daily";q=100;w=86400');
  expect(responses[2]?.headers.get("RateLimit")).toMatch(/^"burst";/);
});

describe("an external_id in a body", () => {
  it.each(["", "   "])(
    "of %j returns 400 and names the field, for an order and an item, and fails only its own order of a bulk request",
    async (external_id) => {
      const order = await shop.v2("/orders", { body: orderBody({ external_id }) });
      expect({ status: order.status, details: order.body.error?.details }).toEqual({
        status: 400,
        details: [expect.objectContaining({ path: "external_id", code: "too_small" })],
      });
      const item = await shop.v2("/orders", { body: orderBody({ items: [{ name: "Mug", price: 1, external_id }] }) });
      expect({ status: item.status, details: item.body.error?.details }).toEqual({
        status: 400,
        details: [expect.objectContaining({ path: "items[0].external_id" })],
      });
      const bulk = await shop.v2("/orders/bulk", {
        body: { on_error: "skip", orders: [orderBody({ external_id }), orderBody({ external_id: null })] },
        headers: idempotencyKey(),
      });
      expect(bulk.body.results).toMatchObject([{ outcome: "failed" }, { outcome: "created" }]);
    },
  );
});

it("an API key works in x-api-key with another Authorization header", async () => {
  const response = await v1As(shop.key)("/orders", { headers: { Authorization: "Basic YTpi" } });
  expect(response.status).toBe(200);
});
