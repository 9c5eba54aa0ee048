import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { assertProperty } from "../../kit/property";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop({ timezone: "America/New_York" });
});

const patch = (id: number | string, body: unknown, headers: Record<string, string> = {}) =>
  shop.v2(`/orders/${id}`, { method: "PATCH", body, headers });

async function lastEvent(orderId: number): Promise<unknown> {
  const [row] = await rows<{ body: string }>("select body from events where order_id = ? order by seq desc limit 1", orderId);
  return JSON.parse(row?.body ?? "null");
}

describe("PATCH /api/v2/orders/{id}", () => {
  it("merges: omitted fields are kept, null clears a field, and the change is in the response, the event and the history", async () => {
    const order = await ingestOrder(shop, { customer_name: "Ann", ship_city: "Bath", number: "#1" });
    const response = await patch(order.id, { customer_name: "Bea", ship_city: null, is_gift: true });
    expect(response.status).toBe(200);
    const { version: _v, updated_at: _u, items: _i, ...rest } = order;
    expect(response.body).toMatchObject({ ...rest, customer_name: "Bea", ship_city: null, is_gift: true, version: 2 });
    expect((await shop.v2(`/orders/${order.id}`)).body).toMatchObject(response.body);
    const changed_fields = ["customer_name", "ship_city", "is_gift"];
    expect(await lastEvent(order.id)).toMatchObject({ event: "order.updated", sequence: 2, changed_fields, version: 2 });
    const { data } = (await shop.v2(`/orders/${order.id}/history`)).body;
    expect(data[1]).toMatchObject({
      change: "updated",
      changed_fields,
      actor_type: "credential",
      actor_name: "test api_token",
      order_item_id: null,
    });
  });

  it("any fields give the same result as a plain merge", { tags: "long" }, async () => {
    const texts = ["number", "customer_name", "customer_address", "ship_address1", "ship_city", "ship_state", "ship_country"];
    const flags = ["is_gift", "is_refunded", "is_case_closed", "is_lost"];
    const value = fc.option(fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom("a", "é", "✓", " ", "1") }));
    const change = fc.record(
      {
        ...Object.fromEntries(texts.map((name) => [name, value])),
        ...Object.fromEntries(flags.map((name) => [name, fc.option(fc.boolean())])),
      },
      { requiredKeys: [] },
    );
    const order = await ingestOrder(shop);
    let model = order;
    await assertProperty(
      fc.asyncProperty(change, async (body) => {
        const response = await patch(order.id, body);
        if (Object.keys(body).length === 0) {
          expect(response.body.error.details).toMatchObject([{ code: "no_fields" }]);
          return;
        }
        const trimmed = Object.entries(body).map(([name, to]) => [name, typeof to === "string" ? to.trim() || null : to]);
        const next = { ...model, ...Object.fromEntries(trimmed) };
        const same = trimmed.every(([name, to]) => model[name as string] === to);
        const { updated_at: _u, ...shown } = response.body;
        const items = expect.any(Array);
        const { updated_at: _n, ...expected } = { ...next, version: model.version + (same ? 0 : 1) };
        expect(shown).toEqual({ ...expected, items });
        model = response.body;
      }),
      { cases: 40 },
    );
  });

  it("recomputes the total from new amounts, and keeps a total that differs, with a warning and an audit flag", async () => {
    const order = await ingestOrder(shop, { tax: 1 });
    expect(order.total_amount).toBe(20.98);
    expect((await patch(order.id, { shipping_cost: 5, discount: 0.5 })).body).toMatchObject({ total_amount: 25.48, requires_audit: null });
    const disagrees = await patch(order.id, { total_amount: 30 });
    expect(disagrees.body).toMatchObject({ total_amount: 30, requires_audit: true });
    expect(disagrees.headers.get("X-Warnings")).toContain("do not add up");
    // The flag is cleared, and a change of other fields does not set it again.
    expect((await patch(order.id, { requires_audit: false })).body).toMatchObject({ total_amount: 30, requires_audit: false });
    expect((await patch(order.id, { customer_name: "Ann" })).body).toMatchObject({ total_amount: 30, requires_audit: false });
    expect((await patch(order.id, { tax: 2 })).body).toMatchObject({ tax: 2, total_amount: 26.48, requires_audit: false });
  });

  it("changes the date of the order and of its items, and the lists follow", async () => {
    const order = await ingestOrder(shop, { date: "2026-01-01T12:00:00Z" });
    const response = await patch(order.id, { date: "2026-02-03T02:00:00Z" });
    expect({ date: response.body.date, order_date: response.body.items[0].order_date }).toEqual({
      date: "2026-02-03T02:00:00.000Z",
      order_date: "2026-02-02",
    });
    const found = await shop.v1("/orderItems?date_from=2026-02-02&date_to=2026-02-02");
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([order.items[0].id]);
  });

  it("makes a search find the order and its items by their new words and no longer by the old ones", async () => {
    const order = await ingestOrder(shop, { number: "OLDNUMBER", customer_name: "Quincy" });
    await patch(order.id, { number: "NEWNUMBER", customer_name: null });
    const found = async (q: string) => [
      (await shop.v1(`/orders?q=${q}`)).body.meta.pagination.total,
      (await shop.v1(`/orderItems?search=${q}`)).body.meta.pagination.total,
    ];
    expect([await found("OLDNUMBER"), await found("Quincy"), await found("NEWNUMBER")]).toEqual([
      [0, 0],
      [0, 0],
      [1, 1],
    ]);
  });

  it("accepts fields that no response contains", async () => {
    const order = await ingestOrder(shop);
    const response = await patch(order.id, { customer_email: "a@example.com", payment_method: "card", refund_amount: 3 });
    expect(response.text).not.toContain("a@example.com");
    expect(await rows("select customer_email, payment_method, refund_amount from orders where id = ?", order.id)).toEqual([
      { customer_email: "a@example.com", payment_method: "card", refund_amount: 30_000 },
    ]);
  });

  it("does not change status, store, external id or items: it returns 400 if nothing else is sent, otherwise a warning of each", async () => {
    const order = await ingestOrder(shop);
    const before = await everythingOf(shop.id);
    const ignored = { status: "Shipped", store: "Other", external_id: "other", items: [] };
    const rejected = await patch(order.id, ignored);
    expect({ status: rejected.status, code: rejected.body.error.details[0].code }).toEqual({ status: 400, code: "no_fields" });
    expect(rejected.body.error.details[0].message).toContain("POST /orders/{id}/status");
    expect(await everythingOf(shop.id)).toEqual(before);
    const response = await patch(order.id, { ...ignored, number: "#9" });
    const { status, store_id, external_id, items } = order;
    expect(response.body).toMatchObject({ status, store_id, external_id, items, number: "#9" });
    expect(JSON.parse(response.headers.get("X-Warnings") ?? "null")).toEqual(
      Object.keys(ignored).map((name) => `${name} is unknown and was ignored.`),
    );
  });

  it("lists every validation error and writes nothing, and returns 404 for an unknown order and 400 for an invalid id", async () => {
    const order = await ingestOrder(shop);
    const before = await everythingOf(shop.id);
    const bad = {
      customer_name: 5,
      tax: "x",
      currency: "ZZZ",
      date: "soon",
      is_gift: "yes",
      total_amount: 1.00001,
      ship_zipcode: "x".repeat(33),
    };
    const response = await patch(order.id, bad);
    expect(response.body.error.details.map(({ path }: { path: string }) => path).toSorted()).toEqual(Object.keys(bad).toSorted());
    expect(await everythingOf(shop.id)).toEqual(before);
    expect((await patch(999_999_999, { number: "1" })).status).toBe(404);
    expect((await patch("abc", { number: "1" })).status).toBe(400);
  });

  it("writes and sends nothing if the values are the same", async () => {
    const order = await ingestOrder(shop, { customer_name: "Ann" });
    const before = await everythingOf(shop.id);
    expect((await patch(order.id, { customer_name: " Ann ", tax: 0 })).body).toEqual(order);
    expect(await everythingOf(shop.id)).toEqual(before);
  });

  it("applies concurrent patches of different fields, with one version each", async () => {
    const order = await ingestOrder(shop);
    const names = ["customer_name", "ship_city", "ship_state", "ship_country", "number", "ship_address1"];
    const responses = await Promise.all(names.map((name) => patch(order.id, { [name]: name }, idempotencyKey())));
    expect(responses.map(({ status }) => status)).toEqual(names.map(() => 200));
    const { body } = await shop.v2(`/orders/${order.id}`);
    for (const name of names) expect(body[name]).toBe(name);
    expect(body.version).toBe(1 + names.length);
  });
});

