import { env } from "cloudflare:workers";
import { z } from "zod";
import { SURFACES } from "../../src/entrypoints/app";
import type { Endpoint } from "../../src/platform/http/endpoint";
import { FILE_TEXT, PREVIEW_TEXT } from "./file-texts";
import type { Surface } from "../../src/platform/http/surface";

/** Every endpoint of the app with its surface. */
export const ROUTES: readonly (readonly [Surface, Endpoint])[] = (
  await Promise.all(SURFACES.map(async ([surface, load]) => (await load()).map((endpoint) => [surface, endpoint] as const)))
).flat();

/** The name of a route, such as `GET /orders`. */
export function nameOf([surface, endpoint]: readonly [Surface, Endpoint]): string {
  return `${endpoint.method.toUpperCase()} ${surface.base}${endpoint.path}`;
}

/** A body for each write that is valid by its schema. A write without one fails the tests of every route until it is added. */
const BODIES: Record<string, unknown> = {
  setOrderItemStatusV2: { status: "On Hold" },
  setOrderItemStatus: { status: "On Hold" },
  createOrderNote: { content: "Please ring twice." },
  createProduct: { title: "Mug", sku: "MUG", tags: ["gift"], stores: ["Gift shop"] },
  updateProduct: { title: "Blue mug" },
  deleteProduct: undefined,
  createExpense: { category: "rent", amount: 1200, date: "2026-01-31" },
  createExpenses: { expenses: [{ category: "rent", amount: 1200, date: "2026-01-31" }] },
  updateExpense: { amount: 1250 },
  deleteExpense: undefined,
  createOrder: { store: "Gift shop", items: [{ name: "Mug", price: 1 }] },
  createOrders: { orders: [{ store: "Gift shop", items: [{ name: "Mug", price: 1 }] }] },
  actOnOrders: { add_tags: ["rush"] },
  actOnOrderItems: { supplier: "Acme" },
  updateOrders: { number: "#7", version: 1 },
  createOrderNoteV2: { content: "Please ring twice." },
  createProductV2: { title: "Mug", sku: "MUG", cost: 2.5, cost_currency: "USD" },
  updateProductV2: { title: "Blue mug", cost: 2.5, cost_currency: "USD", supplier: "Acme", material: "Ceramic" },
  deleteProductV2: undefined,
  createExpenseV2: { category: "rent", amount: 1200, date: "2026-01-31" },
  updateExpenseV2: { amount: 1250 },
  deleteExpenseV2: undefined,
  createFile: FILE_TEXT,
  setFilePreview: PREVIEW_TEXT,
  deleteFile: undefined,
  addItemDesign: { file_id: "fil_1" },
  matchCatalog: {},
  reprintOrder: { number: 2 },
  refundOrder: { other: 1, reason: "Late" },
  updateOrder: { customer_name: "Ann Lee", ship_city: "Bath", tax: 1 },
  addOrderItem: { name: "Card", price: 2.5, quantity: 2 },
  removeOrderItem: undefined,
  updateOrderItem: {
    quantity: 2,
    price: 8.5,
    sku: "MUG-2",
    design_url: "https://designs.example.com/2",
    assigned_supplier: "Acme",
    cost: 2.5,
    tracking_code: "T2",
  },
  createFulfillment: { tracking_number: "1Z999", carrier: "UPS", shipped_at: "2026-01-31T10:00:00Z" },
  updateFulfillment: { status: "in_transit", tracking_url: "https://track.example.com/1" },
  reportTracking: { tracking_number: "1Z999", status: "in_transit", carrier: "UPS", occurred_at: "2026-01-31T10:00:00Z" },
  holdOrder: { reason: "The address is not clear.", until: "2099-01-31" },
  releaseOrder: undefined,
  holdOrderItem: { reason: "The photo is too small.", until: null },
  releaseOrderItem: undefined,
  setOrderStatus: { status: "In Production" },
  createWebhook: { url: "https://hooks.example.com/in", events: ["order.created"] },
  createStore: { name: "Corner shop", code: "corner", platform: "etsy", type: "marketplace", currency: "EUR", is_active: true },
  updateStore: {
    name: "Gift shop",
    code: "gift",
    platform: "custom",
    type: "storefront",
    currency: "EUR",
    is_active: true,
    send_blockers: ["sku"],
  },
  createSupplier: {
    name: "Acme Prints",
    code: "acme",
    currency: "EUR",
    lead_time_days: 3,
    file_columns: [{ name: "Qty", field: "quantity" }],
  },
  updateSupplier: { name: "Other prints", contact_email: "orders@acme.example", default_shipping: "to_us", is_active: true },
  setSupplierCosts: { costs: [{ sku: "MUG", unit_cost: 2.5 }] },
  recordSupplierInvoice: { invoice_number: "A-1", is_paid: true },
  sendToSuppliers: { order_ids: [1], override_reason: "Checked" },
  updateSupplierOrder: { due_date: "2026-12-01" },
  rejectSupplierOrderLine: { reason: "Out of stock" },
  correctSupplierOrderTracking: { wrong_tracking_number: "1Z999AA10123456784", tracking_number: "1Z999AA10123456793", carrier: "UPS" },
  shipSupplierOrder: { tracking_number: "1Z999AA10123456784", carrier: "UPS" },
  importSupplierFile: { supplier_id: "sup_1", csv: "order_item_id,tracking_number\n1,1Z999AA10123456784\n" },
  createSupplierLink: {},
  createSupplierOrderLink: {},
  revokeSupplierLink: undefined,
  revokeSupplierOrderLink: undefined,
  revokeProofLink: undefined,
  createProof: { order_item_id: "1" },
  sendProofs: { order_item_ids: ["1"] },
  updateProof: { state: "approved", comment: "Lovely" },
  createTicket: {
    subject: "Where is it?",
    body: "It was due on Monday.",
    order_id: null,
    status: "open",
    priority: "high",
    channel: "email",
    customer_name: "Ann",
  },
  createTicketMessage: { kind: "reply", body: "It is on its way.", status: "pending" },
  markTicketMessageSent: undefined,
  updateTicket: { subject: "Found", body: "It has come.", status: "resolved", priority: "low", channel: "chat", customer_name: "Bea" },
  updateWebhook: { url: "https://hooks.example.com/other", events: ["order.updated"], enabled: true, description: "ERP" },
  deleteWebhook: undefined,
  rotateWebhookSecret: { overlap_hours: 1 },
  testWebhook: undefined,
  redeliverWebhook: undefined,
  recoverWebhook: { since: "2026-01-01T00:00:00Z", statuses: ["failed"], events: ["order.created"] },
  createConnection: { store: "Gift shop", platform: "woocommerce" },
  updateConnection: { enabled: true },
  deleteConnection: undefined,
  rotateConnectionSecret: { overlap_hours: 1 },
  retryConnectionMessage: undefined,
  redeliverConnection: undefined,
  testConnection: undefined,
  backfillConnection: { since: "2026-01-01T00:00:00Z" },
  createOrganization: { name: "New" },
  createCredential: { kind: "api_key", name: "new", scopes: ["orders:read"] },
  updateCredential: { name: "renamed" },
  rotateCredential: {},
  revokeCredential: undefined,
  createStoreAsOperator: { name: "New", platform: "other" },
  addMember: { email: "new@example.com", role: "viewer" },
  inviteMember: undefined,
  resetSecondFactor: undefined,
  moveOrganization: { database: 2 },
  findPersonalData: { email: "nobody@example.com" },
  exportPersonalData: { email: "nobody@example.com" },
  erasePersonalData: { email: "nobody@example.com" },
  restoreTable: { rows: [] },
  finishRestore: { rows: {} },
  deleteOrganization: { name: "not its name" },
  removeDoctorOrganizations: { name: null },
  undeleteOrganization: undefined,
  abandonRestore: undefined,
  beginBackup: { until: 1 },
  endBackup: undefined,
  beginRestoreAll: { backup: "backup_1" },
  endRestoreAll: { backup: "backup_1", states: [{ sums: {}, sequences: {}, ids: {} }] },
  restoreAllWords: { backup: "backup_1", organization: 1, list: "orders", after: 0 },
  restoreAllRows: { backup: "backup_1", rows: [] },
  setRetention: { customer_days: null, event_days: null },
};

