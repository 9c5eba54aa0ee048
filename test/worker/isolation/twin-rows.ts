import { FILE_TEXT } from "../../kit/file-texts";
import { uploadDesign } from "../../kit/uploaded-file";
import { EVENT_TYPES } from "../../../src/resources/events/events";
import { insertFinishedErasure, type ApiResponse, asOperator, idempotencyKey, rowsOf, type Shop } from "../../kit/client";
import { connectCarrier, report } from "../connections/carriers/fixtures";
import { API, connect, deliverWoo, wooOrder } from "../connections/fixtures";
import { insertFailedDelivery } from "../connections/sending";

/** A unique word of one twin for a text field, such as `zqalphanote` in its note. */
export type Word = (field: string) => string;

/** What identifies the rows of a twin. */
export interface TwinRows {
  /** Ids under the names of the path parameters. */
  ids: Record<string, string | number>;
  hooks: { id: string; secret: string }[];
}

function bodyOf(response: ApiResponse): ApiResponse["body"] {
  if (response.status >= 300) throw new Error(`${response.status} ${response.text}`);
  return response.body;
}

/** Values that every twin's first order shares: the same external ids, names, email and SKUs, and a unique word in each free text. */
function sharedOrder(word: Word) {
  const item = (nth: number) => ({
    external_id: `line-${nth}`,
    name: "Blue mug",
    quantity: 2,
    price: 9.99,
    cost: 4.5,
    sku: "MUG",
    assigned_supplier: "Acme",
    tracking_code: `1Z999-${nth}`,
    variations: word("variations"),
    personalization: word("personalization"),
    metadata: { press: word("itemmetadata") },
    properties: [{ name: "Engraving", value: word("property") }],
    comment: word("comment"),
    design_url: `https://designs.example.com/${word("design")}`,
    ship_address1: word("itemaddress"),
  });
  return {
    store: "gift",
    external_id: "same",
    number: "#1",
    date: "2026-01-15T10:00:00Z",
    customer_name: "Ann Lee",
    customer_email: "ann@example.com",
    customer_address: word("address"),
    ship_address1: word("street"),
    payment_method: word("payment"),
    customer_phone: "+1 555 0100",
    ship_name: word("recipient"),
    ship_company: word("company"),
    shipping_service: word("service"),
    buyer_note: word("buyernote"),
    gift_message: word("giftmessage"),
    metadata: { batch: word("metadata") },
    source_status: word("source"),
    discount_codes: [word("discount")],
    tags: [word("tag")],
    items: [item(1), item(2)],
  };
}

/** An order that only this twin can refer to: each text that lists can search or filter is a unique word. */
function uniqueOrder(word: Word) {
  const item = {
    name: word("item"),
    price: 7,
    sku: word("sku"),
    assigned_supplier: word("supplier"),
    tracking_code: word("code"),
    status: word("status"),
  };
  return { store: word("store"), external_id: word("external"), number: word("number"), customer_name: word("customer"), items: [item] };
}

