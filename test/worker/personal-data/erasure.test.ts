import { beforeEach, expect, it } from "vitest";
import { orderBody, createShop, directoryRows, idempotencyKey, rows, rowsOf, type Shop } from "../../kit/client";
import { PERSONAL_TABLES } from "../../../src/tenants/personal-data/personal-tables.sql.ts";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { operate } from "../access/kit";
import { parsePart, search } from "./export-kit";
import { erase, fillWithPerson, PERSON, TRACE, traces } from "./kit";

/** Finding, exporting and erasing a person's data (docs/spec/personal-data.md). */

// The delivery of the shop stays in the inbox. If it was processed, rows would be added during a test.
beforeEach(() => void captureEnqueued());

/** All organizations of a database share the storage of the full-text indexes, so the next test would find the person of this shop. */
const eraseFromIndexes = async (shop: Shop) => void (await erase(shop, PERSON));

it("the person is in every column that is declared to hold personal data, so that the tests of an erasure look at each", async () => {
  const shop = await createShop({ database: 0 });
  await fillWithPerson(shop);
  const filled = new Set(await traces(shop));
  const empty = [...PERSONAL_TABLES.values()].flatMap(({ name, columns }) =>
    columns.map((column) => `${name}.${column.name}`).filter((column) => !filled.has(`0:${column}`)),
  );
  expect(empty).toEqual([]);
  await eraseFromIndexes(shop);
});

it.each([0, 1])("an erasure leaves no trace of the person in database %i, and keeps the figures", async (database) => {
  const shop = await createShop({ database });
  const ids = await fillWithPerson(shop);
  const figures = async () => (await shop.v2("/analytics/summary?period=all_time")).body;
  const before = await figures();
  expect((await traces(shop)).length).toBeGreaterThan(20);

  expect((await erase(shop, PERSON)).status).toBe("done");
  expect(await traces(shop)).toEqual([]);
  expect(await search(shop.id, PERSON)).toEqual([]);
  const { generated_at: _then, meta: _m, ...figuresAfter } = await figures();
  const { generated_at: _before, meta: _b, ...figuresBefore } = before;
  expect(figuresAfter).toEqual(figuresBefore);

  const order = (await shop.v2(`/orders/${ids.order}`)).body;
  // Two items with two mugs each.
  expect(order).toMatchObject({ customer_name: null, number: "#1", total_amount: 39.96, version: expect.any(Number) });
  expect((await shop.v2("/orders?q=quellmark")).body.data).toEqual([]);
});

it("a search returns the tables and the matching identifiers, with everything in the person's orders", { tags: "long" }, async () => {
  const shop = await createShop();
  const ids = await fillWithPerson(shop);
  const byEmail = await search(shop.id, { email: "ZORA.quellmark@EXAMPLE.org" });
  expect(byEmail).toContainEqual({
    table: "orders",
    id: String(ids.order),
    matched: expect.arrayContaining(["email"]),
    data: expect.objectContaining({ customer_name: PERSON.name, customer_email: PERSON.email, ship_city: "Quellmark" }),
  });
  // Everything in the person's order belongs to them, also without an identifier of the search.
  expect(byEmail.filter(({ table }) => table === "order_items")).toHaveLength(2);
  expect(byEmail.some(({ table, id }) => table === "orders" && id === String(ids.mentioned))).toBe(false);
  const ofOrders = [...PERSONAL_TABLES.values()].filter(({ stored }) => stored.includes("order_id") || stored.includes("ticket_id"));
  const expected = new Set(["orders", ...ofOrders.map(({ name }) => name)]);
  // The file and the delivery of the shop belong to no order here. Events are not read by their order, and none contains a phone number.
  for (const table of ["files", "connection_inbox", "events"]) expected.delete(table);
  for (const phone of ["0170 5550123", "+49 (170) 555-0123"]) {
    const found = new Set((await search(shop.id, { phone })).map(({ table }) => table));
    expect(found).toEqual(expected);
  }
  expect(await search(shop.id, { name: "Zora" })).not.toEqual([]);
  expect(await search(shop.id, { name: "Zor" })).toEqual([]);
  expect(await search(shop.id, { address: "7 quellmark lane" })).not.toEqual([]);
  await eraseFromIndexes(shop);
});

