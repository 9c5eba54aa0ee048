import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createExecutionContext, env } from "cloudflare:test";
import { app } from "../../../../src/entrypoints/app";
import { createCredential, type ApiResponse, createShop, idempotencyKey, rows, type Shop, ingestOrder, v2As } from "../../../kit/client";
import { organizationD1 } from "../../../kit/databases";
import { logOf } from "../../../kit/log";
import { createMember } from "../../console/kit";
import { insertMany } from "../../pages/kit";

let shop: Shop;
let otherStore: number;
beforeAll(async () => {
  shop = await createShop({ timezone: "America/New_York" });
  otherStore = (await shop.v2("/stores", { body: { name: "Other", code: "other", platform: "ebay" } })).body.id;
  // In New York, 111-1 is shipped on 2 March, and 111-3 on 4 March.
  await shipOrder("gift", "111-1", "2026-03-03T04:00:00Z", { tracking_number: "1Z1", carrier: "UPS" });
  await shipOrder("gift", "111-2", "2026-03-03T12:00:00Z", {
    tracking_number: "=cmd()",
    carrier: "Post, Inc",
    tracking_url: "https://track.example.com/2",
  });
  await shipOrder("gift", "111-3", "2026-03-04T12:00:00Z", {});
  await shipOrder("other", "222-1", "2026-03-03T12:00:00Z", { tracking_number: "ELSE" });
});

/** Creates an order with two items, and ships it in one fulfillment. */
async function shipOrder(store: string, external_id: string | null, shipped_at: string, tracking: Record<string, string>): Promise<void> {
  const items = [
    { name: "Mug", quantity: 2, price: 1, external_id: `31${String(external_id).slice(-1)}-77` },
    { name: "Bag", quantity: 1, price: 1 },
  ];
  const order = await shop.v2("/orders", { body: { store, external_id, items }, headers: idempotencyKey() });
  const body = { ...tracking, shipped_at };
  const made = await shop.v2(`/orders/${order.body.id}/fulfillments`, { body, headers: idempotencyKey() });
  expect(made.status, made.text).toBe(201);
}

/** The worksheet of a store by its code. */
async function worksheet(code: string, query: string, as: Pick<Shop, "v2"> = shop): Promise<ApiResponse> {
  const id = code === "gift" ? shop.store.id : otherStore;
  return await as.v2(`/stores/${id}/tracking-worksheet?${query}`);
}
const PERIOD = "from=2026-03-02&to=2026-03-03";

