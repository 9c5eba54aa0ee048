import { beforeAll, describe, expect, it } from "vitest";
import { isGoods } from "../../../../src/resources/orders/items/goods";
import { type ApiResponse, createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../../kit/client";
import { createMember, type Visitor } from "../../console/kit";
import { createFulfillment, statusesOf } from "../fulfillments/kit";

/** Lines that are not goods (docs/spec/items.md#lines-that-are-not-goods). */

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

describe("the rule", () => {
  it.each([
    "Tip",
    " tip ",
    "TIP (15%)",
    "Tip: 10 %",
    "Gift card",
    "Gift Card - $50.00",
    "gift card EUR 25",
    "Gift card – 100 USD",
    "E-Gift Card £10",
    "Shipping insurance",
    "Route Package Protection",
    "Rush fee",
  ])("says that the line %j is not goods, unless its source says that it is shipped", (name) => {
    expect(isGoods({ requiresShipping: null, name })).toBe(false);
    expect(isGoods({ requiresShipping: 1, name })).toBe(true);
  });

  it.each(["Tip jar", "Q-tips", "Gift card holder", "Gift card - Happy Birthday", "Tipi tent", "Mug 15%", "15%", "", "Feeding bowl"])(
    "takes the line %j for goods, unless its source says that it is not shipped",
    (name) => {
      expect(isGoods({ requiresShipping: null, name })).toBe(true);
      expect(isGoods({ requiresShipping: 0, name })).toBe(false);
    },
  );
});

const MUG = { name: "Mug", sku: "M", design_url: "https://d.example.com/m", cost: 2, quantity: 2, price: 10 };
const EXTRAS = [
  { name: "Tip", price: 3 },
  { name: "Festival ticket", price: 5, requires_shipping: false },
];

const shopWithOrder = async (...items: object[]): Promise<{ own: Shop; order: ApiResponse["body"] }> => {
  const own = await createShop();
  return { own, order: await ingestOrder(own, { items }) };
};

describe("a line that is not goods", () => {
  it("lacks no SKU, design file or cost, in lists, counts and pages", async () => {
    const { own, order } = await shopWithOrder(MUG, ...EXTRAS);
    expect(order.items.map((item: { requires_shipping: boolean }) => item.requires_shipping)).toEqual([true, false, false]);
    for (const filter of ["missing_sku", "missing_design"]) expect((await own.v2(`/orders?${filter}=true`)).body.data).toEqual([]);
    for (const missing of ["sku", "design", "cost"]) expect((await own.v2(`/order-items?missing=${missing}`)).body.data).toEqual([]);
    expect((await own.v1("/orderItems?missingSku=true")).body.meta.pagination.total).toBe(0);
    expect((await own.v1("/orders?missingDesign=true")).body.meta.pagination.total).toBe(0);
    const viewer = await createMember(own.id, "viewer", { money: true });
    expect((await viewer.open(`/orders/${order.id}`)).text).not.toContain("No SKU");
    const attention = await viewer.open("/attention");
    expect(attention.text).toContain("Nothing to do");
    // The link to the items that need attention, without a number.
    const home = (await viewer.open("")).text;
    expect(home).not.toMatch(/href="[^"]*\/attention[^"]*"[^>]*>\s*(?:<[^>]*>\s*)*[1-9]/);
    const counts = await rows(
      "select filter, total from list_counts where organization_id = ? and filter like '%needs%' and total <> 0",
      own.id,
    );
    expect(counts).toEqual([]);
    // Its cost, which is unknown, does not make the profit of the order unknown.
    expect(await rows("select missing_cost, has_cost, production_cost from orders where id = ?", order.id)).toEqual([
      { missing_cost: 0, has_cost: 1, production_cost: 40_000 },
    ]);
  });

  it("has no unmatched SKU", async () => {
    const { own } = await shopWithOrder({ name: "Gift card", sku: "GC-50", price: 50 }, { name: "Mug", sku: "M-9", price: 1 });
    expect((await own.v2("/catalog/unmatched-skus")).body.data.map(({ sku }: { sku: string }) => sku)).toEqual(["M-9"]);
  });

  it("can become goods and stop being goods, by PATCH and by a new name, and the counts follow", async () => {
    const { own, order } = await shopWithOrder({ name: "Poster", price: 10 });
    const [item] = order.items;
    const missingSkuCount = async () => (await own.v2("/order-items?missing=sku")).body.data.length;
    const total = async () =>
      (
        await rows<{ total: number }>(
          "select total from list_counts where organization_id = ? and filter = 'needs_sku' and basis = 'all'",
          own.id,
        )
      )[0]?.total;
    const change = (body: object) => own.v2(`/order-items/${item.id}`, { method: "PATCH", body });
    expect({ missingSkuCount: await missingSkuCount(), total: await total() }).toEqual({ missingSkuCount: 1, total: 1 });
    expect((await change({ requires_shipping: false })).body.requires_shipping).toBe(false);
    expect({ missingSkuCount: await missingSkuCount(), total: await total() }).toEqual({ missingSkuCount: 0, total: 0 });
    expect((await change({ requires_shipping: null })).body.requires_shipping).toBe(true);
    expect({ missingSkuCount: await missingSkuCount(), total: await total() }).toEqual({ missingSkuCount: 1, total: 1 });
    expect((await change({ name: "Gift card" })).body.requires_shipping).toBe(false);
    expect({ missingSkuCount: await missingSkuCount(), total: await total() }).toEqual({ missingSkuCount: 0, total: 0 });
    expect((await own.v2(`/orders/${order.id}/history`)).body.data.at(1).changed_fields).toEqual(["items.requires_shipping"]);
  });

  it("is on no printed document and in no fulfillment that does not name it, and its order is shipped without it", async () => {
    const order = await ingestOrder(shop, { items: [MUG, ...EXTRAS] });
    for (const document of ["slips", "pick", "tickets"]) {
      const { text } = await member.open(`/orders/print?ids=${order.id}&document=${document}`);
      const [, papers = ""] = text.split('<div class="papers');
      expect([papers.includes("Mug"), papers.includes("Tip"), papers.includes("Festival")]).toEqual([true, false, false]);
    }
    const page = (await member.open(`/orders/${order.id}`)).text;
    expect(page.match(/name="take_/g)).toHaveLength(1);
    const { body } = await createFulfillment(shop, order.id, { status: "in_transit" });
    expect(body.items).toEqual([{ order_item_id: order.items[0].id, quantity: 2 }]);
    expect(await statusesOf(shop, order.id)).toEqual(["Shipped", "Shipped", "New", "New"]);
    const event = await rows<{ partial: number }>(
      "select body->>'is_partial' as partial from events where order_id = ? and type = 'order.fulfillment.shipped'",
      order.id,
    );
    expect(event).toEqual([{ partial: 0 }]);
    expect((await shop.v2(`/orders/${order.id}`)).body.fulfillment_state).toBe("all");
    await shop.v2(`/fulfillments/${body.id}`, { method: "PATCH", body: { status: "delivered" } });
    expect((await statusesOf(shop, order.id))[0]).toBe("Complete");
    expect((await createFulfillment(shop, order.id)).body.error.details[0].code).toBe("nothing_left");
  });

  it("can be put into a fulfillment that names it", async () => {
    const order = await ingestOrder(shop, { items: [MUG, ...EXTRAS] });
    const items = [{ order_item_id: order.items[1].id }];
    expect((await createFulfillment(shop, order.id, { items, status: "in_transit" })).body.items).toEqual([
      { order_item_id: order.items[1].id, quantity: 1 },
    ]);
    expect((await shop.v2(`/orders/${order.id}`)).body).toMatchObject({ status: "New", fulfillment_state: "none" });
  });

  it("does not ship its order while the goods are In Production", async () => {
    const order = await ingestOrder(shop, { items: [MUG, ...EXTRAS] });
    await shop.v1(`/orderItems/${order.items[0].id}/status`, { body: { status: "In Production" }, headers: idempotencyKey() });
    await shop.v1(`/orderItems/${order.items[1].id}/status`, { body: { status: "Shipped" }, headers: idempotencyKey() });
    expect(await statusesOf(shop, order.id)).toEqual(["New", "In Production", "Shipped", "New"]);
  });

  it("is chosen in the form of the item", async () => {
    const order = await ingestOrder(shop, { items: [{ name: "Poster", price: 10 }] });
    const path = `/orders/${order.id}/items/${order.items[0].id}`;
    const form = { name: "Poster", price: "10", quantity: "1" };
    expect((await member.send(path, { ...form, requires_shipping: "false" })).status).toBe(303);
    expect((await member.open(`${path}/edit`)).text).toMatch(/<option value="false" selected/);
    expect((await member.send(path, { ...form, requires_shipping: "maybe" })).status).toBe(400);
    expect((await member.send(path, { ...form, requires_shipping: "" })).status).toBe(303);
    expect((await shop.v2(`/orders/${order.id}`)).body.items[0].requires_shipping).toBe(true);
  });
});