it("a name in HTML is erased too", async () => {
  const shop = await createShop();
  for (const notes of ["For Zo&euml;&nbsp;Quellmark.", "For <b>Zo&#235;</b> <i>Quellmark</i>."]) {
    const { id } = (await shop.v2("/orders", { body: orderBody({ notes }) })).body;
    await erase(shop, { name: "Zoë Quellmark" });
    expect((await shop.v2(`/orders/${id}`)).text).not.toContain("Quellmark");
  }
});

it("an export has the same rows as the search, one per line, and then a line that there are no more", { tags: "long" }, async () => {
  const shop = await createShop();
  await fillWithPerson(shop);
  const { status, text, headers } = await operate("POST", `${shop.id}/personal-data/export`, PERSON);
  expect({ status, contentType: headers.get("Content-Type") }).toEqual({ status: 200, contentType: "application/x-ndjson" });
  expect(parsePart(text)).toEqual({ rows: await search(shop.id, PERSON), next: null });
  await eraseFromIndexes(shop);
});

it("an erasure by email alone erases everything of the person in their orders", { tags: "long" }, async () => {
  const shop = await createShop();
  const customer = { customer_name: PERSON.name, customer_email: PERSON.email, ship_address1: PERSON.address };
  const { id } = (
    await shop.v2("/orders", { body: { store: "gift", ...customer, items: [{ name: "Mug", price: 5, phone: PERSON.phone }] } })
  ).body;
  const text = `${PERSON.name}, ${PERSON.address}, called from ${PERSON.phone}`;
  await shop.v1(`/orders/${id}/notes`, { body: { content: text }, headers: idempotencyKey() });
  const ticket = await shop.v2("/tickets", { body: { subject: text, body: text, order_id: id, customer_name: PERSON.name } });
  for (const kind of ["note", "reply"]) await shop.v2(`/tickets/${ticket.body.id}/messages`, { body: { kind, body: text } });
  const before = (await search(shop.id, { email: PERSON.email })).map(({ table }) => table);
  expect(before).toEqual(expect.arrayContaining(["orders", "order_items", "order_notes", "tickets", "ticket_messages"]));
  await erase(shop, { email: PERSON.email });
  expect(await traces(shop)).toEqual([]);
});

it("an erasure also deletes the sort keys of erased texts", async () => {
  const shop = await createShop();
  const person = { name: "Łucja Żółć", email: "lucja@example.org" };
  await shop.v2("/expenses", { body: { category: `Gift of ${person.name}`, amount: 1, currency: "USD", date: "2026-02-03" } });
  expect((await erase(shop, person)).status).toBe("done");
  const expenses = await rows("select category, category_sort_key from expenses where organization_id = ?", shop.id);
  expect(expenses).toEqual([{ category: "Gift of [erased]", category_sort_key: null }]);
});

it("an erasure leaves no word in the storage of the full-text indexes", { tags: "long" }, async () => {
  const shop = await createShop();
  const indexTables = ["order_search_data", "item_search_data"];
  const stored = async () => {
    const blocks = await Promise.all(indexTables.map(async (name) => await rowsOf<{ block: number[] }>(shop, `select block from ${name}`)));
    return blocks
      .flat()
      .map(({ block }) => new TextDecoder("latin1").decode(Uint8Array.from(block)))
      .join("");
  };
  for (let n = 0; n < 20; n += 1) {
    // The index stores the rest of a long word after its prefixes of up to 16 characters.
    const customer_name = `Zora Quellmarkquellmarkxyzzyplugh${n}`;
    await shop.v2("/orders", { body: { store: "gift", customer_name, customer_email: PERSON.email, items: [{ name: "Mug", price: 5 }] } });
  }
  expect((await stored()).includes("xyzzyplugh")).toBe(true);
  await erase(shop, { email: PERSON.email });
  expect((await stored()).includes("xyzzyplugh")).toBe(false);
});

