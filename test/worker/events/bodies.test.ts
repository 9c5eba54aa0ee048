import { afterEach, describe, expect, it, vi } from "vitest";
import { Event } from "../../../src/resources/events/v2/contract";
import { EVENT_TYPES } from "../../../src/resources/events/events";
import { createShop, idempotencyKey, rows, ingestOrder } from "../../kit/client";
import { idsOf, readPage, readStored } from "./kit";
import { png, upload } from "../files/kit";
import { eventually } from "../../kit/eventually";

afterEach(() => vi.restoreAllMocks());

const ofAll = { event_id: "evt_1", organization_id: 1, occurred_at: "2026-01-31T10:00:00.000Z" };
const ofOrder = { ...ofAll, sequence: 3, order_id: 7 };
const ofSupplierOrder = { supplier_order_id: "sor_1", number: 12, supplier_id: "sup_1" };
const ofProof = { proof_id: "prf_1", order_id: 7, order_item_id: "9", version: 2 };
const ofFulfillment = { fulfillment_id: "ful_1", tracking_number: "T1", carrier: "DHL" };

/** One body of each type, with every field that it may have (docs/spec/events.md#payloads). */
const BODIES: Record<(typeof EVENT_TYPES)[number], Record<string, unknown>> = {
  "order.created": {
    ...ofOrder,
    external_id: null,
    store_id: 2,
    store_name: "Gift shop",
    status: "New",
    currency: "USD",
    total_amount: -0.5,
    item_count: 1,
    date: "2026-01-31T00:00:00.000Z",
    created_at: "2026-01-31T10:00:00.000Z",
  },
  "order.updated": { ...ofOrder, changed_fields: ["items.status", "status"], version: 2, updated_at: "2026-01-31T10:00:00.000Z" },
  "order.status_changed": { ...ofOrder, old_status: "In Production", new_status: "Shipped", tracking_number: "T1", carrier: "DHL" },
  "order.fulfillment.shipped": {
    ...ofOrder,
    ...ofFulfillment,
    tracking_url: "https://track.example.com/T1",
    items: [{ order_item_id: "9", quantity: 2 }],
    is_partial: true,
    shipped_at: "2026-01-31T10:00:00.000Z",
  },
  "order.fulfillment.delivered": { ...ofOrder, ...ofFulfillment, delivered_at: "2026-01-31T10:00:00.000Z" },
  "supplier_order.created": {
    ...ofAll,
    ...ofSupplierOrder,
    supplier_name: "Acme",
    state: "sent",
    line_count: 2,
    due_date: null,
    created_at: "2026-01-31T10:00:00.000Z",
  },
  "supplier_order.updated": {
    ...ofAll,
    ...ofSupplierOrder,
    changed_fields: ["state"],
    old_state: "sent",
    new_state: "accepted",
    updated_at: "2026-01-31T10:00:00.000Z",
  },
  "proof.sent": { ...ofAll, ...ofProof, sent_at: "2026-01-31T10:00:00.000Z" },
  "proof.approved": { ...ofAll, ...ofProof, decided_at: "2026-01-31T10:00:00.000Z" },
  "proof.changes_requested": { ...ofAll, ...ofProof, decided_at: "2026-01-31T10:00:00.000Z" },
  "expense.created": { ...ofAll, expense_id: 4, category: "rent", amount: 0.1, currency: "VND", date: "2026-01-31", store_id: null },
  "ticket.created": {
    ...ofAll,
    ticket_id: 5,
    order_id: null,
    subject: "Late",
    status: "open",
    priority: "normal",
    channel: null,
    created_at: "2026-01-31T10:00:00.000Z",
  },
  "ticket.updated": {
    ...ofAll,
    ticket_id: 5,
    order_id: 7,
    changed_fields: ["status"],
    old_status: "open",
    new_status: "closed",
    updated_at: "2026-01-31T10:00:00.000Z",
  },
};

/** Fields that an event omits if they are empty, and those that are null then. */
const OPTIONAL = new Set([
  "tracking_number",
  "carrier",
  "tracking_url",
  "old_status of ticket.updated",
  "new_status of ticket.updated",
  "old_state",
  "new_state",
]);
const NULLABLE = new Set([
  "external_id",
  "due_date",
  "store_id of expense.created",
  "channel",
  "order_id of ticket.created",
  "order_id of ticket.updated",
]);

