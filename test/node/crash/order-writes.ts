import { allowedStatuses, type OrderStatus } from "../../../src/resources/orders/order-status.ts";
import type { ApiResponse } from "../server/shop.ts";
import { type KnownOrder, money, oneOf, type SentItem, takeOne, integerUpTo, type Verb } from "./client-state.ts";

/** The writes of orders and items in v2, each with a unique text that identifies it in the database. */

function randomItem(random: () => number): SentItem {
  return {
    name: oneOf(["Mug", "Tee", "Poster"], random),
    quantity: integerUpTo(5, random),
    price: money(random),
    ...(random() < 0.5 && { cost: money(random) }),
    ...(random() < 0.5 && { sku: oneOf(["MUG-1", "TEE-2"], random) }),
  };
}

function orderBody(externalId: string, store: string, items: SentItem[], random: () => number) {
  return {
    store,
    external_id: externalId,
    date: oneOf(["2026-01-01T12:00:00Z", "2026-01-02T00:30:00Z", "2026-03-29"], random),
    currency: oneOf(["USD", "EUR"], random),
    tax: money(random),
    shipping_cost: money(random),
    discount: money(random) / 100,
    items,
  };
}

const someItems = (random: () => number) => Array.from({ length: integerUpTo(4, random) }, () => randomItem(random));

/** An open order as a writer knows it from a response. */
function openOrder({ id, items, status, version, is_refunded }: ApiResponse["body"], source: KnownOrder["source"]): KnownOrder {
  return { id, source, itemIds: items.map((item: { id: string }) => item.id), status, version, isOpen: true, isRefunded: is_refunded };
}

export const createOrder: Verb = ({ orders, stores }, text, random) => {
  const store = oneOf(["gift", ...stores.map(({ code }) => code)], random);
  const items = someItems(random);
  return {
    surface: "v2",
    method: "POST",
    path: "/orders",
    body: orderBody(text, store, items, random),
    leaves: { orders: [text] },
    ids: ({ id }) => [id],
    learn: (body) => void orders.push(openOrder(body, { externalId: text, store, items })),
  };
};

const createOrders: Verb = ({ orders }, text, random) => {
  const texts = Array.from({ length: 1 + integerUpTo(20, random) }, (_, nth) => `${text}n${nth}`);
  const sent = texts.map((one) => orderBody(one, "gift", someItems(random), random));
  return {
    surface: "v2",
    method: "POST",
    path: "/orders/bulk",
    body: { orders: sent },
    leaves: { orders: texts },
    ids: ({ results }) => results.map((result: { id: number }) => result.id),
    learn: ({ results }) => {
      orders.push({ id: results[0].id, source: null, itemIds: [], status: "New", version: 1, isOpen: true, isRefunded: false });
    },
  };
};

/** The order as its source sends it again: other values of the order, another price of its first item, and sometimes another item. */
const sendOrderAgain: Verb = ({ orders }, text, random) => {
  const order = takeOne(orders, random, ({ source, isOpen }) => source !== null && isOpen);
  if (order === null || order.source === null) return null;
  const { externalId, store } = order.source;
  const [first, ...others] = order.source.items;
  if (first === undefined) return null;
  const items = [{ ...first, price: money(random) }, ...others, ...(random() < 0.3 ? [randomItem(random)] : [])];
  return {
    surface: "v2",
    method: "POST",
    path: "/orders?on_conflict=update",
    body: { ...orderBody(externalId, store, items, random), number: text },
    leaves: { "entries of updated orders": [String(order.id)] },
    raises: [["orders", order.id]],
    sets: { column: "orders.number", id: order.id, shared: false },
    learn: (body) => void orders.push(openOrder(body, { externalId, store, items })),
  };
};

/** One of the shared orders, half of the time only in the version that the writers have read last. */
const patchSharedOrder: Verb = ({ shared }, text, random) => {
  const order = shared.orders[Math.floor(random() * shared.orders.length)];
  if (order === undefined) return null;
  return {
    surface: "v2",
    method: "PATCH",
    path: `/orders/${order.id}`,
    body: { customer_name: text },
    ...(random() < 0.5 && { headers: { "If-Match": `"${order.version}"` } }),
    leaves: { "entries of updated orders": [String(order.id)] },
    raises: [["orders", order.id]],
    sets: { column: "orders.customer_name", id: order.id, shared: true },
    learn: ({ version }) => {
      order.version = Math.max(order.version, version);
    },
  };
};

const patchOrder: Verb = ({ orders }, text, random) => {
  const order = takeOne(orders, random);
  if (order === null) return null;
  return {
    surface: "v2",
    method: "PATCH",
    path: `/orders/${order.id}`,
    body: { customer_name: text, tax: money(random), is_refunded: random() < 0.5, refund_amount: random() < 0.5 ? null : 0 },
    leaves: { "entries of updated orders": [String(order.id)] },
    raises: [["orders", order.id]],
    sets: { column: "orders.customer_name", id: order.id, shared: false },
    learn: ({ version, is_refunded }) => void orders.push({ ...order, version, isRefunded: is_refunded }),
  };
};

const moveOrder: Verb = ({ orders }, text, random) => {
  const order = takeOne(orders, random, ({ isOpen }) => isOpen);
  const [first, ...others] = order === null ? [] : allowedStatuses(order.status, { hasReason: true });
  if (order === null || first === undefined) return null;
  const status = oneOf<OrderStatus>([first, ...others], random);
  return {
    surface: "v2",
    method: "POST",
    path: `/orders/${order.id}/status`,
    body: { status, reason: text },
    leaves: { "order statuses": [text] },
    raises: [["orders", order.id]],
    learn: ({ version }) => void orders.push({ ...order, status, version }),
  };
};

const patchItem: Verb = ({ orders, shared }, text, random) => {
  const isShared = random() < 0.5;
  const order = isShared ? shared.orders[Math.floor(random() * shared.orders.length)] : takeOne(orders, random);
  const itemId = order?.itemIds[0];
  if (order === undefined || order === null || itemId === undefined) return null;
  return {
    surface: "v2",
    method: "PATCH",
    path: `/order-items/${itemId}`,
    body: { comment: text, cost: money(random), sku: oneOf([null, "MUG-9"], random), tracking_code: text },
    leaves: { "entries of updated orders": [String(order.id)] },
    raises: [["orders", order.id]],
    sets: { column: "order_items.comment", id: itemId, shared: isShared },
    learn: () => {
      if (!isShared) orders.push(order);
    },
  };
};

/** The share of each among all writes. */
export const ORDER_VERBS: readonly [name: string, share: number, verb: Verb][] = [
  ["POST /orders", 5, createOrder],
  ["POST /orders/bulk", 2, createOrders],
  ["POST /orders, again", 4, sendOrderAgain],
  ["PATCH /orders/{id}", 3, patchOrder],
  ["PATCH /orders/{id}, by all", 3, patchSharedOrder],
  ["POST /orders/{id}/status", 4, moveOrder],
  ["PATCH /order-items/{id}", 4, patchItem],
];
