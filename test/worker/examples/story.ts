import { FILE_TEXT, PREVIEW_TEXT } from "../../kit/file-texts";
import { vi } from "vitest";
import { call, idempotencyKey } from "../../kit/client";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { deliver, PAYLOADS } from "../connections/carriers/fixtures";
import { deliverWoo } from "../connections/fixtures";
import { serveAll } from "../faults/serve-queues";
import type { ExampleRecorder } from "./scribe";

const withKey = (key: string) => ({ headers: { "Idempotency-Key": key } });

/** One day of a small shop, with every operation of both surfaces. */
export async function recordDay(recorder: ExampleRecorder): Promise<void> {
  await setUp(recorder);
  const { order, item } = await createOrders(recorder);
  await makeAndShip(recorder, order, item);
  await uploadDesigns(recorder, item);
  await approveProof(recorder);
  await sendToSupplier(recorder);
  await answerTicketAndWebhooks(recorder, order);
  await recordProductsAndExpenses(recorder);
  await readOrders(recorder, order, item);
  await connectShop(recorder);
}

async function setUp(recorder: ExampleRecorder): Promise<void> {
  await recorder.record("getHealth");
  await recorder.record("getLiveness");
  await recorder.record("getMe");
  await recorder.record("getMeV2");
  const store = await recorder.record("createStore", {
    body: { name: "Gift shop", code: "gift", platform: "etsy", type: "marketplace", currency: "USD" },
  });
  await recorder.record("updateStore", { params: { id: store.id }, body: { type: "storefront" } });
  await recorder.record("listStoresV2");
  await recorder.record("getStoreV2", { params: { id: store.id } });
  const supplier = await recorder.record("createSupplier", {
    body: {
      name: "Acme Prints London",
      code: "acme",
      currency: "GBP",
      contact_name: "Sam Fox",
      contact_email: "orders@acme.example",
      lead_time_days: 4,
      file_columns: [
        { name: "Item", field: "sku" },
        { name: "Qty", field: "quantity" },
      ],
    },
  });
  await recorder.record("updateSupplier", { params: { id: supplier.id }, body: { default_shipping: "to_us" } });
  await recorder.record("getSupplier", { params: { id: supplier.id } });
  await recorder.record("listSuppliers", {});
  const costs = [
    { sku: "MUG-GREEN", unit_cost: 3.1 },
    { sku: "TEE-OLD", unit_cost: null },
  ];
  await recorder.record("setSupplierCosts", { params: { id: supplier.id }, body: { costs } });
  await recorder.record("listSupplierCosts", { params: { id: supplier.id } });
  const hook = await recorder.record("createWebhook", {
    body: { url: "https://erp.example.com/hooks/orders", events: ["order.created", "order.status_changed"], description: "ERP" },
  });
  await recorder.record("testWebhook", { params: { id: hook.id } });
}

async function createOrders(recorder: ExampleRecorder): Promise<{ order: number; item: string }> {
  const sent = {
    store: "gift",
    external_id: "3001",
    number: "#3001",
    date: "2026-11-20T18:04:00Z",
    customer_name: "Ann Lee",
    ship_address1: "12 Harbour Street",
    ship_city: "Bath",
    ship_zipcode: "BA1 1AA",
    ship_country: "GB",
    shipping_cost: 4.5,
    tax: 6.5,
    taxes_included: true,
    items: [
      { name: "Mug, blue", sku: "MUG-BLUE", quantity: 2, price: 9.99, personalization: "For Bea" },
      { name: "Tote bag", sku: "TOTE-1", price: 14.5, cost: 4.1 },
    ],
  };
  const order = await recorder.record("createOrder", { body: sent, ...withKey("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1001") });
  // The source sends it again.
  await recorder.record("createOrder", { body: sent });
  // There is no store "corner".
  await recorder.record("createOrders", {
    body: {
      orders: [
        { store: "gift", external_id: "3002", customer_name: "Bea Ito", items: [{ name: "Mug, red", sku: "MUG-RED", price: 9.99 }] },
        { store: "corner", external_id: "3003", items: [{ name: "Mug, red", sku: "MUG-RED", price: 9.99 }] },
      ],
      on_error: "skip",
    },
    ...withKey("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1002"),
  });
  const [item] = order.items;
  return { order: order.id, item: item.id };
}

