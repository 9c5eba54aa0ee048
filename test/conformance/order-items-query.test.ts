import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type ApiResponse, type Shop, ingestOrder } from "../kit/client";

const idsOf = ({ body }: ApiResponse): string[] => body.data.map(({ id }: { id: string }) => id);

/** Ids of the items that a query finds. */
async function idsFoundBy(shop: Shop, params: Record<string, string>): Promise<string[]> {
  const response = await shop.v1(`/orderItems?${new URLSearchParams(params).toString()}`);
  expect(response.status, response.text).toBe(200);
  expect(response.body.meta.warnings, JSON.stringify(params)).toBeUndefined();
  return idsOf(response);
}

/** Fails unless a query is rejected. */
async function expectRejected(shop: Shop, params: Record<string, string>): Promise<void> {
  const { status, body } = await shop.v1(`/orderItems?${new URLSearchParams(params).toString()}`);
  expect({ status, code: body.error?.code }, JSON.stringify(params)).toEqual({ status: 400, code: "validation_error" });
}

/** Creates an order with one item, and returns the id of the item. */
async function createItem(shop: Shop, item: Record<string, unknown> = {}, order: Record<string, unknown> = {}): Promise<string> {
  return (await ingestOrder(shop, { ...order, items: [{ name: "Mug", price: 1, ...item }] })).items[0].id;
}

/** Fails unless a filter finds the expected items under each of its names. */
async function expectForEveryName(shop: Shop, names: string[], value: string, expected: string[]): Promise<void> {
  for (const name of names) expect(await idsFoundBy(shop, { [name]: value }), name).toEqual(expected);
}

describe("filters", () => {
  it("a search of SKU, order number, item name or related item text: search, q", async () => {
    const shop = await createShop();
    const id = await createItem(shop, { name: "Teapot", sku: "POT-7", tracking_code: "TR-77" }, { number: "A-1001" });
    await createItem(shop, {}, { number: "B-2002" });
    for (const text of ["POT-7", "A-1001", "teapot", "TR-77"]) await expectForEveryName(shop, ["search", "q"], text, [id]);
    expect(await idsFoundBy(shop, { search: "nothing" })).toEqual([]);
  });

  it("item status: status", async () => {
    const shop = await createShop();
    const id = await createItem(shop, { status: "Need Design" });
    await createItem(shop);
    expect(await idsFoundBy(shop, { status: "Need Design" })).toEqual([id]);
    expect(await idsFoundBy(shop, { status: "Delivered" })).toEqual([]);
  });

  it("store name: store_name, storeName, store, store_id", async () => {
    const shop = await createShop();
    const id = await createItem(shop);
    const names = ["store_name", "storeName", "store", "store_id"];
    await expectForEveryName(shop, names, "Gift shop", [id]);
    await expectForEveryName(shop, names, "Elsewhere", []);
  });

  it("orders on or after a date: date_from, dateFrom, start_date, startDate", async () => {
    const shop = await createShop();
    await createItem(shop, {}, { date: "2026-01-01T23:59:59Z" });
    const on = await createItem(shop, {}, { date: "2026-01-02T00:00:00Z" });
    const after = await createItem(shop, {}, { date: "2026-01-03T12:00:00Z" });
    await expectForEveryName(shop, ["date_from", "dateFrom", "start_date", "startDate"], "2026-01-02", [after, on]);
    await expectRejected(shop, { date_from: "soon" });
  });

  it("orders on or before a date: date_to, dateTo, end_date, endDate", async () => {
    const shop = await createShop();
    const before = await createItem(shop, {}, { date: "2026-01-01T12:00:00Z" });
    const on = await createItem(shop, {}, { date: "2026-01-02T23:59:59Z" });
    await createItem(shop, {}, { date: "2026-01-03T00:00:00Z" });
    await expectForEveryName(shop, ["date_to", "dateTo", "end_date", "endDate"], "2026-01-02", [on, before]);
    await expectRejected(shop, { date_to: "soon" });
  });

  it("timezone is the IANA name of the zone in which dates are read", async () => {
    const shop = await createShop();
    // The evening before in New York.
    const id = await createItem(shop, {}, { date: "2026-01-02T02:00:00Z" });
    expect(await idsFoundBy(shop, { date_from: "2026-01-02" })).toEqual([id]);
    expect(await idsFoundBy(shop, { date_from: "2026-01-02", timezone: "America/New_York" })).toEqual([]);
    expect(await idsFoundBy(shop, { date_to: "2026-01-01", timezone: "America/New_York" })).toEqual([id]);
    await expectRejected(shop, { timezone: "Mars/Olympus" });
  });

  it("supplier name or ID: supplier_id, supplier", async () => {
    const shop = await createShop();
    const supplier = (await shop.v2("/suppliers", { body: { name: "Printers Inc" } })).body;
    const id = await createItem(shop, { assigned_supplier: "Printers Inc" });
    const second = await createItem(shop, { sub_supplier: "Kiln Ltd" });
    await createItem(shop);
    await expectForEveryName(shop, ["supplier_id", "supplier"], "Printers Inc", [id]);
    await expectForEveryName(shop, ["supplier_id", "supplier"], supplier.id, [id]);
    await expectForEveryName(shop, ["supplier_id", "supplier"], "Kiln Ltd", [second]);
  });

  it("items missing SKUs: missingSku", async () => {
    const shop = await createShop();
    const id = await createItem(shop);
    await createItem(shop, { sku: "MUG" });
    expect(await idsFoundBy(shop, { missingSku: "true" })).toEqual([id]);
    // False does not filter.
    expect(await idsFoundBy(shop, { missingSku: "false" })).toHaveLength(2);
    await expectRejected(shop, { missingSku: "maybe" });
  });

  it("items missing design files: missingDesign", async () => {
    const shop = await createShop();
    const id = await createItem(shop);
    await createItem(shop, { design_url: "https://designs.example.com/1.png" });
    expect(await idsFoundBy(shop, { missingDesign: "true" })).toEqual([id]);
    // False does not filter.
    expect(await idsFoundBy(shop, { missingDesign: "false" })).toHaveLength(2);
    await expectRejected(shop, { missingDesign: "maybe" });
  });

  it("items missing cost: missingCost, and the cost itself is never returned", async () => {
    const shop = await createShop();
    const id = await createItem(shop);
    await createItem(shop, { cost: 3.3317 });
    expect(await idsFoundBy(shop, { missingCost: "true" })).toEqual([id]);
    // False does not filter.
    const all = await shop.v1("/orderItems?missingCost=false");
    expect(all.body.data).toHaveLength(2);
    expect(all.text).not.toContain("3.3317");
    await expectRejected(shop, { missingCost: "maybe" });
  });
});

