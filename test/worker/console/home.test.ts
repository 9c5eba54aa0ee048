import { beforeAll, describe, expect, it } from "vitest";
import { rows, createShop, type Shop, ingestOrder } from "../../kit/client";
import { insertWebhookEndpoint } from "../../kit/webhook-fixture";
import { createMember, type Visitor } from "./kit";

/** The open tasks and the figures (docs/spec/console.md#home). home-figures.long.test.ts compares every figure with its list. */

let shop: Shop;
let admin: Visitor;
beforeAll(async () => {
  shop = await createShop();
  admin = await createMember(shop.id, "admin");
  for (const status of ["New", "New", "In Production", "Shipped"]) {
    await ingestOrder(shop, { status, items: [{ name: "Mug", price: 1, sku: status === "In Production" ? "NO-PRODUCT" : null }] });
  }
  await ingestOrder(shop, { status: "Complete", date: "2020-01-01", items: [{ name: "Mug", price: 7, sku: "MUG" }] });
  await shop.v2("/tickets", {
    body: { order_id: (await ingestOrder(shop, { status: "Complete" })).id, subject: "Where is it?", body: "Late." },
  });
  const failing = await insertWebhookEndpoint(shop.id);
  await insertWebhookEndpoint(shop.id);
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
  it("counts the open tasks, and links each figure of orders and items to the list that it counts", async () => {
    const figures = figuresOf((await admin.open("/home")).text);
    const due = Object.keys(figures).filter((path) => path.includes("due_to="));
    expect(due.map((path) => new URLSearchParams(path.split("?")[1]).get("sort"))).toEqual(["ship_by_date:asc", "ship_by_date:asc"]);
    expect(figures).toMatchObject({
      "/orders?status=New": 2,
      "/orders?status=Pending%20Cost": 0,
      "/orders?status=In%20Production": 1,
      "/attention/unmatched": 1,
      "/tickets?status=open": 1,
      "/webhooks": 1,
      "/connections": 0,
    });
    const since = Object.entries(figures).filter(([path]) => path.startsWith("/orders?date_from="));
    expect(since).toEqual([[expect.stringMatching(/date_from=\d{4}-\d\d-\d\d&date_to=\d{4}-\d\d-\d\d$/), 5]]);
    for (const [path, count] of Object.entries(figures).filter(([to]) => to.startsWith("/attention") || to.startsWith("/orders"))) {
      const { status, text } = await admin.open(path);
      const listed = text.match(/class="main"/g)?.length ?? 0;
      expect({ path, status, listed }).toEqual({ path, status: 200, listed: count });
    }
  });

  it("shows revenue and orders of the last 30 days, each with a chart of days and a link to analytics", async () => {
    const { text } = await admin.open("/home");
    const panels = [...text.matchAll(/<h2>(Net revenue|Number of orders)<\/h2>(.*?)<\/section>/gs)].map(([, title, panel = ""]) => ({
      title,
      value: /<span class="value">([^<]+)/.exec(panel)?.[1],
      days: panel.match(/<rect/g)?.length,
      linksToAnalytics: panel.includes(`href="/console/${shop.id}/analytics?period=last_30_days"`),
    }));
    // Four orders of 1, and that of the ticket, of 19.98. The order of 2020 is excluded.
    expect(panels).toEqual([
      { title: "Net revenue", value: "$23.98", days: 30, linksToAnalytics: true },
      { title: "Number of orders", value: "5", days: 30, linksToAnalytics: true },
    ]);
  });

  it("shows the state of the service only to those who manage it", async () => {
    const viewer = await createMember(shop.id, "viewer");
    const figures = figuresOf((await viewer.open("/home")).text);
    expect([Object.keys(figures).length > 3, "/webhooks" in figures, "/connections" in figures]).toEqual([true, false, false]);
  });

  it("highlights late and failing tasks only if there are any", async () => {
    const own = await createShop();
    const visitor = await createMember(own.id, "admin");
    const readUrgent = async () =>
      [...(await visitor.open("/home")).text.matchAll(/<li class="urgent"><a [^>]*><span class="value">(\d+)<\/span> ([^<]+)</g)].map(
        (found) => found.slice(1),
      );
    const { id } = await ingestOrder(own, { status: "New", ship_by_date: "2999-01-02" });
    const endpoint = await insertWebhookEndpoint(own.id);
    expect(await readUrgent()).toEqual([]);
    await rows("update webhook_endpoints set failing_since = 1, consecutive_failures = 2 where id = ?", endpoint.id);
    expect(await readUrgent()).toEqual([["1", "Failing webhook endpoints"]]);
    await own.v2(`/orders/${id}`, { method: "PATCH", body: { ship_by_date: "2020-01-02" } });
    expect(await readUrgent()).toEqual([
      ["1", "Late"],
      ["1", "Failing webhook endpoints"],
    ]);
  });
});
