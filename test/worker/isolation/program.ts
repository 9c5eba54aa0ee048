import fc from "fast-check";
import { EVENT_TYPES } from "../../../src/resources/events/events";
import { bodyOf, encoded, pathOf, queryNames } from "../../kit/requests";
import { GUARDED } from "./probe";
import type { Transcript } from "./transcript";

/** A request as numbers that choose its parts. */
interface Request {
  kind: "request";
  route: number;
  nth: number;
  body: number;
  key: number;
  query: [number, number][];
  usesNextCursor: boolean;
}

/** One step of an organization: a request, or a run of the queues or cron. */
export type Step = Request | { kind: "deliver" } | { kind: "cron" };

const item = (name: string, sku: string | null, extras = {}) => ({ name, price: 9.99, quantity: 2, sku, ...extras });
const bulk = (count: number, extras = {}) => ({
  orders: Array.from({ length: count }, (_, n) => ({
    store: n % 2 ? "gift" : "Gift shop",
    external_id: `b${n}`,
    number: `#${n}`,
    customer_name: "Ann Lee",
    items: [item("Blue mug", "MUG")],
  })),
  ...extras,
});

/** Bodies in addition to those of the kit, so that names, external ids, SKUs and statuses coincide. */
const BODIES: Record<string, readonly unknown[]> = {
  createOrder: [
    {
      store: "gift",
      external_id: "x1",
      number: "#1",
      customer_name: "Ann Lee",
      items: [item("Blue mug", "MUG", { cost: 2, assigned_supplier: "Acme" }), item("Tee", null)],
    },
    { store: "gift", external_id: "x1", number: "#2", customer_name: "Bob", on_conflict: "update", items: [item("Blue mug", "MUG")] },
    { store: "gift", external_id: "x1", items: [item("Poster", "POSTER")] },
    {
      store: "corner",
      external_id: "x1",
      status: "Shipped",
      date: "2031-03-01",
      currency: "EUR",
      items: [item("Mug", "MUG", { tracking_code: "1Z999" })],
    },
    {
      store: "gift",
      external_id: "x2",
      number: "#3",
      total_amount: 1,
      items: Array.from({ length: 12 }, (_, n) => item(`Mug ${n}`, `MUG-${n}`)),
    },
  ],
  createOrders: [
    bulk(3),
    bulk(3, { on_conflict: "skip" }),
    bulk(5, { dry_run: true }),
    bulk(30, { on_error: "skip", on_conflict: "update" }),
  ],
  updateOrder: [{ number: "#1" }, { customer_name: "Bob", is_refunded: true }, { discount: 2 }],
  addOrderItem: [
    { name: "Mug", price: 2 },
    { name: "Tee", price: 5, sku: "MUG" },
  ],
  removeOrderItem: [undefined],
  updateOrderItem: [
    { quantity: 3, price: 1 },
    { sku: "MUG" },
    { sku: null, design_url: "https://designs.example.com/1" },
    { tracking_code: "1Z999" },
  ],
  actOnOrders: [
    { ids: [1, 2, 3], add_tags: ["rush"] },
    { ids: [2, 1], set_status: { status: "Shipped" } },
    { ids: [1, 4], ship: { carrier: "UPS" } },
    { ids: [1, 2], supplier: "Acme" },
  ],
  updateOrders: [
    {
      orders: [
        { id: 1, number: "#1" },
        { id: 2, customer_name: "Bob" },
      ],
    },
    { orders: [{ id: 2, version: 1, discount: 2 }, { id: 9 }], on_conflict: "update" },
  ],
  actOnOrderItems: [
    { ids: [1, 2, 3], supplier: "Acme" },
    { ids: [1, 5], set_status: { status: "Shipped" } },
  ],
  refundOrder: [{ other: 0.5 }, { items: [{ order_item_id: 1, quantity: 1 }] }, { everything: true }],
  reprintOrder: [{}, { number: 2 }, { number: 1, items: [{ order_item_id: 1, quantity: 1 }] }],
  holdOrder: [{ reason: "Ann Lee" }],
  setOrderStatus: [{ status: "Shipped" }, { status: "Complete" }, { status: "Cancelled", reason: "lost" }, { status: "New" }],
  setOrderItemStatus: [{ status: "Shipped" }, { status: "Delivered" }, { status: "Refunded" }],
  setOrderItemStatusV2: [{ status: "New" }, { status: "Shipped" }, { status: "Reprint" }],
  createFulfillment: [{}, { tracking_number: "1Z999", status: "delivered" }, { status: "in_transit", carrier: "UPS" }],
  updateFulfillment: [{ status: "delivered" }, { tracking_number: "TR1" }],
  createProduct: [
    { title: "Blue mug", sku: "MUG", spu: "CUP", stores: ["gift"], platforms: ["etsy"], price: 5 },
    { title: "Tee", sku: "TEE", tags: ["gift"] },
  ],
  createProductV2: [{ title: "Mug 1", sku: "MUG-1", cost: 2, cost_currency: "USD", material: "Tin" }],
  updateProductV2: [{ cost: 2 }, { cost: 3, cost_currency: "EUR", supplier: "Acme" }, { material: "Tin", cost: null }],
  matchCatalog: [{}, { sku: "MUG" }],
  updateProduct: [{ sku: "TEE" }, { stores: [], tags: ["gift", "new"] }],
  createExpense: [
    { category: "payroll", amount: 10, date: "2031-03-29", employee_name: "Ann Lee", base_amount: 10, bhxh_rate: 8 },
    { category: "Rent", amount: 3, date: "2031-03-30", store_id: "gift" },
  ],
  createTicket: [
    { subject: "Late", body: "?", priority: "low" },
    { subject: "Mug", body: "!", status: "pending" },
  ],
  createStore: [{ name: "Third shop", code: "third", platform: "etsy" }],
  sendToSuppliers: [
    { order_ids: [1, 2], override_reason: "x" },
    { order_ids: [1] },
    { items: [{ order_item_id: 1, quantity: 1 }], state: "draft" },
  ],
  updateSupplierOrder: [{ state: "accepted" }, { state: "cancelled", reason: "x" }, { due_date: null }],
  createSupplier: [
    { name: "Acme", code: "gift" },
    { name: "Third", code: "Acme Prints" },
  ],
  updateSupplier: [{ name: "Acme" }, { code: "gift", lead_time_days: 5 }],
  createWebhook: [
    { url: "https://hooks.example.com/in", events: EVENT_TYPES },
    { url: "https://hooks.example.com/down", events: EVENT_TYPES },
  ],
  createConnection: [
    { store: "gift", platform: "woocommerce" },
    { store: "corner", platform: "woocommerce" },
  ],
  updateConnection: [{ enabled: false }, { enabled: true }],
  updateWebhook: [
    { enabled: false },
    { enabled: true },
    { url: "https://hooks.example.com/in", events: ["ticket.created", "order.created"] },
  ],
  recoverWebhook: [{}],
};

