import { uploadDesign } from "../../kit/uploaded-file";
import { beforeAll, describe, expect, it } from "vitest";
import { orderBody, createShop, idempotencyKey, type Shop, ingestOrder } from "../../kit/client";
import { logOf } from "../../kit/log";
import { insertDelivery } from "../../kit/webhook-fixture";

import { API, connect, deliverWoo, inboxOf } from "../connections/fixtures";
import { insertFailedDelivery } from "../connections/sending";
import { bodyOf, nameOf, pathOf, ROUTES } from "../../kit/requests";

/**
 * What one request of each endpoint may cost at D1: trips, rows written, and rows read in a shop with 400 orders of 2 items, 100 products
 * and 100 expenses. An endpoint without a budget fails. A page is 50 rows; an order brings its store and items.
 */
const BUDGETS: Record<string, { trips: number; rowsRead: number; rowsWritten?: number }> = {
  listOrders: { trips: 1, rowsRead: 700 },
  getOrder: { trips: 1, rowsRead: 20 },
  listOrderItems: { trips: 1, rowsRead: 200 },
  getOrderItem: { trips: 1, rowsRead: 5 },
  setOrderItemStatusV2: { trips: 1, rowsRead: 125, rowsWritten: 22 },
  setOrderItemStatus: { trips: 1, rowsRead: 125, rowsWritten: 22 },
  listOrderNotes: { trips: 1, rowsRead: 10 },
  createOrderNote: { trips: 1, rowsRead: 15, rowsWritten: 6 },
  getOrderTracking: { trips: 1, rowsRead: 15 },
  listOrderFulfillments: { trips: 1, rowsRead: 10 },
  // Three rows for each entry of the history. The operations of v2, which come first, have added theirs: holds and releases, too.
  listOrderHistory: { trips: 1, rowsRead: 30 },
  listProducts: { trips: 1, rowsRead: 320 },
  getProduct: { trips: 1, rowsRead: 5 },
  createProduct: { trips: 2, rowsRead: 40, rowsWritten: 16 },
  updateProduct: { trips: 2, rowsRead: 40, rowsWritten: 10 },
  deleteProduct: { trips: 2, rowsRead: 40, rowsWritten: 6 },
  listStores: { trips: 1, rowsRead: 10 },
  getStore: { trips: 1, rowsRead: 5 },
  getStoreStatistics: { trips: 1, rowsRead: 150 },
  listExpenses: { trips: 1, rowsRead: 320 },
  getExpense: { trips: 1, rowsRead: 5 },
  createExpense: { trips: 2, rowsRead: 40, rowsWritten: 22 },
  createExpenses: { trips: 2, rowsRead: 40, rowsWritten: 22 },
  updateExpense: { trips: 2, rowsRead: 20, rowsWritten: 16 },
  deleteExpense: { trips: 2, rowsRead: 10, rowsWritten: 5 },
  getMe: { trips: 1, rowsRead: 5 },
  getAnalyticsSummary: { trips: 1, rowsRead: 60 },
  listOrderProfits: { trips: 1, rowsRead: 430 },
  getMeV2: { trips: 1, rowsRead: 5 },
  listOrdersV2: { trips: 1, rowsRead: 700 },
  getOrderV2: { trips: 1, rowsRead: 20 },
  createOrder: { trips: 2, rowsRead: 100, rowsWritten: 71 },
  createOrders: { trips: 2, rowsRead: 100, rowsWritten: 71 },
  actOnOrders: { trips: 2, rowsRead: 400, rowsWritten: 27 },
  actOnOrderItems: { trips: 2, rowsRead: 400 },
  updateOrders: { trips: 2, rowsRead: 400 },
  listOrderNotesV2: { trips: 1, rowsRead: 10 },
  createOrderNoteV2: { trips: 1, rowsRead: 15, rowsWritten: 6 },
  listProductsV2: { trips: 1, rowsRead: 110 },
  getProductV2: { trips: 1, rowsRead: 5 },
  createProductV2: { trips: 2, rowsRead: 40, rowsWritten: 14 },
  updateProductV2: { trips: 2, rowsRead: 40, rowsWritten: 10 },
  deleteProductV2: { trips: 2, rowsRead: 40, rowsWritten: 6 },
  listExpensesV2: { trips: 1, rowsRead: 110 },
  getExpenseV2: { trips: 1, rowsRead: 5 },
  createExpenseV2: { trips: 2, rowsRead: 40, rowsWritten: 22 },
  updateExpenseV2: { trips: 2, rowsRead: 20, rowsWritten: 16 },
  deleteExpenseV2: { trips: 2, rowsRead: 10, rowsWritten: 6 },
  listFiles: { trips: 1, rowsRead: 20 },
  createFile: { trips: 2, rowsRead: 20, rowsWritten: 14 },
  getFile: { trips: 1, rowsRead: 5 },
  getFileContent: { trips: 1, rowsRead: 5 },
  getFilePreview: { trips: 1, rowsRead: 5 },
  setFilePreview: { trips: 2, rowsRead: 10, rowsWritten: 5 },
  deleteFile: { trips: 2, rowsRead: 40, rowsWritten: 14 },
  listItemDesigns: { trips: 1, rowsRead: 20 },
  addItemDesign: { trips: 4, rowsRead: 130, rowsWritten: 45 },
  listUnmatchedSkus: { trips: 1, rowsRead: 40 },
  matchCatalog: { trips: 2, rowsRead: 190, rowsWritten: 49 },
  refundOrder: { trips: 2, rowsRead: 210, rowsWritten: 40 },
  listOrderRefunds: { trips: 1, rowsRead: 10 },
  reprintOrder: { trips: 2, rowsRead: 210, rowsWritten: 75 },
  getOrderReadiness: { trips: 1, rowsRead: 20 },
  holdOrder: { trips: 2, rowsRead: 60, rowsWritten: 40 },
  releaseOrder: { trips: 2, rowsRead: 60, rowsWritten: 40 },
  holdOrderItem: { trips: 2, rowsRead: 95, rowsWritten: 58 },
  releaseOrderItem: { trips: 2, rowsRead: 95, rowsWritten: 58 },
  setOrderStatus: { trips: 2, rowsRead: 100, rowsWritten: 33 },
  listStoresV2: { trips: 1, rowsRead: 10 },
  getStoreV2: { trips: 1, rowsRead: 5 },
  createStore: { trips: 2, rowsRead: 10, rowsWritten: 9 },
  updateStore: { trips: 2, rowsRead: 10, rowsWritten: 7 },
  listSuppliers: { trips: 1, rowsRead: 10 },
  getSupplier: { trips: 1, rowsRead: 5 },
  createSupplier: { trips: 2, rowsRead: 40, rowsWritten: 30 },
  updateSupplier: { trips: 2, rowsRead: 45, rowsWritten: 30 },
  listSupplierCosts: { trips: 1, rowsRead: 10 },
  setSupplierCosts: { trips: 2, rowsRead: 20, rowsWritten: 10 },
  getUnpaidSupplierOrders: { trips: 1, rowsRead: 30 },
  recordSupplierInvoice: { trips: 2, rowsRead: 45, rowsWritten: 20 },
  listSupplierOrders: { trips: 2, rowsRead: 75 },
  getSupplierOrder: { trips: 1, rowsRead: 15 },
  getSupplierOrderFile: { trips: 2, rowsRead: 20 },
  sendToSuppliers: { trips: 2, rowsRead: 220, rowsWritten: 90 },
  updateSupplierOrder: { trips: 2, rowsRead: 60, rowsWritten: 20 },
  rejectSupplierOrderLine: { trips: 2, rowsRead: 200, rowsWritten: 90 },
  getSupplierOrderLineDesign: { trips: 2, rowsRead: 20 },
  // The supplier, the orders of the file, the customers' orders and their readiness, and the commit.
  importSupplierFile: { trips: 5, rowsRead: 400, rowsWritten: 150 },
  shipSupplierOrder: { trips: 3, rowsRead: 400, rowsWritten: 150 },
  correctSupplierOrderTracking: { trips: 3, rowsRead: 200, rowsWritten: 60 },
  listSupplierLinks: { trips: 2, rowsRead: 20 },
  listSupplierOrderLinks: { trips: 2, rowsRead: 20 },
  createSupplierLink: { trips: 2, rowsRead: 30, rowsWritten: 20 },
  createSupplierOrderLink: { trips: 2, rowsRead: 30, rowsWritten: 20 },
  revokeSupplierLink: { trips: 3, rowsRead: 30, rowsWritten: 20 },
  revokeSupplierOrderLink: { trips: 3, rowsRead: 30, rowsWritten: 20 },
  listProofLinks: { trips: 2, rowsRead: 30 },
  revokeProofLink: { trips: 3, rowsRead: 40, rowsWritten: 20 },
  listProofs: { trips: 1, rowsRead: 20 },
  getProof: { trips: 1, rowsRead: 10 },
  createProof: { trips: 2, rowsRead: 60, rowsWritten: 30 },
  sendProofs: { trips: 2, rowsRead: 90, rowsWritten: 45 },
  updateProof: { trips: 2, rowsRead: 40, rowsWritten: 20 },
  listTickets: { trips: 1, rowsRead: 60 },
  getTicket: { trips: 1, rowsRead: 5 },
  createTicket: { trips: 2, rowsRead: 40, rowsWritten: 20 },
  updateTicket: { trips: 2, rowsRead: 45, rowsWritten: 30 },
  listTicketMessages: { trips: 1, rowsRead: 10 },
  createTicketMessage: { trips: 2, rowsRead: 55, rowsWritten: 22 },
  markTicketMessageSent: { trips: 2, rowsRead: 30, rowsWritten: 12 },
  updateOrder: { trips: 2, rowsRead: 60, rowsWritten: 36 },
  listOrderItemsV2: { trips: 1, rowsRead: 600 },
  addOrderItem: { trips: 2, rowsRead: 110, rowsWritten: 67 },
  // The order follows the items that are left.
  removeOrderItem: { trips: 2, rowsRead: 360, rowsWritten: 86 },
  updateOrderItem: { trips: 2, rowsRead: 95, rowsWritten: 58 },
  listOrderHistoryV2: { trips: 1, rowsRead: 15 },
  listFulfillmentsV2: { trips: 1, rowsRead: 10 },
  getTrackingWorksheet: { trips: 2, rowsRead: 40 },
  getFulfillment: { trips: 1, rowsRead: 5 },
  // It also reads what the items lack.
  createFulfillment: { trips: 2, rowsRead: 195, rowsWritten: 67 },
  reportTracking: { trips: 2, rowsRead: 340, rowsWritten: 4 },
  updateFulfillment: { trips: 2, rowsRead: 210, rowsWritten: 58 },
  listEvents: { trips: 1, rowsRead: 110 },
  createConnection: { trips: 2, rowsRead: 40, rowsWritten: 10 },
  listConnections: { trips: 1, rowsRead: 15 },
  getConnection: { trips: 1, rowsRead: 5 },
  updateConnection: { trips: 2, rowsRead: 40, rowsWritten: 10 },
  deleteConnection: { trips: 2, rowsRead: 40, rowsWritten: 12 },
  rotateConnectionSecret: { trips: 3, rowsRead: 40, rowsWritten: 9 },
  testConnection: { trips: 2, rowsRead: 10, rowsWritten: 4 },
  backfillConnection: { trips: 2, rowsRead: 40, rowsWritten: 10 },
  listConnectionInbox: { trips: 1, rowsRead: 10 },
  listConnectionDeliveries: { trips: 1, rowsRead: 20 },
  redeliverConnection: { trips: 3, rowsRead: 35, rowsWritten: 7 },
  retryConnectionMessage: { trips: 2, rowsRead: 15, rowsWritten: 6 },
  createWebhook: { trips: 2, rowsRead: 15, rowsWritten: 10 },
  getWebhook: { trips: 1, rowsRead: 5 },
  updateWebhook: { trips: 2, rowsRead: 30, rowsWritten: 7 },
  deleteWebhook: { trips: 2, rowsRead: 30, rowsWritten: 9 },
  rotateWebhookSecret: { trips: 2, rowsRead: 15, rowsWritten: 7 },
  // Its attempt is recorded between the commit and the read of the response.
  testWebhook: { trips: 3, rowsRead: 30, rowsWritten: 15 },
  redeliverWebhook: { trips: 2, rowsRead: 30, rowsWritten: 7 },
  recoverWebhook: { trips: 2, rowsRead: 30, rowsWritten: 10 },
  getWebhookRecovery: { trips: 1, rowsRead: 5 },
  listWebhooks: { trips: 1, rowsRead: 10 },
  listWebhookDeliveries: { trips: 1, rowsRead: 15 },
};