async function makeAndShip(recorder: ExampleRecorder, order: number, item: string): Promise<void> {
  await recorder.record("updateOrder", { params: { id: order }, body: { is_gift: true, ship_zipcode: "BA1 2AB" } });
  await recorder.record("updateOrderItem", {
    params: { id: item },
    body: { design_url: "https://designs.example.com/bea.png", assigned_supplier: "Acme Prints", cost: 3.2 },
  });
  await recorder.record("actOnOrderItems", { body: { ids: [Number(item)], supplier: "Acme Prints London" } });
  // There is no order 999.
  await recorder.record("actOnOrders", {
    body: { ids: [order, 999], add_tags: ["rush"] },
    ...withKey("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1012"),
  });
  // The changes so far have made version 5.
  await recorder.record("updateOrders", {
    body: { orders: [{ id: order, version: 5, shipping_service: "Express", items: [{ id: item, sku: "MUG-BLUE-S" }] }] },
    ...withKey("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1014"),
  });
  await recorder.record("getOrderReadiness", { params: { id: order } });
  await recorder.record("holdOrder", { params: { id: order }, body: { reason: "The buyer will send another text.", until: "2026-12-01" } });
  await recorder.record("releaseOrder", { params: { id: order } });
  await recorder.record("holdOrderItem", { params: { id: item }, body: { reason: "The design has a low resolution." } });
  await recorder.record("releaseOrderItem", { params: { id: item } });
  await recorder.record("setOrderStatus", { params: { id: order }, body: { status: "In Production" } });
  await recorder.record("setOrderItemStatus", {
    params: { itemId: item },
    body: { status: "Design Ready" },
    ...withKey("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1003"),
  });
  await recorder.record("setOrderItemStatusV2", { params: { id: item }, body: { status: "In Production" } });
  await recorder.record("createOrderNote", {
    params: { id: order },
    body: { content: "Bea's birthday is on Friday." },
    ...withKey("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1004"),
  });
  const fulfillment = await recorder.record("createFulfillment", {
    params: { id: order },
    body: { tracking_number: "1Z999AA10123456784", carrier: "UPS", status: "in_transit", items: [{ order_item_id: item, quantity: 2 }] },
  });
  await recorder.record("reportTracking", {
    body: { tracking_number: "1Z999AA10123456784", status: "out_for_delivery", occurred_at: "2026-11-22T08:15:00Z" },
  });
  const again = { params: { id: order }, body: { number: 1, items: [{ order_item_id: item, quantity: 1 }] } };
  await recorder.record("reprintOrder", again);
  // The response was lost.
  await recorder.record("reprintOrder", again);
  await recorder.record("updateFulfillment", { params: { id: fulfillment.id }, body: { status: "delivered" } });
  await recorder.record("refundOrder", {
    params: { id: order },
    body: { items: [{ order_item_id: item, quantity: 1 }], reason: "The bag arrived with a scratch." },
    ...withKey("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1015"),
  });
  await recorder.record("listOrderRefunds", { params: { id: order } });
  const extra = await recorder.record("addOrderItem", {
    params: { id: order },
    body: { name: "Gift card", price: 4.5, quantity: 1 },
    ...withKey("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1013"),
  });
  await recorder.record("removeOrderItem", { params: { id: extra.items.at(-1).id } });
  await recorder.record("getFulfillment", { params: { id: fulfillment.id } });
  const [{ id: store }] = (await recorder.record("listStoresV2")).data;
  const period = { from: "2026-11-20", to: "2026-11-30" };
  await recorder.record("getTrackingWorksheet", { params: { id: store }, query: { format: "etsy", ...period } });
  await recorder.record("listFulfillmentsV2", { params: { id: order } });
}

