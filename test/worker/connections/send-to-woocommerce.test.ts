import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop } from "../../kit/client";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { connect, deliverWoo, orderOf, processInbox, wooOrder } from "./fixtures";
import { Sending, TRACKED } from "./sending";
import { StandInShop } from "./stand-in";

let sending: Sending;

describe("WooCommerce", () => {
  let woo: StandInShop;
  beforeEach(async () => {
    const [enqueued, shop] = [captureEnqueued(), await createShop()];
    woo = new StandInShop().open();
    sending = new Sending(shop, await connect(shop, { api: woo.api, send_fulfillments: true }), enqueued);
    await deliverWoo(sending.connection, woo.put(727, 1));
    await processInbox(shop, sending.connection);
  });
  afterEach(() => void vi.restoreAllMocks());
  const order = (): Record<string, unknown> => woo.orders.get(727) ?? {};
  const entries = () =>
    (order()["meta_data"] as { key: string; value: Record<string, unknown>[] }[] | undefined)?.find(
      ({ key }) => key === "_wc_shipment_tracking_items",
    )?.value;

  it("gets the tracking of each fulfillment, the order is completed with the last one, and new tracking replaces the old", async () => {
    const { items } = await orderOf(sending.shop, "727");
    const first = await sending.ship({ ...TRACKED, items: [{ order_item_id: items[0].id }], shipped_at: "2026-03-23T10:00:00Z" }, "727");
    await sending.send();
    expect({ status: order()["status"], entries: entries() }).toEqual({
      status: "processing",
      entries: [
        {
          tracking_id: first.id,
          tracking_provider: "",
          custom_tracking_provider: "UPS",
          custom_tracking_link: TRACKED.tracking_url,
          tracking_number: "1Z999",
          date_shipped: String(Date.UTC(2026, 2, 23, 10) / 1000),
        },
      ],
    });
    await sending.ship({ tracking_number: "SECOND" }, "727");
    await sending.send();
    expect({ status: order()["status"], tracking_numbers: entries()?.map(({ tracking_number }) => tracking_number) }).toEqual({
      status: "completed",
      tracking_numbers: ["1Z999", "SECOND"],
    });
    await sending.change(first.id, { tracking_number: "NEW" });
    await sending.send();
    expect(
      entries()
        ?.map(({ tracking_number }) => tracking_number)
        .toSorted(),
    ).toEqual(["NEW", "SECOND"]);
  });

  it("keeps the tracking that others have added", async () => {
    const theirs = { tracking_id: "abc", tracking_number: "THEIRS" };
    woo.change(727, { meta_data: [{ id: 9, key: "_wc_shipment_tracking_items", value: [theirs] }] });
    await sending.ship(TRACKED, "727");
    await sending.send();
    expect({ meta_data: order()["meta_data"], entries: entries() }).toEqual({
      meta_data: [expect.objectContaining({ id: 9 })],
      entries: [theirs, expect.objectContaining({ tracking_number: "1Z999" })],
    });
  });

  it("is not changed by an attempt that finds nothing to change, and the order's delivery changes only its source status here and sends nothing", async () => {
    await sending.ship(TRACKED, "727");
    await sending.send();
    const { date_modified_gmt } = order() as { date_modified_gmt: string };
    const [{ id }] = await sending.readLog();
    await sending.sendAgain(id);
    await sending.send();
    expect(await sending.readLog()).toMatchObject([{ status: "succeeded", attempts: [{}, {}] }]);
    expect(order()).toMatchObject({ date_modified_gmt });
    const before = await orderOf(sending.shop, "727");
    await deliverWoo(sending.connection, wooOrder({ ...order() }));
    await processInbox(sending.shop, sending.connection);
    const changed = { source_status: "completed", updated_at: expect.any(String), version: before.version + 1 };
    expect(await orderOf(sending.shop, "727")).toEqual({ ...before, ...changed });
    await sending.send();
    expect(await sending.readLog()).toHaveLength(1);
  });

  it("does not complete an order that is cancelled in the shop", async () => {
    woo.change(727, { status: "cancelled" });
    await sending.ship(TRACKED, "727");
    await sending.send();
    expect(await sending.readLog()).toMatchObject([
      { status: "failed", attempts: [{ response_body: "The order is cancelled in the shop." }] },
    ]);
    expect(order()["status"]).toBe("cancelled");
  });
});
