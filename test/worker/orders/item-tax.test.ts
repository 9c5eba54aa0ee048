import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rows, type Shop, ingestOrder } from "../../kit/client";

/** The tax of items, and the tax of an order after a change of its items (docs/spec/amounts-and-figures.md#tax-after-a-change). */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const read = async (id: number) => (await shop.v2(`/orders/${id}`)).body;
const patch = async (itemId: string, body: object) => await shop.v2(`/order-items/${itemId}`, { method: "PATCH", body });
const remove = async (itemId: string) => await shop.v2(`/order-items/${itemId}`, { method: "DELETE" });
const refundedTax = async (id: number) =>
  (await rows<{ refunded_tax: number }>("select refunded_tax from orders where id = ?", id))[0]?.refunded_tax;

/** Sends an order in the role of its source. */
const send = async (order: object) => (await shop.v2("/orders?on_conflict=update", { body: { store: "gift", ...order } })).body;

const item = (price: number, tax?: number | null, more: object = {}) => ({
  name: "Mug",
  price,
  ...(tax !== undefined && { tax }),
  ...more,
});

describe("the tax of an item", () => {
  it("is returned by v2 and not by V1, and is null if the source does not know it", async () => {
    const order = await ingestOrder(shop, { tax: 3.5, items: [item(20, 3.5), item(5, null), item(5)] });
    expect(order.items.map(({ tax }: { tax: unknown }) => tax)).toEqual([3.5, null, null]);
    const v1 = (await shop.v1(`/orders/${order.id}`)).body;
    expect(v1.data.items[0]).not.toHaveProperty("tax");
  });

  it("adds up to the tax of a new order that omits its tax", async () => {
    expect(await ingestOrder(shop, { items: [item(20, 3.5), item(5, 1), item(5)] })).toMatchObject({ tax: 4.5, total_amount: 34.5 });
    expect(await ingestOrder(shop, { tax: 7, items: [item(20, 3.5)] })).toMatchObject({ tax: 7, total_amount: 27 });
  });

  it("is changed by PATCH, and the order's tax follows if it was known", async () => {
    const order = await ingestOrder(shop, { items: [item(20, 4), item(5)] });
    expect((await patch(order.items[0].id, { tax: 5 })).body.tax).toBe(5);
    expect(await read(order.id)).toMatchObject({ tax: 5, total_amount: 30, audit_reasons: null });
    // The order's tax already contained it.
    await patch(order.items[1].id, { tax: 1 });
    expect(await read(order.id)).toMatchObject({ tax: 5, total_amount: 30 });
    await patch(order.items[0].id, { tax: null });
    expect(await read(order.id)).toMatchObject({ tax: 5, total_amount: 30, items: [{ tax: null }, { tax: 1 }] });
  });

  it.each([
    // The limits are -1e11 and 1e11, with four decimal places.
    1e11 + 0.001,
    -1e12,
    1.00001,
    "1",
  ])("is an amount, so %j is rejected", async (tax) => {
    const { status, body } = await shop.v2("/orders", { body: { store: "gift", items: [{ name: "Mug", price: 1, tax }] } });
    expect({ status, details: body.error.details }).toMatchObject({ status: 400, details: [{ path: "items[0].tax" }] });
  });
});

