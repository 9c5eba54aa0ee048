import { beforeAll, describe, expect, it } from "vitest";
import { ORDER_STATUSES } from "../../../../src/resources/orders/order-status";
import { createShop, asOperator, idempotencyKey, type Shop, rows, ingestOrder } from "../../../kit/client";
import { everythingOf } from "../../../kit/rows-of-organization";
import { eventsOf, MUGS_AND_TEE, createFulfillment, updateFulfillment, statusesOf } from "./kit";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

/** The status of an order after all of it was shipped: never a lower one (docs/spec/orders.md#automatic-changes). A cancelled order can't be shipped. */
const AFTER_SHIPPING = {
  New: "Shipped",
  "Pending Cost": "Shipped",
  "In Production": "Shipped",
  Shipped: "Shipped",
  Complete: "Complete",
} as const;
const AFTER_DELIVERY = { ...AFTER_SHIPPING, New: "Complete", "Pending Cost": "Complete", "In Production": "Complete", Shipped: "Complete" };

describe("a status of a fulfillment only moves its order forward", () => {
  it.each(ORDER_STATUSES.filter((status) => status !== "Cancelled"))("from %s", async (status) => {
    const order = await ingestOrder(shop, { status });
    const { body } = await createFulfillment(shop, order.id);
    expect((await shop.v2(`/orders/${order.id}`)).body.status).toBe(status);
    await updateFulfillment(shop, body.id, { status: "in_transit" });
    expect((await shop.v2(`/orders/${order.id}`)).body.status).toBe(AFTER_SHIPPING[status]);
    await updateFulfillment(shop, body.id, { status: "delivered" });
    expect((await shop.v2(`/orders/${order.id}`)).body.status).toBe(AFTER_DELIVERY[status]);
    // A late report changes neither the fulfillment nor the order.
    for (const late of ["label_created", "in_transit", "out_for_delivery", "available_for_pickup", "delivery_attempted", "unknown"]) {
      const response = await updateFulfillment(shop, body.id, { status: late });
      expect({ status: response.status, bodyStatus: response.body.status }).toEqual({ status: 200, bodyStatus: "delivered" });
      expect(response.headers.get("X-Warnings")).toContain(`The status ${late} is behind delivered`);
    }
    expect((await shop.v2(`/orders/${order.id}`)).body.status).toBe(AFTER_DELIVERY[status]);
    const recorded = await rows(
      "select to_value, actor_name from order_history where order_id = ? and change = 'fulfillment_late'",
      order.id,
    );
    expect(recorded).toHaveLength(6);
    expect(recorded[0]).toEqual({ to_value: "label_created", actor_name: "test api_token" });
  });

  const setStatus = (id: number, status: string) => shop.v2(`/orders/${id}/status`, { body: { status, reason: "a person says so" } });

  it.each([{ carrier: "UPS" }, { status: "out_for_delivery" }, { status: "lost" }, { status: "exception" }])(
    "a report that ships nothing new does not move an order that a person has moved back: %j",
    async (facts) => {
      const order = await ingestOrder(shop);
      const { body } = await createFulfillment(shop, order.id, { status: "in_transit" });
      await setStatus(order.id, "In Production");
      expect((await updateFulfillment(shop, body.id, facts)).status).toBe(200);
      expect(await statusesOf(shop, order.id)).toEqual(["In Production", "Shipped"]);
    },
  );

  it("a report does not move an order that was completed by its fulfillment, or cancelled with its item, and that a person has moved back", async () => {
    const [delivered, cancelled] = [await ingestOrder(shop), await ingestOrder(shop)];
    const fulfillments = [await createFulfillment(shop, delivered.id, { status: "delivered" })];
    await setStatus(delivered.id, "Shipped");
    const [item] = cancelled.items;
    fulfillments.push(
      await createFulfillment(shop, cancelled.id, { items: [{ order_item_id: item.id, quantity: 1 }], status: "cancelled" }),
    );
    await shop.v1(`/orderItems/${item.id}/status`, { body: { status: "Cancelled" }, headers: idempotencyKey() });
    expect(await statusesOf(shop, cancelled.id)).toEqual(["Cancelled", "Cancelled"]);
    expect((await setStatus(cancelled.id, "New")).status).toBe(200);
    for (const { body } of fulfillments) expect((await updateFulfillment(shop, body.id, { carrier: "UPS" })).status).toBe(200);
    expect({
      deliveredStatus: (await statusesOf(shop, delivered.id))[0],
      cancelledStatus: (await statusesOf(shop, cancelled.id))[0],
    }).toEqual({
      deliveredStatus: "Shipped",
      cancelledStatus: "New",
    });
  });

  it.each([
    ["in_transit", "lost", "in_transit", ["Shipped", "Shipped"]],
    ["delivered", "returned_to_sender", "delivered", ["Complete", "Delivered"]],
  ])(
    "a fulfillment that is %s, %s and then found completes the items that were shipped meanwhile",
    async (status, gone, found, expected) => {
      const order = await ingestOrder(shop);
      // One of the two units of its item.
      const one = { items: [{ order_item_id: order.items[0].id, quantity: 1 }], status };
      const first = (await createFulfillment(shop, order.id, one)).body;
      await updateFulfillment(shop, first.id, { status: gone });
      await createFulfillment(shop, order.id, one);
      expect((await updateFulfillment(shop, first.id, { status: found })).status).toBe(200);
      expect(await statusesOf(shop, order.id)).toEqual(expected);
    },
  );

  it(
    "after an exception, a status applies unless it ranks below the earlier progress; a label or an unknown status does not reactivate a lost or cancelled fulfillment, but a shipment does",
    { tags: "long" },
    async () => {
      const cases = [
        [["in_transit", "exception"], "label_created", "exception"],
        [["delivered", "exception"], "in_transit", "exception"],
        [["in_transit", "lost"], "unknown", "lost"],
        [["in_transit", "lost"], "label_created", "lost"],
        [["cancelled"], "label_created", "cancelled"],
        [["cancelled"], "unknown", "cancelled"],
        [["in_transit", "exception"], "out_for_delivery", "out_for_delivery"],
        [["in_transit", "lost"], "in_transit", "in_transit"],
        [["cancelled"], "in_transit", "in_transit"],
      ] as const;
      for (const [before, reported, after] of cases) {
        const { body } = await createFulfillment(shop, (await ingestOrder(shop)).id);
        for (const status of before) await updateFulfillment(shop, body.id, { status });
        expect((await updateFulfillment(shop, body.id, { status: reported })).body.status, `${before.join()} ${reported}`).toBe(after);
      }
    },
  );

  it("with the roll-up switched off, orders keep their status and items still follow", async () => {
    const other = await createShop();
    await rows("update organizations set roll_up_status = 0 where id = ?", other.id);
    // The isolate has cached the setting with the shop's own credentials.
    const token = await asOperator(`/organizations/${other.id}/credentials`, {
      kind: "api_token",
      name: "fresh",
      scopes: ["orders:write", "orders:read", "fulfillment:write"],
    });
    const as = {
      ...other,
      v2: (path: string, options = {}) => other.v2(path, { headers: { Authorization: `Bearer ${token.secret}` }, ...options }),
    };
    const order = await ingestOrder(as, MUGS_AND_TEE);
    await createFulfillment(as, order.id, { status: "delivered" });
    expect(await statusesOf(as, order.id)).toEqual(["New", "Delivered", "Delivered"]);
    expect((await eventsOf(order.id)).map(({ event }) => event)).not.toContain("order.status_changed");
  });
});

