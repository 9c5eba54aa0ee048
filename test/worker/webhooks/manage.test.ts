import { env, exports } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { webhookEndpoints } from "../../../src/resources/webhooks/v2/endpoints";
import { OrgReader } from "../../../src/platform/db/org-db";
import { settingsOf } from "../../../src/platform/env";
import { decryptSecret } from "../../../src/resources/webhooks/signature";
import { insertDelivery, insertWebhookEndpoint, insertOrganization, insertToken, captureEnqueued, rowOf } from "../../kit/webhook-fixture";
import { organizationD1, organizationDatabase } from "../../kit/databases";

let organization: number;
let token: string;

beforeEach(async () => {
  captureEnqueued();
  organization = await insertOrganization();
  token = await insertToken(organization);
});
afterEach(() => vi.restoreAllMocks());

/** The fields of a body that these tests read. */
interface Body {
  id: string;
  secret: string;
  created_at: string;
  data: { id: string; created_at: string }[];
  has_more: boolean;
  next_cursor: string | null;
  error: { code: string; details: { path: string }[] };
}

interface ApiResponse {
  status: number;
  headers: Headers;
  body: Body;
}

async function call(method: string, path: string, json?: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> {
  const response = await exports.default.fetch(`https://ops.example.net/api/v2${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const NEW = { url: "https://receiver.example.com/hooks?a=b", events: ["order.created", "order.updated", "order.created"] };

describe("POST /webhooks", () => {
  it("returns 201 with the whole endpoint and its secret, once", async () => {
    const { status, headers, body } = await call("POST", "/webhooks", { ...NEW, description: "ERP" });
    expect(status).toBe(201);
    expect(headers.get("Location")).toBe(`/api/v2/webhooks/${body.id}`);
    expect(body).toEqual({
      id: expect.stringMatching(/^we_/),
      url: NEW.url,
      events: ["order.created", "order.updated"],
      enabled: true,
      description: "ERP",
      supplier_id: null,
      status: "active",
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      secret_hint: body.secret.slice(-4),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
      last_success_at: null,
      last_failure_at: null,
      consecutive_failures: 0,
    });
    const row = await rowOf("webhook_endpoints", body.id);
    expect(JSON.stringify(row)).not.toContain(body.secret);
    expect(await decryptSecret([env.MASTER_SECRET], body.id, String(row["secret"]))).toBe(body.secret);
    const listed = await call("GET", "/webhooks");
    expect(listed.body.data).toHaveLength(1);
    expect(JSON.stringify(listed.body)).not.toContain(body.secret);
  });

  it.each([
    ["an unknown event", { ...NEW, events: ["order.created", "order.eaten"] }, ["events[1]"]],
    ["no event", { ...NEW, events: [] }, ["events"]],
    ["no URL", { events: NEW.events }, ["url"]],
    ["an invalid URL", { ...NEW, url: "ftp://example.com" }, ["url"]],
    ["a private address", { ...NEW, url: "http://10.1.2.3/" }, ["url"]],
    ["itself", { ...NEW, url: "https://ops.example.net/api/v2/orders" }, ["url"]],
    ["an invalid URL with an unknown event", { url: "nonsense", events: ["x"] }, ["url", "events[0]"]],
  ])("rejects %s, and names the field", async (_, json, paths) => {
    const { status, body } = await call("POST", "/webhooks", json);
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: "validation_error" });
    expect(body.error.details.map(({ path }) => path)).toEqual(paths);
  });

  it("allows 25 live endpoints, also for concurrent requests", async () => {
    for (let index = 0; index < 22; index += 1) await insertWebhookEndpoint(organization);
    await insertWebhookEndpoint(organization, { deleted_at: 1 });
    const responses = await Promise.all(Array.from({ length: 6 }, () => call("POST", "/webhooks", NEW)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.error).toMatchObject({
      code: "conflict",
      details: [{ code: "endpoint_limit", limit: 25 }],
    });
    expect((await call("GET", "/webhooks")).body.data).toHaveLength(25);
  });

  it("creates one endpoint under an idempotency key and returns the same secret again", async () => {
    const key = { "Idempotency-Key": "k1" };
    const first = await call("POST", "/webhooks", NEW, key);
    const second = await call("POST", "/webhooks", NEW, key);
    expect(second.body).toEqual(first.body);
    expect((await call("GET", "/webhooks")).body.data).toHaveLength(1);
  });

  it("rebuilds its response, with the secret, after an execution was lost", async () => {
    const { body } = await call("POST", "/webhooks", NEW);
    const created = webhookEndpoints.find(({ operationId }) => operationId === "createWebhook");
    const tenant = {
      id: organization,
      database: organizationDatabase(),
      restoredAt: null,
      currency: "USD",
      timezone: "UTC",
      rollUpStatus: true,
    };
    const org = new OrgReader({
      d1: organizationD1(),
      organization: tenant,
      actor: { kind: "system", id: null, name: "" },
      now: Date.now(),
    });
    const reply = await created?.rebuildReply?.({ org, settings: settingsOf(env) }, { id: body.id });
    expect(reply).toMatchObject({ status: 201, data: body, location: `/webhooks/${body.id}` });
  });

  it("requires its scope", async () => {
    token = await insertToken(organization, ["orders:read"]);
    expect(await call("POST", "/webhooks", NEW)).toMatchObject({ status: 403, body: { error: { code: "missing_scope" } } });
    expect(await call("GET", "/webhooks")).toMatchObject({ status: 403 });
  });
});

describe("GET /webhooks", () => {
  it("lists the organization's own endpoints, newest first, without deleted ones", async () => {
    const older = await insertWebhookEndpoint(organization, { created_at: 1 });
    const newer = await insertWebhookEndpoint(organization, {
      created_at: 2,
      enabled: 0,
      status: "paused",
      last_failure_at: 1_000,
      consecutive_failures: 3,
    });
    await insertWebhookEndpoint(organization, { deleted_at: 1 });
    await insertWebhookEndpoint(await insertOrganization());
    const { status, body } = await call("GET", "/webhooks");
    expect(status).toBe(200);
    expect(body).toMatchObject({ has_more: false, next_cursor: null });
    expect(body.data.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(body.data[0]).toMatchObject({
      enabled: false,
      status: "paused",
      last_failure_at: "1970-01-01T00:00:01.000Z",
      consecutive_failures: 3,
    });
    expect(body.data[0]).not.toHaveProperty("secret");
  });
});

describe("GET /webhooks/:id/deliveries", () => {
  const now = Date.UTC(2026, 10, 20);

  it("returns a delivery with its attempts in order", async () => {
    const endpoint = await insertWebhookEndpoint(organization);
    const { id, event_id } = await insertDelivery(endpoint, now, { attempts: 2, next_attempt_at: now + 5_000 });
    const attempt = organizationD1().prepare("insert into attempts values (?, ?, ?, 'https://u/', ?, 12, ?, ?, ?)");
    await organizationD1().batch([
      attempt.bind(organization, id, 2, now + 9, null, null, "timeout"),
      attempt.bind(organization, id, 1, now + 1, 500, "no", "http_status"),
    ]);
    const { status, body } = await call("GET", `/webhooks/${endpoint.id}/deliveries`);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          id,
          event_id,
          event: "order.updated",
          status: "pending",
          trigger: "auto",
          attempts: [
            {
              number: 1,
              started_at: "2026-11-20T00:00:00.001Z",
              duration_ms: 12,
              response_status: 500,
              response_body: "no",
              error_code: "http_status",
            },
            {
              number: 2,
              started_at: "2026-11-20T00:00:00.009Z",
              duration_ms: 12,
              response_status: null,
              response_body: null,
              error_code: "timeout",
            },
          ],
          next_attempt_at: "2026-11-20T00:00:05.000Z",
          created_at: "2026-11-20T00:00:00.000Z",
          completed_at: null,
        },
      ],
      has_more: false,
      next_cursor: null,
    });
  });

  it("lists all of them in pages, newest first, each once, also if many have the same time", async () => {
    const endpoint = await insertWebhookEndpoint(organization);
    for (let index = 0; index < 12; index += 1) await insertDelivery(endpoint, now + Math.floor(index / 5));
    const seen: { id: string; created_at: string }[] = [];
    let query = "?limit=5";
    for (let pages = 0; pages < 5; pages += 1) {
      const { body } = await call("GET", `/webhooks/${endpoint.id}/deliveries${query}`);
      seen.push(...body.data);
      expect(body.has_more).toBe(body.next_cursor !== null);
      if (!body.has_more) break;
      query = `?limit=5&cursor=${encodeURIComponent(body.next_cursor ?? "")}`;
    }
    expect({ count: seen.length, distinct: new Set(seen.map(({ id }) => id)).size }).toEqual({ count: 12, distinct: 12 });
    expect(seen.map(({ created_at }) => created_at)).toEqual(
      seen
        .map(({ created_at }) => created_at)
        .toSorted()
        .toReversed(),
    );
  });

  it("filters by status, event and time", async () => {
    const endpoint = await insertWebhookEndpoint(organization);
    const failed = await insertDelivery(endpoint, now, { status: "failed" });
    const created = await insertDelivery(endpoint, now + 1_000, { status: "succeeded", event_type: "order.created" });
    const ids = async (query: string) => (await call("GET", `/webhooks/${endpoint.id}/deliveries?${query}`)).body.data.map(({ id }) => id);
    expect(await ids("status=failed")).toEqual([failed.id]);
    expect(await ids("event=order.created")).toEqual([created.id]);
    expect(await ids("event=webhook.test")).toEqual([]);
    expect(await ids("since=2026-11-20T00:00:01Z")).toEqual([created.id]);
    expect(await ids("until=2026-11-20T00:00:01Z")).toEqual([failed.id]);
    expect(await ids("since=2026-11-20&until=2026-11-21&status=&cursor=")).toEqual([created.id, failed.id]);
  });

  it.each([
    ["status=lost", "status"],
    ["event=order.eaten", "event"],
    ["since=yesterday", "since"],
    ["limit=0", "limit"],
    ["limit=201", "limit"],
    ["limit=x", "limit"],
    ["cursor=abc", "cursor"],
  ])("rejects ?%s", async (query, path) => {
    const endpoint = await insertWebhookEndpoint(organization);
    const { status, body } = await call("GET", `/webhooks/${endpoint.id}/deliveries?${query}`);
    expect({ status, path: body.error.details[0]?.path }).toEqual({ status: 400, path });
  });

  it("accepts a cursor only for its own endpoint and filters", async () => {
    const [one, two] = [await insertWebhookEndpoint(organization), await insertWebhookEndpoint(organization)];
    for (let index = 0; index < 2; index += 1) await insertDelivery(one, now);
    const { body } = await call("GET", `/webhooks/${one.id}/deliveries?limit=1`);
    const cursor = encodeURIComponent(body.next_cursor ?? "");
    expect((await call("GET", `/webhooks/${two.id}/deliveries?cursor=${cursor}`)).status).toBe(400);
    expect((await call("GET", `/webhooks/${one.id}/deliveries?status=pending&cursor=${cursor}`)).status).toBe(400);
    expect((await call("GET", `/webhooks/${one.id}/deliveries?limit=7&cursor=${cursor}`)).status).toBe(200);
  });

  it("returns 404 for an unknown endpoint and for another organization's, but lists a deleted one's (R9)", async () => {
    const foreign = await insertWebhookEndpoint(await insertOrganization());
    await insertDelivery(foreign, now);
    const deleted = await insertWebhookEndpoint(organization, { deleted_at: 1 });
    await insertDelivery(deleted, now, { status: "cancelled" });
    for (const id of [foreign.id, "we_unknown", "5"]) {
      expect(await call("GET", `/webhooks/${id}/deliveries`)).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
    }
    expect((await call("GET", `/webhooks/${deleted.id}/deliveries`)).body.data).toHaveLength(1);
  });
});
