import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { reconcileDue } from "../../../src/resources/connections/job";
import { bigcommerce } from "../../../src/resources/connections/platforms/bigcommerce/adapter";
import { createShop, rows, type Shop } from "../../kit/client";
import {
  bigcommerceEvent,
  bigcommerceHeaders,
  bigcommerceOrder,
  bigcommerceShipment,
  connect,
  deliverBigcommerce,
  inboxOf,
  orderOf,
  processInbox,
  request,
  hmacBase64,
  type TestConnection,
} from "./fixtures";
import { bigcommerceProduct } from "./payloads-bigcommerce";
import { StandInBigcommerce } from "./stand-in-bigcommerce";

const SECRET = "client-secret-of-the-api-account";
const SCOPES = ["created", "updated", "archived", "refund/created"].map((event) => `store/order/${event}`);
const ALL_SCOPES = [...SCOPES, "store/shipment/created", "store/shipment/updated"].toSorted();

let shop: Shop;
let store: StandInBigcommerce;
let connection: TestConnection;
beforeEach(async () => {
  shop = await createShop();
  store = new StandInBigcommerce();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => await store.response(new Request(input, init)));
  connection = await connect(shop, { platform: "bigcommerce", webhook_secret: SECRET, api: store.api });
});
afterEach(() => void vi.restoreAllMocks());

/** After a shop was reconciled, it is due again 15 minutes later. */
const NEXT_RUN_MS = 16 * 60_000;

/** Runs the job as the cron trigger does, after some time. */
async function runJob(laterMs = 0): Promise<void> {
  store.refresh();
  await rows("update connections set reconcile_at = null where organization_id <> ?", shop.id);
  await reconcileDue(env, Date.now() + laterMs);
}

async function deliverAndProcess(id: number): Promise<void> {
  await deliverBigcommerce(connection, bigcommerceEvent(id, { hash: crypto.randomUUID() }));
  await processInbox(shop, connection);
}

const read = async () => (await shop.v2(`/connections/${connection.id}`)).body;

describe("a connection to BigCommerce", () => {
  it.each([
    ["api", { api: undefined }, "api_required"],
    ["webhook_secret", { webhook_secret: undefined }, "secret_required"],
  ])("is not created without %s", async (path, fields, code) => {
    const body = { store: "gift", platform: "bigcommerce", webhook_secret: SECRET, api: store.api, ...fields };
    const response = await (await createShop()).v2("/connections", { body });
    expect([response.status, response.body.error.details[0]]).toMatchObject([400, { path, code }]);
  });

  it("keeps its credentials, which can only be replaced by another token for the same store", async () => {
    const patch = async (api: unknown) => await shop.v2(`/connections/${connection.id}`, { method: "PATCH", body: { api } });
    expect((await patch(null)).body.error.details[0]).toMatchObject({ path: "api", code: "api_required" });
    expect((await patch({ ...store.api, key: "other" })).body.error.details[0]).toMatchObject({ path: "api", code: "other_shop" });
    expect((await patch({ ...store.api, secret: "a-new-token" })).status).toBe(200);
  });
});

