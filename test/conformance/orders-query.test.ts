import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type ApiResponse, type Shop, ingestOrder } from "../kit/client";
import { setStatus } from "./kit";

const STATUSES = ["New", "Pending Cost", "In Production", "Shipped", "Complete", "Cancelled"];

const idsOf = ({ body }: ApiResponse): number[] => body.data.map(({ id }: { id: number }) => id);

/** Ids of the orders that a query finds. */
async function idsFoundBy(shop: Shop, params: Record<string, string>): Promise<number[]> {
  const response = await shop.v1(`/orders?${new URLSearchParams(params).toString()}`);
  expect(response.status, response.text).toBe(200);
  expect(response.body.meta.warnings).toBeUndefined();
  return idsOf(response);
}

/** Fails unless a query is rejected. */
async function expectRejected(shop: Shop, params: Record<string, string>): Promise<void> {
  const { status, body } = await shop.v1(`/orders?${new URLSearchParams(params).toString()}`);
  expect({ status, code: body.error?.code, message: body.error?.message }, JSON.stringify(params)).toEqual({
    status: 400,
    code: "validation_error",
    message: "Request validation failed.",
  });
}

/** The time by a zone's clocks, without an offset. */
function localTime(at: number, timeZone: string): string {
  return new Date(at).toLocaleString("sv-SE", { timeZone }).replace(" ", "T");
}

describe("text", () => {
  let shop: Shop;
  let ann: number;
  beforeAll(async () => {
    shop = await createShop();
    ann = (await ingestOrder(shop, { number: "A-1001", customer_name: "Ann Lee", items: [{ name: "Teapot", price: 1, sku: "POT-7" }] })).id;
    await ingestOrder(shop, { number: "B-2002", customer_name: "Bo Berg" });
  });

  it("q searches order number, customer name and related order text", async () => {
    for (const q of ["A-1001", "ann", "Lee", "teapot", "POT-7"]) expect(await idsFoundBy(shop, { q }), q).toEqual([ann]);
    expect(await idsFoundBy(shop, { q: "nobody" })).toEqual([]);
  });

  it("search is an alias of q, and q takes precedence", async () => {
    expect(await idsFoundBy(shop, { search: "Ann" })).toEqual([ann]);
    expect(await idsFoundBy(shop, { q: "Ann", search: "Bo" })).toEqual([ann]);
  });
});

describe("status", () => {
  it("status is one of the six and returns the orders with it", async () => {
    const shop = await createShop();
    const orders: Record<string, number> = {};
    for (const status of STATUSES) orders[status] = (await ingestOrder(shop, { status })).id;
    for (const status of STATUSES) expect(await idsFoundBy(shop, { status }), status).toEqual([orders[status]]);
    await expectRejected(shop, { status: "Delivered" });
  });
});

describe("store and supplier", () => {
  it("store_id is a store's identifier or name", async () => {
    const shop = await createShop();
    const { id } = await ingestOrder(shop);
    for (const store_id of [String(shop.store.id), "Gift shop"]) expect(await idsFoundBy(shop, { store_id })).toEqual([id]);
    expect(await idsFoundBy(shop, { store_id: "Elsewhere" })).toEqual([]);
  });

  it("supplier_id is a supplier's identifier or name", async () => {
    const shop = await createShop();
    const supplier = (await shop.v2("/suppliers", { body: { name: "Printers Inc" } })).body;
    const { id } = await ingestOrder(shop, { items: [{ name: "Mug", price: 1, assigned_supplier: "Printers Inc" }] });
    await ingestOrder(shop, { items: [{ name: "Mug", price: 1, assigned_supplier: "Kiln Ltd" }] });
    for (const supplier_id of [supplier.id, "Printers Inc"]) expect(await idsFoundBy(shop, { supplier_id })).toEqual([id]);
    expect(await idsFoundBy(shop, { supplier_id: "Nobody" })).toEqual([]);
  });
});

describe("times", () => {
  let shop: Shop;
  let first: ApiResponse["body"];
  let second: ApiResponse["body"];
  beforeAll(async () => {
    shop = await createShop();
    await ingestOrder(shop);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await ingestOrder(shop);
    [first, second] = (await shop.v1("/orders?sort=id:asc")).body.data;
  });

  it("created_after returns only orders created after that time", async () => {
    expect(await idsFoundBy(shop, { created_after: first.createdAt })).toEqual([second.id]);
    expect(await idsFoundBy(shop, { created_after: second.createdAt })).toEqual([]);
  });

  it("created_before returns only orders created before that time", async () => {
    expect(await idsFoundBy(shop, { created_before: second.createdAt })).toEqual([first.id]);
    expect(await idsFoundBy(shop, { created_before: first.createdAt })).toEqual([]);
  });

  it("updated_after returns only orders updated after that time", async () => {
    expect(await idsFoundBy(shop, { updated_after: second.updatedAt })).toEqual([]);
    await setStatus(shop, first.items[0].id, "On Hold");
    expect(await idsFoundBy(shop, { updated_after: second.updatedAt })).toEqual([first.id]);
  });

  it("a text that is not a time is rejected", async () => {
    for (const name of ["created_after", "created_before", "updated_after"]) await expectRejected(shop, { [name]: "yesterday" });
  });

  it("timezone is the IANA name of the zone in which times without an offset are read", async () => {
    const timezone = "Asia/Tokyo";
    const [before, after] = [
      localTime(Date.parse(first.createdAt) - 60_000, timezone),
      localTime(Date.parse(first.createdAt) + 60_000, timezone),
    ];
    expect(await idsFoundBy(shop, { created_after: before, timezone })).toHaveLength(2);
    expect(await idsFoundBy(shop, { created_after: after, timezone })).toEqual([]);
    // Read in the organization's zone, UTC, the same words are nine hours later.
    expect(await idsFoundBy(shop, { created_after: before })).toEqual([]);
    await expectRejected(shop, { timezone: "Mars/Olympus" });
  });
});

