import { FILE_FIELDS } from "../../../src/resources/suppliers/fields.ts";
import { DatabaseSync } from "node:sqlite";
import type { Contents } from "../../kit/surface-request.ts";
import { inserterOf, type Insert } from "./insert-rows.ts";
import { fillProduction } from "./largest-production.ts";
import { listOf, OrderWriter, type Seller, textOf } from "./largest-orders.ts";

/**
 * As many rows of each kind as a page or a file may have, each of the maximum size, written directly into the database file. A page of an API
 * has at most 200. 50 views, 100 templates, 100 attachments and 100 versions of a design are the limits of the service.
 */

/** An organization of the scene with the ids that the API has assigned. */
export interface Owner extends Seller {
  member: number;
  credential: number;
  /** Webhook endpoint and connection to a shop. */
  endpoint: string;
  connection: string;
}

const times = (now: number) => ({ created_at: now, updated_at: now });

function fillProducts(insert: Insert, { organization, now }: Owner): number {
  let id = 0;
  for (let n = 0; n < 250; n += 1) {
    id = insert("products", {
      organization_id: organization,
      title: `Product ${n}`,
      sku: `P-${n}`,
      description: textOf(20_000),
      price: 10_000,
      tags: listOf(250),
      images: JSON.stringify(Array.from({ length: n % 10 === 0 ? 250 : 5 }, (_, at) => `https://images.example/${at}/${textOf(2000)}`)),
      videos: "[]",
      stores: "[]",
      platforms: "[]",
      labels: "[]",
      sizes: "[]",
      ...times(now + n),
    });
  }
  return id;
}

function fillTickets(insert: Insert, { organization, now }: Owner, order: number): number {
  let id = 0;
  for (let n = 0; n < 250; n += 1) {
    const texts = { subject: textOf(255), body: textOf(20_000), channel: textOf(64), customer_name: textOf(255) };
    id = insert("tickets", {
      organization_id: organization,
      number: n + 1,
      order_id: order,
      ...texts,
      status: "open",
      priority: "high",
      ...times(now + n),
    });
  }
  for (let n = 0; n < 250; n += 1) {
    const texts = { body: textOf(20_000), author_name: textOf(255), sent_by_name: textOf(255) };
    const sent = { kind: "reply", created_at: now, sent_at: now };
    insert("ticket_messages", { organization_id: organization, ticket_id: id, ...texts, ...sent });
  }
  return id;
}

/** Templates for replies. Returns the last one. */
function fillTemplates(insert: Insert, { organization, now }: Owner): number {
  let id = 0;
  for (let n = 0; n < 100; n += 1) {
    id = insert("ticket_templates", { organization_id: organization, name: `${n}${textOf(60)}`, body: textOf(5000), ...times(now) });
  }
  return id;
}

/** Attachments of an order, and designs, of which the last hundred are versions of an item's. Returns the last one. */
function fillFiles(insert: Insert, { organization, now }: Owner, { order, item }: { order: number; item: number }): string {
  const actor = { actor_kind: "user", actor_name: textOf(255), created_at: now };
  let id = "";
  for (let n = 0; n < 300; n += 1) {
    id = `fil_${String(n).padStart(22, "0")}`;
    insert("files", {
      id,
      organization_id: organization,
      object_key: `object-${n}`,
      name: textOf(255),
      role: n < 100 ? "attachment" : "design",
      content_type: "image/png",
      bytes: 100_000_000,
      sha256: "0".repeat(64),
      order_id: n < 100 ? order : null,
      ...actor,
    });
    if (n >= 200) insert("item_designs", { organization_id: organization, order_item_id: item, version: n - 199, file_id: id, ...actor });
  }
  return id;
}

function fillExpenses(insert: Insert, { organization, now }: Owner): number {
  let id = 0;
  for (let n = 0; n < 250; n += 1) {
    const texts = { category: "rent", category_group: "rent", description: textOf(2000), employee_name: textOf(255) };
    id = insert("expenses", {
      organization_id: organization,
      ...texts,
      amount: 10_000,
      currency: "USD",
      date: "2026-11-01",
      ...times(now),
    });
  }
  return id;
}

