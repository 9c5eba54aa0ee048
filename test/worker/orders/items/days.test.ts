import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createCredential, type ApiResponse, createShop, type Shop, v1As, v2As } from "../../../kit/client";
import { queryOf } from "../../../kit/filter-cases";
import { moment, ZONES } from "../../../kit/order-seed";
import { assertProperty } from "../../../kit/property";
import { dayOf } from "../../../kit/zone-model";
import { readNamedCsv } from "../../console/csv";
import { createMember, type Visitor } from "../../console/kit";

let shop: Shop;
let admin: Visitor;
/** The order dates by the ids of the orders. */
let dates: Map<number, number>;

beforeAll(async () => {
  shop = await createShop({ timezone: "America/New_York" });
  admin = await createMember(shop.id, "admin");
  const drawn = fc.sample(moment, { seed: 2026, numRuns: 120 });
  const orders = drawn.map((at, nth) => ({
    store: "gift",
    date: new Date(at).toISOString(),
    status: nth % 3 === 0 ? "Complete" : "New",
    items: [
      { name: "Mug", price: 1, sku: nth % 2 === 0 ? "MUG" : null },
      ...(nth % 4 === 0 ? [{ name: "Tee", price: 2, status: "On Hold" }] : []),
    ],
  }));
  const { body } = await shop.v2("/orders/bulk", { body: { orders } });
  dates = new Map(body.results.map(({ id }: { id: number }, nth: number) => [id, drawn[nth]]));
});

/**
 * Sets the organization's time zone as its administrator does. The new credentials are not in the cache with the old zone.
 */
async function setTimezone(timezone: string): Promise<void> {
  const { status } = await admin.send("/settings/organization", { name: "Shop", currency: "USD", timezone, roll_up_status: "on" });
  expect(status).toBe(303);
  shop = {
    ...shop,
    v1: v1As(await createCredential(shop.id, "api_key")),
    v2: v2As(await createCredential(shop.id, "api_token")),
  };
}

const day = moment.map((at) => new Date(at).toISOString().slice(0, 10));
const query = fc.record(
  { date_from: day, date_to: day, timezone: fc.constantFrom(...ZONES), sort: fc.constantFrom("date:asc", "date:desc", "id") },
  { requiredKeys: ["sort"] },
);

async function page(path: string): Promise<ApiResponse["body"]> {
  const { status, body, text } = await shop.v1(path);
  expect(status, text).toBe(200);
  return body;
}

/** The rows of all pages of a list, and its total. */
async function everyRow(path: string): Promise<{ rows: ApiResponse["body"][]; total: number }> {
  const rows: ApiResponse["body"][] = [];
  for (let number = 1; ; number += 1) {
    const { data, meta } = await page(`${path}&page_size=200&page=${number}`);
    rows.push(...data);
    if (number >= meta.pagination.total_pages) return { rows, total: meta.pagination.total };
  }
}

/** Checks that the item list returns the items of the orders that the order list returns, in the same sequence. */
async function expectSameOrders(params: Record<string, string>): Promise<void> {
  const orders = await everyRow(`/orders?${queryOf(params)}`);
  const sort = params["sort"] === "id" ? "orderId" : (params["sort"] ?? "").replace("date", "orderDate");
  const items = await everyRow(`/orderItems?${queryOf({ ...params, sort })}`);
  const expected = orders.rows.map(({ id, items: own }) => [id, own.map((item: { id: string }) => item.id).toSorted()]);
  const found = [...Map.groupBy(items.rows, ({ orderId }) => Number(orderId))].map(([id, own]) => [
    id,
    own.map((item) => item.id).toSorted(),
  ]);
  // Orders of the same moment are sorted by id, and so are their items.
  expect(found).toEqual(expected);
  expect(items.total).toBe(items.rows.length);
}

async function expectDaysOf(zone: string): Promise<void> {
  const { data } = await page("/orderItems?page_size=200");
  // 120 orders, every fourth of them with a second item.
  expect(data.length).toBe(150);
  for (const { orderId, orderDate } of data) expect(orderDate).toBe(dayOf(dates.get(Number(orderId)) ?? 0, zone));
  // The day of any row.
  const { orderDate: thatDay } = data[70];
  const { rows } = await everyRow(`/orderItems?date_from=${thatDay}&date_to=${thatDay}`);
  const ofThatDay = data.filter(({ orderDate }: { orderDate: string }) => orderDate === thatDay);
  expect(rows).toEqual(ofThatDay);
}

describe("days of orders and of items", () => {
  it("are the same for orders and items in every time zone, before and after changes by the organization", { tags: "long" }, async () => {
    for (const zone of [null, "Asia/Kolkata", "Pacific/Kiritimati", "America/St_Johns", "Africa/Cairo"] as const) {
      if (zone !== null) await setTimezone(zone);
      await expectDaysOf(zone ?? "America/New_York");
      await assertProperty(fc.asyncProperty(query, expectSameOrders), { cases: 8 });
    }
  });

  it("follow the time zone in v2 too, in an order and in the exported file", async () => {
    await setTimezone("Pacific/Auckland");
    const { body } = await shop.v2("/order-items?limit=200");
    for (const { order_id, order_date } of body.data) expect(order_date).toBe(dayOf(dates.get(order_id) ?? 0, "Pacific/Auckland"));
    const [[id, at] = [0, 0]] = dates;
    expect((await shop.v2(`/orders/${id}`)).body.items[0].order_date).toBe(dayOf(at, "Pacific/Auckland"));
    const lines = readNamedCsv((await admin.open("/orders.csv")).text);
    expect(lines.length).toBe(150);
    for (const line of lines) expect(line["item_order_date"]).toBe(dayOf(dates.get(Number(line["order_id"])) ?? 0, "Pacific/Auckland"));
  });
});