describe("the webhooks of a connection", () => {
  const scopes = () => store.hooks.filter(({ is_active }) => is_active).map(({ scope }) => scope);

  it("are registered by the job, once for each event, and the connection has the time of that", async () => {
    expect((await read()).webhooks_registered_at).toBeNull();
    await runJob();
    expect(scopes().toSorted()).toEqual(ALL_SCOPES);
    expect(new Set(store.hooks.map(({ destination }) => new URL(destination).pathname))).toEqual(new Set([connection.path]));
    expect(await read()).toMatchObject({ webhooks_registered_at: expect.any(String), last_error: null });
    await runJob(NEXT_RUN_MS);
    expect(scopes()).toHaveLength(ALL_SCOPES.length);
  });

  it("are completed and reactivated by a later run", async () => {
    await runJob();
    store.hooks = store.hooks.slice(1).map((hook, index) => ({ ...hook, is_active: index > 0 }));
    await runJob(NEXT_RUN_MS);
    expect(scopes().toSorted()).toEqual(ALL_SCOPES);
  });

  it("are registered by the next run if one fails in the middle, and orders are read anyway", async () => {
    store.put(1, 0);
    // As if the connection were older than the orders of the stand-in.
    await rows("update connections set created_at = ? where id = ?", Date.UTC(2026, 2, 22, 11), connection.id);
    store.instead.push(
      () => undefined,
      () => undefined,
      () => new Response("busy", { status: 503 }),
    );
    await runJob();
    expect(scopes()).toHaveLength(1);
    expect((await read()).last_error).toMatchObject({ message: "The shop responded with the status 503." });
    expect(await orderOf(shop, "1")).toMatchObject({ status: "New" });
    await runJob(NEXT_RUN_MS);
    expect({ scopes: scopes().toSorted(), last_error: (await read()).last_error }).toEqual({ scopes: ALL_SCOPES, last_error: null });
  });

  it.each([
    ["not a list", { data: "x" }],
    ["a webhook without an id", (destination: string) => ({ data: [{ id: null, destination }] })],
  ])("are an error of the shop if its response is %s, and orders are read anyway", async (_name, body) => {
    store.put(1, 0);
    await rows("update connections set created_at = ? where id = ?", Date.UTC(2026, 2, 22, 11), connection.id);
    const destination = `https://api.example.com${connection.path}`;
    store.instead.push(() => Response.json(typeof body === "function" ? body(destination) : body));
    await runJob();
    expect((await read()).last_error.message).toMatch(/^The webhooks of the shop can't be read\. data/);
    expect(await orderOf(shop, "1")).toMatchObject({ status: "New" });
  });

  it("are not an error if a concurrent run has created one", async () => {
    store.instead.push(
      () => undefined,
      () => new Response("exists", { status: 409 }),
    );
    await runJob();
    expect((await read()).last_error).toBeNull();
  });

  it("are deleted after the connection was deleted, followed by its credentials", async () => {
    await runJob();
    store.hooks.push({ id: 1, scope: "store/order/updated", destination: "https://other.example.com/", is_active: true });
    await shop.v2(`/connections/${connection.id}?confirm=${connection.id}`, { method: "DELETE" });
    store.instead.push(() => new Response("busy", { status: 503 }));
    const stored = async () =>
      (await rows("select secret, api_credentials is null as gone from connections where id = ?", connection.id))[0];
    await runJob();
    expect({ stored: await stored(), hookCount: store.hooks.length }).toEqual({
      stored: { secret: "", gone: 0 },
      hookCount: ALL_SCOPES.length + 1,
    });
    await runJob(NEXT_RUN_MS);
    expect({ stored: await stored(), ids: store.hooks.map(({ id }) => id) }).toEqual({ stored: { secret: "", gone: 1 }, ids: [1] });
    const calls = store.calls.length;
    await runJob(60 * 60_000);
    expect(store.calls).toHaveLength(calls);
  });

  it("stay in the shop if it rejects the credentials, or a day has passed since the deletion, and the credentials are deleted", async () => {
    await runJob();
    const lamps = (await shop.v2("/stores", { body: { name: "Lamps", platform: "bigcommerce" } })).body.id;
    const access = { platform: "bigcommerce", webhook_secret: SECRET, api: { ...store.api, secret: "revoked" } };
    const other = await connect(shop, { store: lamps, ...access });
    store.hooks.push({ id: 1, scope: "store/order/updated", destination: `https://api.example.com${other.path}`, is_active: true });
    const hooks = store.hooks.slice();
    expect(hooks).toHaveLength(ALL_SCOPES.length + 1);
    for (const { id, hours } of [
      { ...other, hours: 0 },
      { ...connection, hours: 25 },
    ]) {
      await rows("update connections set deleted_at = ?, reconcile_at = 0 where id = ?", Date.now() - hours * 3_600_000, id);
    }
    await runJob();
    const left = await rows("select id from connections where api_credentials is not null and id in (?, ?)", other.id, connection.id);
    expect(left).toEqual([]);
    expect(store.hooks).toEqual(hooks);
  });
});

describe("an event of BigCommerce", () => {
  it("has the id of the order, which is read with its coupons and shipments", async () => {
    store.put(149, 0, { items_shipped: 1 });
    store.coupons.set(149, [{ id: 3, coupon_id: 1, order_id: 149, code: "SPRING", amount: 3, type: 2, discount: 3 }]);
    store.shipments.set(149, [bigcommerceShipment() as never]);
    expect((await deliverBigcommerce(connection, bigcommerceEvent(149))).body).toEqual({ received: "stored" });
    expect(await inboxOf(connection)).toMatchObject([{ topic: "store/order/updated", source_order_id: "149", status: "pending" }]);
    await processInbox(shop, connection);
    const order = await orderOf(shop, "149");
    expect(order).toMatchObject({ status: "New", total_amount: 47.3, discount_codes: ["SPRING"] });
    const { data } = (await shop.v2(`/orders/${order.id}/fulfillments`)).body;
    expect(data).toMatchObject([{ status: "in_transit", tracking_number: "EJ958083578US", carrier: "USPS", items: [{ quantity: 1 }] }]);
    expect(store.calls).toEqual(["GET v2/orders/149", "GET v2/orders/149/coupons", "GET v2/orders/149/shipments"]);
  });

  it("about a shipment lets its order be read", async () => {
    // Without a discount, no coupons are read, here and below.
    store.put(251, 0, { coupon_discount: "0.0000" });
    const event = bigcommerceEvent(0, { scope: "store/shipment/created", data: { type: "shipment", id: 12, orderId: 251 } });
    await deliverBigcommerce(connection, event);
    await processInbox(shop, connection);
    expect(await orderOf(shop, "251")).toMatchObject({ status: "New" });
  });

  it("about another resource is ignored, and a repeated one is a duplicate", async () => {
    const product = bigcommerceEvent(1, { scope: "store/product/updated", data: { type: "product", id: 1 } });
    expect((await deliverBigcommerce(connection, product)).body).toEqual({ received: "ignored" });
    const results = [await deliverBigcommerce(connection, bigcommerceEvent(1)), await deliverBigcommerce(connection, bigcommerceEvent(1))];
    expect(results.map(({ body }) => body.received)).toEqual(["stored", "duplicate"]);
  });

  it("needs a valid signature over its id, its timestamp and its body", async () => {
    const body = JSON.stringify(bigcommerceEvent(1));
    const valid = await bigcommerceHeaders(SECRET, body, "msg_1");
    const statusFor = async (headers: Record<string, string>) => (await request(connection.path, { body, headers })).status;
    for (const changed of [
      { "webhook-id": "msg_2" },
      { "webhook-timestamp": "1773242246" },
      { "webhook-timestamp": "x" },
      { "webhook-signature": String(valid["webhook-signature"]).replace("v1,", "v2,") },
      { "webhook-signature": `v1,${await hmacBase64(SECRET, body)}` },
    ]) {
      expect(await statusFor({ ...valid, ...changed })).toBe(401);
    }
    expect((await request(connection.path, { body: `${body} `, headers: valid })).status).toBe(401);
    // Several signatures of which one is valid, as during the rotation of a secret.
    expect(await statusFor({ ...valid, "webhook-signature": `v1,${"A".repeat(43)}= ${valid["webhook-signature"]}` })).toBe(200);
  });

  it("about an order that the shop no longer has, or has archived, cancels it", async () => {
    for (const id of [1, 2]) {
      store.put(id, 0, { coupon_discount: "0" });
      await deliverAndProcess(id);
    }
    store.orders.delete(1);
    store.put(2, 1, { is_deleted: true });
    for (const id of [1, 2]) {
      await deliverAndProcess(id);
      expect(await orderOf(shop, String(id))).toMatchObject({ status: "Cancelled" });
    }
  });

  it.each([
    ["rejects the token", () => new Response("no", { status: 401 }), "failed"],
    ["limits the rate", () => new Response("slow down", { status: 429, headers: { "X-Rate-Limit-Time-Reset-Ms": "15000" } }), "pending"],
    ["fails", () => new Response("busy", { status: 503 }), "pending"],
  ] as const)("is kept in the inbox while the shop %s", async (_name, response, status) => {
    store.put(1, 0);
    store.instead.push(response);
    await deliverAndProcess(1);
    expect(await inboxOf(connection)).toMatchObject([{ status, reason: expect.stringContaining("The shop ") }]);
    expect(await orderOf(shop, "1")).toBeNull();
  });
});

/** The page size of reconciliation, which is less than the numbers of orders below. */
const PAGE_ORDERS = 5;

describe("reconciliation", () => {
  it("reads changed orders in pages, also orders of the same second, and skips archived ones", { tags: "long" }, async () => {
    for (let id = 1; id <= 25; id += 1) store.put(id, id < 8 ? id : 9, { coupon_discount: "0", is_deleted: id === 3 });
    await rows("update connections set created_at = ? where id = ?", Date.UTC(2026, 2, 22, 11), connection.id);
    await runJob();
    expect(store.calls.filter((each) => each === "GET v2/orders").length).toBeGreaterThanOrEqual(25 / PAGE_ORDERS);
    const stored = await rows<{ external_id: string }>("select external_id from orders where organization_id = ?", shop.id);
    expect(stored).toHaveLength(24);
    expect(stored.map(({ external_id }) => external_id)).not.toContain("3");
    expect((await read()).last_error).toBeNull();
  });

  it("reads every order of a second that has more of them than a page, although one that was read changes meanwhile", async () => {
    for (let id = 1; id <= 25; id += 1) store.put(id, 9);
    await rows("update connections set created_at = ? where id = ?", Date.UTC(2026, 2, 22, 11), connection.id);
    let pages = 0;
    vi.spyOn(store.instead, "shift").mockImplementation(() => {
      if (store.calls.at(-1) === "GET v2/orders") pages += 1;
      // The order leaves the second, so that all others of it move up by one.
      if (pages === 2) store.put(2, 60, { staff_notes: "moved" });
      return undefined;
    });
    await runJob();
    expect(pages).toBeGreaterThanOrEqual(25 / PAGE_ORDERS);
    expect(await rows("select external_id from orders where organization_id = ?", shop.id)).toHaveLength(25);
  });

  it.each([
    ["first", 0],
    ["last", PAGE_ORDERS - 1],
  ])("reads every order although the %s one of a page changes before the shop has sent it", async (_which, changed) => {
    for (let id = 1; id <= 12; id += 1) store.put(id, id);
    await rows("update connections set created_at = ? where id = ?", Date.UTC(2026, 2, 22, 11), connection.id);
    let pages = 0;
    store.whileListed = (ids) => {
      pages += 1;
      if (pages === 1) {
        expect(ids).toHaveLength(PAGE_ORDERS);
        store.put(ids[changed] ?? 0, 600);
      }
    };
    await runJob();
    expect(pages).toBeGreaterThan(1);
    expect(await rows("select external_id from orders where organization_id = ?", shop.id)).toHaveLength(12);
  });

  it("reads nothing of a shop without orders, whose list returns no content", async () => {
    await runJob();
    expect(await read()).toMatchObject({ last_error: null, last_reconciled_at: expect.any(String) });
  });
});

describe("an order of BigCommerce", () => {
  const mapOrder = (fields: Record<string, unknown> = {}) => {
    const result = bigcommerce.map({ ...bigcommerceOrder(fields), coupons: [{ code: "SPRING" }], shipments: [bigcommerceShipment()] });
    if (result.kind !== "order") throw new Error(result.kind);
    return result.order;
  };

  it("is mapped field by field", () => {
    expect(mapOrder()).toEqual({
      body: {
        external_id: "149",
        number: "149",
        date: "2026-03-05T21:40:11.000Z",
        currency: "USD",
        status: "New",
        source_status: "awaiting fulfillment",
        total_amount: 47.3,
        subtotal: 40,
        shipping_cost: 5,
        discount: 3,
        fees: 1,
        tax: 4.3,
        taxes_included: false,
        customer_name: "Jane Doe",
        customer_email: "jane@example.com",
        customer_phone: "5551234567",
        customer_address: "Acorn Ltd, 5 Mill Lane, Flat 2, Austin, Texas, 78751, US",
        payment_method: "Cash",
        buyer_note: "Ring twice.",
        ship_name: "Trisha Oak",
        ship_company: "Acorn Ltd",
        ship_address1: "5 Mill Lane",
        ship_address2: "Flat 2",
        ship_city: "Austin",
        ship_state: "Texas",
        ship_zipcode: "78751",
        ship_country: "US",
        shipping_service: "Flat rate",
        discount_codes: ["SPRING"],
        refund_amount: null,
        is_refunded: null,
        items: [
          {
            external_id: "65",
            name: "Linen towel",
            quantity: 2,
            price: 20,
            tax: 4,
            sku: "TOWEL-S",
            requires_shipping: true,
            size: "S",
            variations: "Size: S",
            personalization: "Add letters: T. O.",
            properties: [
              { name: "Size", value: "S" },
              { name: "Add letters", value: "T. O." },
            ],
          },
        ],
      },
      updatedAt: Date.UTC(2026, 2, 11, 15, 17, 25),
      state: "open",
      fulfillments: [
        {
          externalId: "6",
          createdAt: Date.UTC(2026, 2, 11, 17, 22, 8),
          updatedAt: null,
          status: "in_transit",
          trackingNumber: "EJ958083578US",
          carrier: "USPS",
          trackingUrl: "https://track.example.com/EJ958083578US",
          items: [{ externalId: "65", quantity: 1 }],
        },
      ],
      leftOut: [],
      reasons: [],
    });
  });

  it("has a line once that the shop sends twice, like an order of any other shop", () => {
    const { body, leftOut } = mapOrder({ line_items: [bigcommerceProduct(), bigcommerceProduct(), bigcommerceProduct({ id: 66 })] });
    expect(body.items.map(({ external_id }) => external_id)).toEqual(["65", "66"]);
    expect(leftOut).toEqual(["line_items[1] has the id of another line"]);
  });

  it("has amounts that add up, with and without tax", () => {
    for (const is_tax_inclusive_pricing of [true, false]) {
      const { body } = mapOrder({ is_tax_inclusive_pricing });
      const { subtotal = 0, shipping_cost = 0, fees = 0, discount, tax, total_amount } = body;
      const sum = subtotal + shipping_cost + Number(fees) - Number(discount) + (is_tax_inclusive_pricing ? 0 : Number(tax));
      expect(sum).toBeCloseTo(Number(total_amount), 4);
    }
  });

  it.each([
    [0, "Incomplete", "unpaid"],
    [1, "Pending", "unpaid"],
    [2, "Shipped", "open"],
    [3, "Partially Shipped", "open"],
    [4, "Refunded", "cancelled"],
    [5, "Cancelled", "cancelled"],
    [6, "Declined", "cancelled"],
    [7, "Awaiting Payment", "unpaid"],
    [8, "Awaiting Pickup", "open"],
    [9, "Awaiting Shipment", "open"],
    [10, "Completed", "complete"],
    [11, "Awaiting Fulfillment", "open"],
    [12, "Manual Verification Required", "open"],
    [13, "Disputed", "open"],
    [14, "Partially Refunded", "open"],
  ])("with the status %i, %s, is %s", (status_id, status, state) => {
    expect(mapOrder({ status_id, status }).state).toBe(state);
  });

  it("has its refund, and is refunded if the refund is complete or the status is Refunded", () => {
    expect(mapOrder({ refunded_amount: "5.0000" }).body).toMatchObject({ refund_amount: 5 });
    expect(mapOrder({ refunded_amount: "5.0000" }).body.is_refunded).toBeNull();
    expect(mapOrder().body).toMatchObject({ refund_amount: null, is_refunded: null });
    expect(mapOrder({ refunded_amount: "47.3000" }).body).toMatchObject({ is_refunded: true });
    expect(mapOrder({ status_id: 4, status: "Refunded" }).body).toMatchObject({ is_refunded: true, source_status: "refunded" });
  });

  it("is mapped without unreadable details, which are named, but not without any item", () => {
    const result = bigcommerce.map({ ...bigcommerceOrder(), coupons: [], shipments: [bigcommerceShipment({ id: "x" })] });
    expect(result).toMatchObject({ order: { fulfillments: [], leftOut: ["fulfillment not applied: shipments.id is not an id."] } });
    const unreadable = mapOrder({ date_modified: "soon", total_tax: "much", line_items: [bigcommerceProduct({ quantity: "x" })] });
    expect(unreadable).toMatchObject({
      updatedAt: null,
      reasons: ["shop_unreadable"],
      leftOut: ["line_items[0].quantity is not a quantity, so it counts as 1", "total_tax is not an amount", "date_modified is not a time"],
    });
    expect(() => mapOrder({ line_items: [bigcommerceProduct({ quantity: 0 })] })).toThrow("line_items has no item with a quantity.");
  });
});
