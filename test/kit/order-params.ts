import * as fc from "fast-check";
import { ITEM_FILTERS } from "../../src/orders/items/filters";
import { ORDER_FILTERS } from "../../src/orders/list/filters";
import { type FilterTable, namesOf } from "../../src/platform/http/input/filters";
import { type FilterCase, ITEM_CASES, ORDER_CASES } from "./order-filters";
import { type OrderModel, ZONES } from "./order-seed";

/** Now and then a value, else none: most lists are asked with few filters. */
const seldom = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values });

const pages = {
  page: seldom(fc.integer({ min: 1, max: 6 }).map(String)),
  page_size: fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 200 }).map(String), fc.integer({ min: 1, max: 9 }).map(String)),
  limit: seldom(fc.integer({ min: 1, max: 200 }).map(String)),
};

const sortOf = (fields: string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...fields), fc.constantFrom("", ":asc", ":desc")).map(([field, direction]) => field + direction);

/** The filters of a list under all their names, from its table: a new filter is tested as soon as it is there. */
function filtersOf<Row>(table: FilterTable, cases: Readonly<Record<string, FilterCase<Row>>>, model: OrderModel, api: "v1" | "v2") {
  const texts = (key: string) => cases[key]?.texts(model) ?? fc.constantFrom(...ZONES);
  return Object.fromEntries(
    Object.entries(table)
      .filter(([, { onlyV2 }]) => api === "v2" || onlyV2 !== true)
      .flatMap(([key, filter]) => namesOf(filter, api).map((name) => [name, seldom(texts(key))])),
  );
}

/** Any parameters of GET /orders of Public V1. */
export const orderParams = (model: OrderModel) =>
  fc.record({
    ...filtersOf(ORDER_FILTERS, ORDER_CASES, model, "v1"),
    ...pages,
    sort: fc.oneof(
      fc.constant(undefined),
      sortOf(["date", "createdAt", "updated_at", "totalAmount", "customerName", "customer_name", "storeName", "status", "id"]),
    ),
  });

/** Any filters of GET /api/v2/orders, and a sort. */
export const feedParams = (model: OrderModel) =>
  fc.record({
    ...filtersOf(ORDER_FILTERS, ORDER_CASES, model, "v2"),
    sort: fc.oneof(fc.constant(undefined), sortOf(["date", "created_at", "updated_at", "id"])),
  });

/** Any parameters of GET /orderItems. */
export const itemParams = (model: OrderModel) =>
  fc.record({
    ...pages,
    ...filtersOf(ITEM_FILTERS, ITEM_CASES, model, "v1"),
    sort_by: fc.oneof(
      fc.constant(undefined),
      fc.constantFrom(
        "orderDate",
        "order_date",
        "id",
        "orderId",
        "name",
        "sku",
        "status",
        "storeName",
        "quantity",
        "price",
        "createdAt",
        "updated_at",
      ),
    ),
    sort_dir: seldom(fc.constantFrom("asc", "desc", "ASC")).map((text) => text?.toLowerCase()),
    order: seldom(fc.constantFrom("asc", "desc")),
    sort: seldom(sortOf(["sku", "quantity", "orderDate"])),
  });

/** Parameters as a query string. */
export function queryOf(params: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new URLSearchParams(given).toString();
}
