import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiResponse, createShop, rows, type Shop } from "../../kit/client";
import {
  type InsertedEndpoint,
  insertDelivery,
  insertWebhookEndpoint,
  attemptsOf,
  captureEnqueued,
  rowOf,
} from "../../kit/webhook-fixture";
import { deliveryMessage, consumeMessages, mockReceiver } from "./consumer";
import { eventually } from "../../kit/eventually";

const URL_BEFORE = "https://receiver.example.com/hooks";
let shop: Shop;
let endpoint: InsertedEndpoint;

beforeAll(async () => {
  shop = await createShop();
});
beforeEach(async () => {
  captureEnqueued();
  endpoint = await insertWebhookEndpoint(shop.id);
});
afterEach(() => vi.restoreAllMocks());

const patch = (body: unknown, headers: Record<string, string> = {}) =>
  shop.v2(`/webhooks/${endpoint.id}`, { method: "PATCH", body, headers });
const paths = ({ body }: ApiResponse) => body.error.details.map(({ path }: { path: string }) => path);

describe("GET /webhooks/:id", () => {
  it("returns the endpoint, with only a hint of its secret (R19)", async () => {
    const { status, body, text } = await shop.v2(`/webhooks/${endpoint.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: endpoint.id,
      url: URL_BEFORE,
      events: ["order.updated"],
      enabled: true,
      description: null,
      supplier_id: null,
      status: "active",
      secret_hint: endpoint.secret.slice(-4),
      created_at: "1970-01-01T00:00:00.000Z",
      updated_at: "1970-01-01T00:00:00.000Z",
      last_success_at: null,
      last_failure_at: null,
      consecutive_failures: 0,
    });
    expect(text).not.toContain(endpoint.secret.slice(6, -4));
  });

  it.each(["we_unknown", "0", "..%2F", "%F0%9F%98%80"])("returns 404 for %s", async (id) => {
    expect(await shop.v2(`/webhooks/${id}`)).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
  });
});

describe("PATCH /webhooks/:id", () => {
  it.each([
    [{ url: "https://new.example.com/x" }],
    [{ events: ["ticket.created", "order.created", "ticket.created"] }, { events: ["ticket.created", "order.created"] }],
    [{ description: "ERP" }],
    [{ enabled: false }, { enabled: false, status: "paused" }],
    [{ enabled: true }],
  ])("changes %j and nothing else", async (change, expected: Record<string, unknown> = change) => {
    const { body: before } = await shop.v2(`/webhooks/${endpoint.id}`);
    const { status, body } = await patch(change);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, ...expected, updated_at: expect.any(String) });
    expect(Date.parse(body.updated_at)).toBeGreaterThan(0);
    expect((await shop.v2(`/webhooks/${endpoint.id}`)).body).toEqual(body);
  });

  it("clears the description with null", async () => {
    await patch({ description: "ERP" });
    expect((await patch({ description: null })).body).toMatchObject({ description: null });
  });

  it.each([
    ["an empty object", {}, [""]],
    ["an object without a known field", { secret: "whsec_mine", status: "active" }, [""]],
    ["an empty list of events", { events: [] }, ["events"]],
    ["an unknown event", { events: ["order.created", "order.eaten"] }, ["events[1]"]],
    ["webhook.test as an event", { events: ["webhook.test"] }, ["events[0]"]],
    ["events that are not a list", { events: "order.created" }, ["events"]],
    ["a string for enabled", { enabled: "no" }, ["enabled"]],
    ["null for enabled", { enabled: null }, ["enabled"]],
    ["null for the URL", { url: null }, ["url"]],
    ["a private URL", { url: "https://10.0.0.1/" }, ["url"]],
    ["the service's own host", { url: "https://api.example.com/api/v2/orders" }, ["url"]],
    ["a long description", { description: "x".repeat(256) }, ["description"]],
    ["errors in all fields", { url: "x", events: [1], enabled: 1, description: 1 }, ["url", "events[0]", "enabled", "description"]],
    ["a list", [], [""]],
  ])("rejects %s, lists every validation error and changes nothing", async (_, body, expected) => {
    const before = await rowOf("webhook_endpoints", endpoint.id);
    const response = await patch(body);
    expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 400, code: "validation_error" });
    expect(paths(response)).toEqual(expected);
    expect(await rowOf("webhook_endpoints", endpoint.id)).toEqual(before);
  });

  it("ignores an unknown field with a warning, and rejects it under strict handling", async () => {
    const response = await patch({ description: "ERP", secret: "whsec_mine" });
    expect({ status: response.status, warnings: response.headers.get("X-Warnings") }).toEqual({
      status: 200,
      warnings: expect.stringContaining("secret"),
    });
    expect(paths(await patch({ description: "x", secret: "y" }, { Prefer: "handling=strict" }))).toEqual(["secret"]);
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ description: "ERP" });
  });
});

describe("DELETE /webhooks/:id", () => {
  const remove = (confirm: string) => shop.v2(`/webhooks/${endpoint.id}${confirm}`, { method: "DELETE" });

  it.each(["", "?confirm=", "?confirm=we_other", "?confirm=true"])("with %j deletes nothing", async (confirm) => {
    const { id } = await insertDelivery(endpoint, Date.now());
    const response = await remove(confirm);
    expect({ status: response.status, paths: paths(response) }).toEqual({ status: 400, paths: ["confirm"] });
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ deleted_at: null, enabled: 1 });
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "pending" });
  });

  it("returns the deleted endpoint, cancels pending deliveries, and keeps the ended ones and the log (R9) (case 41)", async () => {
    mockReceiver(() => new Response("", { status: 500 }));
    const now = Date.now();
    const { id: retried } = await insertDelivery(endpoint, now);
    const { id: held } = await insertDelivery(endpoint, now, { status: "held", next_attempt_at: null });
    const { id: done } = await insertDelivery(endpoint, now, { status: "succeeded", next_attempt_at: null, completed_at: 5 });
    const { id: failed } = await insertDelivery(endpoint, now, { status: "failed", next_attempt_at: null, completed_at: 5 });
    await consumeMessages([deliveryMessage(retried)]);
    // No delivery is of this event, so the recovery changes none.
    const recovery = await shop.v2(`/webhooks/${endpoint.id}/recover`, { body: { events: ["ticket.created"] } });
    expect(recovery.status).toBe(201);
    const response = await remove(`?confirm=${endpoint.id}`);
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { id: endpoint.id, deleted: true } });

    const log = await shop.v2(`/webhooks/${endpoint.id}/deliveries`);
    const byId = new Map(log.body.data.map((row: { id: string }) => [row.id, row]));
    for (const id of [retried, held]) {
      expect(byId.get(id)).toMatchObject({ status: "cancelled", next_attempt_at: null, completed_at: expect.any(String) });
    }
    expect(byId.get(retried)).toMatchObject({ attempts: [{ number: 1, error_code: "http_status" }] });
    expect(byId.get(done)).toMatchObject({ status: "succeeded", completed_at: "1970-01-01T00:00:00.005Z" });
    expect(byId.get(failed)).toMatchObject({ status: "failed" });

    const path = `/webhooks/${endpoint.id}`;
    const others = await Promise.all([
      shop.v2(path),
      patch({ description: "again" }),
      shop.v2(`${path}/rotate-secret`, { body: {} }),
      shop.v2(`${path}/test`, { method: "POST" }),
      shop.v2(`${path}/deliveries/${failed}/redeliver`, { method: "POST" }),
      shop.v2(`${path}/recover`, { body: {} }),
      shop.v2(`${path}/recoveries/${recovery.body.id}`),
      remove(`?confirm=${endpoint.id}`),
    ]);
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 404));
    expect((await shop.v2("/webhooks")).body.data.map(({ id }: { id: string }) => id)).not.toContain(endpoint.id);
  });

  it.each([500, 200])(
    "ends all claims, with 200 pending deliveries and consumers that get a %i (R8) (case 41)",
    { tags: "long" },
    async (response) => {
      const arrived: string[] = [];
      mockReceiver(async (_, { headers }) => {
        arrived.push((headers as Record<string, string>)["X-Service-Delivery"] ?? "");
        await new Promise((resolve) => setTimeout(resolve, 20));
        return new Response("", { status: response });
      });
      const ids: string[] = [];
      for (let index = 0; index < 200; index += 1) ids.push((await insertDelivery(endpoint, Date.now() - 1_000 + index)).id);
      const claimed = async () =>
        (await rows<{ id: string }>("select id from deliveries where endpoint_id = ? and attempts > 0", endpoint.id)).map(({ id }) => id);
      const consumers = Array.from({ length: 40 }, (_, index) =>
        consumeMessages(ids.slice(index * 5, index * 5 + 5).map((id) => deliveryMessage(id))),
      );
      await eventually(() => expect(arrived.length).toBeGreaterThan(0));
      expect(await remove(`?confirm=${endpoint.id}`)).toMatchObject({ status: 200 });
      const before = await claimed();
      await Promise.all(consumers);
      for (let index = 0; index < 40; index += 1)
        await consumeMessages(ids.slice(index * 5, index * 5 + 5).map((id) => deliveryMessage(id)));
      expect(await claimed()).toEqual(before);
      expect(arrived.toSorted()).toEqual(before.toSorted());
      const states = await rows<{ id: string; status: string }>(
        "select id, status from deliveries where endpoint_id = ? and lease_token is null",
        endpoint.id,
      );
      for (const { id, status } of states) expect(status).toBe(response === 200 && before.includes(id) ? "succeeded" : "cancelled");
      expect(states).toHaveLength(200);
      expect(before.length).toBeLessThan(200);
      for (const id of before) expect(await attemptsOf(id)).toHaveLength(1);
    },
  );
});
