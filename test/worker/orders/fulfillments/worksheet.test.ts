import { beforeAll, describe, expect, it } from "vitest";
import { aCredential, type Answer, aShop, idempotencyKey, type Shop, v2As } from "../../../kit/client";
import { aMember } from "../../console/kit";

let shop: Shop;
let otherStore: number;
beforeAll(async () => {
  shop = await aShop({ timezone: "America/New_York" });
  otherStore = (await shop.v2("/stores", { body: { name: "Other", code: "other", platform: "ebay" } })).body.id;
  // In New York, the first is shipped on the 2nd of March, and the last on the 4th.
  await shipped("gift", "111-1", "2026-03-03T04:00:00Z", { tracking_number: "1Z1", carrier: "UPS" });
  await shipped("gift", "111-2", "2026-03-03T12:00:00Z", {
    tracking_number: "=cmd()",
    carrier: "Post, Inc",
    tracking_url: "https://track.example.com/2",
  });
  await shipped("gift", "111-3", "2026-03-04T12:00:00Z", {});
  await shipped("other", "222-1", "2026-03-03T12:00:00Z", { tracking_number: "ELSE" });
});

/** An order with two items that is shipped in one package. */
async function shipped(store: string, external_id: string | null, shipped_at: string, tracking: Record<string, string>): Promise<void> {
  const items = [
    { name: "Mug", quantity: 2, price: 1, external_id: `31${String(external_id).slice(-1)}-77` },
    { name: "Bag", quantity: 1, price: 1 },
  ];
  const order = await shop.v2("/orders", { body: { store, external_id, items }, headers: idempotencyKey() });
  const body = { ...tracking, shipped_at };
  const made = await shop.v2(`/orders/${order.body.id}/fulfillments`, { body, headers: idempotencyKey() });
  expect([made.status, made.text]).toEqual([201, made.text]);
}

/** The worksheet of a store by its code. */
async function worksheet(code: string, query: string, as: Pick<Shop, "v2"> = shop): Promise<Answer> {
  const id = code === "gift" ? shop.store.id : otherStore;
  return await as.v2(`/stores/${id}/tracking-worksheet?${query}`);
}
const PERIOD = "from=2026-03-02&to=2026-03-03";

describe("a tracking worksheet", () => {
  it("for Etsy has a line for each fulfillment that the store shipped on these days", async () => {
    const answer = await worksheet("gift", `format=etsy&${PERIOD}`);
    expect([answer.status, answer.headers.get("Content-Type"), answer.headers.get("Content-Disposition")]).toEqual([
      200,
      "text/plain; charset=utf-8",
      'attachment; filename="tracking-etsy-2026-03-02-2026-03-03.csv"',
    ]);
    expect(answer.text.split("\r\n")).toEqual([
      "Order ID,Date Shipped,Shipping Carrier,Tracking Number,Tracking URL",
      "111-1,2026-03-02,UPS,1Z1,",
      // A text that a spreadsheet would take for a formula is guarded.
      `111-2,2026-03-03,"Post, Inc",'=cmd(),https://track.example.com/2`,
      "",
    ]);
  });

  it("for eBay has a line for each item, with the ids of its report", async () => {
    const { text } = await worksheet("gift", `format=ebay&${PERIOD}`);
    expect(text.split("\r\n").slice(0, 3)).toEqual([
      "Order Number,Item Number,Transaction ID,Shipped On Date,Shipping Carrier,Tracking Number",
      "111-1,311,77,2026-03-02,UPS,1Z1",
      "111-1,,,2026-03-02,UPS,1Z1",
    ]);
  });

  it("for Amazon is separated by tabs, with the code of a known carrier and the name of any other", async () => {
    const answer = await worksheet("gift", `format=amazon&${PERIOD}`);
    expect(answer.headers.get("Content-Disposition")).toContain(".txt");
    expect(answer.text.split("\r\n").map((line) => line.split("\t"))).toEqual([
      ["order-id", "order-item-id", "quantity", "ship-date", "carrier-code", "carrier-name", "tracking-number", "ship-method"],
      ["111-1", "311-77", "2", "2026-03-02", "UPS", "", "1Z1", ""],
      ["111-1", "", "1", "2026-03-02", "UPS", "", "1Z1", ""],
      ["111-2", "312-77", "2", "2026-03-03", "Other", "Post, Inc", "'=cmd()", ""],
      ["111-2", "", "1", "2026-03-03", "Other", "Post, Inc", "'=cmd()", ""],
      [""],
    ]);
  });

  it("leaves out cancelled fulfillments, and orders that the platform does not know", async () => {
    const order = await shop.v2("/orders", {
      body: { store: "gift", items: [{ name: "Mug", quantity: 1, price: 1 }] },
      headers: idempotencyKey(),
    });
    await shop.v2(`/orders/${order.body.id}/fulfillments`, { body: { shipped_at: "2026-03-04T13:00:00Z" }, headers: idempotencyKey() });
    const { data } = (await shop.v2("/orders?external_id=111-3")).body;
    const own = (await shop.v2(`/orders/${data[0].id}/fulfillments`)).body.data;
    const lines = async () => (await worksheet("gift", "format=etsy&from=2026-03-04&to=2026-03-04")).text.split("\r\n");
    expect(await lines()).toEqual([expect.any(String), "111-3,2026-03-04,,,", ""]);
    await shop.v2(`/fulfillments/${own[0].id}`, { method: "PATCH", body: { status: "cancelled" }, headers: idempotencyKey() });
    expect(await lines()).toEqual([expect.any(String), ""]);
  });

  it("has the last week and the columns of the store's platform by default", async () => {
    await shipped("other", "222-2", new Date(Date.now() - 86_400_000).toISOString(), { tracking_number: "RECENT" });
    const { text } = await worksheet("other", "");
    expect([text.startsWith("Order Number,"), text.includes("RECENT"), text.includes("ELSE")]).toEqual([true, true, false]);
  });

  it.each([
    ["an unknown format", "format=wix", "format", "invalid_value"],
    ["a day that is none", "format=etsy&from=2026-02-30", "from", "invalid_date"],
    ["a period that ends before it begins", "format=etsy&from=2026-03-02&to=2026-03-01", "to", "invalid_range"],
  ])("is refused for %s", async (_, query, path, code) => {
    const { status, body } = await worksheet("gift", query);
    expect([status, body.error.details[0].path, body.error.details[0].code]).toEqual([400, path, code]);
  });

  it("needs the scope fulfillment:read, and another organization has no such store", async () => {
    const weak = v2As(await aCredential(shop.id, "api_token", { scopes: ["orders:read"] }));
    expect((await worksheet("gift", "", { v2: weak })).status).toBe(403);
    expect((await worksheet("gift", "", await aShop())).status).toBe(404);
  });

  it("is downloaded in the console", async () => {
    const viewer = await aMember(shop.id, "viewer");
    const form = await viewer.open(`/stores/${shop.store.id}/tracking-worksheet`);
    expect([form.status, form.text.includes("Download worksheet")]).toEqual([200, true]);
    const file = await viewer.open(`/stores/${shop.store.id}/tracking-worksheet/file?format=etsy&${PERIOD}`);
    expect([file.status, file.text.includes("111-1,2026-03-02,UPS,1Z1,")]).toEqual([200, true]);
  });
});
