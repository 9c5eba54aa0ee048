import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../../kit/client";
import { everythingOf } from "../../../kit/rows-of-organization";

/**
 * Changes of quantity and price, and new and removed items of a stored order (docs/spec/items.md,
 * docs/spec/orders.md#changed-items).
 */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

type Headers = Record<string, string>;
const patch = (itemId: string, body: unknown): Promise<ApiResponse> => shop.v2(`/order-items/${itemId}`, { method: "PATCH", body });
const remove = (itemId: string): Promise<ApiResponse> => shop.v2(`/order-items/${itemId}`, { method: "DELETE" });
const add = (orderId: number, body: unknown, headers: Headers = {}) => shop.v2(`/orders/${orderId}/items`, { body, headers });
const read = async (orderId: number) => (await shop.v2(`/orders/${orderId}`)).body;

/** Two mugs and a card cost 25. With shipping, tax and discount the total is 29. */
const ORDER = {
  shipping_cost: 3,
  tax: 2,
  discount: 1,
  items: [
    { name: "Mug", price: 10, quantity: 2, cost: 4, sku: "MUG" },
    { name: "Card", price: 5, cost: 1 },
  ],
};

const internalsOf = async (id: number) =>
  (await rows("select item_count, production_cost, missing_sku, missing_cost, text_bytes from orders where id = ?", id))[0];

const eventsOf = async (orderId: number) =>
  (await rows<{ body: string }>("select body from events where order_id = ? order by seq", orderId)).map(({ body }) => JSON.parse(body));

