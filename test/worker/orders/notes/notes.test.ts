import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { OrderNote } from "../../../../src/resources/orders/notes/contract";
import { createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../../kit/client";
import { logOf } from "../../../kit/log";
import { eventually } from "../../../kit/eventually";
import { organizationD1 } from "../../../kit/databases";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const write = (orderId: number, content: unknown, headers = idempotencyKey()) =>
  shop.v1(`/orders/${orderId}/notes`, { body: { content }, headers });

describe("POST /orders/{id}/notes", () => {
  it("creates a note and returns 201 with the trimmed text and the credential as author", async () => {
    const { id } = await ingestOrder(shop);
    const response = await write(id, "  Please ring twice.  ");
    expect(response.status).toBe(201);
    expect(response.headers.get("Location")).toBe(`/orders/${id}/notes`);
    expect(OrderNote.parse(response.body.data)).toMatchObject({
      order_id: id,
      author_user_id: null,
      author_token_id: shop.key.id,
      author_name: "test api_key",
      text: "Please ring twice.",
    });
  });

  it("accepts 1 to 5,000 characters after trimming", async () => {
    const { id } = await ingestOrder(shop);
    for (const content of ["x", ` ${"x".repeat(5000)} `]) expect((await write(id, content)).status).toBe(201);
    for (const content of ["x".repeat(5001), "", "   ", null, 5, undefined]) {
      const response = await write(id, content);
      expect(response.status).toBe(400);
      expect(response.body.error.details).toMatchObject([{ path: "content" }]);
    }
    expect(await rows("select count(*) as n from order_notes where order_id = ?", id)).toEqual([{ n: 2 }]);
  });

  it("requires an Idempotency-Key, and creates one note per key", async () => {
    const { id } = await ingestOrder(shop);
    expect((await shop.v1(`/orders/${id}/notes`, { body: { content: "x" } })).body.error.details[0].code).toBe("idempotency_key_required");
    const key = idempotencyKey();
    const responses = await Promise.all(Array.from({ length: 10 }, () => write(id, "once", key)));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect((await shop.v1(`/orders/${id}/notes`)).body.data).toHaveLength(1);
  });

  it("rebuilds the response of a write whose key was never completed", async () => {
    const { id } = await ingestOrder(shop);
    const key = idempotencyKey();
    const first = await write(id, "first", key);
    // The key is completed after the response was sent.
    await eventually(async () => expect((await write(id, "first", key)).headers.get("Idempotent-Replayed")).toBe("true"));
    await organizationD1().prepare("update order_notes set text = 'edited' where id = ?").bind(first.body.data.id).run();
    const { runInDurableObject } = await import("cloudflare:test");
    const gate = env.GATE.getByName(`credential:${shop.key.id}`);
    // Simulates a process that died before it completed the key.
    await runInDurableObject(gate, (_gate: object, state) => {
      state.storage.sql.exec("update idempotency_keys set status = null, body = null where key = ?", key["Idempotency-Key"] ?? "");
    });
    await evictDurableObject(gate);
    await write(id, "second");
    const again = await write(id, "first", key);
    expect({ status: again.status, id: again.body.data.id, text: again.body.data.text }).toEqual({
      status: 201,
      id: first.body.data.id,
      text: "edited",
    });
    expect((await shop.v1(`/orders/${id}/notes`)).body.data).toHaveLength(2);
  });

  it("returns 404 for an unknown order without writing, and writes to a known one with one call of the gate and one batch", async () => {
    expect((await write(999_999, "x")).status).toBe(404);
    expect(await rows("select count(*) as n from order_notes where order_id = 999999")).toEqual([{ n: 0 }]);
    const { id } = await ingestOrder(shop);
    expect(await logOf(() => write(id, "x"))).toMatchObject({ status: 201, d1_trips: 1, gate_calls: 1 });
  });
});

describe("GET /orders/{id}/notes", () => {
  it("lists all of them, oldest first, and in pages with pagination only if a page parameter is sent", async () => {
    const { id } = await ingestOrder(shop);
    for (const content of ["one", "two", "three"]) await write(id, content);
    const whole = await shop.v1(`/orders/${id}/notes`);
    expect(whole.body.data.map(({ text }: { text: string }) => text)).toEqual(["one", "two", "three"]);
    expect(whole.body.meta).toEqual({ request_id: whole.headers.get("X-Request-Id") });
    const part = await shop.v1(`/orders/${id}/notes?page=2&page_size=2`);
    expect(part.body.data.map(({ text }: { text: string }) => text)).toEqual(["three"]);
    expect(part.body.meta.pagination).toEqual({ page: 2, page_size: 2, total: 3, total_pages: 2 });
    for (const note of whole.body.data) OrderNote.parse(note);
  });

  it("returns 404 for an unknown order, and an empty list for one without notes with one call of the gate and one batch", async () => {
    expect((await shop.v1("/orders/999999/notes")).status).toBe(404);
    const { id } = await ingestOrder(shop);
    expect((await shop.v1(`/orders/${id}/notes`)).body.data).toEqual([]);
    expect(await logOf(() => shop.v1(`/orders/${id}/notes`))).toMatchObject({ d1_trips: 1, gate_calls: 1 });
  });
});
