import * as fc from "fast-check";
import type { ItemFilter } from "../../src/resources/orders/items/filters";
import type { OrderFilterValues } from "../../src/resources/orders/list/filters";
import { type FilterCases, equalIgnoringCase, storeByRef, storeTexts, timeTexts } from "./filter-cases";
import { type ModelItem, type ModelOrder, moment, ORDER_STATUSES, type OrderModel } from "./order-seed";
import { boundsOf, momentOf } from "./zone-model";

const isOn = (value: string | undefined): boolean => value === "true" || value === "1";
const words = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** Whether every word of `q` starts some word of the texts. A query without a word finds nothing. */
function matchesSearch(q: string, texts: (string | null)[]): boolean {
  const textWords = texts.flatMap((text) => words(text ?? ""));
  const queryWords = words(q);
  return queryWords.length > 0 && queryWords.every((word) => textWords.some((other) => other.startsWith(word)));
}

const textsOf = (order: ModelOrder): (string | null)[] => [order.number, order.externalId, order.customerName];
const textsOfItem = (item: ModelItem): (string | null)[] => [
  item.name,
  item.sku,
  item.customSku,
  item.trackingCode,
  // The last six characters find it too.
  item.trackingCode?.slice(-6) ?? null,
];
const suppliedBy = (item: ModelItem, name: string): boolean =>
  equalIgnoringCase(item.supplier, name) || equalIgnoringCase(item.subSupplier, name);

const isLive = ({ status }: ModelItem): boolean => status !== "Cancelled" && status !== "Refunded";
const lacksSku = (item: ModelItem): boolean => isLive(item) && item.sku === null && item.customSku === null;
const lacksDesign = (item: ModelItem): boolean => isLive(item) && item.designUrl === null;
const lacksCost = (item: ModelItem): boolean => isLive(item) && item.cost === null;

const isShipped = ({ status }: ModelItem): boolean => status === "Shipped" || status === "Delivered";
const isPartlyShipped = ({ items }: ModelOrder): boolean => items.some(isShipped) && items.some((item) => isLive(item) && !isShipped(item));

function storeMatches(model: OrderModel, order: ModelOrder, name: string): boolean {
  return order.store.id === storeByRef(model.stores, name)?.id;
}

/** One or two beginnings of existing words, or a text without a word, with a repeated one, or with one that does not occur. */
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
        "z999aa",
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

const time = timeTexts(moment);
const day = moment.map((at) => new Date(at).toISOString().slice(0, 10));
const dueDay = fc.constantFrom("2026-01-09", "2026-01-10", "2026-01-11");
const isDue = ({ shipBy, status }: ModelOrder): boolean => shipBy !== null && ["New", "Pending Cost", "In Production"].includes(status);
const flag = fc.constantFrom("true", "false", "1", "0");
const supplier = fc.constantFrom("printful", "Acme", "ACME EAST", "hà nội print", "HÀ NỘI PRINT", "Ha Noi Print", "nobody");

const store = ({ stores }: OrderModel): fc.Arbitrary<string> => storeTexts(stores);