/** The design of an item, with a preview, and another file that becomes its design. */
async function uploadDesigns(recorder: ExampleRecorder, item: string): Promise<void> {
  const file = await recorder.record("createFile", { query: { name: "mug-blue front.pdf", order_item_id: item }, body: FILE_TEXT });
  await recorder.record("setFilePreview", { params: { id: file.id }, body: PREVIEW_TEXT });
  await recorder.record("getFile", { params: { id: file.id } });
  await recorder.record("listFiles", { query: { role: "design" } });
  await recorder.record("getFileContent", { params: { id: file.id } });
  await recorder.record("getFilePreview", { params: { id: file.id } });
  const { id } = await recorder.record("createFile", { query: { name: "mug-blue.pdf" }, body: FILE_TEXT });
  await recorder.record("addItemDesign", { params: { id: item }, body: { file_id: id } });
  await recorder.record("listItemDesigns", { params: { id: item } });
  const draft = await recorder.record("createFile", { query: { name: "draft.pdf" }, body: FILE_TEXT });
  await recorder.record("deleteFile", { params: { id: draft.id } });
}

/** The buyer of a mug sees its design, and answers in a chat. */
async function approveProof(recorder: ExampleRecorder): Promise<void> {
  const mug = { name: "Mug, red", quantity: 1, price: 9.99, personalization: "For Ana" };
  const order = await recorder.record("createOrder", { body: { store: "gift", external_id: "3005", number: "#3005", items: [mug] } });
  const item = order.items[0].id;
  const file = await recorder.record("createFile", { query: { name: "ana.pdf", order_item_id: item }, body: FILE_TEXT });
  await recorder.record("setFilePreview", { params: { id: file.id }, body: PREVIEW_TEXT });
  const { id } = await recorder.record("createProof", { body: { order_item_id: item } });
  await recorder.record("sendProofs", { body: { order_item_ids: [item] } });
  await recorder.record("getProof", { params: { id } });
  const { links } = await recorder.record("listProofLinks", { params: { id } });
  await recorder.record("revokeProofLink", { params: { id, proof_link_id: links[0].id } });
  await recorder.record("updateProof", { params: { id }, body: { state: "approved", comment: "Lovely, thank you!" } });
  await recorder.record("listProofs", { query: { state: "approved" } });
  await recorder.record("updateProof", { params: { id }, body: { state: "changes_requested", comment: "Could the name be in gold?" } });
}

