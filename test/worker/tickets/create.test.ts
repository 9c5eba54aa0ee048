import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { TICKET_PRIORITIES, TICKET_STATUSES } from "../../../src/resources/tickets/fields";
import { createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { logOf } from "../../kit/log";
import { violationsOf } from "../expenses/kit";
import { aTicket, eventsOf, everything, openTicket, ticketOf } from "./kit";
import { assertProperty } from "../../kit/property";
import { storedText } from "../../kit/stored-text";
import { eventually } from "../../kit/eventually";

let shop: Shop;
let orderId: number;
beforeAll(async () => {
  shop = await createShop();
  orderId = (await ingestOrder(shop)).id;
});

const send = (fields: Record<string, unknown>) => shop.v2("/tickets", { body: aTicket(fields) });
const full = () => ({
  subject: "Broken",
  body: "It came in two.",
  order_id: orderId,
  status: "pending",
  priority: "urgent",
  channel: "email",
  customer_name: "Nguyễn Văn Ân",
});

describe("POST /tickets", () => {
  it("counts the tickets of an organization, whatever other organizations and databases have", async () => {
    const shops = [await createShop({ database: 0 }), await createShop({ database: 1 })];
    const numbers: unknown[] = [];
    for (const _ of [1, 2]) for (const { v2 } of shops) numbers.push((await v2("/tickets", { body: aTicket({}) })).body.number);
    expect(numbers).toEqual([1, 1, 2, 2]);
  });

  it("returns 201 with Location and every documented key, open and normal by default and null otherwise; GET returns the same", async () => {
    const response = await send({});
    const { id, created_at } = response.body;
    expect(response.headers.get("Location")).toBe(`/api/v2/tickets/${id}`);
    expect(ticketOf(response, 201)).toEqual({
      id: expect.any(Number),
      number: expect.any(Number),
      order_id: null,
      subject: "Where is my mug?",
      body: "It was due on Monday.",
      status: "open",
      priority: "normal",
      channel: null,
      customer_name: null,
      assignee: null,
      due_date: null,
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      updated_at: created_at,
    });
    expect(ticketOf(await shop.v2(`/tickets/${id}`), 200)).toEqual(response.body);
  });

  it("keeps every field", async () => {
    expect(await openTicket(shop, full())).toMatchObject(full());
  });

  it("requires only subject and body", async () => {
    expect(violationsOf(await shop.v2("/tickets", { body: {} }))).toEqual(["subject invalid_type", "body invalid_type"]);
    expect(violationsOf(await send({ subject: null, body: " " }))).toEqual(["subject invalid_type", "body too_small"]);
    const unset = { order_id: null, channel: null, customer_name: null, assignee: null, due_date: null };
    expect(await openTicket(shop, unset)).toMatchObject(unset);
  });

  it("accepts status and priority in any letter case", async () => {
    for (const status of TICKET_STATUSES) expect(await openTicket(shop, { status: ` ${status.toUpperCase()}` })).toMatchObject({ status });
    for (const priority of TICKET_PRIORITIES)
      expect(await openTicket(shop, { priority: priority.toUpperCase() })).toMatchObject({ priority });
  });

  it("trims texts, stores null for an empty optional one, and accepts up to 255, 20,000, 64 and 255 characters", async () => {
    expect(await openTicket(shop, { subject: " s ", body: "\nb ", channel: " ", customer_name: "" })).toMatchObject({
      subject: "s",
      body: "b",
      channel: null,
      customer_name: null,
    });
    const longest = { subject: "x".repeat(255), body: "é".repeat(20_000), channel: "c".repeat(64), customer_name: "n".repeat(255) };
    expect(await openTicket(shop, longest)).toMatchObject(longest);
  });

  it("returns 404 that names order_id for an unknown order or another organization's, and writes nothing", async () => {
    const theirs = await ingestOrder(await createShop());
    const before = await everything();
    for (const order_id of [theirs.id, 999_999, Number.MAX_SAFE_INTEGER]) {
      const { status, body } = await send({ order_id });
      expect([status, body.error]).toMatchObject([404, { code: "not_found", details: [{ path: "order_id", code: "not_found" }] }]);
    }
    expect(await everything()).toEqual(before);
  });

  it("lists every validation error and writes nothing", async () => {
    const before = await everything();
    const response = await send({
      subject: "x".repeat(256),
      body: "x".repeat(20_001),
      order_id: 0,
      status: "done",
      priority: 1,
      channel: "x".repeat(65),
      customer_name: "x".repeat(256),
    });
    expect(violationsOf(response)).toEqual([
      "subject too_big",
      "body too_big",
      "order_id too_small",
      "status invalid_value",
      "priority invalid_value",
      "channel too_big",
      "customer_name too_big",
    ]);
    for (const order_id of [-1, 1.5, "1", true, Number.MAX_SAFE_INTEGER + 1, {}]) {
      expect(violationsOf(await send({ order_id })), JSON.stringify(order_id)).toEqual([expect.stringMatching(/^order_id /)]);
    }
    expect(await everything()).toEqual(before);
  });

  it("returns any texts as they were sent, in the response and in the event", { tags: "long" }, async () => {
    const own = await createShop();
    // Except control characters, which are removed (docs/spec/resources.md#text).
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).map((of) => `a${storedText(of)}z`);
    await assertProperty(
      fc.asyncProperty(
        fc.record({ subject: text, body: text, channel: text.map((of) => of.slice(0, 64).trim().toWellFormed()) }),
        async (fields) => {
          const ticket = await openTicket(own, fields);
          expect(ticket).toMatchObject(fields);
          const { subject, channel } = fields;
          expect((await eventsOf(own)).at(-1)).toMatchObject({ ticket_id: ticket.id, subject, channel });
        },
      ),
      { cases: 40, examples: [[{ subject: `"', \\ \u2028 x`, body: "\u00AD", channel: "💸" }]] },
    );
  });

  it("ignores unknown and read-only fields with a warning, and rejects them under handling=strict", async () => {
    const body = aTicket({ colour: "red", id: 7, version: 9 });
    const response = await shop.v2("/tickets", { body });
    expect(response.status).toBe(201);
    expect(JSON.parse(response.headers.get("X-Warnings") ?? "")).toEqual(
      ["colour", "id", "version"].map((name) => `${name} is unknown and was ignored.`),
    );
    expect(violationsOf(await shop.v2("/tickets", { body, headers: { Prefer: "handling=strict" } }))).toHaveLength(3);
  });

  it("takes one trip, and two with an order", async () => {
    await send({});
    expect(await logOf(() => send({}))).toMatchObject({ status: 201, d1_trips: 1, gate_calls: 1 });
    expect(await logOf(() => send({ order_id: orderId }))).toMatchObject({ status: 201, d1_trips: 2, gate_calls: 1 });
  });
});