it("missing, too short and unusable identifiers are rejected with the name of the field, and an unknown organization returns 404", async () => {
  const shop = await createShop();
  for (const [body, path] of [
    [{}, ""],
    [{ name: "A." }, "name"],
    [{ name: "erased" }, "name"],
    [{ email: "nobody" }, "email"],
    [{ phone: "12345" }, "phone"],
    [{ address: "Berlin" }, "address"],
  ] as const) {
    for (const action of ["personal-data/search", "personal-data/export", "erasures"]) {
      const { status, body: error } = await operate("POST", `${shop.id}/${action}`, body);
      expect({ status, path: error.error.details[0].path }).toEqual({ status: 400, path });
    }
  }
  expect((await operate("POST", `${shop.id + 1000}/erasures`, PERSON)).status).toBe(404);
});

it("another organization keeps the data of the same person", { tags: "long" }, async () => {
  const [shop, other] = [await createShop(), await createShop()];
  await fillWithPerson(shop);
  await fillWithPerson(other);
  const before = await search(other.id, PERSON);
  expect(before).not.toEqual([]);
  const erasure = await erase(shop, PERSON);
  expect(await search(other.id, PERSON)).toEqual(before);
  expect((await operate("GET", `${other.id}/erasures/${erasure.id}`)).status).toBe(404);
  expect((await operate("GET", `${shop.id}/erasures/${erasure.id}`)).body).toEqual(erasure);
});

it(
  "an erasure increments the version of an order, and is in its history, the events and the audit log without the data",
  { tags: "long" },
  async () => {
    const shop = await createShop();
    const { order } = await fillWithPerson(shop);
    const { version } = (await shop.v2(`/orders/${order}`)).body;
    const erasure = await erase(shop, PERSON);
    expect((await shop.v2(`/orders/${order}`)).body.version).toBe(version + 1);
    const history = (await shop.v2(`/orders/${order}/history`)).body.data;
    const [ofOrder, ...ofItems] = history.slice(-3).filter(({ change }: { change: string }) => change === "updated");
    expect(ofOrder).toMatchObject({ order_item_id: null, changed_fields: expect.arrayContaining(["customer_name"]) });
    expect(ofItems).toHaveLength(2);
    for (const entry of ofItems) expect(entry.changed_fields).toEqual(expect.arrayContaining([expect.stringMatching(/^items\./)]));
    const events = (await shop.v2("/events?limit=200")).body.data as { event: string; order_id?: number; changed_fields?: string[] }[];
    expect(events.findLast((event) => event.order_id === order)).toMatchObject({ event: "order.updated" });
    const [entry] = await directoryRows("select * from audit_log where organization_id = ? and action = 'person.erased'", shop.id);
    expect(entry).toMatchObject({ actor_kind: "operator", target_id: String(erasure.id), details: JSON.stringify({ rows: erasure.rows }) });
    expect(JSON.stringify({ history, events, entry })).not.toMatch(TRACE);
  },
);

it("a repeated request with an idempotency key writes nothing again after its response was erased", async () => {
  const shop = await createShop();
  const body = { store: "gift", external_id: "1", customer_name: PERSON.name, items: [{ name: "Mug", price: 5 }] };
  const create = async () => await shop.v2("/orders", { method: "POST", body, headers: { "Idempotency-Key": "once" } });
  const created = await create();
  await erase(shop, PERSON);
  const repeated = await create();
  expect({ status: repeated.status, id: repeated.body.id, customer_name: repeated.body.customer_name }).toEqual({
    status: created.status,
    id: created.body.id,
    customer_name: null,
  });
  expect(await rows("select count(*) as n from orders where organization_id = ?", shop.id)).toEqual([{ n: 1 }]);
  const repeatedAgain = await create();
  expect(repeatedAgain.text).toBe(repeated.text);
});
