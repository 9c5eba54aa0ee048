import { type ApiResponse, createCredential, type Call, idempotencyKey, type Shop, ingestOrder, v1As } from "../kit/client";
import { PAYROLL_REQUEST, RENT_REQUEST } from "./resources/expense";
import { PRODUCT_REQUEST } from "./resources/product";
import { organizationD1 } from "../kit/databases";

/** Scopes of API keys (docs/spec/scopes.md#api-key-scopes). */
export const SCOPES = [
  "orders:read",
  "orders:write",
  "order_items:read",
  "order_items:write",
  "products:read",
  "products:write",
  "stores:read",
  "expenses:read",
  "expenses:write",
];

/** Ids of an organization's rows for the paths of endpoints. */
export interface Ids {
  order: number;
  item: string;
  product: number;
  store: number;
  expense: number;
}

/** An endpoint of Public V1. */
export interface Endpoint {
  method: string;
  path: (ids: Ids) => string;
  scope: string;
  body?: object;
  /** Whether Idempotency-Key is required or accepted. Absent: the header has no meaning. */
  key?: "required" | "accepted";
}

/** The Public V1 endpoint table. */
export const ENDPOINTS = {
  listOrders: { method: "GET", path: () => "/orders", scope: "orders:read" },
  listItems: { method: "GET", path: () => "/orderItems", scope: "order_items:read" },
  setItemStatus: {
    method: "POST",
    path: ({ item }: Ids) => `/orderItems/${item}/status`,
    scope: "order_items:write",
    body: { status: "On Hold" },
    key: "required",
  },
  listNotes: { method: "GET", path: ({ order }: Ids) => `/orders/${order}/notes`, scope: "orders:read" },
  createNote: {
    method: "POST",
    path: ({ order }: Ids) => `/orders/${order}/notes`,
    scope: "orders:write",
    body: { content: "Please ring twice." },
    key: "required",
  },
  getTracking: { method: "GET", path: ({ order }: Ids) => `/orders/${order}/tracking`, scope: "orders:read" },
  getProduct: { method: "GET", path: ({ product }: Ids) => `/products/${product}`, scope: "products:read" },
  createProduct: { method: "POST", path: () => "/products", scope: "products:write", body: { title: "Bowl" }, key: "required" },
  updateProduct: {
    method: "PUT",
    path: ({ product }: Ids) => `/products/${product}`,
    scope: "products:write",
    body: { title: "Blue mug" },
    key: "required",
  },
  getStore: { method: "GET", path: ({ store }: Ids) => `/stores/${store}`, scope: "stores:read" },
  getStatistics: { method: "GET", path: ({ store }: Ids) => `/stores/${store}/statistics`, scope: "stores:read" },
  createExpense: { method: "POST", path: () => "/expenses", scope: "expenses:write", body: RENT_REQUEST, key: "accepted" },
  createExpenses: {
    method: "POST",
    path: () => "/expenses/bulk",
    scope: "expenses:write",
    body: { expenses: [RENT_REQUEST, PAYROLL_REQUEST] },
    key: "accepted",
  },
  getExpense: { method: "GET", path: ({ expense }: Ids) => `/expenses/${expense}`, scope: "expenses:read" },
  updateExpense: {
    method: "PUT",
    path: ({ expense }: Ids) => `/expenses/${expense}`,
    scope: "expenses:write",
    body: { amount: 950 },
    key: "accepted",
  },
  deleteExpense: { method: "DELETE", path: ({ expense }: Ids) => `/expenses/${expense}`, scope: "expenses:write" },
} satisfies Record<string, Endpoint>;

/** Every endpoint with its name. Those that delete something are last. */
export const ENDPOINT_LIST: readonly [string, Endpoint][] = Object.entries(ENDPOINTS);

/** Sends an endpoint's request, with a new idempotency key if the endpoint accepts one. */
export async function send(client: Shop["v1"], endpoint: Endpoint, ids: Ids, options: Call = {}): Promise<ApiResponse> {
  const headers = { ...(endpoint.key !== undefined && idempotencyKey()), ...options.headers };
  const body = endpoint.body !== undefined && { body: endpoint.body };
  return await client(endpoint.path(ids), { method: endpoint.method, ...body, ...options, headers });
}

/** Creates an API key with these scopes alone, and returns a client that uses it. */
export async function createClientWith(shop: Shop, scopes: string[]): Promise<Shop["v1"]> {
  return v1As(await createCredential(shop.id, "api_key", { scopes }));
}

/** The data of a successful response. Throws if it is not one. */
export function dataOf({ status, text, body }: ApiResponse): ApiResponse["body"] {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body.data;
}

