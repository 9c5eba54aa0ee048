import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { orderBody, createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../../kit/client";
import { logOf } from "../../../kit/log";
import { everythingOf } from "../../../kit/rows-of-organization";
import { eventsOf, createFulfillment, updateFulfillment, statusesOf } from "./kit";
import { assertProperty } from "../../../kit/property";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const at = (hour: number) => `2026-01-31T${String(hour).padStart(2, "0")}:00:00Z`;
const reportTracking = async (body: Record<string, unknown>, headers = {}, as = shop) => await as.v2("/tracking", { body, headers });
const stored = async (id: string) =>
  (await rows("select status, carrier, shipped_at, delivered_at, version from fulfillments where id = ?", id))[0];
const lateStatuses = async (id: string) =>
  (await rows(`select to_value from order_history where fulfillment_id = ? and "change" = 'fulfillment_late'`, id)).map(
    ({ to_value }) => to_value,
  );

describe("POST /api/v2/tracking", () => {
  it("updates the fulfillment with the number, ignoring case, and then its item, order, times and events", async () => {
    const order = await ingestOrder(shop);
    const { body } = await createFulfillment(shop, order.id, { tracking_number: "1Zabc-1" });
    const response = await reportTracking({ tracking_number: " 1ZABC-1 ", carrier: "UPS", status: "Out for delivery", occurred_at: at(8) });
    expect(response.status, response.text).toBe(200);
    expect(response.body).toEqual({
      fulfillments: [{ id: body.id, order_id: order.id, status: "out_for_delivery", outcome: "updated" }],
    });
    expect(await statusesOf(shop, order.id)).toEqual(["Shipped", "Shipped"]);
    // A known carrier is not replaced.
    await reportTracking({ tracking_number: "1ZABC-1", carrier: "DHL", status: "delivered", occurred_at: at(9) });
    expect(await stored(body.id)).toEqual({
      status: "delivered",
      carrier: "UPS",
      shipped_at: Date.parse(at(8)),
      delivered_at: Date.parse(at(9)),
      version: 3,
    });
    expect((await eventsOf(order.id)).map(({ event, sequence }) => [event, sequence])).toEqual([
      ["order.updated", 2],
      ["order.fulfillment.shipped", 3],
      ["order.updated", 4],
      ["order.status_changed", 5],
      ["order.fulfillment.delivered", 6],
      ["order.updated", 7],
      ["order.status_changed", 8],
    ]);
  });

  it("updates several fulfillments of one order and of other orders in one request, with one order.updated for each order", async () => {
    const items = [
      { name: "Mug", quantity: 2, price: 1 },
      { name: "Tee", price: 1 },
    ];
    const [one, other] = [await ingestOrder(shop, { items }), await ingestOrder(shop)];
    for (const { id } of one.items)
      await createFulfillment(shop, one.id, { tracking_number: "SAME", items: [{ order_item_id: id, quantity: 1 }] });
    await createFulfillment(shop, one.id, { tracking_number: "same" });
    await createFulfillment(shop, other.id, { tracking_number: "SAME" });
    const before = (await eventsOf(one.id)).length;
    const { body } = await reportTracking({ tracking_number: "same", status: "delivered", occurred_at: at(9) });
    expect(body.fulfillments.map(({ order_id, outcome }: { order_id: number; outcome: string }) => [order_id, outcome])).toEqual([
      [one.id, "updated"],
      [one.id, "updated"],
      [one.id, "updated"],
      [other.id, "updated"],
    ]);
    expect(await statusesOf(shop, one.id)).toEqual(["Complete", "Delivered", "Delivered"]);
    expect(await statusesOf(shop, other.id)).toEqual(["Complete", "Delivered"]);
    const events = (await eventsOf(one.id)).slice(before);
    const kinds = ["shipped", "delivered"].map((kind) => `order.fulfillment.${kind}`);
    expect(events.map(({ event }) => event)).toEqual([...kinds, ...kinds, ...kinds, "order.updated", "order.status_changed"]);
    // The first event of the other order is that of its new fulfillment.
    const eventsOfOther = (await eventsOf(other.id)).slice(1);
    expect(eventsOfOther.map(({ event }) => event)).toEqual([...kinds, "order.updated", "order.status_changed"]);
    const first = events[0]?.sequence ?? 0;
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => first + index));
  });

  it("records an older report without applying it, whatever its status", async () => {
    const order = await ingestOrder(shop);
    const { body } = await createFulfillment(shop, order.id, { tracking_number: "OLD" });
    const outcome = async (status: string, hour: number) =>
      (await reportTracking({ tracking_number: "OLD", status, occurred_at: at(hour) })).body.fulfillments[0].outcome;
    expect(await outcome("in_transit", 8)).toBe("updated");
    expect(await outcome("exception", 12)).toBe("updated");
    // The status ranks higher, but the report is older than the exception.
    expect(await outcome("out_for_delivery", 10)).toBe("outdated");
    expect(await outcome("lost", 11)).toBe("outdated");
    expect(await outcome("exception", 14)).toBe("unchanged");
    expect(await outcome("in_transit", 13)).toBe("outdated");
    // The status unknown changes nothing, so the next report is not older than this one.
    expect(await outcome("unknown", 20)).toBe("unchanged");
    expect(await outcome("delivered", 15)).toBe("updated");
    // The report is later, but its status ranks lower.
    expect(await outcome("in_transit", 16)).toBe("outdated");
    expect(await stored(body.id)).toMatchObject({ status: "delivered", version: 4 });
    expect(await lateStatuses(body.id)).toEqual(["out_for_delivery", "lost", "in_transit", "in_transit"]);
  });

  it("stores the carrier of an older report, with the outcome outdated", async () => {
    const order = await ingestOrder(shop);
    const { body } = await createFulfillment(shop, order.id, { tracking_number: "NAMED" });
    await reportTracking({ tracking_number: "NAMED", status: "delivered", occurred_at: at(9) });
    const response = await reportTracking({ tracking_number: "NAMED", carrier: "UPS", status: "in_transit", occurred_at: at(8) });
    expect(response.body.fulfillments).toMatchObject([{ status: "delivered", outcome: "outdated" }]);
    expect(await stored(body.id)).toMatchObject({ status: "delivered", carrier: "UPS" });
  });

  it("ends with the status of the newest report, in whatever order and however often the reports arrive", async () => {
    const reports = ["label_created", "in_transit", "exception", "in_transit", "out_for_delivery", "delivered"].map(
      (status, hour) => [status, hour + 1] as const,
    );
    const arrivals = fc.tuple(fc.shuffledSubarray(reports, { minLength: reports.length }), fc.subarray(reports));
    let n = 0;
    await assertProperty(
      fc.asyncProperty(arrivals, async ([once, again]) => {
        const order = await ingestOrder(shop);
        const tracking_number = `ANY-${(n += 1)}`;
        const { body } = await createFulfillment(shop, order.id, { tracking_number });
        for (const [status, hour] of [...once, ...again]) await reportTracking({ tracking_number, status, occurred_at: at(hour) });
        expect(await stored(body.id)).toMatchObject({ status: "delivered", delivered_at: Date.parse(at(6)) });
        const kinds = (await eventsOf(order.id)).map(({ event }) => event).filter((event) => event.startsWith("order.fulfillment."));
        expect(kinds).toEqual(["order.fulfillment.shipped", "order.fulfillment.delivered"]);
      }),
      { cases: 16 },
    );
  });

  it.each(["lost", "returned_to_sender"])(
    "flags the order for audit if the fulfillment that has all of it is %s, but not for a failed attempt to deliver it",
    async (status) => {
      const order = await ingestOrder(shop, { items: [{ name: "Mug", quantity: 2, price: 1 }] });
      const tracking_number = `PARCEL-${status}`;
      const { body } = await createFulfillment(shop, order.id, { tracking_number, status: "in_transit" });
      await reportTracking({ tracking_number, status: "delivery_attempted" });
      expect((await shop.v2(`/orders/${order.id}`)).body.audit_reasons).toBeNull();
      await reportTracking({ tracking_number, status });
      expect((await shop.v2(`/orders/${order.id}`)).body.audit_reasons).toEqual(["shipment_undone"]);
      expect(await stored(body.id)).toMatchObject({ status });
    },
  );

  it("flags no order whose fulfillment is set to lost by PATCH", async () => {
    const order = await ingestOrder(shop);
    const { body } = await createFulfillment(shop, order.id, { status: "in_transit" });
    expect((await shop.v2(`/fulfillments/${body.id}`, { method: "PATCH", body: { status: "lost" } })).status).toBe(200);
    expect((await shop.v2(`/orders/${order.id}`)).body.requires_audit).toBeNull();
  });

  it("applies to a lost fulfillment whose items have since been shipped in another one, and flags the order for audit", async () => {
    const order = await ingestOrder(shop, { items: [{ name: "Mug", quantity: 2, price: 1 }] });
    const lost = await createFulfillment(shop, order.id, { tracking_number: "FOUND", status: "in_transit" });
    await reportTracking({ tracking_number: "FOUND", status: "lost", occurred_at: at(8) });
    await createFulfillment(shop, order.id, { tracking_number: "AGAIN", status: "in_transit" });
    // The same status by PATCH is a conflict instead.
    const changed = await updateFulfillment(shop, lost.body.id, { status: "delivered" });
    expect({ status: changed.status, code: changed.body.error.details[0].code }).toEqual({ status: 409, code: "quantity_exceeded" });
    // Somebody clears the flag that the loss has set.
    await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { requires_audit: null } });
    const entries = async () =>
      await rows(`select changed_fields from order_history where order_id = ? and "change" = 'updated' order by id`, order.id);
    const [before, entriesBefore] = [(await eventsOf(order.id)).length, (await entries()).length];
    const response = await reportTracking({ tracking_number: "FOUND", status: "delivered", occurred_at: at(9) });
    expect(response.body.fulfillments).toMatchObject([{ status: "delivered", outcome: "updated" }]);
    expect((await shop.v2(`/orders/${order.id}`)).body).toMatchObject({ requires_audit: true, audit_reasons: ["quantity_fulfilled"] });
    const fields = (await eventsOf(order.id)).slice(before).map(({ changed_fields }) => changed_fields);
    expect(fields).toContainEqual(expect.arrayContaining(["fulfillments", "requires_audit"]));
    expect((await entries()).slice(entriesBefore)).toEqual([{ changed_fields: '["requires_audit"]' }]);
    // The flag is set already.
    const undone = await reportTracking({ tracking_number: "FOUND", status: "cancelled", occurred_at: at(10) });
    const again = await reportTracking({ tracking_number: "FOUND", status: "delivered", occurred_at: at(11) });
    expect([undone.body.fulfillments, again.body.fulfillments]).toMatchObject([[{ outcome: "updated" }], [{ outcome: "updated" }]]);
    expect(await entries()).toHaveLength(entriesBefore + 1);
  });

  it("never sets delivered_at before shipped_at", async () => {
    const order = await ingestOrder(shop);
    const { body } = await createFulfillment(shop, order.id, { tracking_number: "EARLY", status: "in_transit", shipped_at: at(9) });
    await reportTracking({ tracking_number: "EARLY", status: "delivered", occurred_at: at(8) });
    expect(await stored(body.id)).toMatchObject({ shipped_at: Date.parse(at(9)), delivered_at: Date.parse(at(9)) });
  });

  it("treats a time in the future as the present, so that the next report is not outdated", async () => {
    const order = await ingestOrder(shop);
    await createFulfillment(shop, order.id, { tracking_number: "AHEAD" });
    await reportTracking({ tracking_number: "AHEAD", status: "exception", occurred_at: "2099-01-01" });
    const { body } = await reportTracking({ tracking_number: "AHEAD", status: "in_transit" });
    expect(body.fulfillments[0].outcome).toBe("updated");
  });

  it("applies a report although a stored time is in the future", async () => {
    const order = await ingestOrder(shop);
    const { body } = await createFulfillment(shop, order.id, { tracking_number: "STUCK" });
    await reportTracking({ tracking_number: "STUCK", status: "in_transit", occurred_at: at(8) });
    // This time is ignored, and the next report stores its own.
    await rows("update fulfillments set status_at = 8e15 where id = ?", body.id);
    const outcome = async (status: string, hour: number) =>
      (await reportTracking({ tracking_number: "STUCK", status, occurred_at: at(hour) })).body.fulfillments[0].outcome;
    expect([await outcome("in_transit", 9), await outcome("exception", 8), await outcome("delivered", 10)]).toEqual([
      "unchanged",
      "outdated",
      "updated",
    ]);
  });

  it("replays its response for a repeated key, without writing", async () => {
    const order = await ingestOrder(shop);
    const { body } = await createFulfillment(shop, order.id, { tracking_number: "KEYED" });
    const key = idempotencyKey();
    const keyed = { tracking_number: "KEYED", status: "in_transit", occurred_at: at(8) };
    const first = await reportTracking(keyed, key);
    const again = await reportTracking(keyed, key);
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
    expect(await stored(body.id)).toMatchObject({ version: 2 });
  });

  it("returns specific errors for invalid reports, and writes nothing", async () => {
    const order = await ingestOrder(shop);
    await createFulfillment(shop, order.id, { tracking_number: "MINE" });
    const other = await createShop();
    const before = await everythingOf(shop.id);
    const unknown = await reportTracking({ tracking_number: "NOBODY", status: "delivered" });
    expect([unknown.status, unknown.body.error.details]).toMatchObject([
      404,
      [{ path: "tracking_number", code: "unknown_tracking_number" }],
    ]);
    expect((await reportTracking({ tracking_number: "MINE", status: "delivered" }, {}, other)).status).toBe(404);
    const wrong = await reportTracking({ status: "flying", occurred_at: "soon" });
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.details.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      "occurred_at",
      "status",
      "tracking_number",
    ]);
    expect(await everythingOf(shop.id)).toEqual(before);
  });

  it("takes two round trips, however many orders the organization has", { tags: "long" }, async () => {
    const own = await createShop();
    const cost = async (tracking_number: string) => {
      const order = await ingestOrder(own);
      await createFulfillment(own, order.id, { tracking_number });
      const line = await logOf(async () => await reportTracking({ tracking_number, status: "in_transit" }, {}, own));
      expect({ status: line.status, d1_trips: line.d1_trips }).toEqual({ status: 200, d1_trips: 2 });
      return line.rows_read;
    };
    const grow = async () => {
      const orders = Array.from({ length: 100 }, () => orderBody());
      expect((await own.v2("/orders/bulk", { body: { orders } })).status).toBe(200);
    };
    // The first report creates the rows of the roll-ups.
    await cost("COST-0");
    const few = await cost("COST-1");
    for (let times = 0; times < 4; times += 1) await grow();
    expect(Math.abs((await cost("COST-2")) - few)).toBeLessThanOrEqual(5);
    // About twice what a report reads.
    expect(few).toBeLessThanOrEqual(340);
  });
});
