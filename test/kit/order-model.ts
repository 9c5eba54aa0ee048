import { ITEM_FILTERS } from "../../src/resources/orders/items/filters";
import { ORDER_FILTERS } from "../../src/resources/orders/list/filters";
import { first, matchesAll, type Params } from "./filter-cases";
import { ITEM_CASES, type Line, ORDER_CASES } from "./order-filters";
import type { ModelOrder, OrderModel } from "./order-seed";

export type { OrderModel } from "./order-seed";

/** The expected page of a list. */
export interface Expected {
  ids: number[];
  pagination: { page: number; page_size: number; total: number; total_pages: number };
}

type Value = string | number | null;

function compare(one: Value, other: Value): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
}

/** Rows sorted by a value, then by id, both in the same direction. Null is the smallest value. */
function sortRows<Row>(rows: Row[], value: (row: Row) => Value, id: (row: Row) => number, direction: string): Row[] {
  const sign = direction === "asc" ? 1 : -1;
  return rows.toSorted((one, other) => sign * (compare(value(one), value(other)) || id(one) - id(other)));
}

function pageOf(ids: number[], params: Params, ...sizes: string[]): Expected {
  const page = Number(first(params, "page") ?? 1);
  const size = Number(first(params, ...sizes) ?? 50);
  const pagination = { page, page_size: size, total: ids.length, total_pages: Math.ceil(ids.length / size) };
  return { ids: ids.slice((page - 1) * size, page * size), pagination };
}

/** The sort key of a text: its letters without case and accents. */
const sortKey = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replaceAll("ł", "l");
const sortKeyOrNull = (text: string | null): string | null => (text === null ? null : sortKey(text));
const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

const ORDER_VALUES: Record<string, (order: ModelOrder) => Value> = {
  date: ({ date }) => date,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  totalAmount: ({ totalAmount }) => totalAmount,
  customerName: ({ customerName }) => sortKeyOrNull(customerName),
  storeName: ({ store }) => sortKey(store.name),
  status: ({ status }) => status,
  id: ({ id }) => id,
};

/** The ids of all orders that a list of either surface finds, in its order. */
export function ordersFound(model: OrderModel, params: Params): number[] {
  const rows = model.orders.filter((order) => matchesAll(ORDER_FILTERS, ORDER_CASES, { params, model }, order));
  const [field = "", direction = "desc"] = (first(params, "sort") ?? "date:desc").split(":");
  const value = ORDER_VALUES[camel(field)];
  if (value === undefined) throw new Error(`no such sort: ${field}`);
  return sortRows(rows, value, ({ id }) => id, direction).map(({ id }) => id);
}

/** GET /orders of Public V1. */
export function ordersExpected(model: OrderModel, params: Params): Expected {
  return pageOf(ordersFound(model, params), params, "page_size", "limit");
}

const ITEM_VALUES: Record<string, (line: Line) => Value> = {
  orderDate: ({ order }) => order.date,
  id: ({ item }) => item.id,
  orderId: ({ order }) => order.id,
  name: ({ item }) => sortKey(item.name),
  sku: ({ item }) => sortKeyOrNull(item.sku),
  status: ({ item }) => sortKey(item.status),
  storeName: ({ order }) => sortKey(order.store.name),
  quantity: ({ item }) => item.quantity,
  price: ({ item }) => item.price,
  createdAt: ({ item }) => item.createdAt,
  updatedAt: ({ item }) => item.updatedAt,
};

/** GET /orderItems of Public V1. */
export function itemsExpected(model: OrderModel, params: Params): Expected {
  const lines = model.orders
    .flatMap((order) => order.items.map((item): Line => ({ item, order })))
    .filter((candidate) => matchesAll(ITEM_FILTERS, ITEM_CASES, { params, model }, candidate));
  const [field, direction] = (first(params, "sort") ?? "").split(":");
  const by = first(params, "sort_by", "sortBy") ?? (field === "" ? undefined : field) ?? "orderDate";
  const value = ITEM_VALUES[camel(by)];
  if (value === undefined) throw new Error(`no such sort: ${by}`);
  const sortDirection = first(params, "sort_dir", "sortDir", "order") ?? direction ?? "desc";
  const inOrder = sortRows(lines, value, ({ item }) => item.id, sortDirection.toLowerCase());
  return pageOf(
    inOrder.map(({ item }) => item.id),
    params,
    "page_size",
    "pageSize",
    "limit",
  );
}
