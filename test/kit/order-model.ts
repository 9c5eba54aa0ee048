import { boundsOf, dayOf, momentOf } from "./zone-model";

/** What the lists may look at, of an item as it was taken in. Amounts in cents. */
export interface ModelItem {
  id: number;
  name: string;
  quantity: number;
  price: number;
  cost: number | null;
  status: string;
  sku: string | null;
  customSku: string | null;
  designUrl: string | null;
  trackingCode: string | null;
  supplier: string | null;
  subSupplier: string | null;
  createdAt: number;
  updatedAt: number;
}

/** The same of an order. */
export interface ModelOrder {
  id: number;
  store: ModelStore;
  number: string | null;
  externalId: string | null;
  customerName: string | null;
  status: string;
  date: number;
  totalAmount: number;
  createdAt: number;
  updatedAt: number;
  items: ModelItem[];
}

export interface ModelStore {
  id: number;
  code: string | null;
  name: string;
}

/** Everything that one organization has. */
export interface OrderModel {
  timezone: string;
  stores: ModelStore[];
  orders: ModelOrder[];
}

export type Params = Readonly<Record<string, string | undefined>>;

/** A page as the model expects it. */
export interface Expected {
  ids: number[];
  pagination: { page: number; page_size: number; total: number; total_pages: number };
}

/** The value of the first of these parameters that is there and not empty. */
function first(params: Params, ...names: string[]): string | undefined {
  return names.map((name) => params[name]?.trim()).find((value) => value !== undefined && value !== "");
}

const isOn = (value: string | undefined): boolean => value === "true" || value === "1";
const fold = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
const same = (one: string | null, other: string): boolean => one !== null && fold(one) === fold(other);
const words = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** Whether every word of `q` begins some word of the texts; a query without a word finds nothing. */
function found(q: string, texts: (string | null)[]): boolean {
  const there = texts.flatMap((text) => words(text ?? ""));
  const asked = words(q);
  return asked.length > 0 && asked.every((word) => there.some((other) => other.startsWith(word)));
}

const textsOf = (order: ModelOrder): (string | null)[] => [order.number, order.externalId, order.customerName];
const textsOfItem = (item: ModelItem): (string | null)[] => [item.name, item.sku, item.customSku, item.trackingCode];
const suppliedBy = (item: ModelItem, name: string): boolean => same(item.supplier, name) || same(item.subSupplier, name);

const isLive = ({ status }: ModelItem): boolean => status !== "Cancelled" && status !== "Refunded";
const lacksSku = (item: ModelItem): boolean => isLive(item) && item.sku === null && item.customSku === null;
const lacksDesign = (item: ModelItem): boolean => isLive(item) && item.designUrl === null;
const lacksCost = (item: ModelItem): boolean => isLive(item) && item.cost === null;

/** The store that a text names: by id, else by code, else by name. */
function storeNamed({ stores }: OrderModel, name: string): ModelStore | undefined {
  return (
    stores.find(({ id }) => String(id) === name) ??
    stores.find(({ code }) => same(code, name)) ??
    stores.find((store) => same(store.name, name))
  );
}

function storeMatches(model: OrderModel, order: ModelOrder, name: string | undefined): boolean {
  return name === undefined || order.store.id === storeNamed(model, name)?.id;
}

type Value = string | number | null;

function compare(one: Value, other: Value): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
}

/** Rows by a value, then by id, both in the direction asked for; null is the least of values. */
function sorted<Row>(rows: Row[], value: (row: Row) => Value, id: (row: Row) => number, direction: string): Row[] {
  const sign = direction === "asc" ? 1 : -1;
  return rows.toSorted((one, other) => sign * (compare(value(one), value(other)) || id(one) - id(other)));
}

function paged(ids: number[], params: Params, ...sizes: string[]): Expected {
  const page = Number(first(params, "page") ?? 1);
  const size = Number(first(params, ...sizes) ?? 50);
  const pagination = { page, page_size: size, total: ids.length, total_pages: Math.ceil(ids.length / size) };
  return { ids: ids.slice((page - 1) * size, page * size), pagination };
}

/** What a text is sorted by: its letters without case and accents. */
const sortedBy = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replaceAll("ł", "l");
const sortedOrNull = (text: string | null): string | null => (text === null ? null : sortedBy(text));
const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

const ORDER_VALUES: Record<string, (order: ModelOrder) => Value> = {
  date: ({ date }) => date,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  totalAmount: ({ totalAmount }) => totalAmount,
  customerName: ({ customerName }) => sortedOrNull(customerName),
  storeName: ({ store }) => sortedBy(store.name),
  status: ({ status }) => status,
  id: ({ id }) => id,
};