/** The kind of the ids in the list `ids` of a body. */
const IDS_IN_BODY: Record<string, string> = { actOnOrders: "orders.id", actOnOrderItems: "order-items.id" };

/** The single id in a body, and its kind. */
const ID_IN_BODY: Record<string, { name: string; kind: string }> = {
  addItemDesign: { name: "file_id", kind: "files.id" },
  createProof: { name: "order_item_id", kind: "order-items.id" },
};

/** The body of a write with `ids` of existing resources. */
export function bodyOf({ method, operationId }: Endpoint, ids: Record<string, string | number> = SOME_IDS): unknown {
  if (method === "get") return undefined;
  if (!Object.hasOwn(BODIES, operationId)) throw new Error(`There is no body for ${operationId}: add one.`);
  if (operationId === "updateOrders") return { orders: [{ ...(BODIES[operationId] as object), id: Number(ids["orders.id"]) }] };
  const one = ID_IN_BODY[operationId];
  if (one !== undefined) return { [one.name]: String(ids[one.kind]) };
  const [body, named] = [BODIES[operationId], IDS_IN_BODY[operationId]];
  if (operationId === "sendToSuppliers") return { ...(BODIES[operationId] as object), order_ids: [Number(ids["orders.id"])] };
  if (operationId === "importSupplierFile")
    return { supplier_id: ids["suppliers.id"], csv: `order_item_id,tracking_number\n${ids["order_item_id"]},1Z999AA10123456784\n` };
  if (operationId === "sendProofs") return { order_item_ids: [String(ids["order-items.id"])] };
  return named === undefined ? body : { ...(body as object), ids: [Number(ids[named])] };
}

