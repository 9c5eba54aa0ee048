import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { idempotencyKey, rows } from "../../kit/client";
import { serveAll } from "../faults/serve-queues";
import { inboxOf, orderOf, shopifyFulfillment } from "./fixtures";
import { GREEN, ORDER, RED, SendingToShopify, TRACKED } from "./sending";

let sending: SendingToShopify;
afterEach(() => void vi.restoreAllMocks());

describe("a fulfillment that is shipped here", () => {
  beforeEach(async () => {
    sending = await SendingToShopify.open();
  });

  it("is created in Shopify with its items and tracking, and the log has an entry", async () => {
    await sending.ship({ ...TRACKED, items: [await sending.readItem(RED, 1)] });
    expect(sending.lamps.calls).toEqual([]);
    await sending.send();
    expect(sending.lamps.fulfillments).toMatchObject([
      {
        tracking_number: "1Z999",
        tracking_company: "UPS",
        tracking_url: "https://track.example.com/1Z999",
        line_items: [{ id: RED, quantity: 1 }],
      },
    ]);
    const { id } = await orderOf(sending.shop, ORDER);
    expect(await sending.readLog()).toMatchObject([
      {
        event: "order.fulfillment.shipped",
        status: "succeeded",
        order_id: id,
        attempts: [{ number: 1, response_status: 200, response_body: "Created in the shop: 5001", error_code: null }],
      },
    ]);
    expect(await sending.readHealth()).toMatchObject({
      status: "active",
      last_success_at: expect.any(String),
      failing_since: null,
      failed: 0,
    });
  });

  it("is not sent before it is shipped", async () => {
    const { id } = await sending.ship({ ...TRACKED, status: "label_created" });
    await sending.send();
    expect({ calls: sending.lamps.calls, sent: await sending.readLog() }).toEqual({ calls: [], sent: [] });
    await sending.change(id, { status: "in_transit" });
    await sending.send();
    expect(sending.lamps.fulfillments).toHaveLength(1);
  });

  it("and has a part of the order is sent once, beside those of the other parts", async () => {
    for (const number of ["A", "B"]) await sending.ship({ tracking_number: number, items: [await sending.readItem(RED, 1)] });
    await sending.ship({ items: [await sending.readItem(GREEN, 1)] });
    await sending.send();
    expect(sending.lamps.fulfillments.map(({ tracking_number, line_items }) => [tracking_number, line_items])).toEqual([
      ["A", [{ id: RED, quantity: 1 }]],
      ["B", [{ id: RED, quantity: 1 }]],
      [null, [{ id: GREEN, quantity: 1 }]],
    ]);
  });

  it("sends its new tracking once, and no other change", async () => {
    const { id } = await sending.ship(TRACKED);
    await sending.send();
    await sending.change(id, { tracking_number: "NEW" });
    await sending.send();
    expect(sending.lamps.fulfillments).toMatchObject([{ tracking_number: "NEW", tracking_company: "UPS" }]);
    expect((await sending.readLog())[0].attempts[0].response_body).toBe("Updated in the shop: 5001");
    await sending.change(id, { status: "delivered" });
    const { id: orderId } = await orderOf(sending.shop, ORDER);
    expect((await sending.shop.v2(`/orders/${orderId}`, { method: "PATCH", body: { customer_name: "C. D." } })).status).toBe(200);
    await sending.send();
    expect(await sending.readLog()).toHaveLength(2);
  });

  it("sends tracking that was changed while it was being sent", async () => {
    const { id } = await sending.ship(TRACKED);
    // The first call gets a token. The tracking changes during the second one, which reads the order.
    sending.lamps.instead.push(() => undefined);
    sending.lamps.instead.push(() => {
      void sending.change(id, { tracking_number: "NEW" });
      return undefined;
    });
    await sending.send();
    await vi.waitFor(async () => {
      await sending.send();
      expect(sending.lamps.fulfillments).toMatchObject([{ tracking_number: "NEW" }]);
    });
  });

  it("is sent again on request without creating anything twice", async () => {
    await sending.ship(TRACKED);
    await sending.send();
    const [{ id }] = await sending.readLog();
    const again = await sending.sendAgain(id);
    expect({ status: again.status, bodyStatus: again.body.status, trigger: again.body.trigger }).toEqual({
      status: 200,
      bodyStatus: "pending",
      trigger: "manual",
    });
    await sending.send();
    expect(sending.lamps.fulfillments).toHaveLength(1);
    expect((await sending.readLog())[0]).toMatchObject({
      status: "succeeded",
      attempts: [{}, { response_body: "Already in the shop: 5001" }],
    });
  });

  it("is not sent for an order that is not from the shop, or belongs to another store", async () => {
    for (const store of ["gift", "Lamps"]) {
      const external_id = store === "gift" ? "77" : "by-hand";
      const body = { store, external_id, number: "1", date: "2026-01-01", items: [{ name: "Mug", quantity: 1, price: 1 }] };
      const { status, text } = await sending.shop.v2("/orders", { body, headers: idempotencyKey() });
      expect(status, text).toBe(201);
      await sending.ship({}, external_id);
    }
    await sending.send();
    expect({ calls: sending.lamps.calls, sent: await sending.readLog() }).toEqual({ calls: [], sent: [] });
  });
});