describe("ticket.created", () => {
  it("is sent once, with exactly the documented fields, to every subscriber", async () => {
    const own = await createShop();
    const order = await ingestOrder(own);
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("thanks"));
    const hooks: string[] = [];
    for (const url of ["https://hooks.example.com/in", "https://hooks.example.com/too"]) {
      hooks.push((await own.v2("/webhooks", { body: { url, events: ["ticket.created"] } })).body.id);
    }
    const ticket = await openTicket(own, { ...full(), order_id: order.id });
    const event = {
      event: "ticket.created",
      event_id: expect.stringMatching(/^evt_/),
      organization_id: own.id,
      occurred_at: ticket.created_at,
      ticket_id: ticket.id,
      order_id: order.id,
      subject: "Broken",
      status: "pending",
      priority: "urgent",
      channel: "email",
      created_at: ticket.created_at,
    };
    expect(await eventsOf(own)).toEqual([event]);
    await eventually(async () => {
      const deliveries = await rows(
        "select endpoint_id, event_type, status from deliveries where organization_id = ? order by endpoint_id",
        own.id,
      );
      expect(deliveries).toEqual(
        hooks.toSorted().map((endpoint_id) => ({ endpoint_id, event_type: "ticket.created", status: "succeeded" })),
      );
    });
    expect(fetched).toHaveBeenCalledTimes(hooks.length);
    vi.restoreAllMocks();
  });

  it("has integer ids, and null without an order", async () => {
    const own = await createShop();
    const { id } = await openTicket(own);
    expect((await eventsOf(own))[0]).toMatchObject({ order_id: null, channel: null });
    const [event] = await rows<{ body: string }>("select body from events where organization_id = ?", own.id);
    expect(event?.body).toContain(`"ticket_id":${id},"order_id":null`);
  });

  it("does not change the order: no history entry and no new version", async () => {
    const { id, version } = await ingestOrder(shop);
    const history = () => rows("select * from order_history where order_id = ?", id);
    const before = await history();
    await openTicket(shop, { order_id: id });
    expect({ history: await history(), version: (await shop.v2(`/orders/${id}`)).body.version }).toEqual({ history: before, version });
  });

  it("has the id of its ticket, also if several are created at once", async () => {
    const own = await createShop();
    const subjects = Array.from({ length: 20 }, (_, n) => `Ticket ${n}`);
    const opened = await Promise.all(subjects.map((subject) => openTicket(own, { subject })));
    expect(opened.map(({ subject }) => subject)).toEqual(subjects);
    const reported = (await eventsOf(own)).map(({ ticket_id, subject }) => [ticket_id, subject]);
    expect(new Map(reported as [number, string][])).toEqual(new Map(opened.map(({ id, subject }) => [id, subject])));
  });
});

describe("GET /tickets/{id}", () => {
  it("returns 404 for an unknown id and another organization's, and 400 for an invalid id", async () => {
    const theirs = await openTicket(await createShop());
    for (const id of [theirs.id, 9007199254740991]) {
      const { status, body } = await shop.v2(`/tickets/${id}`);
      expect({ status, error: body.error }).toEqual({ status: 404, error: { code: "not_found", message: "Resource not found." } });
    }
    for (const id of ["0", "-1", "abc", "1.5", "9007199254740992"]) {
      expect(violationsOf(await shop.v2(`/tickets/${id}`))).toEqual(["id invalid_id"]);
    }
  });

  it("takes one trip, and returns 304 for the version that the caller has", async () => {
    const { id } = await openTicket(shop);
    const read = await shop.v2(`/tickets/${id}`);
    expect(await logOf(() => shop.v2(`/tickets/${id}`))).toMatchObject({ d1_trips: 1, gate_calls: 1 });
    const again = await shop.v2(`/tickets/${id}`, { headers: { "If-None-Match": read.headers.get("ETag") ?? "" } });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: "" });
  });
});