const WORDS = ["mug", "m", "ann lee", "x1", "blue", "b", "#1", "1z999", "acme", "late"];
const TIMES = ["2031-03-31T18:29:20Z", "2031-03-31", "2031-03-01", "2030-01-01T00:00:00Z"];
const VALUES: Record<string, readonly string[]> = {
  q: WORDS,
  search: WORDS,
  status: ["Shipped", "New", "Cancelled", "open", "pending", "failed", "succeeded", "held", "On Hold"],
  sort: [
    "id:asc",
    "id:desc",
    "date:asc",
    "updated_at:asc",
    "created_at",
    "createdAt:asc",
    "sku:asc",
    "title",
    "amount",
    "storeName",
    "totalAmount:asc",
  ],
  sort_by: ["id", "sku", "name", "orderId", "status", "createdAt"],
  include: ["status,number,external_id,fulfillments,version"],
  period: ["today", "this_month", "last_7_days", "all_time", "last_year"],
  group_by: ["store", "day", "month"],
  compare: ["previous_period"],
};
const ANY = [
  ...WORDS,
  ...TIMES,
  "gift",
  "Gift shop",
  "corner",
  "Acme",
  "MUG",
  "CUP",
  "1",
  "2",
  "3",
  "true",
  "rent",
  "payroll",
  "EUR",
  "USD",
  "etsy",
  "high",
  "asc",
  "UTC",
  "Asia/Kolkata",
  "order.created",
  "tag",
];

/** Routes by weight: first those that create rows, then lists, then the rest. */
const WEIGHTED = GUARDED.flatMap(([, { method, path, operationId }], route) => {
  const isOfCollection = !path.includes(":");
  const isRare = method === "delete" || operationId === "rotateWebhookSecret";
  let weight = isRare ? 1 : 3;
  if (isOfCollection && method === "post") weight = 6;
  if (isOfCollection && method === "get") weight = 5;
  return Array.from({ length: weight }, () => route);
});