/** A supplier gets an item of an order, ships a part of it, and rejects the rest. */
async function sendToSupplier(recorder: ExampleRecorder): Promise<void> {
  const order = await recorder.record("createOrder", {
    body: {
      store: "gift",
      external_id: "3004",
      number: "#3004",
      customer_name: "Cem Aydin",
      ship_address1: "3 Mill Lane",
      ship_city: "Leeds",
      ship_country: "GB",
      items: [
        {
          name: "Mug, green",
          sku: "MUG-GREEN",
          quantity: 3,
          price: 9.99,
          cost: 3.2,
          personalization: "For Deniz",
          design_url: "https://designs.example.com/deniz.png",
          assigned_supplier: "acme",
        },
      ],
    },
  });
  const itemId = order.items[0].id;
  await recorder.record("createFile", { query: { name: "deniz.pdf", order_item_id: itemId }, body: FILE_TEXT });
  const { supplier_orders: sent } = await recorder.record("sendToSuppliers", {
    body: { order_ids: [order.id] },
    ...withKey("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1099"),
  });
  const [{ id, number }] = sent;
  await recorder.record("updateSupplierOrder", { params: { id }, body: { state: "accepted" } });
  await recorder.record("getSupplierOrder", { params: { id } });
  await recorder.record("listSupplierOrders", { query: { state: "accepted" } });
  await recorder.record("getSupplierOrderFile", { params: { id } });
  await recorder.record("getSupplierOrderLineDesign", { params: { id, order_item_id: itemId } });
  const link = await recorder.record("createSupplierOrderLink", { params: { id }, body: { expires_at: "2026-12-31T12:00:00Z" } });
  await recorder.record("listSupplierOrderLinks", { params: { id } });
  await recorder.record("revokeSupplierOrderLink", { params: { id, order_link_id: link.id } });
  const [{ supplier_id }] = sent;
  const every = await recorder.record("createSupplierLink", { params: { id: supplier_id }, body: {} });
  await recorder.record("listSupplierLinks", { params: { id: supplier_id } });
  await recorder.record("revokeSupplierLink", { params: { id: supplier_id, link_id: every.id } });
  await recorder.record("importSupplierFile", {
    body: { supplier_id, csv: `supplier_order,order_item_id,quantity,tracking_number\r\n${number},${itemId},1,1Z999AA10123456785\r\n` },
  });
  await recorder.record("shipSupplierOrder", {
    params: { id },
    body: { lines: [{ order_item_id: itemId, quantity: 1 }], tracking_number: "1Z999AA10123456784" },
  });
  await recorder.record("correctSupplierOrderTracking", {
    params: { id },
    body: { wrong_tracking_number: "1Z999AA10123456784", tracking_number: "1Z999AA10123456793" },
  });
  await recorder.record("recordSupplierInvoice", {
    params: { id },
    body: { invoice_number: "A-2026-117", lines: [{ order_item_id: itemId, charged_cost: 3.25 }] },
  });
  await recorder.record("getUnpaidSupplierOrders", {});
  await recorder.record("rejectSupplierOrderLine", {
    params: { id, order_item_id: itemId },
    body: { reason: "The green mugs are out of stock." },
  });
}

async function answerTicketAndWebhooks(recorder: ExampleRecorder, order: number): Promise<void> {
  const ticket = await recorder.record("createTicket", {
    body: {
      subject: "Where is the bag?",
      body: "The mugs have come, the bag has not.",
      order_id: order,
      priority: "high",
      channel: "email",
    },
  });
  const message = await recorder.record("createTicketMessage", {
    params: { id: ticket.id },
    body: { kind: "reply", body: "The bag is on its way. You will have it on Thursday.", status: "pending" },
  });
  await recorder.record("markTicketMessageSent", { params: { id: ticket.id, ticket_message_id: message.id } });
  await recorder.record("listTicketMessages", { params: { id: ticket.id } });
  await recorder.record("updateTicket", { params: { id: ticket.id }, body: { status: "resolved", due_date: "2026-11-27" } });
  await recorder.record("getTicket", { params: { id: ticket.id } });
  await recorder.record("listTickets", { query: { status: "resolved" } });
  const { data } = await recorder.record("listWebhooks");
  const [{ id: hook }] = data;
  await recorder.record("listWebhookDeliveries", { params: { id: hook }, query: { event: "webhook.test" } });
  const log = await recorder.record("listWebhookDeliveries", { params: { id: hook }, query: { event: "order.created" } });
  await recorder.record("getWebhook", { params: { id: hook } });
  const [delivery] = log.data;
  await recorder.record("redeliverWebhook", { params: { id: hook, delivery_id: delivery.id } });
  const recovery = await recorder.record("recoverWebhook", {
    params: { id: hook },
    body: { since: "2026-11-20T00:00:00Z", statuses: ["failed"] },
  });
  await recorder.record("getWebhookRecovery", { params: { id: hook, recovery_id: recovery.id } });
  await recorder.record("rotateWebhookSecret", { params: { id: hook }, body: { overlap_hours: 24 } });
  await recorder.record("updateWebhook", { params: { id: hook }, body: { enabled: false } });
  await recorder.record("deleteWebhook", { params: { id: hook }, query: { confirm: hook } });
}

