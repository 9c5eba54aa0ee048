import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { orderBody, createShop, directoryRows, idempotencyKey, type Shop, ingestOrder } from "../../kit/client";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { inDatabase } from "./in-database";
import { headersOf, messagesIn, mockReceiver, serveQueues } from "../webhooks/consumer";

/** Organizations whose rows are in another database than the directory (docs/scale.md#several-databases). */

/** The last id before those of database 1: each database has 2^40 ids. */
const LAST_ID_BEFORE_SECOND = 2 ** 40;

const inSecond = async <Row>(sql: string, ...bindings: unknown[]) => await inDatabase<Row>(1, sql, ...bindings);

afterEach(() => vi.restoreAllMocks());

describe("an organization in the second database", () => {
  let distant: Shop;
  let near: Shop;
  beforeAll(async () => {
    [distant, near] = [await createShop({ database: 1 }), await createShop({ database: 0 })];
  });

  it("has its rows there, with ids that no other database uses", async () => {
    const order = await ingestOrder(distant);
    const product = await distant.v1("/products", { body: { title: "Mug", sku: "MUG", price: 1 }, headers: idempotencyKey() });
    const expense = await distant.v1("/expenses", { body: { category: "rent", amount: 1, date: "2026-01-31" }, headers: idempotencyKey() });
    for (const id of [distant.store.id, order.id, order.items[0].id, product.body.data.id, expense.body.data.id]) {
      expect(Number(id)).toBeGreaterThan(LAST_ID_BEFORE_SECOND);
      expect(Number(id)).toBeLessThanOrEqual(2 * LAST_ID_BEFORE_SECOND);
    }
    for (const table of ["orders", "order_items", "products", "expenses", "stores", "events"]) {
      expect(await directoryRows(`select 1 from ${table} where organization_id = ?`, distant.id)).toEqual([]);
      expect(await inSecond(`select 1 from ${table} where organization_id = ?`, distant.id)).not.toEqual([]);
    }
    expect((await distant.v2(`/orders/${order.id}`)).body.number).toBe(order.number);
    expect((await distant.v1("/orders")).body.data).toHaveLength(1);
    expect((await distant.v2("/events")).body.data).not.toEqual([]);
  });

  it("has its events delivered, with the number of its database in the messages", async () => {
    const enqueued = captureEnqueued();
    const fetched = mockReceiver();
    const hook = await distant.v2("/webhooks", { body: { url: "https://receiver.example.com/hooks", events: ["order.created"] } });
    const order = await ingestOrder(distant);
    await vi.waitFor(() => expect(messagesIn(enqueued.fast)).toMatchObject([{ attempt: 1, db: 1 }]));
    // The message is lost. Half a minute later, the delivery job sends it again.
    enqueued.fast.length = 0;
    await runDeliveryJob(env, Date.now() + 31_000);
    expect(messagesIn(enqueued.fast)).toMatchObject([{ attempt: 1, db: 1 }]);
    await serveQueues(enqueued, Date.now() + 31_000);
    const [, init] = fetched.mock.calls[0] ?? [];
    expect(new TextDecoder().decode(init?.body as Uint8Array)).toContain(`"order_id":${order.id}`);
    const headers = { "X-Consistency-Token": headersOf(init)["X-Consistency-Token"] ?? "" };
    expect((await distant.v2(`/orders/${order.id}`, { headers })).status).toBe(200);
    const log = await distant.v2(`/webhooks/${hook.body.id}/deliveries`);
    expect(log.body.data).toMatchObject([{ status: "succeeded" }]);
    expect((await distant.v2(`/webhooks/${hook.body.id}/test`, { method: "POST" })).body.delivered).toBe(true);
  });

  it("has its writes executed exactly once under a key", async () => {
    const headers = idempotencyKey();
    const [first, second] = await Promise.all(
      [1, 2].map(() => distant.v2("/orders", { body: orderBody({ external_id: "once" }), headers })),
    );
    expect(first?.body.id).toBe(second?.body.id);
    const stored = await inSecond<{ id: number }>("select id from orders where external_id = 'once'");
    expect(stored).toHaveLength(1);
  });

  it("is separated from organizations in other databases", async () => {
    const [own, other] = [await ingestOrder(distant), await ingestOrder(near)];
    expect((await near.v2(`/orders/${own.id}`)).status).toBe(404);
    expect((await distant.v2(`/orders/${other.id}`)).status).toBe(404);
    expect(Number(other.id)).toBeLessThan(LAST_ID_BEFORE_SECOND);
  });

  it("gets consistency tokens that only its own requests may send", async () => {
    const created = await distant.v2("/orders", { body: orderBody() });
    const token = created.headers.get("X-Consistency-Token") ?? "";
    const headers = { "X-Consistency-Token": token };
    expect((await distant.v2(`/orders/${created.body.id}`, { headers })).status).toBe(200);
    expect((await near.v2("/orders", { headers })).status).toBe(400);
  });
});