/** Notes and history of an order, more than one page may have (src/platform/db/list/page-limit.ts): 8 MiB of notes, or 10,000 entries. */
function fillRecords(insert: Insert, { organization, now, credential }: Owner, order: number): void {
  for (let n = 0; n < 2500; n += 1) {
    insert("order_notes", {
      organization_id: organization,
      order_id: order,
      author_name: textOf(255),
      text: textOf(5000),
      created_at: now,
    });
  }
  for (let n = 0; n < 10_500; n += 1) {
    insert("order_history", {
      organization_id: organization,
      order_id: order,
      at: now,
      change: "updated",
      changed_fields: listOf(20, 30),
      reason: textOf(600),
      actor_kind: "credential",
      actor_id: credential,
      actor_name: textOf(255),
    });
  }
}

/** The event of a fulfillment with as many items as an order may have. */
function shippedEvent(organization: number, id: string, now: number): string {
  const at = new Date(now).toISOString();
  const items = Array.from({ length: 2000 }, (_, n) => ({ order_item_id: String(1_000_000 + n), quantity: 1 }));
  const head = { event: "order.fulfillment.shipped", event_id: id, organization_id: organization, sequence: 1, occurred_at: at };
  return JSON.stringify({ ...head, order_id: 1_000_000, fulfillment_id: "ful_large", items, is_partial: false, shipped_at: at });
}

/** Deliveries of long events, with as many attempts as are shown. */
function fillDeliveries(insert: Insert, { organization, now, endpoint }: Owner): string {
  let delivery = "";
  for (let n = 0; n < 250; n += 1) {
    const event = `evt_large_${n}`;
    delivery = `dlv_large_${n}`;
    insert("events", {
      id: event,
      organization_id: organization,
      type: "order.fulfillment.shipped",
      body: shippedEvent(organization, event, now),
      occurred_at: now,
    });
    const state = { status: "failed", trigger: "manual", attempts: 100, created_at: now + n, completed_at: now };
    insert("deliveries", {
      id: delivery,
      organization_id: organization,
      endpoint_id: endpoint,
      event_id: event,
      event_type: "order.fulfillment.shipped",
      ...state,
    });
    for (let number = 1; number <= (n % 5 === 0 ? 100 : 2); number += 1) {
      const texts = { url: `https://hooks.example/${textOf(2000)}`, response_body: textOf(4096), error_code: "http_status" };
      insert("attempts", {
        organization_id: organization,
        delivery_id: delivery,
        number,
        ...texts,
        started_at: now,
        duration_ms: 1,
        response_status: 500,
      });
    }
  }
  return delivery;
}

/** Messages of a connection, which have the fields of a carrier's report too. Twenty have a long body. */
function fillConnections(insert: Insert, { organization, now, connection }: Owner): { message: string } {
  const message = "inb_large_0";
  for (let n = 0; n < 250; n += 1) {
    const state = {
      topic: textOf(255),
      source_order_id: textOf(191),
      status: "failed",
      reason: textOf(2000),
      tracking_number: textOf(255),
      carrier: textOf(255),
      body: JSON.stringify({ note: textOf(n < 20 ? 1_000_000 : 100) }),
    };
    insert("connection_inbox", {
      id: `inb_large_${n}`,
      organization_id: organization,
      connection_id: connection,
      event_key: `${n}`,
      ...state,
      seq: n,
      received_at: now,
    });
  }
  return { message };
}

/** Views, the audit log, stores, and suppliers with their costs. */
function fillSettings(insert: Insert, { organization, now, member }: Owner): { view: number } {
  let view = 0;
  for (let n = 0; n < 50; n += 1) {
    view = insert("saved_views", { organization_id: organization, name: `${n}${textOf(60)}`, query: `q=${textOf(1000)}`, created_at: now });
  }
  for (let n = 0; n < 500; n += 1) {
    const texts = { actor_name: textOf(255), target_id: "1", target_name: textOf(255), details: JSON.stringify({ name: textOf(8000) }) };
    insert("audit_log", {
      organization_id: organization,
      at: now,
      actor_kind: "user",
      actor_id: member,
      action: "credential.updated",
      ...texts,
    });
    insert("suppliers", {
      id: `sup_${n}`,
      organization_id: organization,
      name: `${n}${textOf(240)}`,
      currency: "USD",
      contact_name: textOf(255),
      file_columns: JSON.stringify(
        FILE_FIELDS.flatMap((field) => [field, field])
          .slice(0, 50)
          .map((field) => ({ name: textOf(100), field })),
      ),
      default_shipping: "to_buyer",
      ...times(now),
    });
    insert("supplier_costs", {
      organization_id: organization,
      supplier_id: "sup_1",
      sku_key: `${n}${textOf(250)}`,
      sku: `${n}${textOf(250)}`,
      unit_cost: 1,
      currency: "USD",
      updated_at: now,
    });
    insert("stores", { organization_id: organization, name: `${n}${textOf(240)}`, platform: "custom", currency: "USD", ...times(now) });
  }
  return { view };
}

