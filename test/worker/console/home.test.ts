import { beforeAll, describe, expect, it } from "vitest";
import { rows, aShop, type Shop, takeIn } from "../../kit/client";
import { anEndpoint } from "../../kit/webhook-fixture";
import { aMember, type Visitor } from "./kit";

/** What needs doing now (docs/spec/console.md#home). */

let shop: Shop;
let admin: Visitor;
beforeAll(async () => {
  shop = await aShop();
  admin = await aMember(shop.id, "admin");
  for (const status of ["New", "New", "In Production", "Shipped"]) {
    await takeIn(shop, { status, items: [{ name: "Mug", price: 1, sku: status === "In Production" ? "NO-PRODUCT" : null }] });
  }
  await shop.v2("/tickets", {
    body: { order_id: (await takeIn(shop, { status: "Complete" })).id, subject: "Where is it?", body: "Late." },
  });
  const failing = await anEndpoint(shop.id);
  await anEndpoint(shop.id);
  await rows("update webhook_endpoints set failing_since = 1, consecutive_failures = 2 where id = ?", failing.id);
});

/** The figures of the page with the lists that they link to. */
const figuresOf = (text: string): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(/<li[^>]*><a href="\/console\/\d+([^"]+)"[^>]*><span class="value">([\d,]+)/g)].map(([, path = "", count]) => [
      path.replaceAll("&amp;", "&"),
      Number(count),
    ]),
  );

describe("the home page", () => {
  it("counts what needs doing, and links every figure to the list that it counts", async () => {
    const figures = figuresOf((await admin.open("/home")).text);
    expect(figures).toMatchObject({
      "/orders?status=New": 2,
      "/orders?status=Pending%20Cost": 0,
      "/orders?status=In%20Production": 1,
      "/attention/unmatched": 1,
      "/tickets?status=open": 1,
      "/webhooks": 1,
      "/connections": 0,
    });
    for (const [path, count] of Object.entries(figures).filter(([to]) => to.startsWith("/attention") || to.startsWith("/orders"))) {
      const { status, text } = await admin.open(path);
      const listed = text.match(/class="main"/g)?.length ?? 0;
      expect([path, status, listed]).toEqual([path, 200, count]);
    }
  });

  it("says nothing of the service to those who do not manage it", async () => {
    const viewer = await aMember(shop.id, "viewer");
    const figures = figuresOf((await viewer.open("/home")).text);
    expect([Object.keys(figures).length > 3, "/webhooks" in figures, "/connections" in figures]).toEqual([true, false, false]);
  });
});