describe("a tracking worksheet", () => {
  // test/kit/leftover-memory.ts checks at the end of every test file that no memory stays reserved.
  it("releases its memory if its body is not sent: for a HEAD request, and above the rate limit", async () => {
    const limited = v2As(await createCredential(shop.id, "api_token", { rate_limit: 1 }));
    const path = `/stores/${shop.store.id}/tracking-worksheet?format=etsy&${PERIOD}`;
    const responses = [await shop.v2(path, { method: "HEAD" }), await limited(path), await limited(path)];
    expect(responses.map(({ status, text }) => [status, text.length > 0])).toEqual([
      [200, false],
      [200, true],
      [429, true],
    ]);
  });

  it("for Etsy has a row for each fulfillment that the store shipped in the period", async () => {
    const response = await worksheet("gift", `format=etsy&${PERIOD}`);
    expect({
      status: response.status,
      contentType: response.headers.get("Content-Type"),
      contentDisposition: response.headers.get("Content-Disposition"),
    }).toEqual({
      status: 200,
      contentType: "text/plain; charset=utf-8",
      contentDisposition: 'attachment; filename="tracking-etsy-2026-03-02-2026-03-03.csv"',
    });
    expect(response.text.split("\r\n")).toEqual([
      "Order ID,Date Shipped,Shipping Carrier,Tracking Number,Tracking URL",
      '"=""111-1""",2026-03-02,UPS,"=""1Z1""",https://www.ups.com/track?tracknum=1Z1',
      // Text that a spreadsheet would read as a formula is guarded.
      '"=""111-2""",2026-03-03,"Post, Inc","=""=cmd()""",https://track.example.com/2',
      "",
    ]);
  });

  it("for Etsy guards what follows a separator in a number, too", async () => {
    await shipOrder("other", "222-9", "2026-04-01T12:00:00Z", { tracking_number: "9;=cmd()" });
    const { text } = await worksheet("other", "format=etsy&from=2026-04-01&to=2026-04-01");
    expect(text).toContain(`"=""9;'=cmd()"""`);
  });

  it("for eBay has a row for each item, with the ids of eBay's report", async () => {
    const { text } = await worksheet("gift", `format=ebay&${PERIOD}`);
    expect(text.split("\r\n").slice(0, 3)).toEqual([
      "Order Number,Item Number,Transaction ID,Shipped On Date,Shipping Carrier,Tracking Number",
      "111-1,311,77,2026-03-02,UPS,1Z1",
      "111-1,,,2026-03-02,UPS,1Z1",
    ]);
  });

  it("for Amazon is tab-separated, with the code of a known carrier and the name of any other", async () => {
    const response = await worksheet("gift", `format=amazon&${PERIOD}`);
    expect(response.headers.get("Content-Disposition")).toContain(".txt");
    expect(response.text.split("\r\n").map((line) => line.split("\t"))).toEqual([
      ["order-id", "order-item-id", "quantity", "ship-date", "carrier-code", "carrier-name", "tracking-number", "ship-method"],
      ["111-1", "311-77", "2", "2026-03-02", "UPS", "", "1Z1", ""],
      ["111-1", "", "1", "2026-03-02", "UPS", "", "1Z1", ""],
      ["111-2", "312-77", "2", "2026-03-03", "Other", "Post, Inc", "'=cmd()", ""],
      ["111-2", "", "1", "2026-03-03", "Other", "Post, Inc", "'=cmd()", ""],
      [""],
    ]);
  });

  it("omits cancelled fulfillments and orders without an id of the platform", async () => {
    const order = await shop.v2("/orders", {
      body: { store: "gift", items: [{ name: "Mug", quantity: 1, price: 1 }] },
      headers: idempotencyKey(),
    });
    await shop.v2(`/orders/${order.body.id}/fulfillments`, { body: { shipped_at: "2026-03-04T13:00:00Z" }, headers: idempotencyKey() });
    const { data } = (await shop.v2("/orders?external_id=111-3")).body;
    const own = (await shop.v2(`/orders/${data[0].id}/fulfillments`)).body.data;
    const lines = async () => (await worksheet("gift", "format=etsy&from=2026-03-04&to=2026-03-04")).text.split("\r\n");
    expect(await lines()).toEqual([expect.any(String), '"=""111-3""",2026-03-04,,,', ""]);
    await shop.v2(`/fulfillments/${own[0].id}`, { method: "PATCH", body: { status: "cancelled" }, headers: idempotencyKey() });
    expect(await lines()).toEqual([expect.any(String), ""]);
  });

  it("covers the last week in the format of the store's platform by default", async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await shipOrder("other", "222-2", daysAgo(1), { tracking_number: "RECENT" });
    await shipOrder("other", "222-3", daysAgo(5), { tracking_number: "FIVEDAYS" });
    await shipOrder("other", "222-4", daysAgo(8), { tracking_number: "EIGHTDAYS" });
    const { text } = await worksheet("other", "");
    // The header of eBay's format.
    expect(text.startsWith("Order Number,")).toBe(true);
    expect(["RECENT", "FIVEDAYS", "EIGHTDAYS", "ELSE"].filter((number) => text.includes(number))).toEqual(["RECENT", "FIVEDAYS"]);
  });

  it.each([
    ["an unknown format", "format=wix", "format", "invalid_value"],
    ["a day that does not exist", "format=etsy&from=2026-02-30", "from", "invalid_date"],
    ["a period that ends before it begins", "format=etsy&from=2026-03-02&to=2026-03-01", "to", "invalid_range"],
  ])("is rejected for %s", async (_, query, path, code) => {
    const { status, body } = await worksheet("gift", query);
    expect({ status, path: body.error.details[0].path, code: body.error.details[0].code }).toEqual({ status: 400, path, code });
  });

  it("needs the scope fulfillment:read, and returns 404 for a store of another organization", async () => {
    const weak = v2As(await createCredential(shop.id, "api_token", { scopes: ["orders:read"] }));
    expect((await worksheet("gift", "", { v2: weak })).status).toBe(403);
    expect((await worksheet("gift", "", await createShop())).status).toBe(404);
  });

  it("can be downloaded in the console", async () => {
    const viewer = await createMember(shop.id, "viewer");
    const form = await viewer.open(`/stores/${shop.store.id}/tracking-worksheet`);
    expect({ status: form.status, text: form.text }).toEqual({ status: 200, text: expect.stringContaining("Download worksheet") });
    const file = await viewer.open(`/stores/${shop.store.id}/tracking-worksheet/file?format=etsy&${PERIOD}`);
    expect({ status: file.status, text: file.text }).toEqual({
      status: 200,
      text: expect.stringContaining('"=""111-1""",2026-03-02,UPS,"=""1Z1""",https://www.ups.com/track?tracknum=1Z1'),
    });
  });
});