describe("PATCH /api/v2/order-items/{id} with a quantity or a price", () => {
  it("changes the subtotal, the tax and the total of the order, but not its discount and shipping", async () => {
    const order = await ingestOrder(shop, ORDER);
    const response = await patch(order.items[0].id, { quantity: 3, price: 9.5 });
    expect({ status: response.status, quantity: response.body.quantity, price: response.body.price }).toEqual({
      status: 200,
      quantity: 3,
      price: 9.5,
    });
    const after = await read(order.id);
    expect(after).toMatchObject({
      subtotal: 33.5,
      shipping_cost: 3,
      tax: 2.68,
      discount: 1,
      total_amount: 38.18,
      audit_reasons: ["tax_shared"],
      version: 2,
    });
    expect(await internalsOf(order.id)).toMatchObject({ production_cost: 130_000 });
    const changed_fields = ["subtotal", "tax", "total_amount", "requires_audit", "items.quantity", "items.price"];
    expect((await eventsOf(order.id))[1]).toMatchObject({ event: "order.updated", changed_fields, version: 2, sequence: 2 });
    const { data } = (await shop.v2(`/orders/${order.id}/history`)).body;
    expect(data[1]).toMatchObject({ change: "updated", changed_fields, order_item_id: order.items[0].id });
  });

  it("changes the revenue in analytics by the same amount", async () => {
    const own = await createShop();
    const order = await ingestOrder(own, ORDER);
    await own.v2(`/order-items/${order.items[1].id}`, { method: "PATCH", body: { price: 6, quantity: 2 } });
    const { currencies } = (await own.v2("/analytics/summary?period=all_time")).body;
    expect(currencies[0]).toMatchObject({ revenue: { gross: 32, net: 34 }, costs: { total: 10 } });
  });

  it("keeps the difference between the subtotal that the shop sent and the sum of the items", async () => {
    const order = await ingestOrder(shop, { ...ORDER, subtotal: 24 });
    await patch(order.items[0].id, { quantity: 1 });
    expect(await read(order.id)).toMatchObject({ subtotal: 14, tax: 1.2, total_amount: 17.2 });
  });

  it("computes the total without adding the tax if the prices include it", async () => {
    const order = await ingestOrder(shop, { ...ORDER, taxes_included: true });
    await patch(order.items[0].id, { quantity: 1 });
    expect(await read(order.id)).toMatchObject({ subtotal: 15, total_amount: 17 });
  });

  it("writes nothing if nothing changes, and no amount if the sum of the items is the same", async () => {
    const order = await ingestOrder(shop, ORDER);
    const before = await everythingOf(shop.id);
    expect((await patch(order.items[0].id, { quantity: 2, price: 10 })).status).toBe(200);
    expect(await everythingOf(shop.id)).toEqual(before);
    await patch(order.items[0].id, { quantity: 4, price: 5 });
    expect((await eventsOf(order.id))[1].changed_fields).toEqual(["items.quantity", "items.price"]);
  });

  it("rejects a quantity below that in fulfillments that are not cancelled", async () => {
    const order = await ingestOrder(shop, ORDER);
    const [mug] = order.items;
    const fulfillment = await shop.v2(`/orders/${order.id}/fulfillments`, { body: { items: [{ order_item_id: mug.id, quantity: 2 }] } });
    const rejected = await patch(mug.id, { quantity: 1 });
    expect({ status: rejected.status, details: rejected.body.error.details }).toEqual({
      status: 409,
      details: [{ path: "quantity", code: "quantity_fulfilled", message: expect.stringContaining("at least 2"), min: 2 }],
    });
    expect((await patch(mug.id, { quantity: 5 })).status).toBe(200);
    await shop.v2(`/fulfillments/${fulfillment.body.id}`, { method: "PATCH", body: { status: "cancelled" } });
    expect((await patch(mug.id, { quantity: 1 })).status).toBe(200);
  });

  it("keeps quantity and price of a cancelled or refunded item, whose other fields can change", async () => {
    const order = await ingestOrder(shop, ORDER);
    const [mug, card] = order.items;
    await shop.v2(`/order-items/${mug.id}/status`, { body: { status: "Refunded" } });
    await shop.v2(`/order-items/${card.id}/status`, { body: { status: "Cancelled" } });
    for (const { id } of [mug, card]) {
      for (const [path, body] of [
        ["price", { price: 1 }],
        ["quantity", { quantity: 3 }],
      ] as const) {
        const rejected = await patch(id, body);
        expect([rejected.status, rejected.body.error.details]).toMatchObject([409, [{ path, code: "item_not_live" }]]);
      }
    }
    expect((await patch(mug.id, { price: 10, quantity: 2, comment: "Broken" })).body).toMatchObject({ comment: "Broken" });
    expect(await read(order.id)).toMatchObject({ subtotal: 25 });
  });

  it("rejects a quantity that is not an integer from 1, and a total above the limit", async () => {
    const order = await ingestOrder(shop, { items: [{ name: "Mug", price: 1_000_000_000 }] });
    for (const quantity of [0, -1, 1.5, null, "2"]) expect((await patch(order.items[0].id, { quantity })).status).toBe(400);
    const rejected = await patch(order.items[0].id, { quantity: 101 });
    expect([rejected.status, rejected.body.error.details]).toMatchObject([400, [{ code: "too_big" }]]);
    expect(await read(order.id)).toMatchObject({ subtotal: 1_000_000_000, version: 1 });
    // The limit itself.
    expect((await patch(order.items[0].id, { quantity: 100 })).status).toBe(200);
  });
});

