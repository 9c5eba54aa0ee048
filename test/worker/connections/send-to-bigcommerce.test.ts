import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop } from "../../kit/client";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { bigcommerceEvent, connect, deliverBigcommerce, orderOf, processInbox } from "./fixtures";
import { bigcommerceProduct } from "./payloads-bigcommerce";
import { Sending, TRACKED } from "./sending";
import { StandInBigcommerce } from "./stand-in-bigcommerce";

const ORDER = 149;
const [TOWELS, MUG] = [65, 66];

let sending: Sending;
let store: StandInBigcommerce;

/** Delivers an event about the order, as the shop does after each change. */
async function deliver(): Promise<void> {
  await deliverBigcommerce(sending.connection, bigcommerceEvent(ORDER, { hash: crypto.randomUUID() }));
  await processInbox(sending.shop, sending.connection);
}

beforeEach(async () => {
  const [enqueued, shop] = [captureEnqueued(), await createShop()];
  store = new StandInBigcommerce();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => await store.response(new Request(input, init)));
  const access = { platform: "bigcommerce", webhook_secret: "client-secret-of-the-api-account", api: store.api };
  sending = new Sending(shop, await connect(shop, { ...access, send_fulfillments: true }), enqueued);
  store.put(ORDER, 1, {
    coupon_discount: "0",
    line_items: [bigcommerceProduct(), bigcommerceProduct({ id: MUG, name: "Mug", quantity: 1 })],
  });
  await deliver();
});
afterEach(() => void vi.restoreAllMocks());

const shipments = () => store.shipments.get(ORDER) ?? [];
const ship = async (body: Record<string, unknown> = {}) => await sending.ship(body, String(ORDER));
const readResponses = async () =>
  (await sending.readLog()).map(({ attempts }: { attempts: { response_body: string }[] }) => attempts.at(-1)?.response_body);

async function readItem(externalId: number, quantity: number) {
  const { items } = await orderOf(sending.shop, String(ORDER));
  return { order_item_id: items.find((each: { external_id: string }) => each.external_id === String(externalId)).id, quantity };
}

describe("a fulfillment that is shipped here", () => {
  it("becomes a shipment with its items and tracking, and the log has an entry", async () => {
    await ship({ ...TRACKED, items: [await readItem(TOWELS, 1)] });
    await sending.send();
    expect(shipments()).toMatchObject([
      {
        order_address_id: 51,
        tracking_number: "1Z999",
        shipping_provider: "ups",
        tracking_link: TRACKED.tracking_url,
        items: [{ order_product_id: TOWELS, quantity: 1 }],
      },
    ]);
    expect(await readResponses()).toEqual(["Created in the shop: 5001"]);
  });

  it("with a carrier that the shop does not know has its name as a text", async () => {
    await ship({ tracking_number: "X1", carrier: "Bike Courier" });
    await sending.send();
    expect(shipments()).toMatchObject([{ tracking_number: "X1", shipping_provider: "", shipping_method: "Bike Courier" }]);
  });

  it("is created once, despite an attempt with an unknown outcome and the delivery of its shipment", { tags: "long" }, async () => {
    await ship({ ...TRACKED, items: [await readItem(TOWELS, 2)] });
    const respond = store.response.bind(store);
    let isLost = true;
    vi.mocked(fetch).mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      const isCreation = request.method === "POST";
      const response = await respond(request);
      if (!isCreation || !isLost) return response;
      isLost = false;
      throw new TypeError("Network connection lost.");
    });
    await sending.send();
    expect(shipments()).toHaveLength(1);
    await sending.sendAgain((await sending.readLog())[0].id);
    await sending.send();
    store.put(ORDER, 2, {
      coupon_discount: "0",
      items_shipped: 2,
      line_items: [bigcommerceProduct(), bigcommerceProduct({ id: MUG, quantity: 1 })],
    });
    await deliver();
    const { id } = await orderOf(sending.shop, String(ORDER));
    const { data } = (await sending.shop.v2(`/orders/${id}/fulfillments`)).body;
    expect({ shipmentCount: shipments().length, count: data.length, response: (await readResponses())[0] }).toEqual({
      shipmentCount: 1,
      count: 1,
      response: "Already in the shop: 5001",
    });
  });

  it("updates its tracking number and link in the shop", async () => {
    const { id } = await ship(TRACKED);
    await sending.send();
    await sending.change(id, { tracking_number: "NEW", tracking_url: "https://track.example.com/NEW" });
    await sending.send();
    expect(shipments()).toMatchObject([{ tracking_number: "NEW", tracking_link: "https://track.example.com/NEW" }]);
    expect((await readResponses())[0]).toBe("Updated in the shop: 5001");
  });

  it.each([
    ["the order is cancelled there", { status_id: 5 }, "The order is cancelled in the shop."],
    [
      "its items go to several addresses",
      { line_items: [bigcommerceProduct(), bigcommerceProduct({ id: MUG, quantity: 1, order_address_id: 52 })] },
      "The items go to several addresses. Ship them one by one.",
    ],
    [
      "fewer are left there",
      { line_items: [bigcommerceProduct({ quantity: 1 })] },
      "The shop does not have all of these items left to ship.",
    ],
  ])("is rejected permanently if %s", async (_name, fields, reason) => {
    await ship(TRACKED);
    store.put(ORDER, 2, { coupon_discount: "0", ...fields });
    await sending.send();
    expect(await sending.readLog()).toMatchObject([{ status: "failed", attempts: [{ error_code: "rejected", response_body: reason }] }]);
    expect(shipments()).toEqual([]);
  });

  it("is retried while the shop limits the rate", { tags: "long" }, async () => {
    await ship({ ...TRACKED, items: [await readItem(TOWELS, 1)] });
    store.instead.push(() => new Response("slow down", { status: 429 }));
    await sending.send();
    expect(await sending.readLog()).toMatchObject([
      { status: "succeeded", attempts: [{ response_status: 429 }, { response_status: 201 }] },
    ]);
    expect(shipments()).toHaveLength(1);
  });

  it("is rejected permanently if the shop no longer has the order", async () => {
    await ship(TRACKED);
    store.orders.delete(ORDER);
    await sending.send();
    expect(await sending.readLog()).toMatchObject([
      { status: "failed", attempts: [{ error_code: "rejected", response_body: "The shop has no such order." }] },
    ]);
  });
});
