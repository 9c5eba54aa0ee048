import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createCredential, createShop, idempotencyKey, rows, type Shop, ingestOrder, v2As } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

type Body = ApiResponse["body"];

/** An order with a value in every kind of column that our own CSV export has. */
const full = {
  number: "#1001",
  date: "2026-03-01T10:00:00Z",
  customer_name: "Ann Lee",
  customer_email: "ann@example.com",
  customer_address: "1 Main Street\nBath",
  ship_address1: "1 Main Street",
  ship_city: "Bath",
  ship_country: "GB",
  ship_by_date: "2026-03-08",
  discount_codes: ["SPRING", "A, B"],
  tags: ["vip"],
  is_gift: true,
  fees: 1.5,
  items: [
    { name: "Mug", quantity: 2, price: 9.99, sku: "MUG", external_id: "a", cost: 3 },
    { name: "Tee", quantity: 1, price: 20, sku: "TEE", external_id: "b", ship_city: "York", status: "In Production" },
  ],
};

let orderCount = 0;
const anotherOrder = async (fields: object = {}): Promise<Body> =>
  await ingestOrder(shop, { ...full, external_id: `u${(orderCount += 1)}`, ...fields });
const update = async (orders: unknown[], settings: object = {}): Promise<Body> => {
  const { status, text, body } = await shop.v2("/orders/bulk-updates", { body: { orders, ...settings } });
  expect(status, text).toBe(200);
  return body;
};
const read = async (id: number): Promise<Body> => (await shop.v2(`/orders/${id}`)).body;

/** An order as the API returns it, as the values of an update. */
function asUpdate(order: Body): Body {
  const { store_name: _store, created_at: _created, updated_at: _updated, taxes_included: _included, ...values } = order;
  const items = values.items.map(({ order_id: _order, order_date: _date, store_name: _name, ...item }: Body) => item);
  return { ...values, items };
}

