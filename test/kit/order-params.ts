import * as fc from "fast-check";
import { ITEM_FILTERS } from "../../src/resources/orders/items/filters";
import { ORDER_FILTERS } from "../../src/resources/orders/list/filters";
import { filterParams, seldom } from "./filter-cases";
import { ITEM_CASES, ORDER_CASES } from "./order-filters";
import type { OrderModel } from "./order-seed";

const pages = {
  page: seldom(fc.integer({ min: 1, max: 6 }).map(String)),
  page_size: fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 200 }).map(String), fc.integer({ min: 1, max: 9 }).map(String)),
  limit: seldom(fc.integer({ min: 1, max: 200 }).map(String)),
};

const sortOf = (fields: string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...fields), fc.constantFrom("", ":asc", ":desc")).map(([field, direction]) => field + direction);

/** Any parameters of GET /orders of Public V1. */
export const orderParams = (model: OrderModel) =>
  fc.record({
    ...filterParams(ORDER_FILTERS, ORDER_CASES, model, "v1"),
    ...pages,
    sort: fc.oneof(
      fc.constant(undefined),
      sortOf(["date", "createdAt", "updated_at", "totalAmount", "customerName", "customer_name", "storeName", "status", "id"]),
    ),
  });

/** Any filters of GET /api/v2/orders, and a sort. */
export const v2OrderParams = (model: OrderModel) =>
  fc.record({
    ...filterParams(ORDER_FILTERS, ORDER_CASES, model, "v2"),
    sort: fc.oneof(fc.constant(undefined), sortOf(["date", "created_at", "updated_at", "id"])),
  });

/** Any parameters of GET /orderItems. */
export const itemParams = (model: OrderModel) =>
  fc.record({
    ...pages,
    ...filterParams(ITEM_FILTERS, ITEM_CASES, model, "v1"),
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
    sort_dir: seldom(fc.constantFrom("asc", "desc", "ASC")),
    order: seldom(fc.constantFrom("asc", "desc")),
    sort: seldom(sortOf(["sku", "quantity", "orderDate"])),
  });