describe("order and pages", () => {
  let shop: Shop;
  let items: string[];
  beforeAll(async () => {
    shop = await createShop();
    items = [];
    for (const [date, name] of [
      ["2026-01-02", "B"],
      ["2026-01-03", "C"],
      ["2026-01-01", "A"],
    ]) {
      items.push(await createItem(shop, { name }, { date }));
    }
  });
  const at = (...places: number[]) => places.map((place) => items[place] ?? "");

  it("field name to sort by: sort_by, sortBy, and `sort` as of orders", async () => {
    for (const params of [{ sort_by: "name" }, { sortBy: "name" }]) {
      expect(await idsFoundBy(shop, { ...params, sort_dir: "asc" })).toEqual(at(2, 0, 1));
    }
    expect(await idsFoundBy(shop, { sort: "name:asc" })).toEqual(at(2, 0, 1));
    const names = "orderDate id orderId name sku status storeName quantity price createdAt updatedAt";
    for (const sort_by of names.split(" ")) expect(await idsFoundBy(shop, { sort_by }), sort_by).toHaveLength(3);
    expect(await idsFoundBy(shop, {})).toEqual(at(1, 0, 2));
    await expectRejected(shop, { sort_by: "weight" });
  });

  it("sort direction is asc or desc: sort_dir, sortDir, order", async () => {
    for (const name of ["sort_dir", "sortDir", "order"]) {
      expect(await idsFoundBy(shop, { sort_by: "name", [name]: "asc" }), name).toEqual(at(2, 0, 1));
      expect(await idsFoundBy(shop, { sort_by: "name", [name]: "desc" }), name).toEqual(at(1, 0, 2));
    }
    await expectRejected(shop, { sort_by: "name", sort_dir: "up" });
  });

  it("page starts at 1 and is an integer", async () => {
    const pages = [await idsFoundBy(shop, { page_size: "2" }), await idsFoundBy(shop, { page_size: "2", page: "2" })];
    expect(pages).toEqual([at(1, 0), at(2)]);
    for (const page of ["0", "-1", "1.5", "x"]) await expectRejected(shop, { page });
  });

  it("the number of results per page is an integer from 1 to 200: page_size, pageSize, limit", async () => {
    await expectForEveryName(shop, ["page_size", "pageSize", "limit"], "1", at(1));
    expect(await idsFoundBy(shop, { page_size: "200" })).toHaveLength(3);
    for (const page_size of ["0", "-1", "1.5", "201", "x"]) await expectRejected(shop, { page_size });
    expect((await shop.v1("/orderItems")).body.meta.pagination).toEqual({ page: 1, page_size: 50, total: 3, total_pages: 1 });
  });
});
