import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { allDatabases } from "../../../src/platform/db/database";
import { gateOf } from "../../../src/platform/http/gate-client";
import { type Answer, idempotencyKey, type Shop } from "../../kit/client";
import { continueErasures } from "../../../src/personal-data/jobs";
import { operate } from "../access/kit";
import { inDatabase } from "../databases/in-database";

/** A person whose data is in everything that a request can write. */
export const PERSON = {
  name: "Zora Quellmark",
  email: "zora.quellmark@example.org",
  phone: "+49 170 5550123",
  address: "7 Quellmark Lane",
};

/** What no text may contain after an erasure. */
export const TRACE = /quellmark|zora|170[^0-9]*5550123/i;

function must(answer: Answer): Answer["body"] {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body;
}

/** Gives a shop the person's data in every field of orders, items, notes, tickets, fulfillments and expenses. Returns their ids. */
export async function fillWithPerson(shop: Shop): Promise<{ order: number; mentioned: number; ticket: number }> {
  const { name, email, phone, address } = PERSON;
  const post = async (path: string, body: unknown, method = "POST") =>
    must(await shop.v2(path, { method, body, headers: idempotencyKey() }));
  const post1 = async (path: string, body: unknown, method = "POST") =>
    must(await shop.v1(path, { method, body, headers: idempotencyKey() })).data;
  await post("/webhooks", {
    url: "https://hooks.example.com/in",
    events: ["order.created", "order.updated", "ticket.created", "expense.created"],
  });
  const text = (what: string) => `${what} of ${name}, ${address}`;
  const place = {
    ship_address1: address,
    ship_address2: text("floor"),
    ship_city: "Quellmark",
    ship_state: "Zora",
    ship_zipcode: "12345",
    ship_country: "DE",
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
    design_url: "https://designs.example.com/zora-quellmark.png",
    tracking_code: "1Z Zora Quellmark",
    carrier: text("carrier"),
    style: text("style"),
    type: text("type"),
    size: text("size"),
    color: text("color"),
    variations: text("variations"),
    personalization: `For ${name}`,
    comment: `Call ${phone} or +491705550123`,
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
    await post1(`/orders/${id}/notes`, { content: `${name} called from ${phone}, write to ${email}` });
  await post(`/orders/${order.id}/fulfillments`, {
    tracking_number: "Zora Quellmark 1",
    carrier: text("carrier"),
    tracking_url: "https://track.example.com/zora-quellmark",
    items: [{ order_item_id: order.items[0].id, quantity: 1 }],
  });
  await post(`/orders/${mentioned.id}/status`, { status: "Cancelled", reason: `${name} does not want it` });
  const ticket = await post("/tickets", {
    subject: `${name} asks`,
    body: `Please call ${phone}`,
    order_id: order.id,
    customer_name: name,
    channel: email,
  });
  await post("/tickets", { subject: "Refund", body: text("letter"), channel: "email" });
  await post1("/expenses", { category: "payroll", amount: 5, date: "2026-02-01", employee_name: name, description: text("pay") });
  await inDatabase(
    shop.database,
    "insert into saved_views (organization_id, name, query, created_at) values (?, ?, ?, 1)",
    shop.id,
    text("View"),
    new URLSearchParams({ q: name, status: "New" }).toString(),
  );
  await inDatabase(
    shop.database,
    `insert into attempts (organization_id, delivery_id, number, url, started_at, duration_ms, response_status, response_body)
     select organization_id, id, 1, 'https://hooks.example.com/in', 1, 1, 200, ? from deliveries where organization_id = ?`,
    `Thanks, ${name}`,
    shop.id,
  );
  return { order: order.id, mentioned: mentioned.id, ticket: ticket.id };
}

/** Erases a person, however long it takes. Returns the erasure. */
export async function erase(shop: Shop, person: object): Promise<Answer["body"]> {
  let { body } = await operate("POST", `${shop.id}/erasures`, person);
  while (body.status === "running") {
    await continueErasures(env, Date.now());
    ({ body } = await operate("GET", `${shop.id}/erasures/${body.id}`));
  }
  return body;
}

/** Every place with a trace of the person: `table.column` of all databases, and `gate` for the storage of the credentials' gates. */
export async function traces(shop: Shop): Promise<string[]> {
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
          if (TRACE.test(text)) found.add(`${number}:${name}.${column}`);
        }
      }
    }
  }
  for (const { id } of [shop.key, shop.token]) {
    const stored = await runInDurableObject(gateOf(env, { id, region: null, restoredAt: null }), (_gate, { storage }) => [
      ...storage.sql.exec("select status, length(body) as bytes from idempotency_keys"),
    ]);
    if (stored.some(({ bytes }) => bytes !== null)) found.add("gate");
  }
  return [...found].toSorted();
}