const reference = await (await env.ASSETS.fetch("https://assets.local/reference.html")).text();
/** The names of a documentation file, of a database and of a table, which belong to no organization. */
const OF_NOBODY: Record<string, string> = {
  database: "0",
  table: "orders",
  page: "errors",
  file: /\/docs\/assets\/([\w.-]+)/.exec(reference)?.[1] ?? "none",
};

/** An endpoint's path with its parameters replaced. An unknown parameter fails the tests of every route until it is added. */
export function pathOf({ path, operationId }: Endpoint, ids: Record<string, string | number>): string {
  // A deletion needs the id a second time.
  const deleted = {
    deleteWebhook: ids["webhooks.id"],
    deleteConnection: ids["connections.id"],
  }[operationId];
  const fileName = operationId === "createFile" ? "?name=a.pdf" : "";
  const query = deleted !== undefined ? `?confirm=${deleted}` : fileName;
  const filled = path.replaceAll(/:(\w+)/g, (_match, name: string) => {
    // The meaning of `:id` depends on the resource, which is the first segment.
    const key = name === "id" ? `${path.split("/")[1]}.id` : name;
    const value = ids[key] ?? OF_NOBODY[key];
    if (value === undefined) throw new Error(`There is no ${key} for ${operationId}: add one.`);
    return String(value);
  });
  return filled + query;
}

/** An id for each parameter of a path, for requests that do not need an existing resource. */
export const SOME_IDS: Record<string, string | number> = {
  "orders.id": 1,
  "products.id": 1,
  "stores.id": 1,
  "suppliers.id": "sup_1",
  "supplier-orders.id": "sor_1",
  link_id: "lnk_1",
  order_link_id: "lnk_2",
  proof_link_id: "lnk_3",
  "proofs.id": "prf_1",
  "expenses.id": 1,
  "tickets.id": 1,
  "webhooks.id": "we_1",
  "connections.id": "con_1",
  message_id: "inb_1",
  ticket_message_id: 1,
  report_id: "rep_1",
  sent_id: "dlv_2",
  "order-items.id": 1,
  "files.id": "fil_1",
  "fulfillments.id": "ful_1",
  delivery_id: "dlv_1",
  recovery_id: "rcv_1",
  "organizations.id": 1,
  itemId: 1,
  order_item_id: 1,
  credential_id: 1,
  user_id: 1,
  erasure_id: 1,
};

/** A value as part of a URL. */
export const encoded = (value: unknown) =>
  encodeURIComponent((typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed());

/** Names of the query parameters that a schema knows. */
export function queryNames(schema: z.ZodType | undefined): string[] {
  const object = schema instanceof z.ZodPipe ? schema.in : schema;
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}