describe("POST /api/v2/orders/{id}/items", () => {
  it("adds an item, whose price is added to the subtotal and the total", async () => {
    const order = await ingestOrder(shop, ORDER);
    const response = await add(order.id, { name: "Poster Zebrawood", price: 7.25, quantity: 2 });
    expect({ status: response.status, location: response.headers.get("Location"), etag: response.headers.get("ETag") }).toEqual({
      status: 201,
      location: `/api/v2/orders/${order.id}`,
      etag: expect.stringMatching(/^"2-/),
    });
    expect(response.body).toMatchObject({ subtotal: 39.5, total_amount: 43.5, discount: 1, tax: 2, shipping_cost: 3, version: 2 });
    expect(response.body.items).toHaveLength(3);
    expect(response.body.items[2]).toMatchObject({ name: "Poster Zebrawood", quantity: 2, price: 7.25, status: "New" });
    expect(await read(order.id)).toMatchObject(response.body);
    expect(await internalsOf(order.id)).toMatchObject({ item_count: 3, missing_sku: 1, missing_cost: 1 });
    const changed_fields = ["subtotal", "total_amount", "items"];
    expect((await eventsOf(order.id))[1]).toMatchObject({ event: "order.updated", changed_fields, version: 2 });
    // A search for its words finds the order and the item.
    expect((await shop.v2("/orders?q=zebrawood")).body.data).toMatchObject([{ id: order.id }]);
    expect((await shop.v1("/orderItems?search=zebrawood")).body.data).toMatchObject([{ id: response.body.items[2].id }]);
  });

  it("adds it once under an idempotency key", async () => {
    const order = await ingestOrder(shop, ORDER);
    const key = idempotencyKey();
    const [first, second] = [await add(order.id, { name: "Mug", price: 1 }, key), await add(order.id, { name: "Mug", price: 1 }, key)];
    expect({ firstStatus: first.status, secondStatus: second.status, body: second.body }).toEqual({
      firstStatus: 201,
      secondStatus: 201,
      body: first.body,
    });
    expect((await read(order.id)).items).toHaveLength(3);
  });

  it("accepts the version in If-Match", async () => {
    const order = await ingestOrder(shop, ORDER);
    const stale = await add(order.id, { name: "Mug", price: 1 }, { "If-Match": '"2"' });
    expect([stale.status, stale.body.error.details]).toMatchObject([412, [{ code: "version_changed", version: 1 }]]);
    expect((await add(order.id, { name: "Mug", price: 1 }, { "If-Match": '"1"' })).status).toBe(201);
  });

  it("takes missing fields from the product with its SKU", async () => {
    await shop.v2("/products", {
      body: { title: "Tote", sku: "TOTE", cost: 3, supplier: "Acme", design_link: "https://designs.example.com/t" },
    });
    const order = await ingestOrder(shop, ORDER);
    const { items } = (await add(order.id, { name: "Tote", price: 9, sku: "tote" })).body;
    expect(items[2]).toMatchObject({ assigned_supplier: "Acme", design_url: "https://designs.example.com/t" });
    expect(await rows("select cost from order_items where id = ?", items[2].id)).toEqual([{ cost: 30_000 }]);
  });

  it("rejects an external id that the order already has, a status under strict handling, and an unknown order", async () => {
    const order = await ingestOrder(shop, { items: [{ name: "Mug", price: 1, external_id: "L1" }] });
    const taken = await add(order.id, { name: "Mug", price: 1, external_id: "L1" });
    expect([taken.status, taken.body.error.details]).toMatchObject([409, [{ code: "external_id_taken", id: order.items[0].id }]]);
    const strict = await add(order.id, { name: "Mug", price: 1, status: "Shipped" }, { Prefer: "handling=strict" });
    expect(strict.body.error.details).toMatchObject([{ path: "status", code: "unrecognized_key" }]);
    expect((await add(987_654_321, { name: "Mug", price: 1 })).status).toBe(404);
  });
});

describe("DELETE /api/v2/order-items/{id}", () => {
  it("cancels the item and removes it from the subtotal and the total", async () => {
    const order = await ingestOrder(shop, ORDER);
    const response = await remove(order.items[0].id);
    expect({ status: response.status, bodyStatus: response.body.status }).toEqual({ status: 200, bodyStatus: "Cancelled" });
    const after = await read(order.id);
    expect(after).toMatchObject({ subtotal: 5, tax: 0.4, total_amount: 7.4, status: "New", version: 2 });
    expect(after.items).toMatchObject([{ status: "Cancelled", quantity: 2 }, { status: "New" }]);
    const changed_fields = ["subtotal", "tax", "total_amount", "requires_audit", "items.status"];
    expect((await eventsOf(order.id))[1]).toMatchObject({ event: "order.updated", changed_fields });
    // Removing it again changes nothing.
    expect({ status: (await remove(order.items[0].id)).status, version: (await read(order.id)).version }).toEqual({
      status: 200,
      version: 2,
    });
  });

  it("differs from setting the status Cancelled, which changes no amount", async () => {
    const order = await ingestOrder(shop, ORDER);
    await shop.v2(`/order-items/${order.items[0].id}/status`, { body: { status: "Cancelled" } });
    expect(await read(order.id)).toMatchObject({ subtotal: 25, total_amount: 29 });
  });

  it("subtracts an item from the subtotal once, also if it is removed again after another status", async () => {
    const order = await ingestOrder(shop, ORDER);
    const [mug] = order.items;
    for (let round = 0; round < 5; round += 1) {
      expect((await remove(mug.id)).body.status).toBe("Cancelled");
      expect(await read(order.id)).toMatchObject({ subtotal: 5, total_amount: 7.4 });
      expect((await shop.v2(`/order-items/${mug.id}/status`, { body: { status: "New" } })).body.status).toBe("New");
      expect(await read(order.id)).toMatchObject({ subtotal: 5, total_amount: 7.4 });
    }
    const { changed_fields } = (await eventsOf(order.id)).at(-2);
    expect(changed_fields).toEqual(["items.status"]);
  });

  it("keeps the subtotal when a removed item changes", async () => {
    const order = await ingestOrder(shop, { ...ORDER, tax: 0 });
    const [mug, card] = order.items;
    await remove(mug.id);
    await shop.v2(`/order-items/${mug.id}/status`, { body: { status: "New" } });
    expect((await patch(mug.id, { quantity: 5, price: 100 })).status).toBe(200);
    expect(await read(order.id)).toMatchObject({ subtotal: 5, total_amount: 7 });
    await patch(card.id, { price: 6 });
    expect(await read(order.id)).toMatchObject({ subtotal: 6, total_amount: 8 });
    // A client can send the subtotal that GET returned without causing an audit.
    const patched = await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { subtotal: 6 } });
    expect({ status: patched.status, warnings: patched.headers.get("X-Warnings"), requires_audit: patched.body.requires_audit }).toEqual({
      status: 200,
      warnings: null,
      requires_audit: null,
    });
  });

  it("is undone if the source sends the item again, and happens if the source no longer sends it", async () => {
    const external_id = crypto.randomUUID();
    const [mug, card] = [
      { external_id: "1", name: "Mug", price: 10, quantity: 2 },
      { external_id: "2", name: "Card", price: 5 },
    ];
    const send = async (...items: object[]) =>
      (await shop.v2("/orders?on_conflict=update", { body: { store: "gift", external_id, items } })).body;
    const order = await send(mug, card);
    await remove(order.items[0].id);
    // The subtotal contains the item again. Its status is not the source's to change.
    expect(await send({ ...mug, color: "red" }, card)).toMatchObject({ subtotal: 25, items: [{ status: "Cancelled" }, { status: "New" }] });
    await shop.v2(`/order-items/${order.items[0].id}/status`, { body: { status: "New" } });
    expect(await send(card)).toMatchObject({ subtotal: 5, items: [{ status: "Cancelled" }, { status: "New" }] });
    await shop.v2(`/order-items/${order.items[0].id}/status`, { body: { status: "New" } });
    await remove(order.items[0].id);
    expect(await read(order.id)).toMatchObject({ subtotal: 5 });
    expect(await send({ ...mug, color: "blue" }, card)).toMatchObject({ subtotal: 25 });
  });

  it("rejects an item that was shipped or refunded, or is in a fulfillment", async () => {
    const order = await ingestOrder(shop, { ...ORDER, items: [...ORDER.items, { name: "Tee", price: 1 }] });
    const [mug, card, tee] = order.items;
    await shop.v2(`/orders/${order.id}/fulfillments`, { body: { items: [{ order_item_id: mug.id, quantity: 1 }] } });
    await shop.v2(`/order-items/${card.id}/status`, { body: { status: "Refunded" } });
    await shop.v2(`/order-items/${tee.id}/status`, { body: { status: "Shipped" } });
    const before = await everythingOf(shop.id);
    for (const item of [mug, card, tee]) {
      const rejected = await remove(item.id);
      expect([rejected.status, rejected.body.error.details]).toMatchObject([409, [{ code: "item_not_removable" }]]);
    }
    expect(await everythingOf(shop.id)).toEqual(before);
    expect((await remove("987654321")).status).toBe(404);
  });
});