describe("a delivery from the shop about a fulfillment", () => {
  beforeEach(async () => {
    sending = await SendingToShopify.open();
  });

  it("that was sent is recognized: it creates no fulfillment and sends none", { tags: "long" }, async () => {
    await sending.ship({ ...TRACKED, items: [await sending.readItem(RED, 1)] });
    await sending.send();
    await sending.deliver();
    expect(await sending.readFulfillments()).toHaveLength(1);
    expect((await inboxOf(sending.connection)).at(-1)).toMatchObject({ status: "processed", reason: null });
    await sending.send();
    expect({ fulfillmentCount: sending.lamps.fulfillments.length, sentCount: (await sending.readLog()).length }).toEqual({
      fulfillmentCount: 1,
      sentCount: 1,
    });
  });

  it("that was sent is recognized although the response to its creation was lost", async () => {
    await sending.ship({ ...TRACKED, items: [await sending.readItem(RED, 1)] });
    // The shop creates the fulfillment, and its response is lost.
    vi.mocked(fetch).mockImplementation(async (input, init) => {
      const response = await sending.lamps.response(new Request(input, init));
      if (sending.lamps.calls.at(-1) === "fulfillmentCreate") throw new Error("Network connection lost.");
      return response;
    });
    await serveAll(sending.enqueued);
    expect(sending.lamps.fulfillments).toHaveLength(1);
    expect(await sending.readLog()).toMatchObject([{ status: "pending", attempts: [{ error_code: "connection" }] }]);
    expect(await sending.readHealth()).toMatchObject({ status: "failing", failing_since: expect.any(String) });
    await sending.deliver();
    expect(await sending.readFulfillments()).toHaveLength(1);
    expect(await rows("select source_id from fulfillments where organization_id = ?", sending.shop.id)).toEqual([{ source_id: "5001" }]);
  });

  it("that was sent does not restore old tracking, and its progress is applied", async () => {
    const { id } = await sending.ship(TRACKED);
    await sending.send();
    await sending.change(id, { tracking_number: "NEW" });
    await sending.deliver({ fulfillments: sending.lamps.fulfillments.map((each) => ({ ...each, shipment_status: "delivered" })) });
    expect(await sending.readFulfillments()).toMatchObject([{ tracking_number: "NEW", status: "delivered" }]);
  });

  it("that was created in the shop does not send it back, also when its status and tracking change here", async () => {
    await sending.deliver({
      fulfillments: [
        shopifyFulfillment({ id: 1, shipment_status: "label_printed", tracking_number: "T", line_items: [{ id: RED, quantity: 1 }] }),
      ],
    });
    const [fulfillment] = await sending.readFulfillments();
    await sending.change(fulfillment.id, { status: "in_transit" });
    await sending.change(fulfillment.id, { tracking_number: "U" });
    await sending.send();
    expect({ calls: sending.lamps.calls, sent: await sending.readLog() }).toEqual({ calls: [], sent: [] });
  });
});