let shop: Shop;
let ids: Record<string, string | number>;
/** The ids that v2 uses instead, because each surface deletes its own. */
let idsOfV2: Record<string, string | number>;
/** An order whose items are added and removed, because the other operations need theirs. */
let idsOfEdits: Record<string, string | number>;
const EDITS: ReadonlySet<string> = new Set(["addOrderItem", "removeOrderItem"]);
/** An order that is shipped. The statuses of the other operations' order are changed, so that it may not be. */
let idsOfShipping: Record<string, string | number>;
/** A file that no other operation deletes. */
let currentDesign: string;
/** By operation: the ids of what only this operation about suppliers or proofs uses, because it needs another state of it. */
let idsOfSupply: Record<string, Record<string, string | number>>;
const SHIPS: ReadonlySet<string> = new Set(["createFulfillment", "reportTracking"]);

/** The ids that an operation of v2 uses instead of those of the others. */
function idsOnlyFor(operationId: string): Record<string, string | number> {
  if (operationId === "addItemDesign") return { "files.id": currentDesign };
  if (EDITS.has(operationId)) return idsOfEdits;
  if (SHIPS.has(operationId)) return idsOfShipping;
  return idsOfSupply[operationId] ?? {};
}

beforeAll(async () => {
  shop = await createShop();
  for (let batch = 0; batch < 2; batch += 1) {
    const orders = Array.from({ length: 200 }, () =>
      orderBody({
        items: [
          { name: "Mug", price: 1 },
          { name: "Tee", price: 2 },
        ],
      }),
    );
    await shop.v2("/orders/bulk", { body: { orders } });
  }
  const expenses = Array.from({ length: 100 }, () => ({ category: "rent", amount: 1, date: "2026-01-01" }));
  await shop.v1("/expenses/bulk", { body: { expenses } });
  const productIds: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const { body } = await shop.v1("/products", { body: { title: `Product ${n}`, stores: ["gift"] }, headers: idempotencyKey() });
    productIds.unshift(body.data.id);
  }
  let ticketId = 0;
  for (let n = 0; n < 100; n += 1) ticketId = (await shop.v2("/tickets", { body: { subject: `Ticket ${n}`, body: "Help." } })).body.id;
  const reply = await shop.v2(`/tickets/${ticketId}/messages`, { body: { kind: "reply", body: "On its way." } });
  const order = await ingestOrder(shop, { items: [{ name: "Mug", price: 1, tracking_code: "T" }] });
  const edited = await ingestOrder(shop, { items: [{ name: "Mug", price: 1 }] });
  idsOfEdits = { "orders.id": edited.id, "order-items.id": edited.items[0].id };
  const toShip = await ingestOrder(shop, { items: [{ name: "Mug", price: 1 }] });
  idsOfShipping = { "orders.id": toShip.id, "order-items.id": toShip.items[0].id };
  const shipped = await ingestOrder(shop);
  const fulfillment = await shop.v2(`/orders/${shipped.id}/fulfillments`, { body: {} });
  const designed = await ingestOrder(shop, { items: [{ name: "Mug", price: 1 }] });
  const file = await uploadDesign(shop, designed.items[0].id);
  // The first one is not the current design, so that it can be deleted.
  currentDesign = await uploadDesign(shop, designed.items[0].id);
  const hook = await shop.v2("/webhooks", { body: { url: "https://hooks.example.com/", events: ["ticket.created"] } });
  const delivery = await insertDelivery({ id: hook.body.id, organizationId: shop.id, secret: "" }, Date.now(), { status: "failed" });
  const recovery = await shop.v2(`/webhooks/${hook.body.id}/recover`, { body: { events: ["expense.created"] } });
  await shop.v2("/stores", { body: { name: "Web shop", code: "web", platform: "woocommerce" } });
  await shop.v2("/suppliers", { body: { name: "Bag works" } });
  const supplier = await shop.v2("/suppliers", { body: { name: "Cup works" } });
  const bag = { name: "Bag", price: 1, assigned_supplier: "Bag works" };
  const sentOrder = await ingestOrder(shop, { items: [bag] });
  const toSend = await ingestOrder(shop, { items: [bag] });
  const sent = await shop.v2("/supplier-orders", { body: { order_ids: [sentOrder.id], override_reason: "Now" } });
  const link = await shop.v2(`/suppliers/${supplier.body.id}/links`, { body: {} });
  const orderLink = await shop.v2(`/supplier-orders/${sent.body.supplier_orders[0].id}/links`, { body: {} });
  const unproved = await ingestOrder(shop, { items: [bag] });
  await uploadDesign(shop, unproved.items[0].id);
  const proof = await shop.v2("/proofs", { body: { order_item_id: designed.items[0].id } });
  await shop.v2("/proofs/send", { body: { order_item_ids: [designed.items[0].id] } });
  const proofLink = await shop.v2(`/proofs/${proof.body.id}/links`);
  const ofProof = { "order-items.id": unproved.items[0].id };
  const unshippedOrder = await ingestOrder(shop, { items: [bag] });
  const fileOrder = await ingestOrder(shop, { items: [bag] });
  const designOrder = await ingestOrder(shop, { items: [bag] });
  await uploadDesign(shop, designOrder.items[0].id);
  const toDesign = await shop.v2("/supplier-orders", { body: { order_ids: [designOrder.id], override_reason: "Now" } });
  const unfiled = await shop.v2("/supplier-orders", { body: { order_ids: [fileOrder.id], override_reason: "Now" } });
  const [ofFile] = unfiled.body.supplier_orders;
  const unshipped = await shop.v2("/supplier-orders", { body: { order_ids: [unshippedOrder.id], override_reason: "Now" } });
  const shippedOrder = await ingestOrder(shop, { items: [bag] });
  const toCorrect = await shop.v2("/supplier-orders", { body: { order_ids: [shippedOrder.id], override_reason: "Now" } });
  const shippedId = toCorrect.body.supplier_orders[0].id;
  await shop.v2(`/supplier-orders/${shippedId}/ship`, { body: { tracking_number: "1Z999AA10123456784" } });
  idsOfSupply = {
    shipSupplierOrder: { "supplier-orders.id": unshipped.body.supplier_orders[0].id },
    correctSupplierOrderTracking: { "supplier-orders.id": shippedId },
    importSupplierFile: { "suppliers.id": ofFile.supplier_id, order_item_id: fileOrder.items[0].id },
    getSupplierOrderLineDesign: { "supplier-orders.id": toDesign.body.supplier_orders[0].id, order_item_id: designOrder.items[0].id },
    createProof: ofProof,
    sendProofs: ofProof,
    sendToSuppliers: { "orders.id": toSend.id },
    rejectSupplierOrderLine: { order_item_id: sentOrder.items[0].id },
  };
  const connection = await connect(shop, { store: "web", api: API, send_fulfillments: true });
  await deliverWoo(connection, "no JSON");
  const [message] = await inboxOf(connection);
  const expensesOfShop = await shop.v1("/expenses?page_size=2");
  const expenseIds = expensesOfShop.body.data.map(({ id }: { id: number }) => id);
  ids = {
    "orders.id": order.id,
    itemId: order.items[0].id,
    order_item_id: sentOrder.items[0].id,
    "webhooks.id": hook.body.id,
    "connections.id": connection.id,
    message_id: String(message?.["id"]),
    sent_id: await insertFailedDelivery(shop, connection),
    delivery_id: delivery.id,
    recovery_id: recovery.body.id,
    "order-items.id": order.items[0].id,
    "fulfillments.id": fulfillment.body.id,
    "files.id": file,
    "products.id": productIds[0] ?? 0,
    "stores.id": shop.store.id,
    "suppliers.id": supplier.body.id,
    "proofs.id": proof.body.id,
    "supplier-orders.id": sent.body.supplier_orders[0].id,
    link_id: link.body.id,
    order_link_id: orderLink.body.id,
    proof_link_id: proofLink.body.links[0].id,
    "expenses.id": expenseIds[0],
    "tickets.id": ticketId,
    ticket_message_id: reply.body.id,
  };
  idsOfV2 = { ...ids, "products.id": productIds[1] ?? 0, "expenses.id": expenseIds[1] };
});

