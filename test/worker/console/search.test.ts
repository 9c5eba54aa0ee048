import { beforeAll, describe, expect, it } from "vitest";
import { aShop, idempotencyKey, type Shop, takeIn } from "../../kit/client";
import { logOf } from "../../kit/log";
import { aMember, type Visitor } from "./kit";

let shop: Shop;
let viewer: Visitor;
beforeAll(async () => {
  shop = await aShop();
  viewer = await aMember(shop.id, "viewer");
  await takeIn(shop, { number: "#7001", customer_name: "Ann Lee", items: [{ name: "Engraved mug", sku: "MUG-11", price: 1 }] });
  await takeIn(shop, { number: "#7002", customer_name: "Bea Lee", items: [{ name: "Tote", sku: "TOTE-1", price: 1 }] });
  await shop.v1("/products", { method: "POST", headers: idempotencyKey(), body: { title: "Mug", sku: "MUG-11" } });
});

describe("the search of the console", () => {
  it("finds orders and products by the beginnings of their words, in parallel", async () => {
    const { status, text } = await viewer.open("/search?q=mug");
    expect(status).toBe(200);
    expect([text.includes("#7001"), text.includes("#7002"), text.includes(">Mug</a>")]).toEqual([true, false, true]);
    // The session, the orders and the products.
    expect((await logOf(() => viewer.open("/search?q=lee"))).d1_trips).toBe(3);
  });

  it("opens the order if it is the only result", async () => {
    const { status, location } = await viewer.open("/search?q=7002");
    expect([status, location]).toEqual([303, expect.stringMatching(/\/orders\/\d+$/)]);
  });

  it("explains what can be searched if there are no results", async () => {
    expect((await viewer.open("/search?q=zebra")).text).toContain("Nothing found.");
    expect((await viewer.open("/search")).text).toContain("Enter a number, a customer, an item, a SKU or a tracking number.");
  });

  it("is on every page", async () => {
    expect((await viewer.open("/products")).text).toContain(`action="/console/${shop.id}/search"`);
  });
});
