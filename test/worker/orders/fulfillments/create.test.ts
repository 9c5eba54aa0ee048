import { beforeAll, describe, expect, it } from "vitest";
import { createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../../kit/client";
import { eventsOf, MUGS_AND_TEE, createFulfillment, updateFulfillment, statusesOf } from "./kit";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

describe("POST /api/v2/orders/{id}/fulfillments", () => {
  it("without items takes all remaining quantities, and with the default status label_created ships nothing", async () => {
    const order = await ingestOrder(shop, MUGS_AND_TEE);
    const [mug, tee] = order.items;
    const response = await createFulfillment(shop, order.id, { tracking_number: "1Z1", carrier: "UPS" });
    expect({ status: response.status, location: response.headers.get("Location") }).toEqual({
      status: 201,
      location: `/api/v2/fulfillments/${response.body.id}`,
    });
    expect(response.body).toEqual({
      id: expect.stringMatching(/^ful_/),
      order_id: order.id,
      status: "label_created",
      tracking_number: "1Z1",
      carrier: "UPS",
      tracking_url: "https://www.ups.com/track?tracknum=1Z1",
      items: [
        { order_item_id: mug.id, quantity: 3 },
        { order_item_id: tee.id, quantity: 1 },
      ],
      shipped_at: null,
      delivered_at: null,
      last_updated: expect.stringMatching(/Z$/),
    });
    expect((await shop.v2(`/fulfillments/${response.body.id}`)).body).toEqual(response.body);
    expect(await statusesOf(shop, order.id)).toEqual(["New", "New", "New"]);
    expect(await eventsOf(order.id)).toMatchObject([{ event: "order.updated", sequence: 2, changed_fields: ["fulfillments"], version: 2 }]);
  });

  it("can ship part of a quantity; an item becomes Shipped when all of it has shipped, and the order when all items have", async () => {
    const order = await ingestOrder(shop, MUGS_AND_TEE);
    const [mug, tee] = order.items;
    const first = await createFulfillment(shop, order.id, { items: [{ order_item_id: mug.id, quantity: 2 }], status: "in_transit" });
    expect(first.body.items).toEqual([{ order_item_id: mug.id, quantity: 2 }]);
    expect(await statusesOf(shop, order.id)).toEqual(["New", "New", "New"]);
    await createFulfillment(shop, order.id, { items: [{ order_item_id: mug.id }], status: "in_transit" });
    expect(await statusesOf(shop, order.id)).toEqual(["New", "Shipped", "New"]);
    const last = await createFulfillment(shop, order.id, { status: "in_transit" });
    expect(last.body.items).toEqual([{ order_item_id: tee.id, quantity: 1 }]);
    expect(await statusesOf(shop, order.id)).toEqual(["Shipped", "Shipped", "Shipped"]);
    const shipped = (await eventsOf(order.id)).filter(({ event }) => event === "order.fulfillment.shipped");
    expect(shipped.map(({ is_partial }) => is_partial)).toEqual([true, true, false]);
    expect((await shop.v2(`/orders/${order.id}/fulfillments`)).body.data).toHaveLength(3);
  });

  it("with delivered_at is delivered, and sends the events of both steps, in the order of their sequence, with exactly the documented fields", async () => {
    const order = await ingestOrder(shop, MUGS_AND_TEE);
    const times = { shipped_at: "2026-01-30T08:00:00+02:00", delivered_at: "2026-01-31T10:00:00Z" };
    const url = "https://track.example.com/1Z2";
    const { body } = await createFulfillment(shop, order.id, { ...times, tracking_number: "1Z2", carrier: "UPS", tracking_url: url });
    expect(body).toMatchObject({ status: "delivered", shipped_at: "2026-01-30T06:00:00.000Z", delivered_at: "2026-01-31T10:00:00.000Z" });
    const head = (event: string, sequence: number) => ({
      event,
      event_id: expect.stringMatching(/^evt_/),
      organization_id: shop.id,
      sequence,
      occurred_at: expect.stringMatching(/Z$/),
      order_id: order.id,
    });
    const tracking = { tracking_number: "1Z2", carrier: "UPS" };
    expect(await eventsOf(order.id)).toEqual([
      {
        ...head("order.fulfillment.shipped", 2),
        fulfillment_id: body.id,
        ...tracking,
        tracking_url: url,
        items: body.items,
        is_partial: false,
        shipped_at: body.shipped_at,
      },
      { ...head("order.fulfillment.delivered", 3), fulfillment_id: body.id, ...tracking, delivered_at: body.delivered_at },
      {
        ...head("order.updated", 4),
        changed_fields: ["fulfillments", "items.status", "status"],
        version: 2,
        updated_at: expect.stringMatching(/Z$/),
      },
      { ...head("order.status_changed", 5), old_status: "New", new_status: "Complete", ...tracking },
    ]);
    expect(await statusesOf(shop, order.id)).toEqual(["Complete", "Delivered", "Delivered"]);
  });

  it("omits unknown values from the events", async () => {
    const order = await ingestOrder(shop, MUGS_AND_TEE);
    await createFulfillment(shop, order.id, { status: "delivered" });
    const [shipped, delivered] = await eventsOf(order.id);
    const always = ["event", "event_id", "fulfillment_id", "occurred_at", "order_id", "organization_id", "sequence"];
    expect(Object.keys(shipped ?? {}).toSorted()).toEqual([...always, "is_partial", "items", "shipped_at"].toSorted());
    expect(Object.keys(delivered ?? {}).toSorted()).toEqual([...always, "delivered_at"].toSorted());
  });

  it("writes the history of fulfillment, items and order with the actor", async () => {
    const order = await ingestOrder(shop, MUGS_AND_TEE);
    const { body } = await createFulfillment(shop, order.id, { status: "out_for_delivery" });
    const { data } = (await shop.v2(`/orders/${order.id}/history`)).body;
    expect(data.slice(1)).toMatchObject([
      { change: "fulfillment", fulfillment_id: body.id, from: null, to: "out_for_delivery", actor_name: "test api_token" },
      { change: "item_status", order_item_id: order.items[0].id, from: "New", to: "Shipped", actor_id: shop.token.id },
      { change: "item_status", order_item_id: order.items[1].id, from: "New", to: "Shipped", actor_id: shop.token.id },
      { change: "roll_up", from: "New", to: "Shipped", actor_type: "credential", actor_id: shop.token.id },
    ]);
  });

  it("returns 409 for more than was ordered and for an order with nothing left to ship, and writes nothing", async () => {
    const order = await ingestOrder(shop, MUGS_AND_TEE);
    const [mug] = order.items;
    await createFulfillment(shop, order.id, { items: [{ order_item_id: mug.id, quantity: 2 }] });
    const over = await createFulfillment(shop, order.id, { items: [{ order_item_id: mug.id, quantity: 2 }] });
    expect(over.status).toBe(409);
    expect(over.body.error.details).toMatchObject([{ path: "items[0].quantity", code: "quantity_exceeded", left: 1 }]);
    await createFulfillment(shop, order.id);
    const rest = await createFulfillment(shop, order.id);
    expect([rest.status, rest.body.error.details]).toMatchObject([409, [{ path: "items", code: "nothing_left" }]]);
    const none = await createFulfillment(shop, order.id, { items: [{ order_item_id: mug.id }] });
    expect([none.status, none.body.error.details]).toMatchObject([409, [{ code: "quantity_exceeded", left: 0 }]]);
    expect(await rows("select sum(quantity) as n from fulfillment_items where order_item_id = ?", Number(mug.id))).toEqual([{ n: 3 }]);
    expect((await shop.v2(`/orders/${order.id}/fulfillments`)).body.data).toHaveLength(2);
  });

  it("returns 404 for an unknown order and for another order's item, and 400 for an item named twice and for a malformed body", async () => {
    const [order, other] = [await ingestOrder(shop, MUGS_AND_TEE), await ingestOrder(shop)];
    expect((await createFulfillment(shop, 999_999_999)).status).toBe(404);
    const foreign = await createFulfillment(shop, order.id, { items: [{ order_item_id: other.items[0].id }] });
    expect({ status: foreign.status, path: foreign.body.error.details[0].path }).toEqual({ status: 404, path: "items[0].order_item_id" });
    const id = order.items[0].id;
    const twice = await createFulfillment(shop, order.id, {
      items: [
        { order_item_id: id, quantity: 1 },
        { order_item_id: Number(id), quantity: 1 },
      ],
    });
    expect({ status: twice.status, path: twice.body.error.details[0].path }).toEqual({ status: 400, path: "items[1].order_item_id" });
    const bad = { status: "gone fishing", tracking_url: "javascript:alert(1)", shipped_at: "yesterday", items: [{ quantity: 0 }] };
    const malformed = await createFulfillment(shop, order.id, bad);
    expect(malformed.status).toBe(400);
    expect(malformed.body.error.details.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      "items[0].order_item_id",
      "items[0].quantity",
      "shipped_at",
      "status",
      "tracking_url",
    ]);
    expect(await eventsOf(order.id)).toEqual([]);
  });

  it("does not ship a cancelled item, without which its order becomes Shipped", async () => {
    const order = await ingestOrder(shop, MUGS_AND_TEE);
    const [mug, tee] = order.items;
    await shop.v1(`/orderItems/${tee.id}/status`, { body: { status: "Cancelled" }, headers: idempotencyKey() });
    const { body } = await createFulfillment(shop, order.id, { status: "in_transit" });
    expect(body.items).toEqual([{ order_item_id: mug.id, quantity: 3 }]);
    expect(await statusesOf(shop, order.id)).toEqual(["Shipped", "Shipped", "Cancelled"]);
    expect((await eventsOf(order.id)).find(({ event }) => event === "order.fulfillment.shipped")).toMatchObject({ is_partial: false });
  });

  it("ships quantities of a cancelled, lost or returned fulfillment again, but not twice", async () => {
    for (const status of ["cancelled", "lost", "returned_to_sender"]) {
      const order = await ingestOrder(shop, MUGS_AND_TEE);
      const first = (await createFulfillment(shop, order.id)).body;
      expect((await updateFulfillment(shop, first.id, { status })).status).toBe(200);
      expect((await createFulfillment(shop, order.id)).body.items).toEqual(first.items);
      const back = await updateFulfillment(shop, first.id, { status: "in_transit" });
      expect([back.status, back.body.error.details[0]]).toMatchObject([409, { path: "status", code: "quantity_exceeded", left: 0 }]);
    }
  });
});

describe("exactly once", () => {
  it(
    "20 concurrent POSTs with one key create one fulfillment; 20 with different keys never ship more than the ordered quantity",
    { tags: "long" },
    async () => {
      const order = await ingestOrder(shop, MUGS_AND_TEE);
      const headers = idempotencyKey();
      const path = `/orders/${order.id}/fulfillments`;
      const one = { items: [{ order_item_id: order.items[0].id, quantity: 1 }], status: "in_transit" };
      const same = await Promise.all(Array.from({ length: 20 }, () => shop.v2(path, { body: one, headers })));
      expect(new Set(same.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(same.map(({ text }) => text)).size).toBe(1);
      const others = await Promise.all(Array.from({ length: 20 }, () => shop.v2(path, { body: one, headers: idempotencyKey() })));
      expect(others.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array.from({ length: 18 }, () => 409)]);
      const events = await eventsOf(order.id);
      expect(events.filter(({ event }) => event === "order.fulfillment.shipped")).toHaveLength(3);
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 2));
    },
  );
});