describe("a change that makes amounts implausible", () => {
  const flagged = async (id: number) => {
    const { subtotal, total_amount, requires_audit } = await read(id);
    return [subtotal, total_amount, requires_audit];
  };

  it("flags the order for audit: a discount above the subtotal, a refund above the total, a subtotal below 0", async () => {
    const [discounted, refunded, net] = [
      await ingestOrder(shop, { ...ORDER, discount: 20 }),
      await ingestOrder(shop, { ...ORDER, refund_amount: 15 }),
      await ingestOrder(shop, { ...ORDER, subtotal: 12, total_amount: 16 }),
    ];
    // It is flagged from the beginning, because its items add up to 25 and not to 12.
    await shop.v2(`/orders/${net.id}`, { method: "PATCH", body: { requires_audit: false } });
    for (const { items } of [discounted, refunded, net]) await remove(items[0].id);
    expect({ discounted: await flagged(discounted.id), refunded: await flagged(refunded.id), net: await flagged(net.id) }).toEqual({
      discounted: [5, -11.6, true],
      refunded: [5, 7.4, true],
      net: [-8, -5.6, true],
    });
    // The share of the tax alone would flag them, too.
    const reasons = await Promise.all([discounted, refunded, net].map(async ({ id }) => (await read(id)).audit_reasons));
    expect(reasons).toEqual([
      ["negative_amounts", "tax_exceeds_total", "tax_shared"],
      ["refund_exceeds_total", "tax_shared"],
      ["negative_amounts", "tax_exceeds_total", "tax_shared"],
    ]);
    const { changed_fields } = (await eventsOf(discounted.id))[1];
    expect(changed_fields).toEqual(["subtotal", "tax", "total_amount", "requires_audit", "items.status"]);
  });

  it("flags an order again whose flag was cleared if its amounts change and are still implausible", async () => {
    const order = await ingestOrder(shop, { ...ORDER, tax: 0, discount: 40 });
    expect(await flagged(order.id)).toEqual([25, -12, true]);
    // The same total is no change of an amount, so the flag is not set again.
    const cleared = await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { requires_audit: false, total_amount: -12 } });
    expect(cleared.body).toMatchObject({ requires_audit: false, audit_reasons: null });
    await shop.v2(`/order-items/${order.items[0].id}`, { method: "PATCH", body: { comment: "Blue" } });
    expect(await flagged(order.id)).toEqual([25, -12, false]);
    await remove(order.items[1].id);
    expect(await flagged(order.id)).toEqual([20, -17, true]);
  });
});

