import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { TICKET_STATUSES } from "../../../src/resources/tickets/fields";
import { createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { logOf } from "../../kit/log";
import { violationsOf } from "../expenses/kit";
import { eventsOf, everything, openTicket, type TicketResponse, ticketOf } from "./kit";
import { assertProperty } from "../../kit/property";

let shop: Shop;
let orders: [number, number];
beforeAll(async () => {
  shop = await createShop();
  orders = [(await ingestOrder(shop)).id, (await ingestOrder(shop)).id];
});

const patchAt = (at: Shop, id: number | string, body: unknown) => at.v2(`/tickets/${id}`, { method: "PATCH", body });
const patch = (id: number | string, body: unknown) => patchAt(shop, id, body);

const any = <T>(...values: T[]) => fc.constantFrom(...values);
/** Values of each field. The ticket is created with the first one. Orders are named by their places in a list. */
const VALUES = {
  subject: ["Late", "Very late"],
  body: ["Where is it?", "Found."],
  order_id: [0, 1, null],
  status: ["open", "pending", "resolved", "closed"],
  priority: ["normal", "low", "urgent"],
  channel: ["email", "chat", null],
  customer_name: ["Ann", "Bea", null],
};
const someFields = fc.record(
  {
    subject: any(...VALUES.subject),
    body: any(...VALUES.body),
    order_id: any(...VALUES.order_id),
    status: any(...VALUES.status),
    priority: any(...VALUES.priority),
    channel: any(...VALUES.channel),
    customer_name: any(...VALUES.customer_name),
  },
  { requiredKeys: [] },
);
const initial = (): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(VALUES).map(([name, [first]]) => [name, first])),
  order_id: orders[0],
});

describe("PATCH /tickets/{id}", () => {
  it(
    "merges: sent fields change, omitted fields are kept; one ticket.updated names the changed fields, and none is sent without a change",
    { tags: "long" },
    async () => {
      const own = await createShop();
      const ownOrders = [(await ingestOrder(own)).id, (await ingestOrder(own)).id];
      const orderOf = (place: number | null | undefined) => (typeof place === "number" ? ownOrders[place] : place);
      await assertProperty(
        fc.asyncProperty(fc.array(someFields, { minLength: 1, maxLength: 4 }), async (changes) => {
          let known = await openTicket(own, { ...initial(), order_id: ownOrders[0] });
          for (const fields of changes) {
            const sent: Record<string, unknown> = "order_id" in fields ? { ...fields, order_id: orderOf(fields.order_id) } : fields;
            if (Object.keys(sent).length === 0) continue;
            const eventCount = (await eventsOf(own)).length;
            const before = known;
            known = ticketOf(await patchAt(own, before.id, sent), 200);
            const changed = Object.keys(sent).filter((name) => sent[name] !== before[name as keyof TicketResponse]);
            expect(known).toEqual({ ...before, ...sent, updated_at: changed.length > 0 ? known.updated_at : before.updated_at });
            expect((await own.v2(`/tickets/${before.id}`)).body).toEqual(known);
            const event = {
              event: "ticket.updated",
              event_id: expect.stringMatching(/^evt_/),
              organization_id: own.id,
              occurred_at: known.updated_at,
              ticket_id: before.id,
              order_id: known.order_id,
              changed_fields: expect.toSatisfy((names: string[]) => names.toSorted().join() === changed.toSorted().join()),
              ...(changed.includes("status") && { old_status: before.status, new_status: known.status }),
              updated_at: known.updated_at,
            };
            expect((await eventsOf(own)).slice(eventCount)).toEqual(changed.length > 0 ? [event] : []);
          }
        }),
        { cases: 20 },
      );
    },
  );

  it("allows any status after any other, in any letter case", async () => {
    const { id } = await openTicket(shop);
    for (const from of TICKET_STATUSES) {
      for (const to of TICKET_STATUSES) {
        await patch(id, { status: from });
        expect(ticketOf(await patch(id, { status: to.toUpperCase() }), 200)).toMatchObject({ status: to });
      }
    }
  });

  it("writes and sends nothing for equal values", async () => {
    const { id } = await openTicket(shop, initial());
    const before = await everything();
    for (const same of [{ status: "OPEN" }, { subject: " Late " }, initial(), { channel: "email", priority: "Normal" }]) {
      expect((await patch(id, same)).status).toBe(200);
    }
    expect(await everything()).toEqual(before);
  });

  it("clears optional fields with null, and rejects null elsewhere", async () => {
    const { id } = await openTicket(shop, initial());
    const cleared = { order_id: null, channel: null, customer_name: null };
    expect(ticketOf(await patch(id, cleared), 200)).toMatchObject({ ...cleared, subject: "Late" });
    const before = await everything();
    const required = { subject: null, body: null, status: null, priority: null };
    expect(violationsOf(await patch(id, required)).map((violation) => violation.split(" ")[0])).toEqual(Object.keys(required));
    expect(await everything()).toEqual(before);
  });

  it("requires at least one known field", async () => {
    const { id } = await openTicket(shop);
    for (const body of [{}, { colour: "red", id: 5, created_at: "2026-01-01T00:00:00.000Z" }]) {
      expect(violationsOf(await patch(id, body))).toEqual([" no_fields"]);
    }
    const response = await patch(id, { colour: "red", priority: "high" });
    expect({ status: response.status, warnings: response.headers.get("X-Warnings") }).toEqual({
      status: 200,
      warnings: '["colour is unknown and was ignored."]',
    });
  });

  it("returns 404 for an unknown ticket, another organization's, and an unknown order, and changes nothing", async () => {
    const other = await createShop();
    const [theirs, theirOrder] = [await openTicket(other), await ingestOrder(other)];
    const { id } = await openTicket(shop);
    const before = await everything();
    for (const unknown of [theirs.id, 9007199254740991]) {
      const { status, body } = await patch(unknown, { status: "closed", order_id: theirOrder.id });
      expect({ status, details: body.error.details }).toEqual({ status: 404, details: undefined });
    }
    for (const order_id of [theirOrder.id, 999_999]) {
      const { status, body } = await patch(id, { status: "closed", order_id });
      expect([status, body.error.details]).toMatchObject([404, [{ path: "order_id", code: "not_found" }]]);
    }
    expect(violationsOf(await patch("0", { subject: "", order_id: -1 }))).toEqual([
      "id invalid_id",
      "subject too_small",
      "order_id too_small",
    ]);
    expect(await everything()).toEqual(before);
  });

  it("takes two trips, and one that writes nothing if nothing changes", async () => {
    const { id } = await openTicket(shop);
    const close = { status: "closed", order_id: orders[1] };
    expect(await logOf(() => patch(id, close))).toMatchObject({ status: 200, d1_trips: 2, gate_calls: 1 });
    expect(await logOf(() => patch(id, close))).toMatchObject({ status: 200, d1_trips: 1, gate_calls: 1, rows_written: 0 });
  });
});

