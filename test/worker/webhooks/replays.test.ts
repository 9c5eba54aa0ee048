import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { webhookEndpoints } from "../../../src/resources/webhooks/v2/endpoints";
import { OrgReader } from "../../../src/platform/db/org-db";
import { settingsOf } from "../../../src/platform/env";
import { type ApiResponse, createShop, type Call, idempotencyKey, rows, type Shop } from "../../kit/client";
import {
  type InsertedEndpoint,
  insertDelivery,
  insertWebhookEndpoint,
  captureEnqueued,
  rowOf,
  type EnqueuedMessages,
} from "../../kit/webhook-fixture";
import { deliveryMessage, mockCountingReceiver, mockReceiver, messagesIn } from "./consumer";
import { eventually } from "../../kit/eventually";
import { MAX_ATTEMPTS } from "../../../src/resources/webhooks/retry-schedule";
import { organizationD1, organizationDatabase } from "../../kit/databases";

let shop: Shop;
let endpoint: InsertedEndpoint;
let failed: string;
let enqueued: EnqueuedMessages;

beforeEach(async () => {
  shop = await createShop();
  enqueued = captureEnqueued();
  endpoint = await insertWebhookEndpoint(shop.id);
  failed = (await insertDelivery(endpoint, Date.now() - 1_000, { status: "failed", attempts: MAX_ATTEMPTS, next_attempt_at: null })).id;
});
afterEach(() => vi.restoreAllMocks());

interface Write {
  name: string;
  operationId: string;
  method: string;
  path: () => string;
  body?: unknown;
}

const at = (rest = "") => `/webhooks/${endpoint.id}${rest}`;

const WRITES: Write[] = [
  { name: "PATCH", operationId: "updateWebhook", method: "PATCH", path: () => at(), body: { enabled: false, description: "x" } },
  { name: "DELETE", operationId: "deleteWebhook", method: "DELETE", path: () => at(`?confirm=${endpoint.id}`) },
  { name: "rotate-secret", operationId: "rotateWebhookSecret", method: "POST", path: () => at("/rotate-secret"), body: {} },
  { name: "test", operationId: "testWebhook", method: "POST", path: () => at("/test") },
  { name: "redeliver", operationId: "redeliverWebhook", method: "POST", path: () => at(`/deliveries/${failed}/redeliver`) },
  { name: "recover", operationId: "recoverWebhook", method: "POST", path: () => at("/recover"), body: {} },
];

const send = ({ method, path, body }: Write, headers: Call["headers"] = {}) =>
  shop.v2(path(), { method, headers, ...(body !== undefined && { body }) });

/** The rows of the endpoint and of what belongs to it. */
async function rowsOfEndpoint() {
  const columns = await rowOf("webhook_endpoints", endpoint.id);
  return {
    columns,
    deliveries: await rows("select * from deliveries where endpoint_id = ? order by id", endpoint.id),
    recoveries: await rows("select * from recoveries where endpoint_id = ?", endpoint.id),
    events: await rows("select id from events where organization_id = ?", shop.id),
  };
}

describe.each(WRITES)("$name under an idempotency key", (write) => {
  it("is executed once, and its response is replayed", async () => {
    const fetched = mockReceiver();
    const headers = idempotencyKey();
    const first = await send(write, headers);
    expect(first.status).toBeLessThan(300);
    const before = await rowsOfEndpoint();
    const again = await send(write, headers);
    expect({ status: again.status, text: again.text }).toEqual({ status: first.status, text: first.text });
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(again.headers.get("X-Request-Id")).not.toBe(first.headers.get("X-Request-Id"));
    expect(await rowsOfEndpoint()).toEqual(before);
    expect(fetched).toHaveBeenCalledTimes(write.name === "test" ? 1 : 0);
  });

  it("is executed once by 20 concurrent calls", { tags: "long" }, async () => {
    const counted = mockCountingReceiver();
    const headers = idempotencyKey();
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(write, headers)));
    // A call that waits longer than 5 s for the response of the first one returns 409.
    const done = responses.filter(({ status }) => status !== 409);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(done[0]?.status).toBeLessThan(300);
    const { columns, recoveries, events } = await rowsOfEndpoint();
    const changes = ["PATCH", "DELETE", "rotate-secret"].includes(write.name) ? 1 : 0;
    expect(columns).toMatchObject({ version: 1 + changes });
    expect(recoveries).toHaveLength(write.name === "recover" ? 1 : 0);
    expect(events).toHaveLength(write.name === "test" ? 2 : 1);
    expect([...counted.posts.values()]).toEqual(write.name === "test" ? [1] : []);
    if (write.name === "redeliver" || write.name === "recover") {
      await eventually(() => expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(failed, MAX_ATTEMPTS + 1)]));
    }
  });

  it("is rejected under the key of another request", async () => {
    mockReceiver();
    const headers = idempotencyKey();
    await shop.v2("/tickets", { body: { subject: "a", body: "b" }, headers });
    const before = await rowsOfEndpoint();
    expect((await send(write, headers)).status).toBe(422);
    expect(await rowsOfEndpoint()).toEqual(before);
  });

  it("leaves the key free if it is rejected", async () => {
    mockReceiver();
    const headers = idempotencyKey();
    const path = write.path().replace(endpoint.id, "we_unknown").replace(`confirm=${endpoint.id}`, "confirm=we_unknown");
    expect((await send({ ...write, path: () => path }, headers)).status).toBe(404);
    expect((await send(write, headers)).status).toBeLessThan(300);
  });

  it("has its response rebuilt after an execution was lost, although the endpoint was deleted since", async () => {
    mockReceiver();
    const headers = idempotencyKey();
    const first: ApiResponse = await send(write, headers);
    const [marker] = await rows<{ result: string }>("select result from write_markers where organization_id = ?", shop.id);
    const markerResult: unknown = JSON.parse(marker?.result ?? "");
    const rebuild = async () => {
      const found = webhookEndpoints.find(({ operationId }) => operationId === write.operationId);
      const tenant = {
        id: shop.id,
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
      return await found?.rebuildReply?.({ org, settings: settingsOf(env), param: { id: endpoint.id, delivery_id: failed } }, markerResult);
    };
    expect(await rebuild()).toMatchObject({ status: first.status, data: first.body });
    await shop.v2(`${at()}?confirm=${endpoint.id}`, { method: "DELETE" });
    // The other fields are those of the rows, which the deletion has changed.
    expect(await rebuild()).toMatchObject({ status: first.status, data: { id: first.body.id } });
  });
});

it("a second deletion without a key returns 404", async () => {
  const [, remove] = WRITES;
  if (remove === undefined) throw new Error("no DELETE");
  expect([(await send(remove)).status, (await send(remove)).status]).toEqual([200, 404]);
});
