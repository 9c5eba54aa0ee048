import { beforeAll, describe, expect, it, vi } from "vitest";
import { createCredential, createShop, asOperator, type Shop, ingestOrder } from "../../kit/client";
import { agentOf, message, post } from "./agent";
import { organizationD1 } from "../../kit/databases";

const PING = message("ping");
let shop: Shop;
let bearer: Record<string, string>;
beforeAll(async () => {
  shop = await createShop();
  bearer = { Authorization: `Bearer ${shop.token.secret}` };
});

describe("authentication", () => {
  it.each([
    ["no credential", () => ({})],
    ["an unknown token", () => ({ Authorization: "Bearer sk_live_0123456789012345678901234567890123" })],
    ["an API key in place of the token", () => ({ Authorization: `Bearer ${shop.key.secret}` })],
    ["an API key in its own header", () => ({ "x-api-key": shop.key.secret })],
  ])("fails with %s: 401, as in v2", async (_who, headers) => {
    for (const body of [PING, message("tools/call", { name: "who_am_i" }), "no JSON"]) {
      const response = await post(body, headers());
      expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 401, code: "unauthorized" });
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
      expect(response.body.meta.request_id).toBe(response.headers.get("X-Request-Id"));
    }
  });

  it("fails with a revoked token: 401 from the next message on, although the isolate has cached it", async () => {
    for (const [method, params] of [["tools/list"], ["tools/call", { name: "who_am_i" }]] as const) {
      const token = await createCredential(shop.id, "api_token");
      const agent = agentOf(token);
      expect((await agent.request(method, params)).status).toBe(200);
      await asOperator(`/organizations/${shop.id}/credentials/${token.id}/revoke`, undefined);
      const response = await agent.request(method, params);
      expect({ method, status: response.status, code: response.body.error.code }).toEqual({ method, status: 401, code: "unauthorized" });
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
    }
  });

  it("fails from an address that the token does not allow: 403", async () => {
    const token = await createCredential(shop.id, "api_token", { allowed_ips: ["192.0.2.0/24"] });
    const { status, body } = await agentOf(token).request("ping");
    expect({ status, code: body.error.code }).toEqual({ status: 403, code: "ip_not_allowed" });
    // The address is passed on to the request of a tool call.
    const near = { "CF-Connecting-IP": "192.0.2.7" };
    const response = await agentOf(token).request("tools/call", { name: "who_am_i" }, near);
    expect(response.body.result.structuredContent.credential.id).toBe(token.id);
  });

  it("fails for a web page (DNS rebinding), except one on the same machine", async () => {
    for (const origin of ["https://evil.example", "https://api.example.com", "null"]) {
      const response = await post(PING, { ...bearer, Origin: origin });
      expect({ origin, status: response.status }).toEqual({ origin, status: 403 });
      expect(response.body).toMatchObject({ jsonrpc: "2.0", error: { code: -32000 } });
      expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
    }
    expect((await post(PING, { ...bearer, Origin: "http://localhost:6274" })).status).toBe(200);
  });
});

describe("messages", () => {
  it.each(["GET", "DELETE", "PUT", "OPTIONS"])("are not accepted with %s, because there are no streams and no sessions", async (method) => {
    const response = await post(null, bearer, "", method);
    expect({ status: response.status, code: response.body.error.code, allow: response.headers.get("Allow") }).toEqual({
      status: 405,
      code: "method_not_allowed",
      allow: "POST",
    });
  });

  it("are JSON, up to 1 MiB", async () => {
    const response = await post(PING, { ...bearer, "Content-Type": "text/plain" });
    expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 415, code: "unsupported_media_type" });
    const padded = (bytes: number) => JSON.stringify(PING).padEnd(bytes);
    expect((await post(padded(1024 * 1024), bearer)).status).toBe(200);
    const large = await post(padded(1024 * 1024 + 1), bearer);
    expect({ status: large.status, code: large.body.error.code, limit: large.body.error.details[0].limit }).toEqual({
      status: 413,
      code: "payload_too_large",
      limit: 1024 * 1024,
    });
  });

  it.each([
    ["a body that is not JSON", "{", -32700],
    ["a batch", JSON.stringify([PING]), -32600],
    ["an empty batch", "[]", -32600],
  ])("are rejected with a JSON-RPC error for %s", async (_what, body, code) => {
    const response = await post(body, bearer);
    expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 400, code });
  });

  it("are rejected by the SDK if they are invalid or have an unknown method; a notification is accepted", async () => {
    expect((await post({ hello: 1 }, bearer)).status).toBe(400);
    expect((await post(message("resources/list"), bearer)).body.error.code).toBe(-32601);
    expect((await post(message("subscriptions/listen"), bearer)).body.error.code).toBe(-32601);
    const notified = await post({ jsonrpc: "2.0", method: "notifications/initialized" }, bearer);
    expect({ status: notified.status, text: notified.text }).toEqual({ status: 202, text: "" });
  });

  it.each(["*/*", "text/html", "application/json, text/event-stream"])(
    "are accepted with Accept: %s, and the response is one JSON text that starts no session",
    async (accept) => {
      const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "curl", version: "8" } };
      const response = await post(message("initialize", hello), { ...bearer, Accept: accept });
      expect(response.status).toBe(200);
      expect(response.headers.get("Content-Type")).toBe("application/json");
      expect(response.headers.get("Mcp-Session-Id")).toBeNull();
      expect(response.body.result).toMatchObject({
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { version: "2.0.0" },
      });
      // The server's instructions have one line for each rule.
      expect(response.body.result.instructions.split("\n")).toHaveLength(5);
      expect(response.headers.get("X-Api-Version")).toBe("2.0.0");
    },
  );
});