describe.each(EVENT_TYPES)("the contract of %s", (event) => {
  const body = { event, ...BODIES[event] };
  const accepts = (value: unknown) => Event.safeParse(value).success;
  const isOneOf = (names: ReadonlySet<string>, name: string) => names.has(name) || names.has(`${name} of ${event}`);

  it("has its fields and no others", () => {
    expect(accepts(body)).toBe(true);
    expect(accepts({ ...body, data: {} })).toBe(false);
    expect(accepts({ ...body, event: "order.deleted" })).toBe(false);
  });

  it.each(Object.keys(body))("requires %s with its type, unless it may be omitted or null", (name) => {
    const without = Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
    expect(accepts(without)).toBe(isOneOf(OPTIONAL, name));
    expect(accepts({ ...body, [name]: null })).toBe(isOneOf(NULLABLE, name));
    expect(accepts({ ...body, [name]: [{}] })).toBe(false);
  });
});

it("the feed returns every type of event as webhooks deliver it, in commit order", async () => {
  const shop = await createShop();
  const delivered = new Map<string, string>();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_url, init) => {
    const text = new TextDecoder().decode(init?.body as Uint8Array);
    delivered.set(JSON.parse(text).event_id, text);
    return new Response("thanks");
  });
  await shop.v2("/webhooks", { body: { url: "https://hooks.example.com/in", events: EVENT_TYPES } });
  const order = await ingestOrder(shop, {
    external_id: "Đơn 1 ✓ \u2028",
    tax: 0.1,
    items: [{ name: "Mug", quantity: 3, price: 4, tracking_code: "T1", carrier: "DHL" }],
  });
  await shop.v2("/orders?on_conflict=update", {
    body: { store: "gift", external_id: order.external_id, number: "2", items: [{ name: "Mug", price: 4 }] },
  });
  await shop.v2(`/orders/${order.id}/status`, { body: { status: "In Production" } });
  await shop.v1(`/orderItems/${order.items[0].id}/status`, { body: { status: "Sent to Supplier" }, headers: idempotencyKey() });
  const part = [{ order_item_id: order.items[0].id, quantity: 2 }];
  const fulfillment = await shop.v2(`/orders/${order.id}/fulfillments`, {
    body: { status: "in_transit", tracking_number: "T2", items: part },
  });
  await shop.v2(`/fulfillments/${fulfillment.body.id}`, { method: "PATCH", body: { status: "delivered" } });
  await shop.v2(`/orders/${order.id}/fulfillments`, { body: { status: "delivered", tracking_url: "https://track.example.com/3" } });
  await shop.v2("/suppliers", { body: { name: "Acme" } });
  const orderToMake = await ingestOrder(shop, { items: [{ name: "Mug", price: 4, assigned_supplier: "Acme" }] });
  const sent = await shop.v2("/supplier-orders", { body: { order_ids: [orderToMake.id], override_reason: "Now" } });
  await shop.v2(`/supplier-orders/${sent.body.supplier_orders[0].id}`, { method: "PATCH", body: { state: "accepted" } });
  const file = await upload(shop, "mug.png", png(600, 400), { query: { order_item_id: orderToMake.items[0].id } });
  if (file.status !== 201) throw new Error(file.text);
  const proofs = await shop.v2("/proofs/send", { body: { order_ids: [orderToMake.id] } });
  const [{ id: proof }] = proofs.body.orders[0].proofs;
  await shop.v2(`/proofs/${proof}`, { method: "PATCH", body: { state: "changes_requested", comment: "In blue" } });
  await shop.v2(`/proofs/${proof}`, { method: "PATCH", body: { state: "approved" } });
  await shop.v1("/expenses", { body: { category: "rent", amount: 1200, date: "2026-01-31", store_id: "gift" } });
  const ticket = await shop.v2("/tickets", { body: { subject: "Late", body: "Where is it?", order_id: order.id } });
  await shop.v2(`/tickets/${ticket.body.id}`, { method: "PATCH", body: { status: "closed" } });
  await shop.v2(`/tickets/${ticket.body.id}`, { method: "PATCH", body: { priority: "low", order_id: null } });

  const { data } = await readPage(shop);
  expect(idsOf(data)).toEqual((await readStored(shop)).map(({ id }) => id));
  expect(new Set(data.map(({ event }) => event))).toEqual(new Set(EVENT_TYPES));
  await eventually(async () => {
    expect(await rows("select distinct status from deliveries where organization_id = ?", shop.id)).toEqual([{ status: "succeeded" }]);
  });
  // The texts are compared, including the order of the fields.
  expect(data.map((event) => JSON.stringify(event))).toEqual(
    data.map(({ event_id }) => JSON.stringify(JSON.parse(delivered.get(event_id) ?? "null"))),
  );
  expect(data[3]).toEqual({
    event: "order.status_changed",
    event_id: expect.stringMatching(/^evt_/),
    organization_id: shop.id,
    sequence: 4,
    occurred_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
    order_id: order.id,
    old_status: "New",
    new_status: "In Production",
    tracking_number: "T1",
    carrier: "DHL",
  });
});