describe("without known taxes of its items, the tax of an order", () => {
  it("is reduced by the price's share when an item is removed, and the order is flagged for audit", async () => {
    const order = await ingestOrder(shop, { taxes_included: true, tax: 20, refund_amount: 60, items: [item(60), item(60)] });
    expect(order).toMatchObject({ subtotal: 120, total_amount: 120, requires_audit: null });
    await remove(order.items[0].id);
    const one = await read(order.id);
    expect(one).toMatchObject({ subtotal: 60, tax: 10, total_amount: 60, requires_audit: true, audit_reasons: ["tax_shared"] });
    await remove(order.items[1].id);
    expect(await read(order.id)).toMatchObject({
      subtotal: 0,
      tax: 0,
      total_amount: 0,
      audit_reasons: ["refund_exceeds_total", "tax_shared"],
    });
  });

  it("follows a new price and a new quantity in proportion, rounded half up", async () => {
    const order = await ingestOrder(shop, { tax: 1, items: [item(3), item(3), item(3)] });
    await patch(order.items[0].id, { price: 6 });
    // 1 × 6/9 - 1 × 3/9 = 0.6667 - 0.3333.
    expect(await read(order.id)).toMatchObject({ tax: 1.3334, total_amount: 13.3334, audit_reasons: ["tax_shared"] });
    await patch(order.items[0].id, { price: 3 });
    // 1.3334 × 6/12 is 0.6667, and 1.3334 × 3/12 = 0.33335 is rounded to 0.3334.
    expect(await read(order.id)).toMatchObject({ tax: 1.0001 });
    await patch(order.items[1].id, { quantity: 2 });
    // 1.0001 × 6/9 is 0.6667, and 1.0001 × 3/9 is 0.3334.
    expect(await read(order.id)).toMatchObject({ tax: 1.3334, total_amount: 13.3334 });
  });

  it("is kept when an item is added, and when an item with price 0 changes or is removed", async () => {
    const order = await ingestOrder(shop, { tax: 2, total_amount: 20, taxes_included: true, items: [item(20), item(0)] });
    await shop.v2(`/orders/${order.id}/items`, { body: item(0) });
    await patch(order.items[1].id, { quantity: 5 });
    await remove(order.items[1].id);
    expect(await read(order.id)).toMatchObject({ subtotal: 20, tax: 2, total_amount: 20, audit_reasons: null });
    await shop.v2(`/orders/${order.id}/items`, { body: item(10) });
    expect(await read(order.id)).toMatchObject({ subtotal: 30, tax: 2, total_amount: 30, audit_reasons: null });
  });

  it("does not flag the order for audit if it is 0", async () => {
    const order = await ingestOrder(shop, { items: [item(20), item(10)] });
    await remove(order.items[0].id);
    expect(await read(order.id)).toMatchObject({ tax: 0, total_amount: 10, requires_audit: null });
  });

  it("is 0 after a bulk update that sets the price of every item to 0", async () => {
    const order = await ingestOrder(shop, { tax: 20, taxes_included: true, items: [item(1), item(1), item(1)] });
    const items = order.items.map(({ id }: { id: string }) => ({ id, price: 0 }));
    await shop.v2("/orders/bulk-updates", { body: { orders: [{ id: order.id, items }] } });
    expect(await read(order.id)).toMatchObject({ subtotal: 0, tax: 0, total_amount: 0 });
  });
});

describe("with known taxes of its items, the tax of an order", () => {
  it("follows the items exactly, without an audit", async () => {
    const lines = [item(60, 15, { external_id: "a" }), item(60, 5, { external_id: "b" })];
    const order = await send({ external_id: "exact", taxes_included: false, tax: 20, items: lines });
    expect(order).toMatchObject({ subtotal: 120, tax: 20, total_amount: 140 });
    await patch(order.items[0].id, { price: 40 });
    expect(await read(order.id)).toMatchObject({ subtotal: 100, tax: 15, total_amount: 115, items: [{ tax: 10 }, { tax: 5 }] });
    await remove(order.items[1].id);
    expect(await read(order.id)).toMatchObject({ subtotal: 40, tax: 10, total_amount: 50 });
    const again = await send({
      external_id: "exact",
      items: [item(40, undefined, { external_id: "a" }), item(60, undefined, { external_id: "b" })],
    });
    expect(again).toMatchObject({ subtotal: 100, tax: 15, total_amount: 115, audit_reasons: null });
  });

  it("grows by the tax of an added item, and follows a changed tax of an item", async () => {
    const order = await ingestOrder(shop, { items: [item(20, 4)] });
    const added = await shop.v2(`/orders/${order.id}/items`, { body: item(10, 2.5) });
    expect(added.body).toMatchObject({ subtotal: 30, tax: 6.5, total_amount: 36.5 });
    await patch(order.items[0].id, { quantity: 2, tax: 7 });
    expect(await read(order.id)).toMatchObject({ subtotal: 50, tax: 9.5, total_amount: 59.5, audit_reasons: null });
  });

  it("is the value that an update sends", async () => {
    const order = await send({ external_id: "sent", items: [item(20, 4, { external_id: "a" }), item(10, 2, { external_id: "b" })] });
    const updated = await send({ external_id: "sent", tax: 3, items: [item(20, 4, { external_id: "a" })] });
    expect(updated).toMatchObject({ id: order.id, subtotal: 20, tax: 3, total_amount: 23, audit_reasons: null });
  });

  it("falls when an update omits an item", async () => {
    await send({ external_id: "dropped", items: [item(20, 4, { external_id: "a" }), item(10, 2, { external_id: "b" })] });
    const updated = await send({ external_id: "dropped", items: [item(20, undefined, { external_id: "a" })] });
    expect(updated).toMatchObject({ subtotal: 20, tax: 4, total_amount: 24, audit_reasons: null });
  });

  it("limits the refund tax that the source sent, which is then computed in proportion", async () => {
    const order = await ingestOrder(shop, { taxes_included: true, items: [item(60, 10), item(60, 10)], refund_amount: 30, refund_tax: 15 });
    expect(await refundedTax(order.id)).toBe(150_000);
    await remove(order.items[0].id);
    // The source's refund tax of 15 exceeds the tax of 10: 30 × 10 / 60.
    expect(await refundedTax(order.id)).toBe(50_000);
  });
});