/** Gives an organization some rows of every kind, and returns what identifies them. */
export async function fill(shop: Shop, word: Word): Promise<TwinRows> {
  const { v1, v2 } = shop;
  const createV1 = async (path: string, body: unknown, method = "POST") =>
    bodyOf(await v1(path, { method, body, headers: idempotencyKey() })).data;
  const createV2 = async (path: string, body: unknown, method = "POST") => bodyOf(await v2(path, { method, body }));

  await createV2("/stores", { name: "Corner shop", code: "corner", platform: "etsy", type: "marketplace", currency: "EUR" });
  await createV2("/stores", { name: word("store"), code: word("storecode").slice(0, 64), platform: "other" });
  const supplier = await createV2("/suppliers", { name: "Acme", code: "acme", currency: "EUR", contact_name: word("contact") });
  await createV2("/suppliers", {
    name: word("supplier"),
    code: word("suppliercode").slice(0, 64),
    contact_name: word("contact"),
    contact_email: word("contactemail"),
    contact_phone: word("contactphone").slice(0, 32),
    file_columns: [{ name: word("column"), field: "sku" }],
  });
  const webhook = (path: string, status: string) =>
    createV2("/webhooks", { url: `https://hooks.example.com/${path}`, events: EVENT_TYPES, description: word(`hook${status}`) });
  const hooks = [
    await webhook("in", "ok"),
    await webhook("down", "failing"),
    await webhook("in", "paused"),
    await webhook("in", "deleted"),
  ];
  const [hook, , paused, deleted] = hooks;
  await createV2(`/webhooks/${paused.id}`, { enabled: false }, "PATCH");

  const property_map = [{ name: word("property"), field: "metadata", key: "plate" }];
  const connection = await connect(shop, { store: "corner", api: API, send_fulfillments: true, property_map });
  await connect(shop, { store: word("store") });
  await deliverWoo(connection, "no JSON");
  await deliverWoo(connection, wooOrder({ billing: { first_name: word("billing") } }));
  const [message] = await rowsOf<{ id: string }>(
    shop,
    "select id from connection_inbox where connection_id = ? order by rowid",
    connection.id,
  );
  const carrier = await connectCarrier(shop);
  await connectCarrier(shop);
  await report(carrier, { number: word("parcel"), status: "delivered" });
  await report(carrier, { number: word("secondparcel"), status: "failure" });
  const sendings = [await insertFailedDelivery(shop, connection), await insertFailedDelivery(shop, connection)];
  const order = await createV2("/orders", sharedOrder(word));
  const own = await createV2("/orders", uniqueOrder(word));
  // An open order whose SKU matches no product.
  await createV2("/orders", { store: "gift", items: [{ name: word("open"), price: 3, sku: word("opensku") }] });
  await createV1(`/orderItems/${order.items[0].id}/status`, { status: "Shipped" });
  await createV1(`/orders/${order.id}/notes`, { content: word("note") });
  await createV1(`/orders/${order.id}/notes`, { content: word("second") });
  await createV2(`/orders/${order.id}`, { ship_city: word("city"), is_gift: true }, "PATCH");
  await createV2(`/order-items/${order.items[1].id}`, { material: word("material") }, "PATCH");
  const fulfillment = (items: unknown[]) => ({
    tracking_number: "1Z999",
    carrier: word("carrier"),
    tracking_url: `https://track.example.com/${word("track")}`,
    items,
  });
  const sent = await createV2(`/orders/${order.id}/fulfillments`, fulfillment([{ order_item_id: order.items[0].id, quantity: 1 }]));
  await createV2(`/orders/${order.id}/fulfillments`, {
    ...fulfillment([{ order_item_id: order.items[1].id, quantity: 1 }]),
    tracking_number: word("fulfillment"),
  });
  await createV2(`/fulfillments/${sent.id}`, { status: "delivered" }, "PATCH");
  // Two of the first order, so that its list has a second page of one row, and one of the other.
  for (const orderId of [order.id, order.id, own.id])
    await rowsOf(
      shop,
      `insert into refunds (id, organization_id, order_id, amount, tax, shipping, items, reason, actor_name, created_at)
      values (?, ?, ?, 10000, 0, 0, '[]', ?, ?, 1)`,
      `ref_${crypto.randomUUID()}`,
      shop.id,
      orderId,
      word("refund"),
      word("refunder"),
    );
  const file = await uploadDesign(shop, order.items[0].id, `${word("file")}.pdf`);
  await uploadDesign(shop, order.items[0].id, `${word("secondfile")}.pdf`);
  await createV2(`/files?${new URLSearchParams({ name: `${word("attachment")}.pdf`, order_id: String(order.id) }).toString()}`, FILE_TEXT);
  const proved = await createV2("/orders", {
    store: "gift",
    items: [
      { name: "Cup", price: 1 },
      { name: "Bowl", price: 1 },
    ],
  });
  await uploadDesign(shop, proved.items[0].id, `${word("proved")}.pdf`);
  await uploadDesign(shop, proved.items[1].id, `${word("alsoproved")}.pdf`);
  const { orders: proofs } = await createV2("/proofs/send", { order_ids: [proved.id] });
  const [{ id: proof }] = proofs[0].proofs;
  const [proofLink] = (await v2(`/proofs/${proof}/links`)).body.links;
  await createV2(`/proofs/${proof}`, { state: "changes_requested", comment: word("proofcomment") }, "PATCH");
  await createV2(`/orders/${own.id}/hold`, { reason: word("hold") });
  await createV2(`/orders/${own.id}/status`, { status: "Cancelled", reason: word("reason") });

  await createV2(`/suppliers/${supplier.id}/costs`, {
    costs: [
      { sku: word("supplierSku"), unit_cost: 2 },
      { sku: word("otherSku"), unit_cost: 3 },
    ],
  });
  const made = await createV2("/orders", {
    store: "gift",
    items: [{ name: "Cup", price: 1, assigned_supplier: "Acme", personalization: word("made") }],
  });
  await uploadDesign(shop, made.items[0].id, `${word("madedesign")}.pdf`);
  const { supplier_orders } = await createV2("/supplier-orders", { order_ids: [made.id], override_reason: "Now" });
  const link = await createV2(`/suppliers/${supplier.id}/links`, {});
  const orderLink = await createV2(`/supplier-orders/${supplier_orders[0].id}/links`, {});
  const again = await createV2("/orders", { store: "gift", items: [{ name: "Cup", price: 1, assigned_supplier: "Acme" }] });
  const { supplier_orders: ended } = await createV2("/supplier-orders", { order_ids: [again.id], override_reason: "Now" });
  await createV2(`/supplier-orders/${supplier_orders[0].id}/invoice`, { invoice_number: word("invoice") }, "PATCH");
  await createV2(`/supplier-orders/${ended[0].id}`, { state: "cancelled", reason: word("supplierreason") }, "PATCH");
  const product = await createV1("/products", {
    title: "Mug",
    sku: "MUG",
    spu: "CUP",
    tags: ["gift"],
    stores: ["gift"],
    platforms: ["etsy"],
    description: word("description"),
  });
  await createV1("/products", {
    title: word("title"),
    sku: word("productsku"),
    spu: word("spu"),
    tags: [word("tag")],
    platforms: [word("platform")],
    stores: [word("store")],
  });
  const expense = await createV1("/expenses", {
    category: "rent",
    amount: 1200,
    date: "2026-01-31",
    description: word("expense"),
    store_id: "gift",
  });
  await createV1("/expenses/bulk", {
    expenses: [
      {
        category: "payroll",
        amount: 3000,
        date: "2026-01-31",
        employee_name: "Ann Lee",
        base_amount: 2500,
        bhxh_rate: 8,
        description: word("payroll"),
      },
      { category: word("category").slice(0, 64), amount: 5, date: "2026-02-01", employee_name: word("employee"), currency: "EUR" },
    ],
  });
  const ticket = await createV2("/tickets", {
    subject: "Where is it?",
    body: word("ticket"),
    order_id: order.id,
    customer_name: "Ann Lee",
    channel: word("channel"),
  });
  await createV2("/tickets", { subject: word("subject"), body: "?", channel: "email", customer_name: word("ticketcustomer") });
  await createV2(`/tickets/${ticket.id}`, { status: "pending" }, "PATCH");
  await createV2(`/tickets/${ticket.id}/messages`, { kind: "note", body: word("ticketnote") });
  const reply = await createV2(`/tickets/${ticket.id}/messages`, { kind: "reply", body: word("reply") });
  const [template] = await rowsOf<{ id: number }>(
    shop,
    "insert into ticket_templates (organization_id, name, body, created_at, updated_at) values (?, ?, ?, 1, 1) returning id",
    shop.id,
    word("templatename"),
    word("template"),
  );
  const { user_id } = await asOperator(`/organizations/${shop.id}/members`, { email: `${word("member")}@example.com`, role: "owner" });
  await asOperator(`/organizations/${shop.id}/members`, { email: "ann@example.com", role: "viewer" });

  await createV2(`/webhooks/${deleted.id}?confirm=${deleted.id}`, undefined, "DELETE");
  // As if all its attempts had failed.
  await rowsOf(
    shop,
    "update deliveries set status = 'failed', attempts = 14, next_attempt_at = null where id = (select min(id) from deliveries where endpoint_id = ?)",
    hook.id,
  );
  const recovery = await createV2(`/webhooks/${hook.id}/recover`, {});
  await createV2(`/webhooks/${hook.id}/test`, undefined);
  const [delivery] = await rowsOf<{ id: string; event_id: string }>(
    shop,
    "select id, event_id from deliveries where endpoint_id = ? order by id",
    hook.id,
  );
  const [marked] = await rowsOf<{ operation_id: string }>(
    shop,
    "select operation_id from write_markers where organization_id = ?",
    shop.id,
  );
  const ids = {
    "orders.id": order.id,
    "order-items.id": order.items[0].id,
    itemId: order.items[0].id,
    "fulfillments.id": sent.id,
    "files.id": file,
    "products.id": product.id,
    "expenses.id": expense.id,
    "tickets.id": ticket.id,
    ticket_message_id: reply.id,
    "templates.id": template?.id ?? 0,
    "stores.id": shop.store.id,
    "suppliers.id": supplier.id,
    "proofs.id": proof,
    "supplier-orders.id": supplier_orders[0].id,
    "production.id": supplier_orders[0].id,
    order_item_id: made.items[0].id,
    link_id: link.id,
    order_link_id: orderLink.id,
    proof_link_id: proofLink.id,
    "webhooks.id": hook.id,
    "connections.id": connection.id,
    message_id: message?.id ?? "",
    sent_id: sendings[0] ?? "",
    delivery_id: delivery?.id ?? "",
    recovery_id: recovery.id,
    "organizations.id": shop.id,
    credential_id: shop.key.id,
    event_id: delivery?.event_id ?? "",
    operation_id: marked?.operation_id ?? "",
    user_id,
    erasure_id: await insertFinishedErasure(shop.id),
  };
  // An id of nothing would make a test of somebody else's id pass.
  for (const [name, id] of Object.entries(ids)) if (["", 0, "undefined"].includes(id)) throw new Error(`There is no ${name}.`);
  return { ids, hooks: hooks.map(({ id, secret }) => ({ id, secret })) };
}
