import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { AdmitRequest } from "../../../../src/platform/gate/admission";
import { EXECUTION_LEASE_MS } from "../../../../src/platform/gate/replay-ledger";
import { type ApiResponse, createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../../kit/client";
import { logOf } from "../../../kit/log";
import { eventually } from "../../../kit/eventually";
import { ALL_ATTEMPTS, loseBatch } from "../../../kit/lost-batch";
import { organizationD1 } from "../../../kit/databases";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const setStatus = (itemId: string, status: unknown, headers: Record<string, string> = idempotencyKey()): Promise<ApiResponse> =>
  shop.v1(`/orderItems/${itemId}/status`, { body: { status }, headers });

const eventsOf = async (orderId: number) =>
  (await rows<{ body: string }>("select body from events where order_id = ? order by seq", orderId)).map(({ body }) => JSON.parse(body));
const historyOf = (orderId: number) =>
  rows("select change, from_value, to_value from order_history where order_id = ? order by id", orderId);

const twoItems = {
  items: [
    { name: "Mug", price: 1 },
    { name: "Tee", price: 2 },
  ],
};

describe("POST /orderItems/{itemId}/status", () => {
  it("changes the status and returns the item", async () => {
    const order = await ingestOrder(shop, twoItems);
    const response = await setStatus(order.items[0].id, "in production");
    expect(response.status).toBe(200);
    expect(response.body.data).toMatchObject({ id: order.items[0].id, orderId: String(order.id), status: "In Production" });
    expect((await eventsOf(order.id)).slice(1)).toMatchObject([
      { event: "order.updated", changed_fields: ["items.status"], sequence: 2, version: 2 },
    ]);
  });

  it("keeps any other text of 1 to 64 characters, without the spaces around it", async () => {
    const order = await ingestOrder(shop);
    expect((await setStatus(order.items[0].id, " Waiting for Ann ")).body.data.status).toBe("Waiting for Ann");
    expect((await setStatus(order.items[0].id, "x".repeat(64))).body.data.status).toBe("x".repeat(64));
    expect((await setStatus(order.items[0].id, "x".repeat(65))).body.error.details).toMatchObject([{ path: "status", code: "too_big" }]);
    expect((await setStatus(order.items[0].id, "  ")).status).toBe(400);
  });

  it("returns 200 for the status that the item already has, without an event or history", async () => {
    const order = await ingestOrder(shop);
    await setStatus(order.items[0].id, "On Hold");
    const before = [await eventsOf(order.id), await historyOf(order.id)];
    expect((await setStatus(order.items[0].id, "on_hold")).status).toBe(200);
    expect([await eventsOf(order.id), await historyOf(order.id)]).toEqual(before);
  });

  it("moves the order when all its live items have moved, with order.status_changed after order.updated", async () => {
    const order = await ingestOrder(shop, { items: [...twoItems.items, { name: "Gone", price: 1, status: "Refunded" }] });
    await setStatus(order.items[0].id, "Delivered");
    await setStatus(order.items[1].id, "Shipped");
    await setStatus(order.items[1].id, "Delivered");
    const changes = (await eventsOf(order.id)).map(({ event, sequence, changed_fields, old_status, new_status }) => [
      event,
      sequence,
      changed_fields ?? [old_status, new_status],
    ]);
    expect(changes).toEqual([
      ["order.created", 1, [undefined, undefined]],
      ["order.updated", 2, ["items.status"]],
      ["order.updated", 3, ["items.status", "status"]],
      ["order.status_changed", 4, ["New", "Shipped"]],
      ["order.updated", 5, ["items.status", "status"]],
      ["order.status_changed", 6, ["Shipped", "Complete"]],
    ]);
    expect((await shop.v2(`/orders/${order.id}`)).body.status).toBe("Complete");
  });

  it("never moves an order back, and never changes the status or is_refunded of a cancelled one", async () => {
    const order = await ingestOrder(shop, { ...twoItems, status: "Complete" });
    for (const { id } of order.items) await setStatus(id, "Shipped");
    expect((await shop.v2(`/orders/${order.id}`)).body.status).toBe("Complete");
    // Only items that were shipped may become Delivered in a cancelled order.
    const shipped = { items: twoItems.items.map((item) => ({ ...item, status: "Shipped" })) };
    const cancelled = await ingestOrder(shop, { ...shipped, status: "Cancelled" });
    for (const status of ["Refunded", "Delivered"]) {
      for (const { id } of cancelled.items) expect((await setStatus(id, status)).status).toBe(200);
      expect((await shop.v2(`/orders/${cancelled.id}`)).body).toMatchObject({ status: "Cancelled", is_refunded: null });
    }
  });

  it("includes tracking in order.status_changed if the order has any", async () => {
    const order = await ingestOrder(shop, { items: [{ name: "Mug", price: 1, tracking_code: "TR1", carrier: "DHL" }] });
    await setStatus(order.items[0].id, "Shipped");
    expect((await eventsOf(order.id)).at(-1)).toMatchObject({ event: "order.status_changed", tracking_number: "TR1", carrier: "DHL" });
    const bare = await ingestOrder(shop);
    await setStatus(bare.items[0].id, "Shipped");
    expect(Object.keys((await eventsOf(bare.id)).at(-1))).toEqual([
      "event",
      "event_id",
      "organization_id",
      "sequence",
      "occurred_at",
      "order_id",
      "old_status",
      "new_status",
    ]);
  });

  it("keeps the order's missing flags consistent with its live items", async () => {
    const order = await ingestOrder(shop, { items: [{ name: "no sku", price: 1 }] });
    const flags = () => rows("select missing_sku, missing_design, missing_cost from orders where id = ?", order.id);
    expect(await flags()).toEqual([{ missing_sku: 1, missing_design: 1, missing_cost: 1 }]);
    await setStatus(order.items[0].id, "Cancelled");
    expect(await flags()).toEqual([{ missing_sku: 0, missing_design: 0, missing_cost: 0 }]);
  });

  it("returns 404 for an unknown item and for texts that are not ids", async () => {
    for (const id of ["999999999", "0", "abc", "1.5", "%00"]) expect((await setStatus(id, "New")).status, id).toBe(404);
  });

  it("takes one call of the gate and one batch, and if nothing changes, another batch that writes only its marker", async () => {
    const order = await ingestOrder(shop);
    await setStatus(order.items[0].id, "On Hold");
    expect(await logOf(() => setStatus(order.items[0].id, "Error"))).toMatchObject({ status: 200, d1_trips: 1, gate_calls: 1 });
    // The batch that would change the status fails, so it is neither counted nor billed.
    expect(await logOf(() => setStatus(order.items[0].id, "Error"))).toMatchObject({ status: 200, d1_trips: 1, rows_written: 1 });
  });
});

/**
 * Delays the next batch until `release` is called; later batches are not delayed. The promise of `untilStalled` resolves once the batch waits.
 */
function stallFirstBatch(): { untilStalled: () => Promise<void>; release: () => void } {
  const real = organizationD1().batch.bind(organizationD1());
  let calls = 0;
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.spyOn(organizationD1(), "batch").mockImplementation(async (statements) => {
    calls += 1;
    if (calls === 1) await released;
    return await real(statements);
  });
  return { untilStalled: () => eventually(() => expect(calls).toBeGreaterThan(0)), release };
}

describe("exactly once", () => {
  it(
    "50 concurrent POSTs with one key make one change, one history row and one event, and all get the same body",
    { tags: "long" },
    async () => {
      const order = await ingestOrder(shop);
      const key = idempotencyKey();
      const responses = await Promise.all(Array.from({ length: 50 }, () => setStatus(order.items[0].id, "Sent to Supplier", key)));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
      expect(responses.filter(({ headers }) => headers.get("Idempotent-Replayed") === "true")).toHaveLength(49);
      expect(new Set(responses.map(({ headers }) => headers.get("X-Request-Id"))).size).toBe(50);
      expect(await rows("select version from order_items where id = ?", Number(order.items[0].id))).toEqual([{ version: 2 }]);
      expect(await historyOf(order.id)).toEqual([
        { change: "created", from_value: null, to_value: "New" },
        { change: "item_status", from_value: "New", to_value: "Sent to Supplier" },
      ]);
      expect((await eventsOf(order.id)).map(({ event }) => event)).toEqual(["order.created", "order.updated"]);
    },
  );

  it("50 concurrent POSTs with 50 keys on one order all succeed, and no change is lost", { tags: "long" }, async () => {
    const order = await ingestOrder(shop, { items: Array.from({ length: 50 }, (_, n) => ({ name: `Item ${n}`, price: 1 })) });
    const responses = await Promise.all(order.items.map((item: { id: string }) => setStatus(item.id, "Shipped")));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect((await shop.v2(`/orders/${order.id}`)).body).toMatchObject({ status: "Shipped", version: 51 });
    const sequences = (await eventsOf(order.id)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: 52 }, (_, n) => n + 1));
  });

  it("if the process dies between the commit and the completion of the key, the retry rebuilds the response without a second change", async () => {
    const order = await ingestOrder(shop);
    const key = idempotencyKey();
    const gates = env.GATE.getByName.bind(env.GATE);
    vi.spyOn(env.GATE, "getByName").mockImplementation((name) => {
      const admit = (request: AdmitRequest) => gates(name).admit(request);
      const settle = () => Promise.reject(new Error("killed before settle"));
      return { admit, settle } as unknown as ReturnType<typeof gates>;
    });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const first = await setStatus(order.items[0].id, "Need Design", key);
    expect(first.status).toBe(200);
    vi.restoreAllMocks();
    const before = [await eventsOf(order.id), await historyOf(order.id)];
    // Another client changes the item in between: the marker still takes precedence over a new execution.
    await setStatus(order.items[0].id, "Design Ready");

    await evictDurableObject(env.GATE.getByName(`credential:${shop.key.id}`));
    vi.setSystemTime(Date.now() + EXECUTION_LEASE_MS + 1_000);
    const retry = await setStatus(order.items[0].id, "Need Design", key);
    expect(retry.status).toBe(200);
    expect(retry.body.data.status).toBe("Design Ready");
    expect((await eventsOf(order.id)).length).toBe((before[0]?.length ?? 0) + 1);
    expect((await historyOf(order.id)).length).toBe((before[1]?.length ?? 0) + 1);
    // The rebuilt response is stored like any other.
    const replay = await setStatus(order.items[0].id, "Need Design", key);
    expect({ text: replay.text, idempotentReplayed: replay.headers.get("Idempotent-Replayed") }).toEqual({
      text: retry.text,
      idempotentReplayed: "true",
    });
  });

  it("two executions of one operation can't both commit, even if the lease expired in between", async () => {
    const order = await ingestOrder(shop);
    const key = idempotencyKey();
    const { untilStalled, release } = stallFirstBatch();
    const first = setStatus(order.items[0].id, "Reprint", key);
    await untilStalled();
    vi.setSystemTime(Date.now() + EXECUTION_LEASE_MS + 1_000);
    const second = await setStatus(order.items[0].id, "Reprint", key);
    release();
    // The lease of the first one has expired: it returns 503, and its retry gets the second's response.
    expect({ firstStatus: (await first).status, secondStatus: second.status }).toEqual({ firstStatus: 503, secondStatus: 200 });
    expect((await setStatus(order.items[0].id, "Reprint", key)).text).toBe(second.text);
    expect((await eventsOf(order.id)).map(({ event }) => event)).toEqual(["order.created", "order.updated"]);
    expect(await rows("select version from order_items where id = ?", Number(order.items[0].id))).toEqual([{ version: 2 }]);
  });

  it("a batch that runs after the response of its key was stored changes nothing, even if that response was for an unchanged item", async () => {
    const order = await ingestOrder(shop);
    const [{ id }] = order.items;
    const key = idempotencyKey();
    const { untilStalled, release } = stallFirstBatch();
    const late = setStatus(id, "Reprint", key);
    await untilStalled();
    vi.setSystemTime(Date.now() + EXECUTION_LEASE_MS + 1_000);
    await setStatus(id, "Reprint");
    expect((await setStatus(id, "Reprint", key)).body.data.status).toBe("Reprint");
    await setStatus(id, "Error");
    release();
    await late;
    expect((await shop.v1(`/orderItems/${id}`)).body.data.status).toBe("Error");
  });

  it("a key reused with another body, query or path returns 422", async () => {
    const order = await ingestOrder(shop, twoItems);
    const key = idempotencyKey();
    await setStatus(order.items[0].id, "On Hold", key);
    for (const response of [
      await setStatus(order.items[0].id, "Error", key),
      await setStatus(order.items[1].id, "On Hold", key),
      await shop.v1(`/orderItems/${order.items[0].id}/status?x=1`, { body: { status: "On Hold" }, headers: key }),
    ]) {
      expect(response.status).toBe(422);
      expect(response.body.error).toMatchObject({
        code: "idempotency_conflict",
        message: "Idempotency-Key was already used with a different request.",
      });
    }
  });

  it("a request that fails validation, or returns a 4xx, leaves the key free for any request", async () => {
    const order = await ingestOrder(shop);
    const key = idempotencyKey();
    expect((await setStatus(order.items[0].id, 5, key)).status).toBe(400);
    expect((await setStatus("999999999", "Error", key)).status).toBe(404);
    expect((await setStatus(order.items[0].id, "Error", key)).status).toBe(200);
  });

  it("a 5xx keeps the key bound: the same request runs again, another one returns 422", async () => {
    const order = await ingestOrder(shop);
    const key = idempotencyKey();
    loseBatch(1, "request", ALL_ATTEMPTS);
    const failed = await setStatus(order.items[0].id, "Error", key);
    expect(failed.status).toBe(503);
    expect(failed.body.error).toEqual({ code: "service_unavailable", message: "Service temporarily unavailable." });
    expect((await setStatus(order.items[0].id, "New", key)).status).toBe(422);
    expect((await setStatus(order.items[0].id, "Error", key)).status).toBe(200);
    expect((await eventsOf(order.id)).filter(({ event }) => event === "order.updated")).toHaveLength(1);
  });

  it("a commit whose response was lost is found by its marker", async () => {
    const order = await ingestOrder(shop);
    const key = idempotencyKey();
    loseBatch(1, "response", ALL_ATTEMPTS);
    expect((await setStatus(order.items[0].id, "Error", key)).status).toBe(503);
    const retry = await setStatus(order.items[0].id, "Error", key);
    expect({ status: retry.status, bodyStatus: retry.body.data.status }).toEqual({ status: 200, bodyStatus: "Error" });
    expect((await eventsOf(order.id)).filter(({ event }) => event === "order.updated")).toHaveLength(1);
  });

  it.each(["request", "response"] as const)("a batch whose %s is lost once is retried, and changes the item once", async (lost) => {
    const order = await ingestOrder(shop);
    const key = idempotencyKey();
    loseBatch(1, lost);
    const response = await setStatus(order.items[0].id, "Error", key);
    expect({ status: response.status, bodyStatus: response.body.data.status }).toEqual({ status: 200, bodyStatus: "Error" });
    expect((await setStatus(order.items[0].id, "Error", key)).text).toBe(response.text);
    expect((await eventsOf(order.id)).filter(({ event }) => event === "order.updated")).toHaveLength(1);
  });

  it("requires a key of at most 255 printable ASCII characters", async () => {
    const order = await ingestOrder(shop);
    const { id } = order.items[0];
    const missing = await shop.v1(`/orderItems/${id}/status`, { body: { status: "Error" } });
    expect(missing.body.error).toMatchObject({
      code: "validation_error",
      details: [{ path: "Idempotency-Key", code: "idempotency_key_required" }],
    });
    expect((await setStatus(id, "Error", { "Idempotency-Key": "x".repeat(256) })).status).toBe(400);
    expect((await setStatus(id, "Error", { "Idempotency-Key": "ключ" })).status).toBe(400);
    expect((await setStatus(id, "Error", { "Idempotency-Key": "x".repeat(255) })).status).toBe(200);
  });
});
