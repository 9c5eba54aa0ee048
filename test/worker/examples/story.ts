import { FILE_TEXT, PREVIEW_TEXT } from "../../kit/file-texts";
import { vi } from "vitest";
import { call, idempotencyKey } from "../../kit/client";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { deliver, PAYLOADS } from "../connections/carriers/fixtures";
import { deliverWoo } from "../connections/fixtures";
import { serveAll } from "../faults/serve-queues";
import type { Scribe } from "./scribe";

const KEYED = (key: string) => ({ headers: { "Idempotency-Key": key } });

/** One day of a small shop, with every operation of both surfaces. */
export async function tellStory(scribe: Scribe): Promise<void> {
  await setUp(scribe);
  const { order, item } = await takeOrders(scribe);
  await makeAndShip(scribe, order, item);
  await uploadDesigns(scribe, item);
  await approveProof(scribe);
  await sendToSupplier(scribe);
  await lookAfter(scribe, order);
  await keepBooks(scribe);
  await readBack(scribe, order, item);
  await connectShop(scribe);
}

async function setUp(scribe: Scribe): Promise<void> {
  await scribe.ask("getHealth");
  await scribe.ask("getLiveness");
  await scribe.ask("getMe");
  await scribe.ask("getMeV2");
  const store = await scribe.ask("createStore", {
    body: { name: "Gift shop", code: "gift", platform: "etsy", type: "marketplace", currency: "USD" },
  });
  await scribe.ask("updateStore", { params: { id: store.id }, body: { type: "storefront" } });
  await scribe.ask("listStoresV2");
  await scribe.ask("getStoreV2", { params: { id: store.id } });
  const supplier = await scribe.ask("createSupplier", {
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
  await scribe.ask("updateSupplier", { params: { id: supplier.id }, body: { default_shipping: "to_us" } });
  await scribe.ask("getSupplier", { params: { id: supplier.id } });
  await scribe.ask("listSuppliers", {});
  const costs = [
    { sku: "MUG-GREEN", unit_cost: 3.1 },
    { sku: "TEE-OLD", unit_cost: null },
  ];
  await scribe.ask("setSupplierCosts", { params: { id: supplier.id }, body: { costs } });
  await scribe.ask("listSupplierCosts", { params: { id: supplier.id } });
  const hook = await scribe.ask("createWebhook", {
    body: { url: "https://erp.example.com/hooks/orders", events: ["order.created", "order.status_changed"], description: "ERP" },
  });
  await scribe.ask("testWebhook", { params: { id: hook.id } });
}

async function takeOrders(scribe: Scribe): Promise<{ order: number; item: string }> {
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
  const order = await scribe.ask("createOrder", { body: sent, ...KEYED("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1001") });
  // The source sends it again.
  await scribe.ask("createOrder", { body: sent });
  await scribe.ask("createOrders", {
    body: {
      orders: [
        { store: "gift", external_id: "3002", customer_name: "Bea Ito", items: [{ name: "Mug, red", sku: "MUG-RED", price: 9.99 }] },
        { store: "corner", external_id: "3003", items: [{ name: "Mug, red", sku: "MUG-RED", price: 9.99 }] },
      ],
      on_error: "skip",
    },
    ...KEYED("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1002"),
  });
  const [item] = order.items;
  return { order: order.id, item: item.id };
}

async function makeAndShip(scribe: Scribe, order: number, item: string): Promise<void> {
  await scribe.ask("updateOrder", { params: { id: order }, body: { is_gift: true, ship_zipcode: "BA1 2AB" } });
  await scribe.ask("updateOrderItem", {
    params: { id: item },
    body: { design_url: "https://designs.example.com/bea.png", assigned_supplier: "Acme Prints", cost: 3.2 },
  });
  await scribe.ask("actOnOrderItems", { body: { ids: [Number(item)], supplier: "Acme Prints London" } });
  await scribe.ask("actOnOrders", {
    body: { ids: [order, 999], add_tags: ["rush"] },
    ...KEYED("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1012"),
  });
  await scribe.ask("updateOrders", {
    body: { orders: [{ id: order, version: 5, shipping_service: "Express", items: [{ id: item, sku: "MUG-BLUE-S" }] }] },
    ...KEYED("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1014"),
  });
  await scribe.ask("getOrderReadiness", { params: { id: order } });
  await scribe.ask("holdOrder", { params: { id: order }, body: { reason: "The buyer will send another text.", until: "2026-12-01" } });
  await scribe.ask("releaseOrder", { params: { id: order } });
  await scribe.ask("holdOrderItem", { params: { id: item }, body: { reason: "The design has a low resolution." } });
  await scribe.ask("releaseOrderItem", { params: { id: item } });
  await scribe.ask("setOrderStatus", { params: { id: order }, body: { status: "In Production" } });
  await scribe.ask("setOrderItemStatus", {
    params: { itemId: item },
    body: { status: "Design Ready" },
    ...KEYED("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1003"),
  });
  await scribe.ask("setOrderItemStatusV2", { params: { id: item }, body: { status: "In Production" } });
  await scribe.ask("createOrderNote", {
    params: { id: order },
    body: { content: "Bea's birthday is on Friday." },
    ...KEYED("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1004"),
  });
  const fulfillment = await scribe.ask("createFulfillment", {
    params: { id: order },
    body: { tracking_number: "1Z999AA10123456784", carrier: "UPS", status: "in_transit", items: [{ order_item_id: item, quantity: 2 }] },
  });
  await scribe.ask("reportTracking", {
    body: { tracking_number: "1Z999AA10123456784", status: "out_for_delivery", occurred_at: "2026-11-22T08:15:00Z" },
  });
  const again = { params: { id: order }, body: { number: 1, items: [{ order_item_id: item, quantity: 1 }] } };
  await scribe.ask("reprintOrder", again);
  // The response was lost.
  await scribe.ask("reprintOrder", again);
  await scribe.ask("updateFulfillment", { params: { id: fulfillment.id }, body: { status: "delivered" } });
  await scribe.ask("refundOrder", {
    params: { id: order },
    body: { items: [{ order_item_id: item, quantity: 1 }], reason: "The bag arrived with a scratch." },
    ...KEYED("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1015"),
  });
  await scribe.ask("listOrderRefunds", { params: { id: order } });
  const extra = await scribe.ask("addOrderItem", {
    params: { id: order },
    body: { name: "Gift card", price: 4.5, quantity: 1 },
    ...KEYED("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1013"),
  });
  await scribe.ask("removeOrderItem", { params: { id: extra.items.at(-1).id } });
  await scribe.ask("getFulfillment", { params: { id: fulfillment.id } });
  const [{ id: store }] = (await scribe.ask("listStoresV2")).data;
  const period = { from: "2026-11-20", to: "2026-11-30" };
  await scribe.ask("getTrackingWorksheet", { params: { id: store }, query: { format: "etsy", ...period } });
  await scribe.ask("listFulfillmentsV2", { params: { id: order } });
}

/** The design of a mug, which becomes that of another item, too. */
async function uploadDesigns(scribe: Scribe, item: string): Promise<void> {
  const file = await scribe.ask("createFile", { query: { name: "mug-blue front.pdf", order_item_id: item }, body: FILE_TEXT });
  await scribe.ask("setFilePreview", { params: { id: file.id }, body: PREVIEW_TEXT });
  await scribe.ask("getFile", { params: { id: file.id } });
  await scribe.ask("listFiles", { query: { role: "design" } });
  await scribe.ask("getFileContent", { params: { id: file.id } });
  await scribe.ask("getFilePreview", { params: { id: file.id } });
  const { id } = await scribe.ask("createFile", { query: { name: "mug-blue.pdf" }, body: FILE_TEXT });
  await scribe.ask("addItemDesign", { params: { id: item }, body: { file_id: id } });
  await scribe.ask("listItemDesigns", { params: { id: item } });
  const draft = await scribe.ask("createFile", { query: { name: "draft.pdf" }, body: FILE_TEXT });
  await scribe.ask("deleteFile", { params: { id: draft.id } });
}

/** The buyer of a mug sees its design, and answers in a chat. */
async function approveProof(scribe: Scribe): Promise<void> {
  const mug = { name: "Mug, red", quantity: 1, price: 9.99, personalization: "For Ana" };
  const order = await scribe.ask("createOrder", { body: { store: "gift", external_id: "3005", number: "#3005", items: [mug] } });
  const item = order.items[0].id;
  const file = await scribe.ask("createFile", { query: { name: "ana.pdf", order_item_id: item }, body: FILE_TEXT });
  await scribe.ask("setFilePreview", { params: { id: file.id }, body: PREVIEW_TEXT });
  const { id } = await scribe.ask("createProof", { body: { order_item_id: item } });
  await scribe.ask("sendProofs", { body: { order_item_ids: [item] } });
  await scribe.ask("getProof", { params: { id } });
  const { links } = await scribe.ask("listProofLinks", { params: { id } });
  await scribe.ask("revokeProofLink", { params: { id, proof_link_id: links[0].id } });
  await scribe.ask("updateProof", { params: { id }, body: { state: "approved", comment: "Lovely, thank you!" } });
  await scribe.ask("listProofs", { query: { state: "approved" } });
  await scribe.ask("updateProof", { params: { id }, body: { state: "changes_requested", comment: "Could the name be in gold?" } });
}

/** A supplier gets an item of an order, and rejects it. */
async function sendToSupplier(scribe: Scribe): Promise<void> {
  const order = await scribe.ask("createOrder", {
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
  await scribe.ask("createFile", { query: { name: "deniz.pdf", order_item_id: itemId }, body: FILE_TEXT });
  const { supplier_orders: sent } = await scribe.ask("sendToSuppliers", {
    body: { order_ids: [order.id] },
    ...KEYED("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1099"),
  });
  const [{ id, number }] = sent;
  await scribe.ask("updateSupplierOrder", { params: { id }, body: { state: "accepted" } });
  await scribe.ask("getSupplierOrder", { params: { id } });
  await scribe.ask("listSupplierOrders", { query: { state: "accepted" } });
  await scribe.ask("getSupplierOrderFile", { params: { id } });
  await scribe.ask("getSupplierOrderLineDesign", { params: { id, order_item_id: itemId } });
  const link = await scribe.ask("createSupplierOrderLink", { params: { id }, body: { expires_at: "2026-12-31T12:00:00Z" } });
  await scribe.ask("listSupplierOrderLinks", { params: { id } });
  await scribe.ask("revokeSupplierOrderLink", { params: { id, order_link_id: link.id } });
  const [{ supplier_id }] = sent;
  const every = await scribe.ask("createSupplierLink", { params: { id: supplier_id }, body: {} });
  await scribe.ask("listSupplierLinks", { params: { id: supplier_id } });
  await scribe.ask("revokeSupplierLink", { params: { id: supplier_id, link_id: every.id } });
  await scribe.ask("importSupplierFile", {
    body: { supplier_id, csv: `supplier_order,order_item_id,quantity,tracking_number\r\n${number},${itemId},1,1Z999AA10123456785\r\n` },
  });
  await scribe.ask("shipSupplierOrder", {
    params: { id },
    body: { lines: [{ order_item_id: itemId, quantity: 1 }], tracking_number: "1Z999AA10123456784" },
  });
  await scribe.ask("correctSupplierOrderTracking", {
    params: { id },
    body: { wrong_tracking_number: "1Z999AA10123456784", tracking_number: "1Z999AA10123456793" },
  });
  await scribe.ask("recordSupplierInvoice", {
    params: { id },
    body: { invoice_number: "A-2026-117", lines: [{ order_item_id: itemId, charged_cost: 3.25 }] },
  });
  await scribe.ask("getUnpaidSupplierOrders", {});
  await scribe.ask("rejectSupplierOrderLine", {
    params: { id, order_item_id: itemId },
    body: { reason: "The green mugs are out of stock." },
  });
}

async function lookAfter(scribe: Scribe, order: number): Promise<void> {
  const ticket = await scribe.ask("createTicket", {
    body: {
      subject: "Where is the bag?",
      body: "The mugs have come, the bag has not.",
      order_id: order,
      priority: "high",
      channel: "email",
    },
  });
  const message = await scribe.ask("createTicketMessage", {
    params: { id: ticket.id },
    body: { kind: "reply", body: "The bag is on its way. You will have it on Thursday.", status: "pending" },
  });
  await scribe.ask("markTicketMessageSent", { params: { id: ticket.id, ticket_message_id: message.id } });
  await scribe.ask("listTicketMessages", { params: { id: ticket.id } });
  await scribe.ask("updateTicket", { params: { id: ticket.id }, body: { status: "resolved", due_date: "2026-11-27" } });
  await scribe.ask("getTicket", { params: { id: ticket.id } });
  await scribe.ask("listTickets", { query: { status: "resolved" } });
  const { data } = await scribe.ask("listWebhooks");
  const [{ id: hook }] = data;
  await scribe.ask("listWebhookDeliveries", { params: { id: hook }, query: { event: "webhook.test" } });
  const log = await scribe.ask("listWebhookDeliveries", { params: { id: hook }, query: { event: "order.created" } });
  await scribe.ask("getWebhook", { params: { id: hook } });
  const [delivery] = log.data;
  await scribe.ask("redeliverWebhook", { params: { id: hook, delivery_id: delivery.id } });
  const recovery = await scribe.ask("recoverWebhook", {
    params: { id: hook },
    body: { since: "2026-11-20T00:00:00Z", statuses: ["failed"] },
  });
  await scribe.ask("getWebhookRecovery", { params: { id: hook, recovery_id: recovery.id } });
  await scribe.ask("rotateWebhookSecret", { params: { id: hook }, body: { overlap_hours: 24 } });
  await scribe.ask("updateWebhook", { params: { id: hook }, body: { enabled: false } });
  await scribe.ask("deleteWebhook", { params: { id: hook }, query: { confirm: hook } });
}

/** A shop delivers two orders, one of which can't be mapped. */
async function connectShop(scribe: Scribe): Promise<void> {
  await scribe.ask("createStore", { body: { name: "Web shop", code: "web", platform: "woocommerce" } });
  const api = { shop_url: "https://shop.example.com", key: "ck_…", secret: "cs_…" };
  const connection = await scribe.ask("createConnection", {
    body: {
      store: "web",
      platform: "woocommerce",
      api,
      send_fulfillments: true,
      property_map: [{ name: "Engraving", field: "personalization" }],
    },
  });
  await sendFulfillment(scribe, connection.id);
  vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(Response.json([]));
  await scribe.ask("testConnection", { params: { id: connection.id } });
  await scribe.ask("backfillConnection", { params: { id: connection.id }, body: { since: "2026-01-01T00:00:00Z" } });
  const path = new URL(connection.delivery_url).pathname;
  await deliverWoo({ path, secret: connection.webhook_secret }, "not JSON");
  await connectCarrier(scribe);
  await scribe.ask("listConnections");
  await scribe.ask("getConnection", { params: { id: connection.id } });
  const { data } = await scribe.ask("listConnectionInbox", { params: { id: connection.id }, query: { status: "failed" } });
  await scribe.ask("retryConnectionMessage", { params: { id: connection.id, message_id: data[0].id } });
  await scribe.ask("rotateConnectionSecret", { params: { id: connection.id }, body: { overlap_hours: 24 } });
  await scribe.ask("updateConnection", { params: { id: connection.id }, body: { enabled: false } });
  await scribe.ask("deleteConnection", { params: { id: connection.id }, query: { confirm: connection.id } });
}

/** A carrier service reports on an unknown tracking number. */
async function connectCarrier(scribe: Scribe): Promise<void> {
  const { delivery_url, webhook_secret } = await scribe.ask("createConnection", { body: { platform: "easypost" } });
  const carrier = { service: "easypost", path: new URL(delivery_url).pathname, secret: webhook_secret } as const;
  await deliver(carrier, PAYLOADS.easypost({ number: "EZ1000000001", status: "delivered" }));
}

/** An order of the shop is shipped, and its fulfillment is sent to the shop. */
async function sendFulfillment(scribe: Scribe, connection: string): Promise<void> {
  const enqueued = captureEnqueued();
  const fetched = vi.spyOn(globalThis, "fetch");
  for (let n = 0; n < 2; n += 1) fetched.mockResolvedValueOnce(Response.json({ id: 727, status: "processing", meta_data: [] }));
  const send = async (path: string, body: unknown) =>
    await call(`/api/v2${path}`, { body, headers: { ...scribe.credentials.v2, ...idempotencyKey() } });
  const items = [{ name: "Mug, blue", quantity: 1, price: 9.99, external_id: "315" }];
  const { body } = await send("/orders", { store: "web", external_id: "727", number: "727", items });
  await send(`/orders/${body.id}/fulfillments`, { status: "in_transit", tracking_number: "1Z999AA10123456784", carrier: "UPS" });
  await serveAll(enqueued);
  const { data } = await scribe.ask("listConnectionDeliveries", { params: { id: connection } });
  await scribe.ask("redeliverConnection", { params: { id: connection, sent_id: data[0].id } });
}

async function keepBooks(scribe: Scribe): Promise<void> {
  const product = await scribe.ask("createProduct", {
    body: { title: "Mug, blue", sku: "MUG-BLUE", price: 9.99, tags: ["mug", "gift"], stores: ["gift"], platforms: ["etsy"] },
    ...KEYED("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1005"),
  });
  await scribe.ask("updateProduct", {
    params: { id: product.id },
    body: { price: 10.5 },
    ...KEYED("0f6c1f2e-6f0e-4b7a-9a39-0d6a2f8a1006"),
  });
  await scribe.ask("updateProductV2", {
    params: { id: product.id },
    body: { cost: 3.2, cost_currency: "USD", supplier: "Acme Prints", material: "Ceramic" },
  });
  await scribe.ask("getProductV2", { params: { id: product.id } });
  await scribe.ask("listProductsV2", { query: { q: "mug" } });
  const poster = await scribe.ask("createProductV2", {
    body: { title: "Poster", sku: "POSTER-A3", price: 14, cost: 4.1, cost_currency: "USD", supplier: "Acme Prints" },
  });
  await scribe.ask("deleteProductV2", { params: { id: poster.id } });
  await scribe.ask("listUnmatchedSkus", { query: { limit: "10" } });
  await scribe.ask("matchCatalog", { body: { sku: "MUG-BLUE" } });
  await scribe.ask("getProduct", { params: { id: product.id } });
  await scribe.ask("listProducts", { query: { q: "mug" } });
  const expense = await scribe.ask("createExpense", {
    body: { category: "advertising", amount: 120, date: "2026-11-19", store_id: "gift", description: "Holiday campaign" },
  });
  await scribe.ask("createExpenses", {
    body: {
      expenses: [
        { category: "payroll", amount: 2400, date: "2026-11-20", employee_name: "Kim Tran", base_amount: 2000, bhxh_rate: 21.5 },
        { category: "rent", amount: 900, date: "2026-11-01", currency: "GBP" },
      ],
    },
  });
  await scribe.ask("updateExpense", { params: { id: expense.id }, body: { amount: 125 } });
  await scribe.ask("getExpense", { params: { id: expense.id } });
  await scribe.ask("listExpenses", { query: { category: "advertising" } });
  await scribe.ask("deleteExpense", { params: { id: expense.id } });
  const fees = await scribe.ask("createExpenseV2", {
    body: { category: "shipping", amount: 84.5, date: "2026-11-20", description: "Labels of the week" },
  });
  await scribe.ask("updateExpenseV2", { params: { id: fees.id }, body: { amount: 86 } });
  await scribe.ask("getExpenseV2", { params: { id: fees.id } });
  await scribe.ask("listExpensesV2", { query: { date_from: "2026-11-01", limit: "2" } });
  await scribe.ask("deleteExpenseV2", { params: { id: fees.id } });
  await scribe.ask("getAnalyticsSummary", { query: { period: "last_7_days", currency: "USD" } });
  await scribe.ask("listOrderProfits", { query: { period: "last_7_days", currency: "USD" } });
}

async function readBack(scribe: Scribe, order: number, item: string): Promise<void> {
  await scribe.ask("listOrders", { query: { q: "ann", include: "status,number" } });
  await scribe.ask("getOrder", { params: { id: order }, query: { include: "status,version" } });
  await scribe.ask("listOrderItems", { query: { status: "Delivered" } });
  await scribe.ask("getOrderItem", { params: { itemId: item } });
  await scribe.ask("listOrderNotes", { params: { id: order } });
  await scribe.ask("createOrderNoteV2", { params: { id: order }, body: { content: "The customer chose gift wrap." } });
  await scribe.ask("listOrderNotesV2", { params: { id: order } });
  await scribe.ask("getOrderTracking", { params: { id: order } });
  await scribe.ask("listOrderFulfillments", { params: { id: order } });
  await scribe.ask("listOrderHistory", { params: { id: order }, query: { page: "1", page_size: "2" } });
  await scribe.ask("listStores");
  await scribe.ask("getStore", { params: { id: 1 } });
  await scribe.ask("getStoreStatistics", { params: { id: 1 } });
  await scribe.ask("deleteProduct", { params: { id: 1 } });
  await scribe.ask("listOrderItemsV2", { query: { missing: "cost", limit: "2" } });
  await scribe.ask("listOrdersV2", { query: { external_id: "3001" } });
  await scribe.ask("getOrderV2", { params: { id: order } });
  await scribe.ask("listOrderHistoryV2", { params: { id: order }, query: { limit: "2" } });
  await scribe.ask("listEvents", { query: { limit: "2" } });
}