describe("a worksheet of many items", () => {
  const ITEMS = 100;
  let large: Shop;
  beforeAll(async () => {
    large = await createShop();
  });
  afterEach(() => vi.restoreAllMocks());

  /** Ships an order of 100 items this many times, in packages of the same moment. */
  async function ship(day: string, packages: number): Promise<void> {
    const items = Array.from({ length: ITEMS }, (_, n) => ({ name: "Mug", price: 1, external_id: `${day}/${n}` }));
    const { id } = await ingestOrder(large, { external_id: day, items });
    const at = Date.parse(`${day}T12:00:00Z`);
    const columns = "organization_id, id, order_id, status, shipped_at, created_at, updated_at";
    await insertMany(
      packages,
      `insert into fulfillments (${columns}) select ?, ? || printf('%05d', n), ?, 'in_transit', ?, n, n from numbers`,
      large.id,
      `ful_${day}_`,
      id,
      at,
    );
    await rows(
      `insert into fulfillment_items (organization_id, fulfillment_id, order_item_id, quantity)
       select f.organization_id, f.id, i.id, 1 from fulfillments f cross join order_items i on i.order_id = f.order_id where f.order_id = ?`,
      id,
    );
  }

  /**
   * Downloads a worksheet. Returns its rows without the header, the size of the largest part of its body, the number of rows read, and the largest
   * number of rows that one statement returned.
   */
  async function download(day: string): Promise<{ lines: string[]; maxPartBytes: number; rowsRead: number; maxRows: number }> {
    let [rowsRead, maxRows] = [0, 0];
    const batch = organizationD1().batch.bind(organizationD1());
    const spy = vi.spyOn(organizationD1(), "batch").mockImplementation(async (statements) => {
      const results = await batch(statements);
      for (const { meta, results: found } of results) [rowsRead, maxRows] = [rowsRead + meta.rows_read, Math.max(maxRows, found.length)];
      return results;
    });
    const url = `https://api.example.com/api/v2/stores/${large.store.id}/tracking-worksheet?format=amazon&from=${day}&to=${day}`;
    const headers = { Authorization: `Bearer ${large.token.secret}` };
    const response = await app.fetch(new Request(url, { headers }), env, createExecutionContext());
    expect(response.status).toBe(200);
    const decoder = new TextDecoder();
    let [text, maxPartBytes] = ["", 0];
    const reader = response.body?.getReader();
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      maxPartBytes = Math.max(maxPartBytes, read.value.byteLength);
      text += decoder.decode(read.value, { stream: true });
    }
    spy.mockRestore();
    return { lines: text.split("\r\n").slice(1, -1), maxPartBytes, rowsRead, maxRows };
  }

  it(
    "has each item of each package once, is read a few hundred rows at a time, and costs twice as much for twice as many",
    { tags: "long" },
    async () => {
      await ship("2026-05-01", 50);
      await ship("2026-05-02", 100);
      const [half, whole] = [await download("2026-05-01"), await download("2026-05-02")];
      expect({ half: half.lines.length, whole: whole.lines.length }).toEqual({ half: 5000, whole: 10_000 });
      const counts = Map.groupBy(whole.lines, (line) => line.split("\t")[1]);
      expect(counts.size).toBe(ITEMS);
      for (const [item, lines] of counts) expect({ item, lineCount: lines.length }).toEqual({ item, lineCount: 100 });
      expect(Math.max(half.maxRows, whole.maxRows)).toBeLessThanOrEqual(300);
      expect(whole.maxPartBytes).toBeLessThanOrEqual(64 * 1024);
      expect(whole.rowsRead / half.rowsRead).toBeLessThan(2.2);
      expect(whole.rowsRead / whole.lines.length).toBeLessThan(10);
    },
  );

  it("of more than 10,000 items is rejected before any is read; a list of packages is not", async () => {
    await ship("2026-05-03", 101);
    const query = (format: string) => `/stores/${large.store.id}/tracking-worksheet?format=${format}&from=2026-05-03&to=2026-05-03`;
    const line = await logOf(async () => {
      const { status, body } = await large.v2(query("ebay"));
      expect([status, body.error.details]).toMatchObject([400, [{ path: "to", code: "too_many_items", limit: 10_000 }]]);
    });
    expect(line.d1_trips).toBe(1);
    const packages = await large.v2(query("etsy"));
    expect({ status: packages.status, lineCount: packages.text.split("\r\n").length }).toEqual({ status: 200, lineCount: 103 });
  });
});
