import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type ApiResponse, type Shop, ingestOrder } from "../kit/client";

const idsOf = ({ body }: ApiResponse): string[] => body.data.map(({ id }: { id: string }) => id);

/** Ids of the items that a query finds. */
async function found(shop: Shop, params: Record<string, string>): Promise<string[]> {
  const response = await shop.v1(`/orderItems?${new URLSearchParams(params).toString()}`);
  expect(response.status, response.text).toBe(200);
  expect(response.body.meta.warnings, JSON.stringify(params)).toBeUndefined();
  return idsOf(response);
}

/** A query that must be rejected. */
async function rejected(shop: Shop, params: Record<string, string>): Promise<void> {
  const { status, body } = await shop.v1(`/orderItems?${new URLSearchParams(params).toString()}`);
  expect({ status, code: body.error?.code }, JSON.stringify(params)).toEqual({ status: 400, code: "validation_error" });
}

/** The id of the one item of a new order. */
async function anItem(shop: Shop, item: Record<string, unknown> = {}, order: Record<string, unknown> = {}): Promise<string> {
  return (await ingestOrder(shop, { ...order, items: [{ name: "Mug", price: 1, ...item }] })).items[0].id;
}

/** Any of a filter's names finds the same. */
async function byAnyName(shop: Shop, names: string[], value: string, expected: string[], more: Record<string, string> = {}): Promise<void> {
  for (const name of names) expect(await found(shop, { ...more, [name]: value }), name).toEqual(expected);
}

