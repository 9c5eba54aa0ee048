import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { newSecret } from "../../../src/platform/crypto/credential-secret";
import { sha256Hex } from "../../../src/platform/crypto/digest";
import worker from "../../../src/entrypoints/worker";
import { createShop, call, idempotencyKey, type Shop, ingestOrder } from "../../kit/client";
import { bodyOf, pathOf, ROUTES, SOME_IDS } from "../../kit/requests";
import { eventually } from "../../kit/eventually";
import { FULL } from "../../kit/form";
import { withDatabases } from "../../kit/databases";

/** Values in requests that no log line may contain. */
const PRIVATE = ["PRIVATE-NAME", "private@example.com", "PRIVATE-NOTE", "PRIVATE-QUERY"];

interface Line extends Record<string, unknown> {
  event: string;
}

/** Collects every line that is logged from now on. */
function listen() {
  const logged: unknown[][] = [];
  for (const level of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => void logged.push(args));
  }
  return {
    text: () => logged.flat().map(String).join("\n"),
    lines: () => logged.map(([line]) => JSON.parse(String(line)) as Line),
    /** Whether each line is one text. `lines` parses it as JSON. */
    isStructured: () => logged.every((args) => args.length === 1 && typeof args[0] === "string"),
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** One request of each of these endpoints, some accepted and some rejected, with private values in every possible place. */
async function sendAll(routes: typeof ROUTES, bindings: Env, shop: Shop): Promise<void> {
  for (const [surface, endpoint] of routes) {
    const secret = { v1: shop.key.secret, v2: shop.token.secret, operator: env.OPERATOR_TOKEN }[surface.name];
    const body = bodyOf(endpoint);
    const context = createExecutionContext();
    const path = surface.base + pathOf(endpoint, { ...SOME_IDS, "organizations.id": shop.id, "stores.id": shop.store.id });
    const response = await app.fetch(
      new Request(`https://api.example.com${path}${path.includes("?") ? "&" : "?"}q=PRIVATE-QUERY`, {
        method: endpoint.method.toUpperCase(),
        headers: {
          "CF-Connecting-IP": "2001:db8:ffff::1",
          "x-api-key": secret,
          Authorization: `Bearer ${secret}`,
          "Content-Type": "application/json",
          ...idempotencyKey(),
        },
        ...(body !== undefined && {
          body: JSON.stringify({ ...body, customer_name: PRIVATE[0], customer_email: PRIVATE[1], content: PRIVATE[2], note: PRIVATE[2] }),
        }),
      }),
      bindings,
      context,
    );
    await response.arrayBuffer();
    await waitOnExecutionContext(context);
  }
}

function forbiddenTexts(shop: Shop): string[] {
  const secrets = [shop.key.secret, shop.token.secret, env.OPERATOR_TOKEN, env.MASTER_SECRET, "whsec_"];
  return [...PRIVATE, ...secrets, ...secrets.map((secret) => sha256Hex(secret))];
}

describe("a log line", () => {
  it("is JSON for each request of every endpoint, without secrets, hashes, bodies and queries", async () => {
    const shop = await createShop();
    const { id } = await ingestOrder(shop);
    const log = listen();
    await sendAll(ROUTES, env, shop);
    await shop.v1(`/orders/${id}/notes`, { body: { content: PRIVATE[2] }, headers: idempotencyKey() });
    for (const text of forbiddenTexts(shop)) expect(log.text()).not.toContain(text);
    expect(log.isStructured()).toBe(true);
    const requests = log.lines().filter(({ event }) => event === "request");
    expect(requests.length).toBe(ROUTES.length + 1);
    expect(requests.at(-1)).toEqual({
      event: "request",
      request_id: expect.stringMatching(/^req_\w{22}$/),
      client_request_id: null,
      organization_id: shop.id,
      credential_id: shop.key.id,
      person_id: null,
      method: "POST",
      route: "/orders/:id/notes",
      path: `/orders/${id}/notes`,
      status: 201,
      error_code: null,
      admission: "proceed",
      read_from: null,
      duration_ms: expect.any(Number),
      d1_region: null,
      // A note is written without a read before.
      d1_trips: 1,
      gate_calls: 1,
      rows_read: expect.any(Number),
      rows_written: expect.any(Number),
      release: env.VERSION_METADATA.id,
    });
  });

  it("has a path only in development, with the ids of its route or, without a route, only its numbers and words", async () => {
    const shop = await createShop();
    const log = listen();
    const paths = [
      "/orders/42?q=PRIVATE-QUERY",
      "/orders/private@example.com",
      "/operator/organizations/7/credentials",
      "/in/whk_PRIVATE0123456789",
      "/console/join/PRIVATE0123456789",
      "/api/v2/order/42/private@example.com",
      "/api/v2/PRIVATE0123456789/orders",
      "/none/orders-2/items.csv?q=PRIVATE-QUERY",
    ];
    const request = async (path: string, bindings: Env = env) => {
      const context = createExecutionContext();
      const init = { method: path.startsWith("/in/") ? "POST" : "GET", headers: { "x-api-key": shop.key.secret } };
      await (await app.fetch(new Request(`https://api.example.com${path}`, init), bindings, context)).arrayBuffer();
      await waitOnExecutionContext(context);
    };
    for (const path of paths) await request(path);
    const shown = log.lines().filter(({ event }) => event === "request");
    expect(shown.map(({ path }) => path)).toEqual([
      "/orders/42",
      "/orders/:id",
      "/operator/organizations/7/credentials",
      "/in/:token",
      "/console/join/:token",
      "/api/v2/order/42/…",
      "/api/v2/…/orders",
      "/none/…/items.csv",
    ]);
    for (const text of forbiddenTexts(shop)) expect(log.text()).not.toContain(text);
    const production = { ...env, ENVIRONMENT: "production", ALLOW_INSECURE_WEBHOOK_TARGETS: "" } as unknown as Env;
    await request("/orders/42", production);
    expect(log.lines().at(-1)).toMatchObject({ event: "request", route: "/orders/:id" });
    expect(log.lines().at(-1)).not.toHaveProperty("path");
  });

  it("has no secret, hash, body or query either if the database, the gate, the queue, a rate limiter or a setting fails", async () => {
    const shop = await createShop();
    await shop.v2("/webhooks", { body: { url: "https://receiver.example.com/", events: ["order.created"] } });
    const connectionError = new Error("D1_ERROR: Network connection lost.");
    const failing: (() => Partial<Env>)[] = [
      () => withDatabases((d1) => withFailing(d1, ["batch"], connectionError)),
      () => withDatabases((d1) => withFailing(d1, ["prepare", "batch"], connectionError)),
      () => ({ GATE: withFailing(env.GATE, ["getByName"], connectionError) }),
      () => ({
        DELIVERIES: withFailing(env.DELIVERIES, ["sendBatch"], connectionError),
        DELIVERIES_SLOW: withFailing(env.DELIVERIES_SLOW, ["sendBatch"], connectionError),
      }),
      () => ({ AUTH_FAILURES: { limit: () => Promise.reject(connectionError) } }),
      () => ({ MASTER_SECRET: "too-short-and-private" }),
    ];
    const unknownKey = newSecret("api_key");
    const log = listen();
    for (const [nth, fault] of failing.entries()) {
      const bindings = { ...env, ...fault() };
      // In the full form, each fault meets every endpoint.
      const routes = FULL ? ROUTES : ROUTES.filter((_, place) => place % failing.length === nth);
      await sendAll(routes, bindings, shop);
      const context = createExecutionContext();
      const unauthorized = new Request("https://api.example.com/orders", { headers: { "x-api-key": unknownKey } });
      await (await app.fetch(unauthorized, bindings, context)).arrayBuffer();
      await waitOnExecutionContext(context);
      await worker.scheduled(createScheduledController({ cron: "* * * * *", scheduledTime: new Date() }), bindings);
    }
    for (const text of [...forbiddenTexts(shop), unknownKey, sha256Hex(unknownKey), "too-short-and-private"])
      expect(log.text()).not.toContain(text);
    expect(log.isStructured()).toBe(true);
    const events = new Set(log.lines().map(({ event }) => event));
    // What fails in the last four: the database, the gate, the queue and the rate limiter.
    for (const event of ["request", "job.not_recorded", "gate.admit", "webhooks.delivery_job.enqueue", "auth.limit"])
      expect(events).toContain(event);
    expect(log.lines().some(({ error }) => String(error).includes("MASTER_SECRET must have at least 32 characters"))).toBe(true);
  });

  it("of a failed write has the error and its stack, and no values of the write", async () => {
    const shop = await createShop();
    const log = listen();
    await env.DB.exec("create trigger refuse before insert on credentials begin select raise(abort, 'rejected'); end");
    const response = await call(`/operator/organizations/${shop.id}/credentials`, {
      body: { kind: "api_key", name: `x\n    at ${PRIVATE[0]}`, scopes: ["orders:read"] },
      headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` },
    });
    await env.DB.exec("drop trigger refuse");
    expect(response.status).toBeGreaterThanOrEqual(500);
    const errorLine = log.lines().find(({ event }) => event === "request.unexpected");
    expect(errorLine?.["error"]).toContain("rejected");
    expect(errorLine?.["at"]).toContain("createCredential");
    expect(errorLine?.["request_id"]).toBe(response.headers.get("X-Request-Id"));
    // The ORM's message has the values in it, including the secret's hash, and some look like the end of a message.
    expect(log.text()).not.toContain(PRIVATE[0]);
    expect(log.text()).not.toMatch(/[0-9a-f]{64}/);
  });

  it("has the result of the gate, and the error code of the response", async () => {
    const shop = await createShop();
    const log = listen();
    const key = idempotencyKey();
    const write = async (title: string) => await shop.v1("/products", { body: { title }, headers: key });
    await write("Mug");
    await eventually(async () => expect((await write("Mug")).headers.get("Idempotent-Replayed")).toBe("true"));
    await write("Cup");
    await shop.v1("/orders?page=0");
    await shop.v1("/orders/999999999");
    await call("/orders");
    await call("/nowhere");
    const results = log.lines().map(({ status, admission, error_code }) => [status, admission, error_code]);
    expect(results[0]).toEqual([201, "proceed", null]);
    expect(results.slice(-6)).toEqual([
      [201, "replay", null],
      [422, "conflict", "idempotency_conflict"],
      [400, "proceed", "validation_error"],
      [404, "proceed", "not_found"],
      [401, null, "unauthorized"],
      [404, null, "not_found"],
    ]);
  });
});

/** The same binding with some methods that fail. */
function withFailing<T extends object>(target: T, names: readonly string[], error: Error): T {
  return new Proxy(target, {
    get: (_, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        if (!names.includes(String(name))) return Reflect.apply(value, target, args);
        if (name === "batch" || name === "sendBatch") return Promise.reject(error);
        throw error;
      };
    },
  });
}