/** A shop is connected, gets a fulfillment, and makes a delivery that is not JSON. */
async function connectShop(recorder: ExampleRecorder): Promise<void> {
  await recorder.record("createStore", { body: { name: "Web shop", code: "web", platform: "woocommerce" } });
  const api = { shop_url: "https://shop.example.com", key: "ck_…", secret: "cs_…" };
  const connection = await recorder.record("createConnection", {
    body: {
      store: "web",
      platform: "woocommerce",
      api,
      send_fulfillments: true,
      property_map: [{ name: "Engraving", field: "personalization" }],
    },
  });
  await sendFulfillment(recorder, connection.id);
  vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(Response.json([]));
  await recorder.record("testConnection", { params: { id: connection.id } });
  await recorder.record("backfillConnection", { params: { id: connection.id }, body: { since: "2026-01-01T00:00:00Z" } });
  const path = new URL(connection.delivery_url).pathname;
  await deliverWoo({ path, secret: connection.webhook_secret }, "not JSON");
  await connectCarrier(recorder);
  await recorder.record("listConnections");
  await recorder.record("getConnection", { params: { id: connection.id } });
  const { data } = await recorder.record("listConnectionInbox", { params: { id: connection.id }, query: { status: "failed" } });
  await recorder.record("retryConnectionMessage", { params: { id: connection.id, message_id: data[0].id } });
  await recorder.record("rotateConnectionSecret", { params: { id: connection.id }, body: { overlap_hours: 24 } });
  await recorder.record("updateConnection", { params: { id: connection.id }, body: { enabled: false } });
  await recorder.record("deleteConnection", { params: { id: connection.id }, query: { confirm: connection.id } });
}

/** A carrier service reports on an unknown tracking number. */
async function connectCarrier(recorder: ExampleRecorder): Promise<void> {
  const { delivery_url, webhook_secret } = await recorder.record("createConnection", { body: { platform: "easypost" } });
  const carrier = { service: "easypost", path: new URL(delivery_url).pathname, secret: webhook_secret } as const;
  await deliver(carrier, PAYLOADS.easypost({ number: "EZ1000000001", status: "delivered" }));
}

/** An order of the shop is shipped, and its fulfillment is sent to the shop. */
async function sendFulfillment(recorder: ExampleRecorder, connection: string): Promise<void> {
  const enqueued = captureEnqueued();
  const fetched = vi.spyOn(globalThis, "fetch");
  // The shop returns its order when it is read, and when it is updated.
  for (let n = 0; n < 2; n += 1) fetched.mockResolvedValueOnce(Response.json({ id: 727, status: "processing", meta_data: [] }));
  const send = async (path: string, body: unknown) =>
    await call(`/api/v2${path}`, { body, headers: { ...recorder.credentials.v2, ...idempotencyKey() } });
  const items = [{ name: "Mug, blue", quantity: 1, price: 9.99, external_id: "315" }];
  const { body } = await send("/orders", { store: "web", external_id: "727", number: "727", items });
  await send(`/orders/${body.id}/fulfillments`, { status: "in_transit", tracking_number: "1Z999AA10123456784", carrier: "UPS" });
  await serveAll(enqueued);
  const { data } = await recorder.record("listConnectionDeliveries", { params: { id: connection } });
  await recorder.record("redeliverConnection", { params: { id: connection, sent_id: data[0].id } });
}

