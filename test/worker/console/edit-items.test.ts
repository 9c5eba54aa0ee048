import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { createMember, tokenIn, type Visitor } from "./kit";

/** Editing the items of an order by a person (docs/spec/console.md#orders-by-hand). */

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

const ORDER = {
  shipping_cost: 3,
  items: [
    { name: "Mug", price: 10, quantity: 2 },
    { name: "Card", price: 5 },
  ],
};
const read = async (id: number) => (await shop.v2(`/orders/${id}`)).body;

describe("the form of an item", () => {
  it("says that the page of the order is where to ship an item", async () => {
    const order = await ingestOrder(shop);
    const { text } = await member.open(`/orders/${order.id}/items/${order.items[0].id}/edit`);
    expect(text).toMatch(/Tracking code<\/label><p class="hint"[^>]*>To ship an item, use Ship on its order\./);
  });

  it("edits its quantity and its price, which changes the total of the order", async () => {
    const order = await ingestOrder(shop, ORDER);
    const path = `/orders/${order.id}/items/${order.items[0].id}`;
    const { text } = await member.open(`${path}/edit`);
    expect([/name="quantity"[^>]*value="2"/.test(text), /name="price"[^>]*value="10"/.test(text)]).toEqual([true, true]);
    expect((await member.send(path, { name: "Mug", quantity: "3", price: "9.50" })).status).toBe(303);
    expect(await read(order.id)).toMatchObject({ subtotal: 33.5, total_amount: 36.5, items: [{ quantity: 3, price: 9.5 }, {}] });
  });

  it("warns that a shop replaces the change if the order comes from one", async () => {
    // An order with an external id comes from a shop.
    const hint = "An update by the shop replaces quantities and prices";
    for (const [fields, isShown] of [
      [{ external_id: "HINT-1" }, true],
      [{}, false],
    ] as const) {
      const order = await ingestOrder(shop, { ...ORDER, ...fields });
      for (const path of [String(order.items[0].id), "new"])
        expect((await member.open(`/orders/${order.id}/items/${path}`)).text.includes(hint)).toBe(isShown);
    }
  });

  it("shows an error at the quantity if more is in fulfillments, and keeps the input", async () => {
    const order = await ingestOrder(shop, ORDER);
    await shop.v2(`/orders/${order.id}/fulfillments`, { body: {} });
    const { status, text } = await member.send(`/orders/${order.id}/items/${order.items[0].id}`, {
      name: "Mug",
      quantity: "1",
      price: "10",
    });
    expect(status).toBe(409);
    expect(/id="quantity-error">([^<]+)/.exec(text)?.[1]).toBe("2 of this item are in fulfillments. Expected a quantity of at least 2.");
    expect(/name="quantity"[^>]*value="1"/.test(text)).toBe(true);
  });
});

describe("Add item in the menu of an order", () => {
  it("opens a form that adds an item, with the fields that its product supplies", async () => {
    await shop.v2("/products", { body: { title: "Tote", sku: "TOTE", cost: 3, supplier: "Acme" } });
    const order = await ingestOrder(shop, ORDER);
    const path = `/orders/${order.id}/items/new`;
    expect((await member.open(`/orders/${order.id}`)).text).toContain(`href="/console/${shop.id}${path}"`);
    expect((await member.open(path)).status).toBe(200);
    const sent = await member.send(path, { name: "Tote", price: "9", quantity: "", sku: "TOTE", assigned_supplier: "", cost: "" });
    expect({ status: sent.status, location: sent.location }).toEqual({
      status: 303,
      location: `/console/${shop.id}/orders/${order.id}?done=item_added`,
    });
    const { items, ...after } = await read(order.id);
    expect(after).toMatchObject({ subtotal: 34, total_amount: 37 });
    expect(items[2]).toMatchObject({ name: "Tote", quantity: 1, price: 9, assigned_supplier: "Acme" });
    expect(await rows("select cost from order_items where id = ?", items[2].id)).toEqual([{ cost: 30_000 }]);
  });

  it("adds the item once if the form is sent twice, and rejects one without a price", async () => {
    const order = await ingestOrder(shop, ORDER);
    const path = `/orders/${order.id}/items/new`;
    const form = { form_token: tokenIn(await member.open(path)), name: "Tote", price: "9" };
    const [first, second] = [await member.send(path, form), await member.send(path, form)];
    expect({ status: first.status, location: second.location }).toEqual({ status: 303, location: first.location });
    expect((await read(order.id)).items).toHaveLength(3);
    const rejected = await member.send(path, { name: "Tote", price: "", comment: "Blue" });
    expect([rejected.status, rejected.text.includes('id="price-error"'), rejected.text.includes(">Blue</textarea>")]).toEqual([
      400,
      true,
      true,
    ]);
  });

  it("is not available to viewers, and neither is Remove item", async () => {
    const order = await ingestOrder(shop, ORDER);
    const viewer = await createMember(shop.id, "viewer");
    expect((await viewer.open(`/orders/${order.id}/items/new`)).status).toBe(403);
    expect((await viewer.open(`/orders/${order.id}`)).text).not.toContain("items/new");
    expect((await viewer.open(`/orders/${order.id}/items/${order.items[0].id}`)).text).not.toContain("Remove item");
  });
});

describe("Remove item in the menu of an item", () => {
  it("cancels it and removes it from the total, and is not available afterwards", async () => {
    const order = await ingestOrder(shop, ORDER);
    const path = `/orders/${order.id}/items/${order.items[0].id}`;
    expect((await member.open(path)).text).toContain("Remove item");
    const sent = await member.send(`${path}/remove`, { expected_version: "1" });
    expect({ status: sent.status, location: sent.location }).toEqual({
      status: 303,
      location: `/console/${shop.id}/orders/${order.id}?done=item_removed`,
    });
    expect(await read(order.id)).toMatchObject({ subtotal: 5, total_amount: 8, items: [{ status: "Cancelled" }, {}] });
    expect((await member.open(path)).text).not.toContain("Remove item");
  });

  it("shows why it is rejected, and does not change an item that was changed meanwhile", async () => {
    const order = await ingestOrder(shop, ORDER);
    const path = `/orders/${order.id}/items/${order.items[0].id}`;
    await shop.v2(`/order-items/${order.items[0].id}`, { method: "PATCH", body: { sku: "X" } });
    expect((await member.send(`${path}/remove`, { expected_version: "1" })).status).toBe(412);
    await shop.v2(`/orders/${order.id}/fulfillments`, { body: {} });
    const rejected = await member.send(`${path}/remove`, { expected_version: "2" });
    expect({ status: rejected.status, text: rejected.text }).toEqual({
      status: 409,
      text: expect.stringContaining("Cancel the fulfillment first."),
    });
    expect(await rows("select status from order_items where id = ?", order.items[0].id)).toEqual([{ status: "New" }]);
  });
});