/** The remaining requests of a token in this minute. */
const remainingRequests = (headers: Headers) => Number(/"default";r=(\d+)/.exec(headers.get("RateLimit") ?? "")?.[1]);

describe("the cost of a message", () => {
  it("is one request of the token's limit, whatever the result", async () => {
    const token = await createCredential(shop.id, "api_token", { rate_limit: 6000 });
    const headers = { Authorization: `Bearer ${token.secret}` };
    const order = await ingestOrder(shop);
    const bodies: (readonly [body: unknown, query?: string, type?: string])[] = [
      [PING],
      [message("tools/list")],
      [message("tools/call", { name: "get_order", arguments: { order_id: order.id } })],
      [message("tools/call", { name: "get_order", arguments: { order_id: 999_999 } })],
      [message("tools/call", { name: "get_order", arguments: {} })],
      [message("tools/call", { name: "no_such_tool" })],
      [message("tools/call", null)],
      [{ jsonrpc: "2.0", method: "tools/call", params: { name: "who_am_i" } }],
      ["{"],
      [[PING]],
      [message("nothing")],
      [PING, "?tools=nonsense"],
      [PING, "", "text/plain"],
    ];
    let before = remainingRequests((await post(PING, headers)).headers);
    for (const [body, query = "", type = "application/json"] of bodies) {
      const after = remainingRequests((await post(body, { ...headers, "Content-Type": type }, query)).headers);
      expect({ body, fewer: before - after }).toEqual({ body, fewer: 1 });
      before = after;
    }
  });

  it("is limited: 429 for the protocol, and an error with the time to wait for a tool", async () => {
    const agent = agentOf(await createCredential(shop.id, "api_token", { daily_quota: 1 }));
    expect((await agent.request("ping")).status).toBe(200);
    const response = await agent.request("ping");
    expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 429, code: "rate_limited" });
    expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
    const { isError, data } = await agent.call("who_am_i");
    expect(isError).toBe(true);
    expect(data).toMatchObject({
      error: { code: "rate_limited", details: [{ policy: "daily" }] },
      retry_after_seconds: expect.any(Number),
    });
  });

  it("is in one log line, with the name of the tool", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    try {
      await agentOf(shop.token).call("who_am_i");
      await agentOf(shop.token).call("get_order", { order_id: 999_999 });
      const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
      const caller = { organization_id: shop.id, credential_id: shop.token.id, status: 200 };
      expect(lines).toMatchObject([
        { ...caller, route: "/api/v2/mcp#who_am_i", error_code: null, admission: "proceed", gate_calls: 1, d1_trips: 0 },
        { ...caller, route: "/api/v2/mcp#get_order", error_code: "not_found", admission: "proceed", gate_calls: 1, d1_trips: 1 },
      ]);
      expect(lines).toHaveLength(2);
    } finally {
      log.mockRestore();
    }
  });
});

describe("an error of a tool", () => {
  it("has the request id of the response header", async () => {
    const { data, response } = await agentOf(shop.token).call("get_order", { order_id: 999_999 });
    expect(data.request_id).toBe(response.headers.get("X-Request-Id"));
  });

  it("may be retried and does not show its cause, if the database is unavailable", async () => {
    const batch = vi.spyOn(organizationD1(), "batch").mockRejectedValue(new Error("D1_ERROR: Network connection lost."));
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    try {
      const { isError, data } = await agentOf(shop.token).call("get_order", { order_id: 1 });
      expect({ isError, code: data.error.code, retry_after_seconds: data.retry_after_seconds }).toEqual({
        isError: true,
        code: "service_unavailable",
        retry_after_seconds: 1,
      });
      expect(data.error.message).toBe("Service temporarily unavailable.");
    } finally {
      batch.mockRestore();
      error.mockRestore();
    }
  });
});
