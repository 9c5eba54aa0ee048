import { beforeAll, describe, expect, it } from "vitest";
import { createShop, idempotencyKey, type Shop, ingestOrder } from "../../kit/client";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

interface Entry {
  id: number;
  change: string;
  from: string | null;
  to: string | null;
  actor_id: number;
  order_item_id: string | null;
  changed_fields: string[] | null;
  actor_name: string;
}

describe("GET /api/v2/orders/{id}/history", () => {
  it("lists every change with its actor, oldest first, with the same entries as V1's history", async () => {
    const order = await ingestOrder(shop, { external_id: "kept" });
    const [item] = order.items;
    await shop.v2(`/orders/${order.id}/status`, { body: { status: "in production" } });
    await shop.v1(`/orderItems/${item.id}/status`, { body: { status: "Shipped" }, headers: idempotencyKey() });
    await shop.v2(`/orders/${order.id}/status`, { body: { status: "In Production", reason: "reprint" } });
    await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { number: "#1" } });
    await shop.v2("/orders", { body: { store: "gift", external_id: "kept", on_conflict: "update", items: [{ name: "Mug", price: 5 }] } });
    const { body } = await shop.v2(`/orders/${order.id}/history`);
    expect({ has_more: body.has_more, next_cursor: body.next_cursor }).toEqual({ has_more: false, next_cursor: null });
    expect(body.data.map(({ change, from, to }: Entry) => [change, from, to])).toEqual([
      ["created", null, "New"],
      ["status", "New", "In Production"],
      ["item_status", "New", "Shipped"],
      ["roll_up", "In Production", "Shipped"],
      ["status", "Shipped", "In Production"],
      ["updated", null, null],
      ["updated", null, null],
      ["updated", null, null],
    ]);
    // The update of the source: the order's own fields, and those of the item.
    expect(body.data.slice(6).map((entry: Entry) => [entry.order_item_id, entry.changed_fields])).toEqual([
      [null, expect.arrayContaining(["subtotal", "total_amount"])],
      [item.id, expect.arrayContaining(["items.price"])],
    ]);
    const { key, token } = shop;
    expect(body.data.map(({ actor_id }: Entry) => actor_id)).toEqual([
      token.id,
      token.id,
      key.id,
      key.id,
      token.id,
      token.id,
      token.id,
      token.id,
    ]);
    expect(body.data[4].reason).toBe("reprint");
    expect((await shop.v1(`/orders/${order.id}/history`)).body.data).toEqual(body.data);
  });

  it("is paginated by cursor, each entry once; a cursor of another order returns 400, an unknown order 404", async () => {
    const [order, other] = [await ingestOrder(shop), await ingestOrder(shop)];
    for (let n = 0; n < 6; n += 1) await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { number: `#${n}` } });
    const all = (await shop.v2(`/orders/${order.id}/history`)).body.data;
    const entries: Entry[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body } = await shop.v2(`/orders/${order.id}/history?limit=3&cursor=${cursor}`);
      expect(body.data.length).toBeLessThanOrEqual(3);
      entries.push(...body.data);
      cursor = body.next_cursor;
      if (cursor !== null) expect((await shop.v2(`/orders/${other.id}/history?cursor=${cursor}`)).status).toBe(400);
    }
    expect(entries).toEqual(all);
    expect(entries).toHaveLength(7);
    expect((await shop.v2("/orders/999999999/history")).status).toBe(404);
  });
});
