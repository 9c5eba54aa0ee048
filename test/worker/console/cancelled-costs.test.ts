import { beforeAll, describe, expect, it } from "vitest";
import { createShop, idempotencyKey, type Shop, ingestOrder } from "../../kit/client";
import { createMember, type Visitor } from "./kit";

/** The page of an order states that its costs contain those of cancelled items (docs/spec/console.md#order-page). */

const SENTENCE = "The costs include items that were cancelled after they were sent to a supplier.";
const ITEMS = [
  { name: "Mug", price: 100, cost: 40 },
  { name: "Card", price: 20, cost: 5 },
];

let shop: Shop;
let owner: Visitor;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  [owner, member] = [await createMember(shop.id, "owner"), await createMember(shop.id, "member")];
});

const setItemStatus = async (itemId: string, status: string) => {
  const response = await shop.v2(`/order-items/${itemId}/status`, { body: { status }, headers: idempotencyKey() });
  expect(response.status, response.text).toBe(200);
};
const showsSentence = async (visitor: Visitor, id: number) => (await visitor.open(`/orders/${id}`)).text.includes(SENTENCE);

describe("the costs of cancelled items", () => {
  it("are mentioned on the page of their order until they are cleared, to those who may see costs", async () => {
    const order = await ingestOrder(shop, { items: ITEMS });
    const [mug] = order.items;
    await setItemStatus(mug.id, "In Production");
    expect(await showsSentence(owner, order.id)).toBe(false);
    await setItemStatus(mug.id, "Cancelled");
    expect({ owner: await showsSentence(owner, order.id), member: await showsSentence(member, order.id) }).toEqual({
      owner: true,
      member: false,
    });
    const { status } = await owner.send(`/orders/${order.id}/items/${mug.id}`, { cost: "" });
    expect(status).toBe(303);
    expect(await showsSentence(owner, order.id)).toBe(false);
  });

  it("are not mentioned if the item was not sent to a supplier, or was removed", async () => {
    const order = await ingestOrder(shop, { items: ITEMS });
    await setItemStatus(order.items[0].id, "Cancelled");
    await setItemStatus(order.items[1].id, "In Production");
    expect((await shop.v2(`/order-items/${order.items[1].id}`, { method: "DELETE" })).status).toBe(200);
    expect(await showsSentence(owner, order.id)).toBe(false);
  });

  it("are mentioned on the page of a cancelled order, with the loss", async () => {
    const order = await ingestOrder(shop, { items: ITEMS, status: "In Production" });
    await shop.v2(`/orders/${order.id}/status`, { body: { status: "Cancelled" } });
    const { text } = await owner.open(`/orders/${order.id}`);
    expect(text).toContain(SENTENCE);
    expect(text).toMatch(
      /<dt>Costs<\/dt><dd><span class="figure">\$45\.00<\/span><\/dd><dt>Profit<\/dt><dd><span class="figure">-\$45\.00/,
    );
    const never = await ingestOrder(shop, { items: ITEMS, status: "Cancelled" });
    expect((await owner.open(`/orders/${never.id}`)).text).not.toContain("<h2>Profit</h2>");
  });
});

describe("the page of an order says", () => {
  it("that an item has no cost if one lacks it, and that none has one if the only one was cancelled from the beginning", async () => {
    const [lacking, empty] = [
      await ingestOrder(shop, { items: [ITEMS[0], { name: "Card", price: 20 }] }),
      await ingestOrder(shop, { items: [{ ...ITEMS[0], status: "Cancelled" }] }),
    ];
    expect((await owner.open(`/orders/${lacking.id}`)).text).toContain("An item has no cost.");
    expect((await owner.open(`/orders/${empty.id}`)).text).toContain("No item has a cost.");
  });
});

it("the list of orders counts the units of all items that are neither cancelled nor removed", async () => {
  const own = await createShop();
  const visitor = await createMember(own.id, "viewer");
  const order = await ingestOrder(own, { items: [{ ...ITEMS[0], quantity: 3 }, ITEMS[1], { name: "Bag", price: 1, status: "Cancelled" }] });
  expect((await visitor.open("/orders")).text).toMatch(/>4<span class="unit"> items<\/span>/);
  expect((await own.v2(`/order-items/${order.items[1].id}`, { method: "DELETE" })).status).toBe(200);
  expect((await visitor.open("/orders")).text).toMatch(/>3<span class="unit"> items<\/span>/);
});