describe("PATCH /api/v2/order-items/{id}", () => {
  const patchItem = (id: string, body: unknown) => shop.v2(`/order-items/${id}`, { method: "PATCH", body });

  it("sets sku, design, supplier, cost and tracking, and updates the order's missing flags", async () => {
    const order = await ingestOrder(shop, {
      items: [
        { name: "Mug", quantity: 2, price: 5 },
        { name: "Tee", price: 1, sku: "T" },
      ],
    });
    const [mug] = order.items;
    const fields = {
      sku: "MUG-1",
      design_url: "https://d.example.com/1",
      assigned_supplier: "Acme",
      tracking_code: "TRACKME",
      carrier: "UPS",
    };
    const response = await patchItem(mug.id, { ...fields, cost: 1.25 });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ ...mug, ...fields });
    expect(response.text).not.toContain("1.25");
    const after = (await shop.v2(`/orders/${order.id}`)).body;
    expect({ version: after.version, first: after.items[0], second: after.items[1] }).toEqual({
      version: 2,
      first: response.body,
      second: order.items[1],
    });
    expect(await rows("select production_cost, missing_sku, missing_design, missing_cost from orders where id = ?", order.id)).toEqual([
      { production_cost: 25_000, missing_sku: 0, missing_design: 1, missing_cost: 1 },
    ]);
    for (const list of ["/orders?q=TRACKME", "/orderItems?search=TRACKME", "/orders?supplier_id=acme&q=mug"]) {
      expect((await shop.v1(list)).body.meta.pagination.total, list).toBe(1);
    }
  });

  it("sends order.updated with the item's fields, and adds a history entry with the item's id", async () => {
    const order = await ingestOrder(shop);
    await patchItem(order.items[0].id, { sku: "NEW", cost: 2 });
    expect(await lastEvent(order.id)).toMatchObject({ event: "order.updated", changed_fields: ["items.cost", "items.sku"], version: 2 });
    expect((await shop.v2(`/orders/${order.id}/history`)).body.data[1]).toMatchObject({
      change: "updated",
      order_item_id: order.items[0].id,
      changed_fields: ["items.cost", "items.sku"],
    });
  });

  it("clears a field with null, writes nothing for the same values, and returns 404 for an unknown item and 400 for an empty or invalid body", async () => {
    const order = await ingestOrder(shop);
    const { id } = order.items[0];
    expect((await patchItem(id, { sku: null })).body.sku).toBeNull();
    const before = await everythingOf(shop.id);
    expect((await patchItem(id, { sku: "" })).status).toBe(200);
    for (const body of [
      {},
      { sku: 5 },
      { name: null },
      { name: "" },
      { cost: -1e12 },
      { status: "Shipped" },
      { quantity: 0 },
      { price: null },
    ]) {
      expect((await patchItem(id, body)).status, JSON.stringify(body)).toBe(400);
    }
    for (const unknown of ["999999999", "abc", "0"]) expect((await patchItem(unknown, { sku: "X" })).status).toBe(404);
    expect(await everythingOf(shop.id)).toEqual(before);
  });

  it("loses no change when items, item statuses and fulfillments of one order are changed concurrently", async () => {
    const items = Array.from({ length: 5 }, (_, n) => ({ name: `Item ${n}`, price: 1 }));
    const order = await ingestOrder(shop, { items });
    const [a, b, c, d, e] = order.items.map(({ id }: { id: string }) => id) as [string, string, string, string, string];
    const responses = await Promise.all([
      patchItem(a, { sku: "A" }),
      patchItem(a, { carrier: "UPS" }),
      patchItem(b, { sku: "B" }),
      patch(order.id, { customer_name: "Ann" }),
      shop.v1(`/orderItems/${c}/status`, { body: { status: "Delivered" }, headers: idempotencyKey() }),
      shop.v2(`/orders/${order.id}/fulfillments`, { body: { items: [{ order_item_id: d }, { order_item_id: e }], status: "in_transit" } }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 201]);
    const { body } = await shop.v2(`/orders/${order.id}`);
    expect(body).toMatchObject({ customer_name: "Ann", version: 7 });
    expect(body.items).toMatchObject([
      { sku: "A", carrier: "UPS" },
      { sku: "B" },
      { status: "Delivered" },
      { status: "Shipped" },
      { status: "Shipped" },
    ]);
  });
});