describe("PATCH /api/v2/fulfillments/{id}, whose fields a new fulfillment may have, too", () => {
  it("sends each event once, and keeps the times that were sent, whatever is reported later", async () => {
    const order = await ingestOrder(shop, MUGS_AND_TEE);
    const { body } = await createFulfillment(shop, order.id);
    for (const facts of [
      { status: "in_transit" },
      { status: "in_transit", shipped_at: "2026-01-01T00:00:00Z" },
      { status: "exception" },
      { status: "out_for_delivery" },
      { status: "delivered" },
      { status: "delivered", delivered_at: "2026-01-02T00:00:00Z" },
      { status: "returned_to_sender" },
      { status: "delivered" },
    ]) {
      expect((await updateFulfillment(shop, body.id, facts)).status).toBe(200);
    }
    const events = (await eventsOf(order.id)).map(({ event }) => event);
    expect(events.filter((event) => event === "order.fulfillment.shipped")).toHaveLength(1);
    expect(events.filter((event) => event === "order.fulfillment.delivered")).toHaveLength(1);
    expect((await shop.v2(`/fulfillments/${body.id}`)).body).toMatchObject({
      status: "delivered",
      shipped_at: "2026-01-01T00:00:00.000Z",
      delivered_at: "2026-01-02T00:00:00.000Z",
    });
  });

  it("derives the status from a time that is sent alone, and delivered implies shipped", async () => {
    const [a, b] = [await ingestOrder(shop), await ingestOrder(shop)];
    const shipped = await updateFulfillment(shop, (await createFulfillment(shop, a.id)).body.id, { shipped_at: "2026-01-05" });
    expect(shipped.body).toMatchObject({ status: "in_transit", shipped_at: "2026-01-05T00:00:00.000Z", delivered_at: null });
    const delivered = await updateFulfillment(shop, (await createFulfillment(shop, b.id)).body.id, {
      delivered_at: "2026-01-06T07:08:09Z",
    });
    const at = "2026-01-06T07:08:09.000Z";
    expect(delivered.body).toMatchObject({ status: "delivered", shipped_at: at, delivered_at: at });
  });

  it("returns 400 for contradictory fields and for a time in the future, and writes nothing", async () => {
    const order = await ingestOrder(shop);
    const { body } = await createFulfillment(shop, (await ingestOrder(shop)).id);
    const before = await everythingOf(shop.id);
    for (const [facts, path] of [
      [{ status: "in_transit", delivered_at: "2026-01-02T00:00:00Z" }, "delivered_at"],
      [{ shipped_at: "2026-01-05T00:00:00Z", delivered_at: "2026-01-02T00:00:00Z" }, "delivered_at"],
      [{ shipped_at: "2100-01-01T00:00:00Z", status: "delivered" }, "shipped_at"],
    ] as const) {
      for (const response of [await createFulfillment(shop, order.id, facts), await updateFulfillment(shop, body.id, facts)])
        expect({ status: response.status, path: response.body.error?.details[0].path }, JSON.stringify(facts)).toEqual({
          status: 400,
          path,
        });
    }
    expect(await everythingOf(shop.id)).toEqual(before);
  });

  it("reads a time without an offset in the organization's time zone", async () => {
    const tokyo = await createShop({ timezone: "Asia/Tokyo" });
    const order = await ingestOrder(tokyo);
    const { body } = await createFulfillment(tokyo, order.id, { shipped_at: "2026-01-05T10:00:00", delivered_at: "2026-01-06" });
    expect({ shipped_at: body.shipped_at, delivered_at: body.delivered_at }).toEqual({
      shipped_at: "2026-01-05T01:00:00.000Z",
      delivered_at: "2026-01-05T15:00:00.000Z",
    });
  });

  it("applies 20 concurrent reports on fulfillments of one order", { tags: "long" }, async () => {
    const order = await ingestOrder(shop, { items: [{ name: "Mug", quantity: 20, price: 1 }] });
    const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push((await createFulfillment(shop, order.id, { items })).body.id);
    const responses = await Promise.all(ids.map((id) => updateFulfillment(shop, id, { status: "in_transit" })));
    expect(responses.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect(await statusesOf(shop, order.id)).toEqual(["Shipped", "Shipped"]);
  });

  it("merges: omitted fields are kept, null clears a field, and values that are already stored write nothing", async () => {
    const order = await ingestOrder(shop);
    const { body } = await createFulfillment(shop, order.id, { tracking_number: "A", carrier: "UPS" });
    const response = await updateFulfillment(shop, body.id, { tracking_number: "B", carrier: null, tracking_url: "https://t.example.com" });
    expect(response.body).toMatchObject({
      tracking_number: "B",
      carrier: null,
      tracking_url: "https://t.example.com",
      status: "label_created",
    });
    const [entry] = await rows("select changed_fields from order_history where order_id = ? order by id desc limit 1", order.id);
    expect(entry).toEqual({ changed_fields: '["tracking_number","carrier","tracking_url"]' });
    const before = await everythingOf(shop.id);
    expect((await updateFulfillment(shop, body.id, { tracking_number: "B", status: "label_created" })).body).toEqual(response.body);
    expect(await everythingOf(shop.id)).toEqual(before);
  });

  it("accepts a status in another spelling, and returns 400 for an unknown status, an empty body or a time that is null, and 404 for an unknown fulfillment", async () => {
    const order = await ingestOrder(shop);
    const { body } = await createFulfillment(shop, order.id);
    expect((await updateFulfillment(shop, body.id, { status: "Out for delivery" })).body.status).toBe("out_for_delivery");
    for (const [facts, detail] of [
      [{ status: "sent" }, { path: "status", code: "invalid_status" }],
      [{}, { code: "no_fields" }],
      [{ shipped_at: null }, { path: "shipped_at" }],
    ] as const) {
      expect(await updateFulfillment(shop, body.id, facts)).toMatchObject({ status: 400, body: { error: { details: [detail] } } });
    }
    expect((await updateFulfillment(shop, "ful_none", { status: "lost" })).status).toBe(404);
  });
});

it("the events of an order and Public V1 have the tracking of its earliest fulfillment with a number", async () => {
  const order = await ingestOrder(shop, MUGS_AND_TEE);
  // Earlier, but without a number.
  await createFulfillment(shop, order.id, { items: [{ order_item_id: order.items[0].id, quantity: 1 }] });
  await createFulfillment(shop, order.id, { items: [{ order_item_id: order.items[1].id }], tracking_number: "FIRST", carrier: "DHL" });
  await createFulfillment(shop, order.id, { tracking_number: "SECOND" });
  await shop.v2(`/orders/${order.id}/status`, { body: { status: "Shipped" } });
  expect((await eventsOf(order.id)).at(-1)).toMatchObject({ event: "order.status_changed", tracking_number: "FIRST", carrier: "DHL" });
  expect((await shop.v1(`/orders/${order.id}/tracking`)).body.data).toMatchObject({ tracking_number: "FIRST", status: "label_created" });
});

describe("the search for orders", () => {
  it("finds an order by the tracking number of a fulfillment, also after other changes of the order", async () => {
    const order = await ingestOrder(shop, { external_id: "tracked" });
    const found = async (q: string) => (await shop.v1(`/orders?q=${q}`)).body.data.map(({ id }: { id: number }) => id);
    const { body } = await createFulfillment(shop, order.id, { tracking_number: "ZX81FIRST" });
    expect(await found("zx81first")).toEqual([order.id]);
    await updateFulfillment(shop, body.id, { tracking_number: "ZX81SECOND" });
    expect([await found("zx81first"), await found("zx81second")]).toEqual([[], [order.id]]);
    await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { customer_name: "Ann" } });
    await shop.v2(`/order-items/${order.items[0].id}`, { method: "PATCH", body: { sku: "NEWSKU" } });
    await shop.v2("/orders", {
      body: { store: "gift", external_id: "tracked", on_conflict: "update", items: [{ name: "Cup", price: 1 }] },
    });
    expect([await found("zx81second"), await found("cup zx81")]).toEqual([[order.id], [order.id]]);
  });
});