const request = fc.record({
  kind: fc.constant("request" as const),
  route: fc.constantFrom(...WEIGHTED),
  nth: fc.nat({ max: 7 }),
  body: fc.nat({ max: 20 }),
  key: fc.nat({ max: 30 }),
  query: fc.array(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 60 })), { maxLength: 2 }),
  usesNextCursor: fc.boolean(),
});

/** Any step. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 20, arbitrary: request },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: "deliver" }, { kind: "cron" }) },
);

const plainStep = (route: number, body = 0): Step => ({ kind: "request", route, nth: 1, body, key: 100, query: [], usesNextCursor: false });

/** Initial steps with the numbers of their bodies (1 is the first in BODIES), so that a short program has data. The second order has a dozen items. */
export const PRELUDE: readonly Step[] = (
  [
    ["createStore", 1],
    ["createSupplier", 1],
    ["createWebhook", 1],
    ["createWebhook", 2],
    ["createOrder", 1],
    ["createOrder", 5],
    ["createOrders", 1],
    ["createProduct", 1],
    ["createExpense", 1],
    ["createTicket", 1],
    ["createFulfillment", 1],
  ] as const
).map(([operationId, body]) =>
  plainStep(
    GUARDED.findIndex(([, endpoint]) => endpoint.operationId === operationId),
    body,
  ),
);

/** Every write once, with deletions last, so that every seed covers each route. */
export const EVERY_WRITE: readonly Step[] = GUARDED.flatMap(([, { method }], route) => (method === "get" ? [] : [{ method, route }]))
  .toSorted((one, other) => Number(one.method === "delete") - Number(other.method === "delete"))
  .map(({ route }) => plainStep(route, 1));

/** Final steps: every read, so that everything that was written is compared. */
export const EPILOGUE: readonly Step[] = GUARDED.flatMap(([, { method }], route) => (method === "get" ? [plainStep(route)] : []));

const picked = <T>(all: readonly T[], nth: number): T | undefined => all[nth % all.length];

function queryOf(endpoint: (typeof GUARDED)[number][1], query: [number, number][]): string {
  const names = queryNames(endpoint.input?.query).filter((name) => name !== "cursor" && name !== "after" && name !== "confirm");
  const given = query.map(([name, value]): [string, string] => {
    const parameter = picked(names, name) ?? "noise";
    return [parameter, picked(VALUES[parameter] ?? ANY, value) ?? ""];
  });
  // Deliveries of the same time have a random order, so a page never ends between them.
  const all = Object.entries(Object.fromEntries(given)).filter(([name]) => name !== "limit" || !endpoint.path.endsWith("/deliveries"));
  return all.map(([name, value]) => `${name}=${encoded(value)}`).join("&");
}

/** Sends one request. Its values follow from the step and from earlier responses. */
export async function sendStep(transcript: Transcript, { route, nth, body, key, query, usesNextCursor }: Request): Promise<void> {
  const [surface, endpoint] = picked(GUARDED, route) ?? GUARDED[0] ?? [];
  if (surface === undefined || endpoint === undefined) throw new Error("no routes");
  const bodies = [bodyOf(endpoint), ...(BODIES[endpoint.operationId] ?? [])];
  const path = pathOf(endpoint, transcript.ids(nth));
  const queryText = queryOf(endpoint, query);
  const joined = queryText === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${queryText}`;
  const next = transcript.next.get(endpoint.operationId);
  const at = usesNextCursor && next !== undefined ? next : joined;
  const sent = picked(bodies, body);
  const { body: response } = await transcript.send(surface.name, at, {
    method: endpoint.method.toUpperCase(),
    ...(sent !== undefined && { body: sent }),
    // Some keys are repeated, for the same route or another one.
    headers:
      key < 5 || endpoint.method === "get" ? { "Idempotency-Key": `key-${key}` } : { "Idempotency-Key": `key-${transcript.lines.length}` },
  });
  if (typeof response?.next_cursor === "string" && !at.includes("cursor=")) {
    transcript.next.set(endpoint.operationId, `${at}${at.includes("?") ? "&" : "?"}cursor=${response.next_cursor}`);
  }
}