describe("items", () => {
  it("missingSku returns only orders with items without a SKU", async () => {
    const shop = await createShop();
    const { id } = await ingestOrder(shop, { items: [{ name: "Mug", price: 1 }] });
    // Its item has a SKU.
    await ingestOrder(shop);
    for (const missingSku of ["true", "1"]) expect(await idsFoundBy(shop, { missingSku })).toEqual([id]);
    // False does not filter.
    for (const missingSku of ["false", "0"]) expect(await idsFoundBy(shop, { missingSku })).toHaveLength(2);
    await expectRejected(shop, { missingSku: "maybe" });
  });

  it("missingDesign returns only orders with items without a design file", async () => {
    const shop = await createShop();
    const { id } = await ingestOrder(shop, { items: [{ name: "Mug", price: 1 }] });
    await ingestOrder(shop, { items: [{ name: "Mug", price: 1, design_url: "https://designs.example.com/1.png" }] });
    for (const missingDesign of ["true", "1"]) expect(await idsFoundBy(shop, { missingDesign })).toEqual([id]);
    // False does not filter.
    for (const missingDesign of ["false", "0"]) expect(await idsFoundBy(shop, { missingDesign })).toHaveLength(2);
    await expectRejected(shop, { missingDesign: "maybe" });
  });
});

describe("order and pages", () => {
  let shop: Shop;
  let orders: number[];
  beforeAll(async () => {
    shop = await createShop();
    orders = [];
    const some = [
      { date: "2026-01-02", total_amount: 3, customer_name: "B" },
      { date: "2026-01-03", total_amount: 1, customer_name: "C" },
      { date: "2026-01-01", total_amount: 2, customer_name: "A" },
    ];
    for (const fields of some) orders.push((await ingestOrder(shop, fields)).id);
  });
  const at = (...places: number[]) => places.map((place) => orders[place]);

  it("sort is field:direction", async () => {
    expect(await idsFoundBy(shop, { sort: "totalAmount:asc" })).toEqual(at(1, 2, 0));
    expect(await idsFoundBy(shop, { sort: "totalAmount:desc" })).toEqual(at(0, 2, 1));
    expect(await idsFoundBy(shop, { sort: "customerName:asc" })).toEqual(at(2, 0, 1));
    expect(await idsFoundBy(shop, { sort: "id:asc" })).toEqual(at(0, 1, 2));
  });

  it("sort accepts the eight fields in both spellings and no others, and its default is date:desc", async () => {
    const names =
      "date createdAt updatedAt totalAmount customerName storeName status id created_at updated_at total_amount customer_name store_name";
    for (const name of names.split(" ")) expect(await idsFoundBy(shop, { sort: `${name}:asc` }), name).toHaveLength(3);
    expect(await idsFoundBy(shop, {})).toEqual(at(1, 0, 2));
    expect(await idsFoundBy(shop, { sort: "date" })).toEqual(at(1, 0, 2));
    for (const sort of ["weight:asc", "date:up"]) await expectRejected(shop, { sort });
  });

  it("page starts at 1", async () => {
    const pages = [await idsFoundBy(shop, { page_size: "2" }), await idsFoundBy(shop, { page_size: "2", page: "2" })];
    expect(pages).toEqual([at(1, 0), at(2)]);
  });

  it("page_size is the size of a page, limit is its alias, and page_size takes precedence", async () => {
    for (const params of [{ page_size: "1" }, { limit: "1" }, { limit: "3", page_size: "1" }])
      expect(await idsFoundBy(shop, params)).toEqual(at(1));
  });

  it("a page past the end is an empty list with the true totals", async () => {
    const { status, body } = await shop.v1("/orders?page=9&page_size=2");
    expect({ status, data: body.data, pagination: body.meta.pagination }).toEqual({
      status: 200,
      data: [],
      pagination: { page: 9, page_size: 2, total: 3, total_pages: 2 },
    });
  });

  it("filters are combined with and", async () => {
    expect(await idsFoundBy(shop, { q: "mug", status: "New", sort: "id:asc", page_size: "1", page: "3" })).toEqual(at(2));
    expect(await idsFoundBy(shop, { q: "mug", status: "Shipped" })).toEqual([]);
  });

  it("the total counts the orders that match all filters", async () => {
    const own = await createShop();
    await ingestOrder(own, { items: [{ name: "Mug", price: 1 }] });
    // Its item has a SKU, and those of the others have none.
    await ingestOrder(own);
    await ingestOrder(own, { status: "Shipped", items: [{ name: "Mug", price: 1 }] });
    const total = async (query: string) => (await own.v1(`/orders?${query}`)).body.meta.pagination.total;
    for (const [query, expected] of [
      ["", 3],
      ["status=New", 2],
      ["store_id=gift", 3],
      ["missingSku=true", 2],
      ["status=New&store_id=gift", 2],
      ["status=New&missingSku=true", 1],
      ["store_id=nowhere&status=New", 0],
      ["status=Shipped&store_id=gift&missingSku=true", 1],
    ] as const) {
      expect(await total(query), query).toBe(expected);
    }
  });
});
