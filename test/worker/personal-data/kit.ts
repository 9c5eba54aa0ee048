import { uploadDesign } from "../../kit/uploaded-file";
import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { allDatabases } from "../../../src/platform/db/database";
import { gateOf } from "../../../src/platform/http/gate-client";
import { type ApiResponse, idempotencyKey, type Shop } from "../../kit/client";
import { continueErasures } from "../../../src/tenants/personal-data/jobs";
import { operate } from "../access/kit";
import { connect, deliverWoo, wooOrder } from "../connections/fixtures";
import { inDatabase } from "../databases/in-database";

/** A person whose data is in every field that a request can write. */
export const PERSON = {
  name: "Zora Quellmark",
  email: "zora.quellmark@example.org",
  phone: "+49 170 5550123",
  address: "7 Quellmark Lane",
};

/** Matches what no text may contain after an erasure. */
export const TRACE = /quellmark|zora|170[^0-9]*5550123/i;

export type TestPerson = typeof PERSON;

/** A text without encoding, accents, escapes and invisible characters, as a person reads it. */
export function asRead(text: string): string {
  const decoded = text
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, (unit) =>
      new TextDecoder().decode(Uint8Array.from(unit.slice(1).split("%"), (hex) => Number.parseInt(hex, 16))),
    )
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decoded.normalize("NFKD").replaceAll(/[\p{M}\p{Cf}]/gu, "");
}

function bodyOf(response: ApiResponse): ApiResponse["body"] {
  if (response.status >= 300) throw new Error(`${response.status} ${response.text}`);
  return response.body;
}