async function recordProductsAndExpenses(recorder: ExampleRecorder): Promise<void> {
  const product = await recorder.record("createProduct", {
    body: { title: "Mug, blue", sku: "MUG-BLUE", price: 9.99, tags: ["mug", "gift"], stores: ["gift"], platforms: ["etsy"] },
    ...withKey("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1005"),
  });
  await recorder.record("updateProduct", {
    params: { id: product.id },
    body: { price: 10.5 },
    ...withKey("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1006"),
  });
  await recorder.record("updateProductV2", {
    params: { id: product.id },
    body: { cost: 3.2, cost_currency: "USD", supplier: "Acme Prints", material: "Ceramic" },
  });
  await recorder.record("getProductV2", { params: { id: product.id } });
  await recorder.record("listProductsV2", { query: { q: "mug" } });
  const poster = await recorder.record("createProductV2", {
    body: { title: "Poster", sku: "POSTER-A3", price: 14, cost: 4.1, cost_currency: "USD", supplier: "Acme Prints" },
  });
  await recorder.record("deleteProductV2", { params: { id: poster.id } });
  await recorder.record("listUnmatchedSkus", { query: { limit: "10" } });
  await recorder.record("matchCatalog", { body: { sku: "MUG-BLUE" } });
  await recorder.record("getProduct", { params: { id: product.id } });
  await recorder.record("listProducts", { query: { q: "mug" } });
  const expense = await recorder.record("createExpense", {
    body: { category: "advertising", amount: 120, date: "2026-11-19", store_id: "gift", description: "Holiday campaign" },
  });
  await recorder.record("createExpenses", {
    body: {
      expenses: [
        { category: "payroll", amount: 2400, date: "2026-11-20", employee_name: "Kim Tran", base_amount: 2000, bhxh_rate: 21.5 },
        { category: "rent", amount: 900, date: "2026-11-01", currency: "GBP" },
      ],
    },
  });
  await recorder.record("updateExpense", { params: { id: expense.id }, body: { amount: 125 } });
  await recorder.record("getExpense", { params: { id: expense.id } });
  await recorder.record("listExpenses", { query: { category: "advertising" } });
  await recorder.record("deleteExpense", { params: { id: expense.id } });
  const fees = await recorder.record("createExpenseV2", {
    body: { category: "shipping", amount: 84.5, date: "2026-11-20", description: "Labels of the week" },
  });
  await recorder.record("updateExpenseV2", { params: { id: fees.id }, body: { amount: 86 } });
  await recorder.record("getExpenseV2", { params: { id: fees.id } });
  await recorder.record("listExpensesV2", { query: { date_from: "2026-11-01", limit: "2" } });
  await recorder.record("deleteExpenseV2", { params: { id: fees.id } });
  await recorder.record("getAnalyticsSummary", { query: { period: "last_7_days", currency: "USD" } });
  await recorder.record("listOrderProfits", { query: { period: "last_7_days", currency: "USD" } });
}

async function readOrders(recorder: ExampleRecorder, order: number, item: string): Promise<void> {
  await recorder.record("listOrders", { query: { q: "ann", include: "status,number" } });
  await recorder.record("getOrder", { params: { id: order }, query: { include: "status,version" } });
  await recorder.record("listOrderItems", { query: { status: "Delivered" } });
  await recorder.record("getOrderItem", { params: { itemId: item } });
  await recorder.record("listOrderNotes", { params: { id: order } });
  await recorder.record("createOrderNoteV2", { params: { id: order }, body: { content: "The customer chose gift wrap." } });
  await recorder.record("listOrderNotesV2", { params: { id: order } });
  await recorder.record("getOrderTracking", { params: { id: order } });
  await recorder.record("listOrderFulfillments", { params: { id: order } });
  await recorder.record("listOrderHistory", { params: { id: order }, query: { page: "1", page_size: "2" } });
  await recorder.record("listStores");
  // The first store and the first product have the id 1.
  await recorder.record("getStore", { params: { id: 1 } });
  await recorder.record("getStoreStatistics", { params: { id: 1 } });
  await recorder.record("deleteProduct", { params: { id: 1 } });
  await recorder.record("listOrderItemsV2", { query: { missing: "cost", limit: "2" } });
  await recorder.record("listOrdersV2", { query: { external_id: "3001" } });
  await recorder.record("getOrderV2", { params: { id: order } });
  await recorder.record("listOrderHistoryV2", { params: { id: order }, query: { limit: "2" } });
  await recorder.record("listEvents", { query: { limit: "2" } });
}