export const ORDER_CASES: FilterCases<OrderFilterValues, ModelOrder, OrderModel> = {
  match: { texts: () => search, matches: (order, text) => matchesSearch(text, [...textsOf(order), ...order.items.flatMap(textsOfItem)]) },
  status: { texts: () => fc.constantFrom(...ORDER_STATUSES), matches: (order, text) => order.status === text },
  store: { texts: store, matches: (order, text, { model }) => storeMatches(model, order, text) },
  externalId: { texts: () => fc.constantFrom("ext-1", "ext-2", "ext-3"), matches: (order, text) => order.externalId === text },
  assignee: { texts: () => fc.constantFrom("ann@example.com", "bea", "Bea"), matches: (order, text) => order.assignee === text },
  tag: {
    texts: () => fc.constantFrom("gift", "RUSH", "Ärmel", "ärmel", "ÄRMEL", "gif", "%"),
    matches: (order, text) => order.tags.some((tag) => equalIgnoringCase(tag, text)),
  },
  shipCountry: {
    texts: () => fc.constantFrom("gb", "Gb", "Österreich", "ÖSTERREICH", "Osterreich", "G"),
    matches: (order, text) => equalIgnoringCase(order.shipCountry, text),
  },
  shippingService: {
    texts: () => fc.constantFrom("express", "Standard Mail", "Standard", "hỏa tốc", "HỎA TỐC"),
    matches: (order, text) => equalIgnoringCase(order.service, text),
  },
  dueFrom: { texts: () => dueDay, matches: (order, text) => isDue(order) && (order.shipBy ?? "") >= text },
  dueTo: { texts: () => dueDay, matches: (order, text) => isDue(order) && (order.shipBy ?? "") <= text },
  createdAfter: { texts: () => time, matches: (order, text, { zone }) => order.createdAt > momentOf(text, zone) },
  createdBefore: { texts: () => time, matches: (order, text, { zone }) => order.createdAt < momentOf(text, zone) },
  updatedAfter: { texts: () => time, matches: (order, text, { zone }) => order.updatedAt > momentOf(text, zone) },
  dateFrom: { texts: () => day, matches: (order, text, { zone }) => order.date >= boundsOf(text, zone)[0] },
  dateTo: { texts: () => day, matches: (order, text, { zone }) => order.date < boundsOf(text, zone)[1] },
  supplier: { texts: () => supplier, matches: (order, text) => order.items.some((item) => suppliedBy(item, text)) },
  missingSku: { texts: () => flag, matches: (order, text) => !isOn(text) || order.items.some(lacksSku) },
  missingDesign: { texts: () => flag, matches: (order, text) => !isOn(text) || order.items.some(lacksDesign) },
  partlyShipped: { texts: () => flag, matches: (order, text) => !isOn(text) || isPartlyShipped(order) },
  requiresAudit: { texts: () => flag, matches: (order, text) => !isOn(text) || order.requiresAudit },
  // The model has no suppliers, so no item of it is ready.
  ready: { texts: () => flag, matches: (_order, text) => !isOn(text) },
  onHold: {
    texts: () => flag,
    matches: (order, text) => !isOn(text) || order.items.some(({ status }) => equalIgnoringCase(status, "On Hold")),
  },
};

export interface Line {
  item: ModelItem;
  order: ModelOrder;
}

const itemStatus = fc.constantFrom(
  "new",
  "Delivered",
  "on hold",
  "WAITING for ann",
  "überfällig",
  "ÜBERFÄLLIG",
  "Uberfallig",
  "unheard of",
);

/** `needsSku` is no parameter. */
export const ITEM_CASES: FilterCases<Omit<ItemFilter, "needsSku">, Line, OrderModel> = {
  match: { texts: () => search, matches: ({ order, item }, text) => matchesSearch(text, [...textsOf(order), ...textsOfItem(item)]) },
  status: { texts: () => itemStatus, matches: ({ item }, text) => equalIgnoringCase(item.status, text) },
  store: { texts: store, matches: ({ order }, text, { model }) => storeMatches(model, order, text) },
  dateFrom: { texts: () => day, matches: ({ order }, text, { zone }) => order.date >= boundsOf(text, zone)[0] },
  dateTo: { texts: () => day, matches: ({ order }, text, { zone }) => order.date < boundsOf(text, zone)[1] },
  supplier: { texts: () => supplier, matches: ({ item }, text) => suppliedBy(item, text) },
  missingSku: { texts: () => flag, matches: ({ item }, text) => !isOn(text) || lacksSku(item) },
  missingDesign: { texts: () => flag, matches: ({ item }, text) => !isOn(text) || lacksDesign(item) },
  missingCost: { texts: () => flag, matches: ({ item }, text) => !isOn(text) || lacksCost(item) },
};