/** Fills an organization, and returns what requests can name. */
export function fillLargest(file: string, owner: Owner): Omit<Contents, "receivers" | "links"> & { links: Record<string, string> } {
  using database = new DatabaseSync(file);
  database.exec("pragma synchronous = off; pragma cache_size = -2000000; pragma foreign_keys = off; begin");
  const insert = inserterOf(database);
  const writer = new OrderWriter(database, owner);
  const small = writer.write({ count: 6000, items: 1, fields: "few", hasLongTexts: false });
  const wide = writer.write({ count: 10, items: 2000, fields: "wide", hasLongTexts: true });
  const long = writer.write({ count: 4, items: 2000, fields: "long", hasLongTexts: true });
  const tagged = writer.write({ count: 200, items: 3, fields: "few", hasLongTexts: true });
  // In fulfillments of 2 items, an order has the 1,000 that it may have. With the largest order, these four have the 10,000 items of a
  // worksheet.
  for (const [n, order] of wide.orders.slice(0, 4).entries()) writer.ship(order, wide.items[n] ?? [], 2);
  const [largest, largestItems] = [long.orders.at(0) ?? 0, long.items.at(0) ?? []];
  const fulfillments = writer.ship(largest, largestItems, 2);
  const [product, ticket, expense] = [fillProducts(insert, owner), fillTickets(insert, owner, largest), fillExpenses(insert, owner)];
  fillRecords(insert, owner, largest);
  const [item = 0] = largestItems;
  const uploaded = fillFiles(insert, owner, { order: largest, item });
  const delivery = fillDeliveries(insert, owner);
  const { message } = fillConnections(insert, owner);
  const { view } = fillSettings(insert, owner);
  const template = fillTemplates(insert, owner);
  const { supplierOrder, proof, links } = fillProduction(database, owner, {
    long: { order: largest, items: largestItems },
    // Those that were not shipped.
    wide: wide.orders.slice(4).map((order, n) => ({ order, items: wide.items[n + 4] ?? [] })),
  });
  // So that the API assigns no id that is used here.
  for (const name of ["orders", "order_items", "expenses"]) database.exec(`update sequences set value = 2000000 where name = '${name}'`);
  database.exec("commit; pragma wal_checkpoint(truncate)");
  const [fulfillment = ""] = fulfillments;
  return {
    ids: {
      "orders.id": largest,
      "order-items.id": item,
      itemId: item,
      order_item_id: item,
      "fulfillments.id": fulfillment,
      "files.id": uploaded,
      fulfillment,
      "products.id": product,
      "expenses.id": expense,
      "tickets.id": ticket,
      "templates.id": template,
      ticket_message_id: 1,
      "stores.id": owner.store,
      "suppliers.id": "sup_1",
      "supplier-orders.id": supplierOrder,
      "production.id": supplierOrder,
      link_id: "lnk_supplier",
      order_link_id: "lnk_supplier_order",
      proof_link_id: "lnk_order_proofs",
      report_id: "rep_1",
      "proofs.id": proof,
      "webhooks.id": owner.endpoint,
      delivery_id: delivery,
      recovery_id: "rcv_1",
      "connections.id": owner.connection,
      message_id: message,
      sent_id: delivery,
      "organizations.id": owner.organization,
      credential_id: owner.credential,
      "api-keys.id": owner.credential,
      "api-tokens.id": owner.credential,
      user_id: owner.member,
      "views.id": view,
      "invitations.id": 1,
      erasure_id: 1,
    },
    links,
    lines: largestItems.slice(0, 500),
    orders: {
      "5 of 2,000 items": wide.orders.slice(0, 5),
      "10 of 2,000 items": wide.orders,
      "1 of 8 MiB": [largest],
      "4 of 8 MiB": long.orders,
      "200 with long texts": tagged.orders,
      "200 small ones": small.orders.slice(0, 200),
    },
    items: {
      "200 of one order": wide.items[0]?.slice(0, 200) ?? [],
      "one each of 10 of 2,000 items": wide.items.flatMap((own) => own.slice(0, 1)),
      "one each of 200 with long texts": tagged.items.flatMap((own) => own.slice(0, 1)),
    },
  };
}
