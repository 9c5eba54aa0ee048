import * as fc from "fast-check";
import type { ItemFilter } from "../../src/orders/items/filters";
import type { OrderFilterValues } from "../../src/orders/list/filters";
import { type FilterTable, namesOf } from "../../src/platform/http/input/filters";
import { type ModelItem, type ModelOrder, type ModelStore, moment, ORDER_STATUSES, type OrderModel } from "./order-seed";
import { boundsOf, momentOf } from "./zone-model";

export type Params = Readonly<Record<string, string | undefined>>;

/** The value of the first of these parameters that is there and not empty. */
export function first(params: Params, ...names: string[]): string | undefined {
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
function storeIdByRef({ stores }: OrderModel, name: string): ModelStore | undefined {
  return (
    stores.find(({ id }) => String(id) === name) ??
    stores.find(({ code }) => same(code, name)) ??
    stores.find((store) => same(store.name, name))
  );
}

function storeMatches(model: OrderModel, order: ModelOrder, name: string): boolean {
  return order.store.id === storeIdByRef(model, name)?.id;
}

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
    .map((beginnings) => beginnings.join(" ")),
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

interface Reading {
  model: OrderModel;
  zone: string;
}

/** How a filter is tested: texts for its parameter, and whether a row matches one of them. */
export interface FilterCase<Row> {
  texts: (model: OrderModel) => fc.Arbitrary<string>;
  matches: (row: Row, text: string, reading: Reading) => boolean;
}

/** The cases of a list's filters. A filter of its table that is missing here does not compile. */
type FilterCases<Values, Row> = { readonly [Key in keyof Values]-?: FilterCase<Row> };

/** Whether a row matches all filters that the parameters set. */
export function matchesAll<Row>(
  table: FilterTable,
  cases: Readonly<Record<string, FilterCase<Row>>>,
  { params, model }: { params: Params; model: OrderModel },
  row: Row,
): boolean {
  const reading = { model, zone: first(params, "timezone") ?? model.timezone };
  return Object.entries(table).every(([key, filter]) => {
    const text = first(params, ...namesOf(filter));
    return text === undefined || (cases[key]?.matches(row, text, reading) ?? true);
  });
}

export const ORDER_CASES: FilterCases<OrderFilterValues, ModelOrder> = {
  match: { texts: () => search, matches: (order, text) => found(text, [...textsOf(order), ...order.items.flatMap(textsOfItem)]) },
  status: { texts: () => fc.constantFrom(...ORDER_STATUSES), matches: (order, text) => order.status === text },
  store: { texts: store, matches: (order, text, { model }) => storeMatches(model, order, text) },
  externalId: { texts: () => fc.constantFrom("ext-1", "ext-2", "ext-3"), matches: (order, text) => order.externalId === text },
  createdAfter: { texts: () => time, matches: (order, text, { zone }) => order.createdAt > momentOf(text, zone) },
  createdBefore: { texts: () => time, matches: (order, text, { zone }) => order.createdAt < momentOf(text, zone) },
  updatedAfter: { texts: () => time, matches: (order, text, { zone }) => order.updatedAt > momentOf(text, zone) },
  dateFrom: { texts: () => day, matches: (order, text, { zone }) => order.date >= boundsOf(text, zone)[0] },
  dateTo: { texts: () => day, matches: (order, text, { zone }) => order.date < boundsOf(text, zone)[1] },
  supplier: { texts: () => supplier, matches: (order, text) => order.items.some((item) => suppliedBy(item, text)) },
  missingSku: { texts: () => flag, matches: (order, text) => !isOn(text) || order.items.some(lacksSku) },
  missingDesign: { texts: () => flag, matches: (order, text) => !isOn(text) || order.items.some(lacksDesign) },
};

export interface Line {
  item: ModelItem;
  order: ModelOrder;
}

const itemStatus = fc.constantFrom("new", "Delivered", "on_hold", "WAITING for ann", "unheard of").map((text) => text.replace("_", " "));

export const ITEM_CASES: FilterCases<Omit<ItemFilter, "needsSku">, Line> = {
  match: { texts: () => search, matches: ({ order, item }, text) => found(text, [...textsOf(order), ...textsOfItem(item)]) },
  status: { texts: () => itemStatus, matches: ({ item }, text) => same(item.status, text) },
  store: { texts: store, matches: ({ order }, text, { model }) => storeMatches(model, order, text) },
  dateFrom: { texts: () => day, matches: ({ order }, text, { zone }) => order.date >= boundsOf(text, zone)[0] },
  dateTo: { texts: () => day, matches: ({ order }, text, { zone }) => order.date < boundsOf(text, zone)[1] },
  supplier: { texts: () => supplier, matches: ({ item }, text) => suppliedBy(item, text) },
  missingSku: { texts: () => flag, matches: ({ item }, text) => !isOn(text) || lacksSku(item) },
  missingDesign: { texts: () => flag, matches: ({ item }, text) => !isOn(text) || lacksDesign(item) },
  missingCost: { texts: () => flag, matches: ({ item }, text) => !isOn(text) || lacksCost(item) },
};
