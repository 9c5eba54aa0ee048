import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { createMember, tokenIn, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
let store: string;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
  const [row] = await rows<{ id: number }>("select id from stores where organization_id = ?", shop.id);
  store = String(row?.id);
});

const idIn = (location: string | null) => /\/orders\/(\d+)\?done=order_created$/.exec(location ?? "")?.[1] ?? "none";

describe("an order that a person creates", () => {
  it("has the items, the customer and the address of the form, and totals that add up", async () => {
    const sent = await member.send("/orders/new", {
      store,
      number: "H-1",
      item_1_name: "Mug",
      item_1_price: "9.5",
      item_1_quantity: "2",
      item_1_sku: "MUG",
      item_3_name: "Card",
      item_3_price: "1",
      customer_name: "Ann Lee",
      customer_email: "ann@example.com",
      ship_city: "Bath",
      ship_country: "GB",
      ship_by_date: "2027-03-01",
      shipping_cost: "3",
      tags: "by phone\nrush",
    });
    expect(sent.status).toBe(303);
    const { body } = await shop.v2(`/orders/${idIn(sent.location)}`);
    expect(body).toMatchObject({
      number: "H-1",
      status: "New",
      external_id: null,
      customer_name: "Ann Lee",
      customer_email: "ann@example.com",
      ship_city: "Bath",
      ship_country: "GB",
      ship_by_date: "2027-03-01",
      tags: ["by phone", "rush"],
      subtotal: 20,
      total_amount: 23,
    });
    expect(body.items.map(({ name, quantity, price, sku }: Record<string, unknown>) => [name, quantity, price, sku])).toEqual([
      ["Mug", 2, 9.5, "MUG"],
      ["Card", 1, 1, null],
    ]);
  });

  it("is created once if the form is sent twice, and both responses redirect to it", async () => {
    const form = { form_token: tokenIn(await member.open("/orders/new")), store, number: "H-2", item_1_name: "Mug", item_1_price: "1" };
    const [first, second] = [await member.send("/orders/new", form), await member.send("/orders/new", form)];
    expect({ status: first.status, location: second.location }).toEqual({ status: 303, location: first.location });
    expect(await rows("select id from orders where organization_id = ? and number = 'H-2'", shop.id)).toEqual([
      { id: Number(idIn(first.location)) },
    ]);
  });

  it("is rejected with the message at the input, and the form keeps the input", async () => {
    const wrong = { store, item_5_name: "Mug", item_5_price: "much", item_6_price: "2", ship_by_date: "soon" };
    const { status, text } = await member.send("/orders/new", wrong);
    expect(status).toBe(400);
    for (const name of ["item_5_price", "item_6_name", "ship_by_date"]) expect(text).toContain(`id="${name}-error"`);
    expect(text).not.toContain('id="item_1_name-error"');
    expect(text).toContain('value="much"');
    // The form has 20 items. Items 2 to 6 are open, because the last one with input is the sixth. The first one is no part of this.
    expect([text.match(/<details class="another" open/g)?.length, text.match(/<details class="another">/g)?.length]).toEqual([5, 14]);
    const fresh = (await member.open("/orders/new")).text;
    expect([fresh.includes('class="another" open'), fresh.match(/Add another item/g)?.length]).toEqual([false, 19]);
    const empty = await member.send("/orders/new", { store });
    expect({ status: empty.status, text: empty.text }).toEqual({ status: 400, text: expect.stringContaining('id="item_1_name-error"') });
  });

  it("cannot be in a store of another organization, nor be created by a viewer", async () => {
    const stranger = await createMember((await createShop()).id, "owner");
    const form = { store, item_1_name: "Mug", item_1_price: "1" };
    expect((await stranger.send("/orders/new", form)).status).toBe(404);
    const viewer = await createMember(shop.id, "viewer");
    expect((await viewer.open("/orders/new")).status).toBe(403);
    expect((await viewer.send("/orders/new", form)).status).toBe(403);
  });
});
