import * as fc from "fast-check";
import type { OrderModel } from "./order-model";
import { moment, ORDER_STATUSES, ZONES } from "./order-seed";

/** Now and then a value, else none: most lists are asked with few filters. */
const seldom = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values });

const anyCase = (text: string): fc.Arbitrary<string> => fc.constantFrom(text, text.toUpperCase(), text.toLowerCase());

/** One or two beginnings of words that occur somewhere, or a text that does not. */
const search = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        "mug",
        "blue",
        "poster",
        "a3",
        "ann",
        "Smith",
        "1001",
        "102",
        "ext",
        "7",
        "TR900",
        "1z",
        "tee-2",
        "own",
        "nei",
        "b",
        "0",
      ),
      { minLength: 1, maxLength: 2 },
    )
    .map((words) => words.join(" ")),
  fc.constantFrom("nothing", "#", "an'", "+", "mug mug"),
);

/** A time in every form that is accepted. */
const time = fc.tuple(moment, fc.nat({ max: 3 })).map(([at, form]) => {
  const text = new Date(at).toISOString();
  if (form === 0) return text;
  if (form === 1) return new Date(at + 7_200_000).toISOString().replace("Z", "+02:00");
  return form === 2 ? text.slice(0, 19) : text.slice(0, 10);
});
const day = moment.map((at) => new Date(at).toISOString().slice(0, 10));
const flag = fc.constantFrom("true", "false", "1", "0");
const supplier = fc.constantFrom("printful", "Acme", "ACME EAST", "nobody");

const store = (model: OrderModel): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom("nowhere", "999999"),
    fc
      .constantFrom(...model.stores.flatMap(({ id, code, name }) => [String(id), name, ...(code === null ? [] : [code])]))
      .chain((name) => anyCase(name)),
  );

const pages = {
  page: seldom(fc.integer({ min: 1, max: 6 }).map(String)),
  page_size: fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 200 }).map(String), fc.integer({ min: 1, max: 9 }).map(String)),
  limit: seldom(fc.integer({ min: 1, max: 200 }).map(String)),
};

const sortOf = (fields: string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...fields), fc.constantFrom("", ":asc", ":desc")).map(([field, direction]) => field + direction);

const orderFilters = (model: OrderModel) => ({
  q: seldom(search),
  search: seldom(search),
  status: seldom(fc.constantFrom(...ORDER_STATUSES)),
  store_id: seldom(store(model)),
  created_after: seldom(time),
  created_before: seldom(time),
  updated_after: seldom(time),
  date_from: seldom(day),
  date_to: seldom(day),
  timezone: seldom(fc.constantFrom(...ZONES)),
  supplier_id: seldom(supplier),
  missingSku: seldom(flag),
  missingDesign: seldom(flag),
});

/** Any parameters of GET /orders of Public V1. */
export const orderParams = (model: OrderModel) =>
  fc.record({
    ...orderFilters(model),
    ...pages,
    sort: fc.oneof(
      fc.constant(undefined),
      sortOf(["date", "createdAt", "updated_at", "totalAmount", "customerName", "customer_name", "storeName", "status", "id"]),
    ),
  });

/** Any filters of GET /api/v2/orders, and a sort. */
export const feedParams = (model: OrderModel) =>
  fc.record({
    ...orderFilters(model),
    external_id: fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom("ext-1", "ext-2", "ext-3") },
    ),
    sort: fc.oneof(fc.constant(undefined), sortOf(["date", "created_at", "updated_at", "id"])),
  });

/** Any parameters of GET /orderItems. */
export const itemParams = (model: OrderModel) =>
  fc.record({
    ...pages,
    search: seldom(search),
    q: seldom(search),
    status: seldom(fc.constantFrom("new", "Delivered", "on_hold", "WAITING for ann", "unheard of").map((text) => text.replace("_", " "))),
    store_name: seldom(store(model)),
    store: seldom(store(model)),
    date_from: seldom(day),
    startDate: seldom(day),
    date_to: seldom(day),
    end_date: seldom(day),
    timezone: seldom(fc.constantFrom(...ZONES)),
    supplier: seldom(supplier),
    missingSku: seldom(flag),
    missingDesign: seldom(flag),
    missingCost: seldom(flag),
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
