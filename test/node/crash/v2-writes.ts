import { isShippable, type KnownFulfillment, oneOf, takeOne, type Verb } from "./client-state.ts";

/** The writes of v2 except those of orders, each with a unique text that identifies it in the database. */

/** The history entries of items whose status follows their fulfillment. */
function itemStatusEntries(itemIds: readonly string[], from: KnownFulfillment["status"], to: KnownFulfillment["status"]): string[] {
  const itemStatus = { label_created: null, in_transit: "Shipped", delivered: "Delivered" }[to];
  return itemStatus === null || from === to ? [] : itemIds.map((id) => `${itemStatus} ${id}`);
}

const createFulfillment: Verb = ({ orders, fulfillments }, text, random) => {
  const order = takeOne(orders, random, isShippable);
  if (order === null) return null;
  const status = oneOf(["label_created", "in_transit"], random);
  const { id: orderId, itemIds } = order;
  return {
    surface: "v2",
    method: "POST",
    path: `/orders/${orderId}/fulfillments`,
    body: { status, tracking_url: `https://fulfillments.example.com/${text}`, tracking_number: text, carrier: "UPS" },
    leaves: {
      fulfillments: [`https://fulfillments.example.com/${text}`],
      "item statuses": itemStatusEntries(itemIds, "label_created", status),
      "entries of fulfillments": [String(orderId)],
    },
    raises: [["orders", orderId]],
    ids: ({ id }) => [id],
    learn: ({ id }) => {
      fulfillments.push({ id, orderId, itemIds, status });
      orders.push({ ...order, isOpen: false });
    },
  };
};

const updateFulfillment: Verb = ({ fulfillments }, text, random) => {
  const fulfillment = takeOne(fulfillments, random);
  if (fulfillment === null) return null;
  const status = fulfillment.status === "label_created" ? oneOf(["in_transit", "delivered"], random) : "delivered";
  return {
    surface: "v2",
    method: "PATCH",
    path: `/fulfillments/${fulfillment.id}`,
    body: { status, tracking_number: text },
    leaves: {
      "item statuses": itemStatusEntries(fulfillment.itemIds, fulfillment.status, status),
      "entries of fulfillments": [String(fulfillment.orderId)],
    },
    raises: [
      ["orders", fulfillment.orderId],
      ["fulfillments", fulfillment.id],
    ],
    sets: { column: "fulfillments.tracking_number", id: fulfillment.id, shared: false },
    learn: () => void fulfillments.push({ ...fulfillment, status }),
  };
};

const createStore: Verb = ({ stores }, text, random) => ({
  surface: "v2",
  method: "POST",
  path: "/stores",
  body: { name: text, code: text, platform: oneOf(["custom", "etsy"], random) },
  leaves: { stores: [text] },
  ids: ({ id }) => [id],
  learn: ({ id }) => void stores.push({ id, code: text }),
});

const renameStore: Verb = ({ stores }, text, random) => {
  const store = takeOne(stores, random);
  if (store === null) return null;
  return {
    surface: "v2",
    method: "PATCH",
    path: `/stores/${store.id}`,
    body: { name: text },
    sets: { column: "stores.name", id: store.id, shared: false },
    learn: () => void stores.push(store),
  };
};

const openTicket: Verb = ({ tickets, shared }, text, random) => ({
  surface: "v2",
  method: "POST",
  path: "/tickets",
  body: { subject: text, body: "Where is it?", ...(random() < 0.5 && { order_id: shared.orders[0]?.id }) },
  leaves: { tickets: [text] },
  ids: ({ id }) => [id],
  learn: ({ id }) => void tickets.push(id),
});

const answerTicket: Verb = ({ tickets }, text, random) => {
  const id = takeOne(tickets, random);
  if (id === null) return null;
  return {
    surface: "v2",
    method: "PATCH",
    path: `/tickets/${id}`,
    body: { body: text, status: oneOf(["open", "pending", "resolved"], random) },
    raises: [["tickets", id]],
    sets: { column: "tickets.body", id, shared: false },
    learn: () => void tickets.push(id),
  };
};

/** Pauses and resumes the shared endpoint while its events are being delivered. */
const changeWebhook: Verb = ({ shared: { endpointId } }, text, random) => ({
  surface: "v2",
  method: "PATCH",
  path: `/webhooks/${endpointId}`,
  body: { description: text, enabled: random() < 0.6 },
  raises: [["webhook_endpoints", endpointId]],
  sets: { column: "webhook_endpoints.description", id: endpointId, shared: true },
});

/** Of what is checked, only the response to this write has the new secret, and a replay must return it again. */
const rotateSecret: Verb = ({ shared: { endpointId } }) => ({
  surface: "v2",
  method: "POST",
  path: `/webhooks/${endpointId}/rotate-secret`,
  body: { overlap_hours: 0 },
  raises: [["webhook_endpoints", endpointId]],
});

/** The share of each among all writes. */
export const V2_VERBS: readonly [name: string, share: number, verb: Verb][] = [
  ["POST /orders/{id}/fulfillments", 3, createFulfillment],
  ["PATCH /fulfillments/{id}", 3, updateFulfillment],
  ["POST /stores", 1, createStore],
  ["PATCH /stores/{id}", 1, renameStore],
  ["POST /tickets", 2, openTicket],
  ["PATCH /tickets/{id}", 2, answerTicket],
  ["PATCH /webhooks/{id}", 1, changeWebhook],
  ["POST /webhooks/{id}/rotate-secret", 1, rotateSecret],
];