/** Gives a shop the person's data in every column that may hold some. Returns the ids of an order of the person, an order of another one that mentions them, and a ticket. */
export async function fillWithPerson(
  shop: Shop,
  { name, email, phone, address }: TestPerson = PERSON,
): Promise<{ order: number; mentioned: number; ticket: number }> {
  const [first = "", last = first] = name.split(" ");
  const inUrl = name.replaceAll(" ", "-");
  const post = async (path: string, body: unknown, method = "POST") =>
    bodyOf(await shop.v2(path, { method, body, headers: idempotencyKey() }));
  const postV1 = async (path: string, body: unknown, method = "POST") =>
    bodyOf(await shop.v1(path, { method, body, headers: idempotencyKey() })).data;
  const text = (what: string) => `${what} of ${name}, ${address}`;
  await post("/webhooks", {
    url: "https://hooks.example.com/in",
    description: text("hooks"),
    events: ["order.created", "order.updated", "ticket.created", "expense.created"],
  });
  const place = {
    ship_address1: address,
    ship_address2: text("floor"),
    ship_city: last,
    ship_state: first,
    ship_zipcode: last.slice(0, 32),
    ship_country: last,
  };
  const item = (nth: number) => ({
    external_id: `line-${nth}`,
    name: text("Mug"),
    sku: "MUG",
    quantity: 2,
    price: 9.99,
    cost: 4.5,
    assigned_supplier: text("supplier"),
    sub_supplier: text("sub"),
    material: text("material"),
    design_url: `https://designs.example.com/${encodeURIComponent(inUrl)}.png?for=${encodeURIComponent(email)}`,
    tracking_code: `1Z ${name}`,
    carrier: text("carrier"),
    style: text("style"),
    type: text("type"),
    size: text("size"),
    color: text("color"),
    variations: text("variations"),
    personalization: `For ${name}`,
    metadata: { engraving: text("plate") },
    properties: [
      { name: "Engraving", value: `Love, ${name}` },
      { name: "_proof", value: text("proof") },
    ],
    comment: `Call ${phone} or ${phone.replaceAll(" ", "\u00A0")}`,
    status: `Waiting for ${name}`,
    id_service: text("service"),
    custom_order_id: `${name}-1`,
    phone,
    customer_name: name,
    customer_address: address,
    ship_name: name,
    ...place,
  });
  const customer = {
    customer_name: name,
    customer_email: email,
    customer_phone: phone,
    ship_name: name,
    ship_company: `${name} GmbH`,
    shipping_service: text("post"),
    buyer_note: `Call ${name} first`,
    gift_message: `Love from ${name}`,
    metadata: { contact: text("crm"), [name.slice(0, 40)]: "by name" },
    source_status: text("status"),
    discount_codes: [text("code")],
    tags: ["vip", text("tag")],
    customer_address: `${address}, 12345 Berlin`,
    payment_method: text("card"),
  };
  const order = await post("/orders", {
    store: "gift",
    external_id: "1",
    number: "#1",
    date: "2026-01-15T10:00:00Z",
    ...customer,
    ...place,
    items: [item(1), item(2)],
  });
  const mentioned = await post("/orders", {
    store: "gift",
    external_id: "2",
    customer_name: "Somebody Else",
    items: [{ name: "Mug", sku: "MUG", price: 5, personalization: `A gift for ${name}` }],
  });
  for (const id of [order.id, mentioned.id])
    await postV1(`/orders/${id}/notes`, { content: `${name} called from ${phone}, write to ${email}` });
  await post(`/orders/${order.id}/fulfillments`, {
    tracking_number: `${name} 1`,
    carrier: text("carrier"),
    tracking_url: `https://track.example.com/?q=${new URLSearchParams({ q: name }).toString()}`,
    items: [{ order_item_id: order.items[0].id, quantity: 1 }],
  });
  await inDatabase(
    shop.database,
    `insert into refunds (id, organization_id, order_id, amount, tax, shipping, items, reason, actor_name, created_at)
     values (?, ?, ?, 10000, 0, 0, '[]', ?, 'Somebody', 1)`,
    `ref_${crypto.randomUUID()}`,
    shop.id,
    order.id,
    text("broken mug"),
  );
  await uploadDesign({ v2: shop.v2 }, order.items[0].id, `${name}.pdf`);
  await post(`/orders/${order.id}/hold`, { reason: `${name} wants another color` });
  await post(`/order-items/${order.items[0].id}/hold`, { reason: text("photo") });
  await post(`/orders/${mentioned.id}/status`, { status: "Cancelled", reason: `${name} does not want it` });
  const ticket = await post("/tickets", {
    subject: `${name} asks`,
    body: `Please call ${phone}`,
    order_id: order.id,
    customer_name: name,
    channel: email,
  });
  for (const kind of ["note", "reply"]) await post(`/tickets/${ticket.id}/messages`, { kind, body: `Dear ${name}, ${kind} for ${email}` });
  await inDatabase(
    shop.database,
    "insert into ticket_templates (organization_id, name, body, created_at, updated_at) values (?, ?, ?, 1, 1)",
    shop.id,
    text("Reply"),
    text("Hello"),
  );
  await post("/suppliers", { name: "Acme", contact_name: "Sam Maker", contact_email: "sam@acme.example" });
  await fillProofs(shop, { name });
  await inDatabase(
    shop.database,
    `insert into supplier_costs (organization_id, supplier_id, sku_key, sku, unit_cost, currency, updated_at)
     select organization_id, id, 'mug', 'MUG', 1, 'USD', 1 from suppliers where organization_id = ?`,
    shop.id,
  );
  await fillSupplierOrders(shop, { name, ids: [order.id] });
  await post("/tickets", { subject: "Refund", body: text("letter"), channel: "email" });
  await postV1("/expenses", {
    category: "payroll",
    amount: 5,
    date: "2026-02-01",
    employee_name: name,
    description: text("pay"),
    bhxh_type: name,
  });
  await postV1("/expenses", { category: `Gift for ${name}`, amount: 7, date: "2026-02-02" });
  await inDatabase(
    shop.database,
    "insert into saved_views (organization_id, name, query, created_at) values (?, ?, ?, 1)",
    shop.id,
    text("View"),
    new URLSearchParams({ q: name, status: "New" }).toString(),
  );
  await inDatabase(
    shop.database,
    `insert or replace into attempts (organization_id, delivery_id, number, url, started_at, duration_ms, response_status, response_body)
     select organization_id, id, 1, 'https://hooks.example.com/in', 1, 1, 200, ? from deliveries where organization_id = ?`,
    JSON.stringify({ thanks: name, to: encodeURIComponent(email) }).replaceAll(
      /[^\0-\u007F]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
    shop.id,
  );
  // From one custom status to another.
  await postV1(`/orderItems/${order.items[1].id}/status`, { status: `Ready for ${name}` });
  await fillJobs(shop, { name, email }, text);
  return { order: order.id, mentioned: mentioned.id, ticket: ticket.id };
}

/** Asks for a change of the proof of an item, with the person's data in the comment. */
async function fillProofs(shop: Shop, { name }: { name: string }): Promise<void> {
  await inDatabase(
    shop.database,
    `insert into proofs (id, organization_id, order_id, order_item_id, version, file_id, state, comment, actor_kind, actor_name, created_at, updated_at)
     select 'prf_' || d.organization_id, d.organization_id, i.order_id, i.id, 1, d.file_id, 'changes_requested', ?, 'user', 'Staff', 1, 1
     from item_designs d join order_items i on i.id = d.order_item_id where d.organization_id = ? limit 1`,
    `Write ${name} in gold`,
    shop.id,
  );
}

/** Sends copies of items to a supplier, with the person's data in the snapshot and the reasons. */
async function fillSupplierOrders(shop: Shop, { name, ids }: { name: string; ids: number[] }): Promise<void> {
  await inDatabase(
    shop.database,
    `insert into supplier_orders (id, organization_id, supplier_id, number, state, shipping, reason, invoice_number, created_at, updated_at)
     select 'sor_' || p.organization_id, p.organization_id, p.id, 1, 'cancelled', 'to_buyer', ?, ?, 1, 1 from suppliers p where p.organization_id = ? limit 1`,
    `${name} has cancelled`,
    `For ${name}`,
    shop.id,
  );
  await inDatabase(
    shop.database,
    `insert into supplier_order_lines (organization_id, supplier_order_id, order_item_id, order_id, quantity, currency, state, reject_reason, status_before, snapshot, shipments)
     select organization_id, 'sor_' || organization_id, id, order_id, 1, 'USD', 'cancelled', ?, ?, ?, ? from order_items where organization_id = ? and order_id = ? limit 1`,
    `Not for ${name}`,
    `Ready for ${name}`,
    JSON.stringify({ name: "Mug", personalization: `For ${name}`, properties: [], address: { ship_name: name } }),
    JSON.stringify([
      { quantity: 1, tracking_number: "1Z1", carrier: name, tracking_url: `https://c.example.com/?name=${encodeURIComponent(name)}` },
    ]),
    shop.id,
    ids[0],
  );
}

/** Creates the person's data in the rows of jobs, deliveries of shops and unfinished writes. */
async function fillJobs(shop: Shop, { name, email }: Pick<TestPerson, "name" | "email">, text: (what: string) => string): Promise<void> {
  const connection = await connect(shop);
  const [firstName = "", ...lastNames] = name.split(" ");
  await deliverWoo(connection, wooOrder({ billing: { first_name: firstName, last_name: lastNames.join(" "), email } }));
  await inDatabase(
    shop.database,
    "update connection_inbox set topic = ?, carrier = ?, tracking_number = ? where organization_id = ?",
    text("topic"),
    text("carrier"),
    text("parcel"),
    shop.id,
  );
  const tracking = JSON.stringify({ tracking_number: text("parcel"), carrier: text("carrier") });
  await inDatabase(
    shop.database,
    "update fulfillments set sending_tracking = ?, sent_tracking = ? where organization_id = ?",
    tracking,
    tracking,
    shop.id,
  );
  await inDatabase(
    shop.database,
    "insert into write_markers (operation_id, organization_id, result, created_at) values (?, ?, ?, ?)",
    `op_${shop.id}`,
    shop.id,
    JSON.stringify({ customer_name: name }),
    Date.now(),
  );
  await inDatabase(
    0,
    `insert into audit_log (organization_id, at, actor_kind, actor_name, action, target_id, target_name, details)
     values (?, ?, 'member', 'Somebody', 'store.created', '1', ?, '{}')`,
    shop.id,
    Date.now(),
    text("Shop"),
  );
}

const MAX_RUNS = 100;

/** Erases a person completely, and returns the erasure. */
export async function erase(shop: Shop, person: object): Promise<ApiResponse["body"]> {
  let { body } = await operate("POST", `${shop.id}/erasures`, person);
  for (let runs = 0; body.status === "running"; runs += 1) {
    if (runs === MAX_RUNS) throw new Error("The erasure does not end.");
    await continueErasures(env, Date.now());
    ({ body } = await operate("GET", `${shop.id}/erasures/${body.id}`));
  }
  return body;
}

/** A value of an object's storage as text, also if it is stored as bytes. */
const textOf = (value: SqlStorageValue): string => (value instanceof ArrayBuffer ? new TextDecoder().decode(value) : `${value}`);

/**
 * Every place with a trace of the person: `0:table.column`, beginning with the number of the database, `gate` for a response that a gate still stores,
 * and `gate.rows` for anything else in the storage of the credentials' gates.
 */
export async function traces(shop: Shop, trace = TRACE): Promise<string[]> {
  const found = new Set<string>();
  for (const [number, d1] of allDatabases(env).entries()) {
    const tables = await d1
      .prepare("select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'")
      .all<{ name: string }>();
    for (const { name } of tables.results) {
      const ofShop = await d1
        .prepare(`select count(*) as n from pragma_table_info('${name}') where name = 'organization_id'`)
        .first<{ n: number }>();
      const { results } = await d1.prepare(`select * from "${name}" ${ofShop?.n === 1 ? `where organization_id = ${shop.id}` : ""}`).all();
      for (const row of results) {
        for (const [column, value] of Object.entries(row)) {
          const text = Array.isArray(value) ? new TextDecoder("latin1").decode(Uint8Array.from(value as number[])) : String(value);
          // The vocabularies have the words of all organizations.
          if (name.endsWith("_words") && !text.startsWith(`${shop.id}~`)) continue;
          if (trace.test(asRead(text))) found.add(`${number}:${name}.${column}`);
        }
      }
    }
  }
  for (const { id } of [shop.key, shop.token]) {
    // A stored response is encrypted, so none may be left.
    const stored = await runInDurableObject(gateOf(env, { id, region: null, restoredAt: null }), (_gate, { storage }) => ({
      keys: [...storage.sql.exec("select * from idempotency_keys")],
      rest: [...storage.sql.exec<{ name: string }>("select name from sqlite_master where type = 'table'")]
        .filter(({ name }) => name !== "_cf_KV" && name !== "_cf_METADATA")
        .flatMap(({ name }) => [...storage.sql.exec(`select * from "${name}"`)]),
    }));
    if (stored.keys.some(({ body, headers }) => body !== null || headers !== null)) found.add("gate");
    if (stored.rest.some((row) => Object.values(row).some((value) => trace.test(asRead(textOf(value)))))) found.add("gate.rows");
  }
  return [...found].toSorted();
}