describe("filters", () => {
  it("a search of SKU, order number, item name or related item text: search, q", async () => {
    const shop = await createShop();
    const id = await anItem(shop, { name: "Teapot", sku: "POT-7", tracking_code: "TR-77" }, { number: "A-1001" });
    await anItem(shop, {}, { number: "B-2002" });
    for (const text of ["POT-7", "A-1001", "teapot", "TR-77"]) await byAnyName(shop, ["search", "q"], text, [id]);
    expect(await found(shop, { search: "nothing" })).toEqual([]);
  });

  it("item status: status", async () => {
    const shop = await createShop();
    const id = await anItem(shop, { status: "Need Design" });
    await anItem(shop);
    expect(await found(shop, { status: "Need Design" })).toEqual([id]);
    expect(await found(shop, { status: "Delivered" })).toEqual([]);
  });

  it("store name: store_name, storeName, store, store_id", async () => {
    const shop = await createShop();
    const id = await anItem(shop);
    const names = ["store_name", "storeName", "store", "store_id"];
    await byAnyName(shop, names, "Gift shop", [id]);
    await byAnyName(shop, names, "Elsewhere", []);
  });

  it("orders on or after a date: date_from, dateFrom, start_date, startDate", async () => {
    const shop = await createShop();
    await anItem(shop, {}, { date: "2026-01-01T23:59:59Z" });
    const on = await anItem(shop, {}, { date: "2026-01-02T00:00:00Z" });
    const after = await anItem(shop, {}, { date: "2026-01-03T12:00:00Z" });
    await byAnyName(shop, ["date_from", "dateFrom", "start_date", "startDate"], "2026-01-02", [after, on]);
    await rejected(shop, { date_from: "soon" });
  });

  it("orders on or before a date: date_to, dateTo, end_date, endDate", async () => {
    const shop = await createShop();
    const before = await anItem(shop, {}, { date: "2026-01-01T12:00:00Z" });
    const on = await anItem(shop, {}, { date: "2026-01-02T23:59:59Z" });
    await anItem(shop, {}, { date: "2026-01-03T00:00:00Z" });
    await byAnyName(shop, ["date_to", "dateTo", "end_date", "endDate"], "2026-01-02", [on, before]);
    await rejected(shop, { date_to: "soon" });
  });

  it("timezone is the IANA name of the zone in which dates are read", async () => {
    const shop = await createShop();
    // The evening before in New York.
    const id = await anItem(shop, {}, { date: "2026-01-02T02:00:00Z" });
    expect(await found(shop, { date_from: "2026-01-02" })).toEqual([id]);
    expect(await found(shop, { date_from: "2026-01-02", timezone: "America/New_York" })).toEqual([]);
    expect(await found(shop, { date_to: "2026-01-01", timezone: "America/New_York" })).toEqual([id]);
    await rejected(shop, { timezone: "Mars/Olympus" });
  });

  it("supplier name or ID: supplier_id, supplier", async () => {
    const shop = await createShop();
    const id = await anItem(shop, { assigned_supplier: "Printers Inc" });
    const second = await anItem(shop, { sub_supplier: "Kiln Ltd" });
    await anItem(shop);
    await byAnyName(shop, ["supplier_id", "supplier"], "Printers Inc", [id]);
    await byAnyName(shop, ["supplier_id", "supplier"], "Kiln Ltd", [second]);
  });

  it("items missing SKUs: missingSku", async () => {
    const shop = await createShop();
    const id = await anItem(shop);
    await anItem(shop, { sku: "MUG" });
    expect(await found(shop, { missingSku: "true" })).toEqual([id]);
    expect(await found(shop, { missingSku: "false" })).toHaveLength(2);
    await rejected(shop, { missingSku: "maybe" });
  });

  it("items missing design files: missingDesign", async () => {
    const shop = await createShop();
    const id = await anItem(shop);
    await anItem(shop, { design_url: "https://designs.example.com/1.png" });
    expect(await found(shop, { missingDesign: "true" })).toEqual([id]);
    expect(await found(shop, { missingDesign: "false" })).toHaveLength(2);
    await rejected(shop, { missingDesign: "maybe" });
  });

  it("items missing cost: missingCost, and the cost itself is never returned", async () => {
    const shop = await createShop();
    const id = await anItem(shop);
    await anItem(shop, { cost: 3.3317 });
    expect(await found(shop, { missingCost: "true" })).toEqual([id]);
    const all = await shop.v1("/orderItems?missingCost=false");
    expect(all.body.data).toHaveLength(2);
    expect(all.text).not.toContain("3.3317");
    await rejected(shop, { missingCost: "maybe" });
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
      items.push(await anItem(shop, { name }, { date }));
    }
  });
  const at = (...places: number[]) => places.map((place) => items[place] ?? "");

  it("field name to sort by: sort_by, sortBy, and `sort` as of orders", async () => {
    for (const params of [{ sort_by: "name" }, { sortBy: "name" }]) {
      expect(await found(shop, { ...params, sort_dir: "asc" })).toEqual(at(2, 0, 1));
    }
    expect(await found(shop, { sort: "name:asc" })).toEqual(at(2, 0, 1));
    const names = "orderDate id orderId name sku status storeName quantity price createdAt updatedAt";
    for (const sort_by of names.split(" ")) expect(await found(shop, { sort_by }), sort_by).toHaveLength(3);
    expect(await found(shop, {})).toEqual(at(1, 0, 2));
    await rejected(shop, { sort_by: "weight" });
  });

  it("sort direction is asc or desc: sort_dir, sortDir, order", async () => {
    for (const name of ["sort_dir", "sortDir", "order"]) {
      expect(await found(shop, { sort_by: "name", [name]: "asc" }), name).toEqual(at(2, 0, 1));
      expect(await found(shop, { sort_by: "name", [name]: "desc" }), name).toEqual(at(1, 0, 2));
    }
    await rejected(shop, { sort_by: "name", sort_dir: "up" });
  });

  it("page starts at 1 and is an integer", async () => {
    const pages = [await found(shop, { page_size: "2" }), await found(shop, { page_size: "2", page: "2" })];
    expect(pages).toEqual([at(1, 0), at(2)]);
    for (const page of ["0", "-1", "1.5", "x"]) await rejected(shop, { page });
  });

  it("the number of results per page is an integer of at least 1: page_size, pageSize, limit", async () => {
    await byAnyName(shop, ["page_size", "pageSize", "limit"], "1", at(1));
    for (const page_size of ["0", "-1", "1.5", "201", "x"]) await rejected(shop, { page_size });
    expect((await shop.v1("/orderItems")).body.meta.pagination).toEqual({ page: 1, page_size: 50, total: 3, total_pages: 1 });
  });
});