describe("concurrent changes", () => {
  it("of different fields are all applied, with one event each", { tags: "long" }, async () => {
    const own = await createShop();
    const { id } = await openTicket(own);
    const patches = [{ subject: "s" }, { body: "b" }, { status: "closed" }, { priority: "high" }, { channel: "c" }, { customer_name: "n" }];
    const responses = await Promise.all(patches.map((fields) => patchAt(own, id, fields)));
    expect(responses.map(({ status }) => status)).toEqual(patches.map(() => 200));
    expect((await own.v2(`/tickets/${id}`)).body).toMatchObject(Object.assign({}, ...patches));
    const changedFields = (await eventsOf(own)).slice(1).flatMap(({ changed_fields }) => changed_fields as string[]);
    expect(changedFields.toSorted()).toEqual(patches.flatMap((fields) => Object.keys(fields)).toSorted());
    expect(await rows("select version from tickets where id = ?", id)).toEqual([{ version: 1 + patches.length }]);
  });

  it(
    "of the status have consecutive events, each from the previous status; each request succeeds, or returns 409 if it conflicts too often",
    { tags: "long" },
    async () => {
      const own = await createShop();
      const { id } = await openTicket(own);
      const wanted = Array.from({ length: 24 }, (_, n) => TICKET_STATUSES[n % 4]);
      const responses = await Promise.all(wanted.map((status) => patchAt(own, id, { status })));
      for (const { status, body } of responses) {
        if (status !== 200) expect({ status, code: body.error.details[0].code }).toEqual({ status: 409, code: "too_much_contention" });
      }
      const [created, ...changes] = await eventsOf(own);
      expect(changes).not.toEqual([]);
      let status = created?.["status"];
      for (const { old_status, new_status } of changes) {
        expect(old_status).toBe(status);
        expect(new_status).not.toBe(old_status);
        status = new_status;
      }
      expect((await own.v2(`/tickets/${id}`)).body.status).toBe(status);
      expect(await rows("select version from tickets where id = ?", id)).toEqual([{ version: 1 + changes.length }]);
    },
  );

  it("to the same value are applied once, with one event", async () => {
    const own = await createShop();
    const { id } = await openTicket(own);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => own.v2(`/tickets/${id}`, { method: "PATCH", body: { status: "closed" }, headers: idempotencyKey() })),
    );
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect((await eventsOf(own)).map(({ event }) => event)).toEqual(["ticket.created", "ticket.updated"]);
  });
});