describe("orders updated by id in bulk", () => {
  it("are unchanged in every field if they are sent back as they were read", async () => {
    const large = await anotherOrder({ items: [{ name: "Machine", price: 999_999_999.9999, quantity: 99 }] });
    const made = [await anotherOrder(), await anotherOrder({ status: "Cancelled" }), await anotherOrder({ total_amount: 1 }), large];
    const ids = made.map(({ id }) => id);
    // A person has reviewed the amounts that do not add up.
    await shop.v2(`/orders/${ids[2]}`, { method: "PATCH", body: { requires_audit: false } });
    const orders = await Promise.all(ids.map(read));
    expect(orders.map(({ requires_audit }) => requires_audit)).toEqual([null, null, false, null]);
    const before = await everythingOf(shop.id);
    const { results, summary } = await update(orders.map(asUpdate));
    expect(results.map(({ id, outcome }: Body) => [id, outcome])).toEqual(ids.map((id) => [id, "unchanged"]));
    expect(summary).toEqual({ updated: 0, unchanged: 4, skipped: 0, failed: 0 });
    expect(await everythingOf(shop.id)).toEqual(before);
  });

  it("change only the fields that differ, each with history entries of the order and of its item, and with one event", async () => {
    const order = await anotherOrder();
    const values = asUpdate(await read(order.id));
    values.tags = ["vip", "rush, today"];
    values.customer_name = null;
    values.items[1].tracking_code = "1Z999";
    const events = async () =>
      await rows<{ body: string }>(
        "select body from events where organization_id = ? and order_id = ? and type = 'order.updated'",
        shop.id,
        order.id,
      );
    expect(await events()).toEqual([]);
    const { results } = await update([values]);
    expect(results).toEqual([{ index: 0, id: order.id, outcome: "updated", error: null }]);
    const { version, updated_at, ...after } = await read(order.id);
    const { version: _before, updated_at: _then, ...expected } = { ...order, customer_name: null, tags: ["vip", "rush, today"] };
    expected.items = order.items.map((item: Body) => ({ ...item, customer_name: null }));
    expected.items[1].tracking_code = "1Z999";
    // Only the order that was read has the customer's e-mail address and telephone number.
    expect({ ...after, customer_email: undefined, customer_phone: undefined }).toEqual({
      ...expected,
      customer_email: undefined,
      customer_phone: undefined,
    });
    expect(version).toBe(order.version + 1);
    expect(updated_at >= order.updated_at).toBe(true);
    const [event, ...others] = await events();
    expect({ changed_fields: JSON.parse(event?.body ?? "{}").changed_fields.toSorted(), others }).toEqual({
      changed_fields: ["customer_name", "items.tracking_code", "tags"],
      others: [],
    });
    const history = await rows(
      "select order_item_id, changed_fields from order_history where order_id = ? and change = 'updated' order by id",
      order.id,
    );
    expect(history).toEqual([
      { order_item_id: null, changed_fields: '["customer_name","tags"]' },
      { order_item_id: Number(order.items[1].id), changed_fields: '["items.tracking_code"]' },
    ]);
    // The stored payload is still the last one that the source sent.
    expect((await shop.v2("/orders", { body: { store: "Gift shop", ...full, external_id: order.external_id } })).status).toBe(200);
    expect((await read(order.id)).customer_name).toBeNull();
  });

  it("have their subtotal and total computed from the changed values", async () => {
    const order = await anotherOrder();
    const values = asUpdate(await read(order.id));
    values.items[0].quantity = 3;
    values.discount = 2;
    expect((await update([values])).results[0].outcome).toBe("updated");
    expect(await read(order.id)).toMatchObject({ subtotal: 49.97, discount: 2, total_amount: 49.47, requires_audit: null });
  });

  it("keep the refund tax with its refund, also if the last refund had the same tax", async () => {
    const { id } = await anotherOrder({ tax: 10, refund_amount: 5, refund_tax: 0 });
    await update([{ id, refund_amount: 20, refund_tax: 0 }]);
    expect(await rows("select refund_amount, refund_tax, refunded_tax from orders where id = ?", id)).toEqual([
      { refund_amount: 200_000, refund_tax: 0, refunded_tax: 0 },
    ]);
  });

  it("may name items by numbers", async () => {
    const { id, items } = await ingestOrder(shop);
    const response = await shop.v2("/orders/bulk-updates", {
      body: { orders: [{ id, items: [{ id: Number(items[0].id), color: "Red" }] }] },
    });
    expect(response.body.results).toMatchObject([{ outcome: "updated" }]);
    expect((await shop.v2(`/orders/${id}`)).body.items[0].color).toBe("Red");
  });

  it("change only the fields that are sent, and null clears a field", async () => {
    const { id, items } = await anotherOrder();
    expect((await update([{ id, number: null, items: [{ id: items[0].id, sku: "MUG-2" }] }])).summary.updated).toBe(1);
    expect(await read(id)).toMatchObject({
      number: null,
      customer_name: "Ann Lee",
      items: [{ sku: "MUG-2", name: "Mug" }, { sku: "TEE" }],
    });
  });

  it("can give an item the address of its order as its own, with a changed field; an item that has its own address keeps it", async () => {
    const { id, items } = await anotherOrder();
    const [mug] = items;
    expect((await update([{ id, ship_zipcode: "BA1", items: [{ id: mug.id, ship_city: "Wells" }] }])).summary.updated).toBe(1);
    // The item gets the address that the order had before this request.
    expect((await read(id)).items).toMatchObject([
      { ship_address1: "1 Main Street", ship_city: "Wells", ship_country: "GB", ship_zipcode: null },
      { ship_address1: null, ship_city: "York", ship_zipcode: null },
    ]);
  });

  it("are checked against the version that was read, and not overwritten if they have changed since", async () => {
    const order = await anotherOrder();
    const values = { ...asUpdate(order), number: "mine" };
    await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { number: "theirs" } });
    const rejected = await update([values]);
    expect(rejected.results[0]).toMatchObject({
      outcome: "failed",
      error: { code: "conflict", details: [{ path: "version", code: "version_changed", version: 2 }] },
    });
    expect(rejected.results[0].error.details[0].message).toContain("Different: number.");
    expect((await update([values], { on_conflict: "skip" })).results[0].outcome).toBe("skipped");
    expect((await read(order.id)).number).toBe("theirs");
    expect((await update([values], { on_conflict: "update" })).results[0].outcome).toBe("updated");
    // Values that are stored already may be sent with an older version.
    expect((await update([values])).results[0].outcome).toBe("unchanged");
  });

  it("do not copy an older customer or address of the order into an item", async () => {
    const order = await anotherOrder();
    const values = { ...asUpdate(order), customer_name: "Bea Ito", ship_city: "Wells" };
    expect((await update([values])).results[0].outcome).toBe("updated");
    const after = await read(order.id);
    expect(after.items).toMatchObject([
      { customer_name: "Bea Ito", ship_city: "Wells", ship_country: "GB" },
      { customer_name: "Bea Ito", ship_city: "York", ship_country: null },
    ]);
    for (const settings of [{}, { on_conflict: "update" }]) {
      expect((await update([values], settings)).results[0].outcome).toBe("unchanged");
      expect(await read(order.id)).toEqual(after);
    }
  });

  it("never change status, external_id or store: another value is an error, except a status of an older version", async () => {
    const order = await anotherOrder();
    const [first] = order.items;
    const cases = [
      [{ status: "Shipped" }, "status"],
      [{ external_id: "other" }, "external_id"],
      [{ external_id: null }, "external_id"],
      [{ store_id: order.store_id + 1 }, "store_id"],
      [{ items: [{ id: first.id, status: "Shipped" }] }, "items[0].status"],
      [{ items: [{ id: first.id, external_id: "other" }] }, "items[0].external_id"],
    ] as const;
    const before = await everythingOf(shop.id);
    for (const [values, path] of cases) {
      for (const version of [undefined, order.version]) {
        const { results } = await update([{ id: order.id, version, number: "new", ...values }], { on_conflict: "update" });
        expect(results[0]).toMatchObject({
          outcome: "failed",
          error: { code: "validation_error", details: [{ path, code: "read_only" }] },
        });
      }
    }
    expect(await everythingOf(shop.id)).toEqual(before);
    // A status matches in any letter case and spelling.
    expect((await update([{ id: order.id, status: "NEW", items: [{ id: first.id, status: "new" }] }])).results[0].outcome).toBe(
      "unchanged",
    );
    await shop.v2(`/orders/${order.id}/status`, { body: { status: "Shipped" } });
    const older = { ...asUpdate(order), number: "newer" };
    expect((await update([{ ...older, number: order.number }])).results[0].outcome).toBe("unchanged");
    expect((await update([older], { on_conflict: "update" })).results[0].outcome).toBe("updated");
    expect(await read(order.id)).toMatchObject({ number: "newer", status: "Shipped" });
  });

  it("list at most 20 values of an order that an update does not change", async () => {
    const items = Array.from({ length: 30 }, (_, n) => ({ name: `Item ${n}`, price: 1 }));
    const order = await anotherOrder({ items });
    const shipped = order.items.map(({ id }: Body) => ({ id, status: "Shipped" }));
    const { results } = await update([{ id: order.id, items: shipped }]);
    expect(results[0].error.details).toHaveLength(20);
  });

  it("each have their own result: an order that fails does not stop the others", async () => {
    const other = await createShop();
    const foreign = await ingestOrder(other, { items: [{ name: "Theirs", price: 1 }] });
    const [one, two] = [await anotherOrder(), await anotherOrder()];
    await shop.v2(`/orders/${two.id}/fulfillments`, { body: { tracking_number: "1" }, headers: idempotencyKey() });
    const { results, summary } = await update([
      { id: one.id, number: "changed" },
      { id: one.id, number: "twice" },
      { id: foreign.id, number: "stolen" },
      { id: 999_999_999, number: "nobody" },
      { id: two.id, items: [{ id: one.items[0].id, sku: "x" }] },
      { id: two.id + 1_000_000, items: [{ id: foreign.items[0].id, sku: "x" }] },
      "nonsense",
      { id: "7" },
      { id: 7, items: [{ id: "x" }], total_amount: "1" },
    ]);
    expect(results.map(({ outcome, error }: Body) => [outcome, error?.details[0]?.code])).toEqual([
      ["updated", undefined],
      ["failed", "id_repeated"],
      ["failed", "not_found"],
      ["failed", "not_found"],
      ["failed", "not_found"],
      ["failed", "not_found"],
      ["failed", "invalid_type"],
      ["failed", "invalid_type"],
      ["failed", "invalid_type"],
    ]);
    expect(summary).toEqual({ updated: 1, unchanged: 0, skipped: 0, failed: 8 });
    expect((await other.v2(`/orders/${foreign.id}`)).body.number).toBeNull();
    const quantity = await update([{ id: two.id, items: [{ id: two.items[0].id, quantity: 1 }] }]);
    expect(quantity.results[0].error.details[0]).toMatchObject({ code: "quantity_fulfilled" });
    const repeated = await update([{ id: two.id, items: [{ id: two.items[0].id }, { id: two.items[0].id }] }]);
    expect(repeated.results[0].error.details[0]).toMatchObject({ path: "items[1].id", code: "repeated_item" });
  });

  it("are validated without being written in a dry run", async () => {
    const order = await anotherOrder();
    const before = await everythingOf(shop.id);
    const body = [{ id: order.id, number: "dry" }, { id: order.id + 1_000_000 }];
    const dry = await update(body, { dry_run: true });
    expect(await everythingOf(shop.id)).toEqual(before);
    expect(await update(body)).toEqual(dry);
  });

  it("are updated once, however often the request is repeated", async () => {
    const order = await anotherOrder();
    const request = { body: { orders: [{ id: order.id, number: "once" }] }, headers: idempotencyKey() };
    const [first, again] = [await shop.v2("/orders/bulk-updates", request), await shop.v2("/orders/bulk-updates", request)];
    expect(again.body).toEqual(first.body);
    expect((await read(order.id)).version).toBe(order.version + 1);
  });

  it("need the scope orders:write", async () => {
    const reader = v2As(await createCredential(shop.id, "api_token", { scopes: ["orders:read"] }));
    expect((await reader("/orders/bulk-updates", { body: { orders: [{ id: 1 }] } })).status).toBe(403);
  });

  it("are at most 200 in a request", async () => {
    const many = Array.from({ length: 201 }, (_, n) => ({ id: n + 1 }));
    const { status, body } = await shop.v2("/orders/bulk-updates", { body: { orders: many } });
    expect({ status, details: body.error.details }).toMatchObject({ status: 400, details: [{ path: "orders", code: "too_big" }] });
    expect((await update(many.slice(0, 200))).results).toHaveLength(200);
  });

  it("have a warning for an unknown field, and are rejected for it under strict handling", async () => {
    const order = await anotherOrder();
    const misspelled = { body: { orders: [{ id: order.id, nummer: "1" }] } };
    const lenient = await shop.v2("/orders/bulk-updates", misspelled);
    expect({ outcome: lenient.body.results[0].outcome, warnings: lenient.headers.get("X-Warnings") }).toEqual({
      outcome: "unchanged",
      warnings: expect.stringContaining("orders[0].nummer is unknown"),
    });
    const strict = await shop.v2("/orders/bulk-updates", { ...misspelled, headers: { Prefer: "handling=strict" } });
    expect(strict.body.results[0].error.details[0]).toMatchObject({ path: "nummer", code: "unrecognized_key" });
  });
});