describe("several concurrent changes of one order", () => {
  it("all apply to its items and its subtotal", async () => {
    const order = await ingestOrder(shop, { ...ORDER, tax: 0 });
    const responses = await Promise.all([
      add(order.id, { name: "A", price: 1 }),
      add(order.id, { name: "B", price: 2 }),
      patch(order.items[0].id, { quantity: 3 }),
      patch(order.items[0].id, { price: 20 }),
      remove(order.items[1].id),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 200, 200, 200]);
    const after = await read(order.id);
    expect(after).toMatchObject({ subtotal: 63, total_amount: 65, version: 6 });
    expect(after.items.map(({ name, status }: Record<string, unknown>) => [name, status]).toSorted()).toEqual([
      ["A", "New"],
      ["B", "New"],
      ["Card", "Cancelled"],
      ["Mug", "New"],
    ]);
    expect((await eventsOf(order.id)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("never reduce an item below the quantity in fulfillments", async () => {
    const order = await ingestOrder(shop, ORDER);
    const [mug] = order.items;
    const [changed, sent] = await Promise.all([
      patch(mug.id, { quantity: 1 }),
      shop.v2(`/orders/${order.id}/fulfillments`, { body: { items: [{ order_item_id: mug.id, quantity: 2 }] } }),
    ]);
    expect([
      [200, 409],
      [409, 201],
    ]).toContainEqual([changed.status, sent.status]);
  });
});

describe("an edited order that its shop sends again", () => {
  it("keeps its changes if the payload is the same, and takes the shop's items if the payload differs", async () => {
    const payload = { ...ORDER, store: "gift", external_id: "E-1", items: [{ name: "Mug", price: 10, external_id: "L1" }] };
    const order = (await shop.v2("/orders", { body: payload })).body;
    await patch(order.items[0].id, { quantity: 3 });
    await add(order.id, { name: "Card", price: 5 });
    expect((await shop.v2("/orders", { body: payload })).body).toMatchObject({ subtotal: 35 });
    const sent = { ...payload, items: [{ ...payload.items[0], quantity: 2 }] };
    const { body } = await shop.v2("/orders?on_conflict=update", { body: sent });
    expect(body).toMatchObject({ subtotal: 20, items: [{ quantity: 2 }, { name: "Card", status: "Cancelled" }] });
  });
});