/** Ids of all orders that a list of either surface finds, in its order. */
export function ordersFound(model: OrderModel, params: Params): number[] {
  const zone = first(params, "timezone") ?? model.timezone;
  const moment = (name: string): number | undefined => {
    const text = first(params, name);
    return text === undefined ? undefined : momentOf(text, zone);
  };
  const q = first(params, "q", "search");
  const [status, store, supplier, externalId] = ["status", "store_id", "supplier_id", "external_id"].map((name) => first(params, name));
  const [after, before, updated] = [moment("created_after"), moment("created_before"), moment("updated_after")];
  const [dateFrom, dateTo] = [first(params, "date_from"), first(params, "date_to")];
  const start = dateFrom === undefined ? Number.NEGATIVE_INFINITY : boundsOf(dateFrom, zone)[0];
  const end = dateTo === undefined ? Number.POSITIVE_INFINITY : boundsOf(dateTo, zone)[1];
  const [missingSku, missingDesign] = [first(params, "missingSku", "missing_sku"), first(params, "missingDesign", "missing_design")];
  const rows = model.orders.filter(
    (order) =>
      (q === undefined || found(q, [...textsOf(order), ...order.items.flatMap(textsOfItem)])) &&
      (status === undefined || order.status === status) &&
      storeMatches(model, order, store) &&
      (supplier === undefined || order.items.some((item) => suppliedBy(item, supplier))) &&
      (externalId === undefined || order.externalId === externalId) &&
      (after === undefined || order.createdAt > after) &&
      (before === undefined || order.createdAt < before) &&
      (updated === undefined || order.updatedAt > updated) &&
      order.date >= start &&
      order.date < end &&
      (!isOn(missingSku) || order.items.some(lacksSku)) &&
      (!isOn(missingDesign) || order.items.some(lacksDesign)),
  );
  const [field = "", direction = "desc"] = (first(params, "sort") ?? "date:desc").split(":");
  const value = ORDER_VALUES[camel(field)];
  if (value === undefined) throw new Error(`no such sort: ${field}`);
  return sorted(rows, value, ({ id }) => id, direction).map(({ id }) => id);
}

/** GET /orders of Public V1. */
export function ordersExpected(model: OrderModel, params: Params): Expected {
  return paged(ordersFound(model, params), params, "page_size", "limit");
}

interface Line {
  item: ModelItem;
  order: ModelOrder;
}

const ITEM_VALUES: Record<string, (line: Line, model: OrderModel) => Value> = {
  orderDate: ({ order }, { timezone }) => dayOf(order.date, timezone),
  id: ({ item }) => item.id,
  orderId: ({ order }) => order.id,
  name: ({ item }) => sortedBy(item.name),
  sku: ({ item }) => sortedOrNull(item.sku),
  status: ({ item }) => sortedBy(item.status),
  storeName: ({ order }) => sortedBy(order.store.name),
  quantity: ({ item }) => item.quantity,
  price: ({ item }) => item.price,
  createdAt: ({ item }) => item.createdAt,
  updatedAt: ({ item }) => item.updatedAt,
};

/** GET /orderItems of Public V1. */
export function itemsExpected(model: OrderModel, params: Params): Expected {
  const zone = first(params, "timezone") ?? model.timezone;
  const search = first(params, "search", "q");
  const status = first(params, "status");
  const store = first(params, "store_name", "storeName", "store", "store_id");
  const supplier = first(params, "supplier_id", "supplier");
  const from = first(params, "date_from", "dateFrom", "start_date", "startDate");
  const to = first(params, "date_to", "dateTo", "end_date", "endDate");
  const start = from === undefined ? Number.NEGATIVE_INFINITY : boundsOf(from, zone)[0];
  const end = to === undefined ? Number.POSITIVE_INFINITY : boundsOf(to, zone)[1];
  const lines = model.orders
    .flatMap((order) => order.items.map((item): Line => ({ item, order })))
    .filter(
      ({ item, order }) =>
        (search === undefined || found(search, [...textsOf(order), ...textsOfItem(item)])) &&
        (status === undefined || same(item.status, status)) &&
        storeMatches(model, order, store) &&
        (supplier === undefined || suppliedBy(item, supplier)) &&
        order.date >= start &&
        order.date < end &&
        (!isOn(params["missingSku"]) || lacksSku(item)) &&
        (!isOn(params["missingDesign"]) || lacksDesign(item)) &&
        (!isOn(params["missingCost"]) || lacksCost(item)),
    );
  const [field, direction] = (first(params, "sort") ?? "").split(":");
  const by = first(params, "sort_by", "sortBy") ?? (field === "" ? undefined : field) ?? "orderDate";
  const value = ITEM_VALUES[camel(by)];
  if (value === undefined) throw new Error(`no such sort: ${by}`);
  const way = first(params, "sort_dir", "sortDir", "order") ?? direction ?? "desc";
  const inOrder = sorted(
    lines,
    (line) => value(line, model),
    ({ item }) => item.id,
    way,
  );
  return paged(
    inOrder.map(({ item }) => item.id),
    params,
    "page_size",
    "pageSize",
    "limit",
  );
}