describe("the search for a tracking number", () => {
  it("finds a number by its beginning and by its last six characters, whatever the separators", async () => {
    const order = await ingestOrder(shop, { items: [{ name: "Mug", price: 1, tracking_code: "JD01 4600 0080 7755 31" }] });
    await createFulfillment(shop, order.id, { tracking_number: "1Z-77X-AA1-0199-456784" });
    const found = async (q: string) => (await shop.v1(`/orders?q=${q}`)).body.data.map(({ id }: { id: number }) => id);
    // A beginning of the last six characters is enough: 4567.
    for (const q of ["1z 77x aa1", "456784", "4567", "775531", "JD01 4600"]) expect(await found(q), q).toEqual([order.id]);
    for (const q of ["6784", "99456784", "5531", "55310"]) expect(await found(q), q).toEqual([]);
    expect((await shop.v1("/orderItems?q=775531")).body.data).toMatchObject([{ orderId: String(order.id) }]);
  });
});

describe("GET /api/v2/orders/{id}/fulfillments", () => {
  it("lists by cursor, oldest first, and returns 404 for an unknown order and 400 for another order's cursor", async () => {
    const [order, other] = [await ingestOrder(shop, { items: [{ name: "Mug", quantity: 5, price: 1 }] }), await ingestOrder(shop)];
    const [item] = order.items;
    const createdIds: string[] = [];
    for (let n = 0; n < 5; n += 1)
      createdIds.push((await createFulfillment(shop, order.id, { items: [{ order_item_id: item.id, quantity: 1 }] })).body.id);
    const listedIds: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body } = await shop.v2(`/orders/${order.id}/fulfillments?limit=2&cursor=${cursor}`);
      listedIds.push(...body.data.map(({ id }: { id: string }) => id));
      if (listedIds.length === 2) expect((await shop.v2(`/orders/${other.id}/fulfillments?cursor=${body.next_cursor}`)).status).toBe(400);
      cursor = body.next_cursor;
    }
    expect(listedIds).toEqual(createdIds);
    expect((await shop.v2("/orders/999999999/fulfillments")).status).toBe(404);
  });
});
