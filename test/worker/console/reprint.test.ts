import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type Shop, ingestOrder } from "../../kit/client";
import { createMember, tokenIn, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

const ITEMS = [
  { name: "Mug", quantity: 2, price: 9 },
  { name: "Card", price: 4 },
];

describe("a reprint in the console", () => {
  it("has the chosen quantities, is created once, and links to its original", async () => {
    const { id, items } = await ingestOrder(shop, { number: "#8", items: ITEMS });
    const page = await member.open(`/orders/${id}/reprint`);
    expect(page.text).toContain('name="number" value="1"');
    const form = { form_token: tokenIn(page), number: "1", [`take_${items[0].id}`]: "1", [`take_${items[1].id}`]: "0" };
    const [first, second] = [await member.send(`/orders/${id}/reprint`, form), await member.send(`/orders/${id}/reprint`, form)];
    expect({ status: first.status, location: second.location }).toEqual({ status: 303, location: first.location });
    const reprint = Number(/orders\/(\d+)/.exec(first.location ?? "")?.[1]);
    const { body } = await shop.v2(`/orders/${reprint}`);
    expect({ number: body.number, items: body.items.map(({ name, quantity }: Record<string, unknown>) => [name, quantity]) }).toEqual({
      number: "#8-R1",
      items: [["Mug", 1]],
    });
    expect((await member.open(`/orders/${id}`)).text).toContain(`/orders/${reprint}">#8-R1</a>`);
    expect((await member.open(`/orders/${reprint}`)).text).toContain(`/orders/${id}">Open the original order</a>`);
    expect((await member.open(`/orders/${id}/reprint`)).text).toContain('name="number" value="2"');
  });

  it("needs at least one item", async () => {
    const { id, items } = await ingestOrder(shop, { items: ITEMS });
    const { status, text } = await member.send(`/orders/${id}/reprint`, { number: "1", [`take_${items[0].id}`]: "0" });
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining("Reprint at least one item.") });
  });

  it("has an error at a quantity that is not a number", async () => {
    const { id, items } = await ingestOrder(shop, { items: ITEMS });
    const { status, text } = await member.send(`/orders/${id}/reprint`, { number: "1", [`take_${items[0].id}`]: "two" });
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining(`id="take_${items[0].id}-error"`) });
  });
});
