import { beforeAll, describe, expect, it } from "vitest";
import { FULL } from "../../kit/form";
import { createShop, type Shop } from "../../kit/client";
import { itemsExpected, type OrderModel, ordersFound } from "../../kit/order-model";
import { type Params, queryOf } from "../../kit/filter-cases";
import { seedOrders } from "../../kit/order-seed";

const ZONE = "America/New_York";
/** Enough for every method of finding a page, and few enough for the model. */
const ORDERS = 700;

let shop: Shop;
let model: OrderModel;
beforeAll(async () => {
  shop = await createShop({ timezone: ZONE });
  model = await seedOrders(shop, ZONE, ORDERS);
});

/** The ids of all pages of a list until one is empty. Every page must have the same total. */
async function everyPage(path: string, params: Params): Promise<{ ids: unknown[]; total: number }> {
  const ids: unknown[] = [];
  const totals = new Set<number>();
  for (let page = 1; ; page += 1) {
    const { status, body, text } = await shop.v1(`${path}?${queryOf({ ...params, page: `${page}` })}`);
    expect(status, text).toBe(200);
    totals.add(body.meta.pagination.total);
    if (body.data.length === 0) break;
    ids.push(...body.data.map(({ id }: { id: unknown }) => id));
  }
  expect(totals.size).toBe(1);
  return { ids, total: [...totals][0] ?? 0 };
}

/** All sorts, or, in the short form, the first and another one. */
function someOf(sorts: readonly string[], nth: number): readonly string[] {
  return FULL ? sorts : ["", sorts[1 + (nth % (sorts.length - 1))] ?? ""];
}

describe("every page of GET /orders in turn: all orders once, in order", () => {
  const filters: Params[] = [
    {},
    { status: "Shipped" },
    { store_id: "alpha" },
    { store_id: "nowhere" },
    { missingSku: "1" },
    { missingDesign: "1" },
    { status: "New", missingDesign: "1" },
    { created_after: "2025-09-01" },
    { created_before: "2026-07-01T12:34:56.789Z" },
    { created_after: "2025-12-01T10:30:00", created_before: "2026-05-01" },
    { created_after: "2026-07-20" },
    { created_after: "2025-09-01", status: "New" },
    { created_after: "2025-09-01", store_id: "beta_shop", missingSku: "1" },
    { date_from: "2025-12-01" },
    { date_to: "2026-05-01", timezone: "Asia/Kolkata" },
    { date_from: "2025-10-01", status: "Shipped" },
    { date_from: "2025-10-01", date_to: "2026-06-01", store_id: "alpha", missingSku: "1" },
    { date_from: "2026-01-01", created_after: "2025-12-01T10:30:00" },
    {
      date_from: "2025-09-01",
      date_to: "2026-07-01",
      timezone: "Asia/Kolkata",
      status: "New",
      store_id: "alpha",
      missingSku: "1",
      missingDesign: "1",
    },
    {
      created_after: "2025-09-01T10:30:30",
      created_before: "2026-07-01T12:34:56.789Z",
      status: "New",
      store_id: "alpha",
      missingSku: "1",
      missingDesign: "1",
    },
    { q: "mug" },
    { q: "1" },
    { q: "mug poster" },
    { q: "zed nagy" },
    { q: "mug", status: "Complete" },
    { q: "mug", created_after: "2026-01-01" },
  ];
  const sorts = ["", "date:asc", "createdAt:asc", "customerName:asc", "storeName"];
  it.each(filters.map((filter, nth) => [JSON.stringify(filter), filter, nth] as const))("%s", async (_name, filter, nth) => {
    for (const sort of someOf(sorts, nth)) {
      const params = sort === "" ? filter : { ...filter, sort };
      const expected = ordersFound(model, params);
      const { ids, total } = await everyPage("/orders", { ...params, page_size: "170" });
      expect({ total, ids }, sort).toEqual({ total: expected.length, ids: expected });
    }
  });
});

describe("every page of GET /orderItems in turn: all items once, in order", () => {
  const filters: Params[] = [
    {},
    { status: "on hold" },
    { store: "alpha" },
    { missingSku: "1" },
    { missingCost: "1", store: "alpha" },
    { date_from: "2025-10-01", date_to: "2026-03-28" },
    { date_from: "2026-01-01", status: "new" },
    { date_to: "2026-01-01", timezone: "Asia/Kolkata" },
    { date_from: "2025-12-31", date_to: "2025-12-31", timezone: "Pacific/Kiritimati" },
    { date_from: "2026-01-01", date_to: "2025-12-31", timezone: "UTC" },
    { search: "mug" },
    { search: "mug ann" },
    { search: "p", missingDesign: "1" },
  ];
  const sorts = ["", "orderDate:asc", "sku:asc", "storeName"];
  it.each(filters.map((filter, nth) => [JSON.stringify(filter), filter, nth] as const))("%s", async (_name, filter, nth) => {
    for (const sort of someOf(sorts, nth)) {
      const params = sort === "" ? filter : { ...filter, sort };
      const { ids: expected } = itemsExpected(model, { ...params, page_size: "10000" });
      const { total, ids } = await everyPage("/orderItems", { ...params, page_size: "190" });
      expect({ total, ids }, sort).toEqual({ total: expected.length, ids: expected.map(String) });
    }
  });
});