/** Creates a product with a new SKU, and returns it. */
export async function createProduct(shop: Shop, fields: Record<string, unknown> = {}): Promise<ApiResponse["body"]> {
  const body = { ...PRODUCT_REQUEST, sku: `SKU-${crypto.randomUUID()}`, ...fields };
  return dataOf(await shop.v1("/products", { body, headers: idempotencyKey() }));
}

/** Records an expense and returns it. */
export async function createExpense(shop: Shop, fields: Record<string, unknown> = {}): Promise<ApiResponse["body"]> {
  return dataOf(await shop.v1("/expenses", { body: { ...RENT_REQUEST, ...fields } }));
}

/** Creates a note and returns it. */
export async function createNote(shop: Shop, orderId: number, content: string): Promise<ApiResponse["body"]> {
  return dataOf(await shop.v1(`/orders/${orderId}/notes`, { body: { content }, headers: idempotencyKey() }));
}

/** Sets an item's status and returns the item. */
export async function setStatus(shop: Shop, itemId: string, status: string): Promise<ApiResponse["body"]> {
  return dataOf(await shop.v1(`/orderItems/${itemId}/status`, { body: { status }, headers: idempotencyKey() }));
}

/** Creates an order with a tracking code, a product and an expense. Returns their ids, that of the order's item, and that of the shop's store. */
export async function createOneOfEach(shop: Shop): Promise<Ids> {
  const order = await ingestOrder(shop, { items: [{ name: "Mug", price: 9.99, tracking_code: "TR-1", carrier: "DHL" }] });
  const product = await createProduct(shop);
  const expense = await createExpense(shop);
  return { order: order.id, item: order.items[0].id, product: product.id, store: shop.store.id, expense: expense.id };
}

let fulfillments = 0;

/** Inserts a fulfillment of an order, as v2 stores it. */
export async function insertFulfillment(
  shop: Shop,
  orderId: number,
  { trackingNumber, createdAt }: { trackingNumber: string | null; createdAt: string },
): Promise<void> {
  fulfillments += 1;
  const at = Date.parse(createdAt);
  await organizationD1()
    .prepare(
      `insert into fulfillments (id, organization_id, order_id, status, tracking_number, carrier, created_at, updated_at)
     values (?, ?, ?, 'in_transit', ?, 'UPS', ?, ?)`,
    )
    .bind(`ful_conformance_${fulfillments}`, shop.id, orderId, trackingNumber, at, at)
    .run();
}

/**
 * An order of which no field of Public V1 is null, with values of fields that Public V1 omits: an email address, a payment method, a refund,
 * and the cost of an item.
 */
export const FULL_ORDER = {
  number: "1001",
  date: "2026-01-02T03:04:05Z",
  currency: "EUR",
  subtotal: 20,
  tax: 4,
  shipping_cost: 5,
  discount: 2,
  total_amount: 27,
  customer_name: "Ann Lee",
  customer_address: "1 Main St, Springfield",
  customer_email: "ann.lee@example.com",
  payment_method: "visa-4242",
  refund_amount: 7.7731,
  ship_address1: "1 Main St",
  ship_address2: "Flat 2",
  ship_city: "Springfield",
  ship_state: "IL",
  ship_zipcode: "62701",
  ship_country: "US",
  is_gift: true,
  is_refunded: true,
  is_case_closed: true,
  is_lost: true,
  requires_audit: true,
  items: [
    {
      name: "Mug",
      quantity: 2,
      price: 10,
      cost: 3.3317,
      status: "Design Ready",
      custom_order_id: "C-1001",
      sku: "MUG",
      custom_sku: "MUG-BLUE",
      spu: "MUG-SPU",
      assigned_supplier: "Printers Inc",
      sub_supplier: "Kiln Ltd",
      material: "Clay",
      material_id: "CLAY-1",
      design_url: "https://designs.example.com/mug.png",
      tracking_code: "TR-1001",
      carrier: "DHL",
      style: "Classic",
      type: "Cup",
      size: "L",
      color: "Blue",
      variations: "Handle: left",
      personalization: "For Ann",
      comment: "Fragile",
      id_service: "S-9",
      phone: "+1 555 0100",
      is_gift: true,
      customer_name: "Ann Lee",
      customer_address: "1 Main St, Springfield",
      ship_name: "Ann Lee",
      ship_address1: "1 Main St",
      ship_address2: "Flat 2",
      ship_city: "Springfield",
      ship_state: "IL",
      ship_zipcode: "62701",
      ship_country: "US",
      vat_ioss_number: "IM1234567890",
    },
  ],
};