const routes = ROUTES.filter(([surface, { guard }]) => surface.name !== "operator" && guard.kind !== "open");

describe.each(routes.map((route) => [nameOf(route), ...route] as const))("%s", (_name, surface, endpoint) => {
  it("stays within its budget", async () => {
    const budget = BUDGETS[endpoint.operationId];
    if (budget === undefined) throw new Error(`${endpoint.operationId} has no budget: give it one.`);
    const [send, own] = surface.name === "v1" ? [shop.v1, ids] : [shop.v2, { ...idsOfV2, ...idsOnlyFor(endpoint.operationId) }];
    const line = await logOf(() =>
      send(pathOf(endpoint, own), { method: endpoint.method.toUpperCase(), body: bodyOf(endpoint, own), headers: idempotencyKey() }),
    );
    expect(line.status).toBeLessThan(300);
    // An upload is read only after the gate has admitted it, and its key is claimed once its bytes are known.
    expect(line.gate_calls).toBe(endpoint.input?.upload === undefined ? 1 : 2);
    expect(line.d1_trips).toBeLessThanOrEqual(budget.trips);
    expect(line.rows_read).toBeLessThanOrEqual(budget.rowsRead);
    expect(line.rows_written).toBeLessThanOrEqual(budget.rowsWritten ?? 0);
  });
});
