import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rowsOf, type Shop, ingestOrder } from "../../kit/client";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const ITEMS = [
  {
    name: "Mug",
    sku: "MUG",
    quantity: 3,
    price: 9,
    cost: 2,
    design_url: "https://files.example.com/1",
    personalization: "Bea",
    tracking_code: "T1",
  },
  { name: "Card", sku: "CARD", price: 4 },
  { name: "Old", price: 1, status: "Cancelled" },
];
const anOriginal = async (fields: Record<string, unknown> = {}) =>
  await ingestOrder(shop, {
    number: "#7",
    customer_name: "Ann Lee",
    customer_email: "ann@example.com",
    ship_city: "Bath",
    payment_method: "Card",
    discount_codes: ["SPRING"],
    ship_by_date: "2026-12-01",
    tags: ["rush"],
    items: ITEMS,
    ...fields,
  });
const reprint = async (id: number, body: Record<string, unknown> = {}) => await shop.v2(`/orders/${id}/reprint`, { body });

describe("POST /api/v2/orders/{id}/reprint", () => {
  it("creates an order with the live items for the same customer, free of charge", async () => {
    const original = await anOriginal();
    const { status, body, headers } = await reprint(original.id);
    expect(status).toBe(201);
    expect(headers.get("Location")).toBe(`/api/v2/orders/${body.id}`);
    expect(body).toMatchObject({
      external_id: `reprint-${original.id}-1`,
      number: "#7-R1",
      status: "New",
      store_id: original.store_id,
      currency: original.currency,
      customer_name: "Ann Lee",
      ship_city: "Bath",
      ship_by_date: null,
      tags: ["reprint"],
      discount_codes: [],
      total_amount: 0,
    });
    const item = { status: "New", price: 0, tracking_code: null };
    expect(body.items).toMatchObject([
      { name: "Mug", sku: "MUG", quantity: 3, personalization: "Bea", design_url: "https://files.example.com/1", ...item },
      { name: "Card", quantity: 1, ...item },
    ]);
    expect(await rowsOf(shop, "select customer_email, payment_method, production_cost from orders where id = ?", body.id)).toEqual([
      { customer_email: "ann@example.com", payment_method: null, production_cost: 60_000 },
    ]);
    const events = await rowsOf<{ body: string }>(shop, "select body from events where order_id = ?", body.id);
    expect(events.map((event) => JSON.parse(event.body) as unknown)).toMatchObject([
      { event: "order.created", total_amount: 0, item_count: 2 },
    ]);
    expect((await shop.v2(`/orders/${original.id}`)).body.version).toBe(1);
  });

  it("includes only the given items and quantities", async () => {
    const { id, items } = await anOriginal();
    const { body } = await reprint(id, { items: [{ order_item_id: items[0].id, quantity: 1 }, { order_item_id: items[2].id }] });
    expect(body.items.map(({ name, quantity }: Record<string, unknown>) => [name, quantity])).toEqual([
      ["Mug", 1],
      ["Old", 1],
    ]);
  });

  it("creates one order however often it is repeated, and another for the next number", async () => {
    const { id, items } = await anOriginal();
    const first = await reprint(id);
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { ship_city: "York" } });
    const again = await reprint(id, { number: 1 });
    expect({ firstStatus: first.status, againStatus: again.status, id: again.body.id }).toEqual({
      firstStatus: 201,
      againStatus: 200,
      id: first.body.id,
    });
    const other = await reprint(id, { items: [{ order_item_id: items[0].id }] });
    expect([other.status, other.body.error.details[0]]).toMatchObject([409, { code: "external_id_taken", id: first.body.id }]);
    const next = await reprint(id, { number: 2, items: [{ order_item_id: items[0].id }] });
    expect({ status: next.status, number: next.body.number, ship_city: next.body.ship_city }).toEqual({
      status: 201,
      number: "#7-R2",
      ship_city: "York",
    });
    const both = await Promise.all([reprint(id, { number: 3 }), reprint(id, { number: 3 })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
  });

  it("is rejected for an unknown order, an item of another order, an order without live items, and a number above 50", async () => {
    const [one, other, cancelled] = [
      await anOriginal(),
      await anOriginal(),
      await anOriginal({ items: [{ name: "Mug", price: 1, status: "Cancelled" }] }),
    ];
    const foreign = await ingestOrder(await createShop());
    expect((await reprint(foreign.id)).status).toBe(404);
    const wrong = await reprint(one.id, { items: [{ order_item_id: other.items[0].id }] });
    expect({ status: wrong.status, path: wrong.body.error.details[0].path }).toEqual({ status: 404, path: "items[0].order_item_id" });
    const nothing = await reprint(cancelled.id);
    expect({ status: nothing.status, code: nothing.body.error.details[0].code }).toEqual({ status: 400, code: "nothing_to_reprint" });
    const above = await reprint(one.id, { number: 51 });
    expect({ status: above.status, path: above.body.error.details[0].path }).toEqual({ status: 400, path: "number" });
    expect((await reprint(one.id, { number: 50 })).status).toBe(201);
  });
});
