import { beforeAll, describe, expect, it, vi } from "vitest";
import { CARRIER_PLATFORMS } from "../../../src/resources/connections/platforms/platforms";
import { FulfillmentChanges } from "../../../src/resources/orders/fulfillments/v2/contract";
import { ItemChanges } from "../../../src/resources/orders/items/v2/contract";
import { OrderChanges } from "../../../src/resources/orders/v2/contract";
import { createCredential, type ApiResponse, createShop, idempotencyKey, type Shop, ingestOrder, v2As } from "../../kit/client";
import { inForm } from "../../kit/form";
import { anEmptyOrganization, exportAll, deleteEverywhere, restoreAll } from "../lifecycle/kit";
import { connectCarrier, deliver, PAYLOADS } from "./carriers/fixtures";
import {
  bigcommerceEvent,
  bigcommerceShipment,
  connect,
  deliverBigcommerce,
  deliverShopify,
  deliverWoo,
  inboxOf,
  processInbox,
  shopifyFulfillment,
  shopifyOrder,
  wooOrder,
} from "./fixtures";
import { StandInBigcommerce } from "./stand-in-bigcommerce";
import { type Hostile, HOSTILE, HOSTILE_KINDS, withTexts } from "../../kit/hostile-texts";

/**
 * For any texts from a shop or a carrier service: the order is stored, PATCH accepts what GET returns, and the organization can be
 * restored from its export (docs/spec/connections.md#mapping, docs/spec/connections.md#inbox).
 */

/** Some of the kinds, for the short form. */
const SHORT = [
  "U+0000",
  "U+0000 in a text",
  "a change of direction",
  "a script as a link",
  "an endless text",
  "a list",
] as const satisfies Hostile[];
const KINDS: readonly Hostile[] = inForm<readonly Hostile[]>({ test: SHORT, long: HOSTILE_KINDS, full: HOSTILE_KINDS });

let shop: Shop;
/** The ids of all orders that these tests have stored. */
const orderIds: number[] = [];
beforeAll(async () => {
  shop = await createShop();
});

/** Fields of payloads that keep their texts, because the mapping needs them. */
const KEPT = {
  woocommerce: new Set(["currency", "status"]),
  shopify: new Set(["currency", "currency_code", "status", "kind", "type"]),
  bigcommerce: new Set(["currency_code", "type", "date_created", "date_modified"]),
  carrier: new Set(["event", "description", "status", "tag", "tracking_code", "tracking_number", "number", "code", "object"]),
};

/** The fields of a resource that PATCH accepts. Times can't be cleared. */
function patchOf(shape: object, resource: Record<string, unknown>): Record<string, unknown> {
  const moments = new Set(["shipped_at", "delivered_at"]);
  const names = Object.keys(shape).filter((name) => Object.hasOwn(resource, name));
  return Object.fromEntries(names.flatMap((name) => (moments.has(name) && resource[name] === null ? [] : [[name, resource[name]]])));
}

/**
 * Fields that count changes. A PATCH of an item with the values of GET is a change: the item had the address of its order, and now stores
 * an address of its own.
 */
const COUNTED = new Set(["version", "updated_at"]);

/** Everything that GET returns of an order, without the fields that count changes. */
async function readAll(id: number): Promise<{ order: ApiResponse["body"]; fulfillments: ApiResponse["body"][] }> {
  const [order, fulfillments] = [await shop.v2(`/orders/${id}`), await shop.v2(`/orders/${id}/fulfillments?limit=200`)];
  const uncounted = (text: string) => JSON.parse(text, (name, value: unknown) => (COUNTED.has(name) ? undefined : value));
  return { order: uncounted(order.text), fulfillments: uncounted(fulfillments.text).data };
}

/** Characters that no stored text may contain. */
// oxlint-disable-next-line no-control-regex -- These are the characters.
const UNSTORABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/;

/** Sends back to PATCH what GET returns of an order, its items and its fulfillments. Nothing may be rejected or change. */
async function expectPatchable(id: number): Promise<void> {
  const before = await readAll(id);
  JSON.stringify(before, (name, value: unknown) => {
    if (typeof value === "string") expect(UNSTORABLE.test(value), name).toBe(false);
    return value;
  });
  for (const { tracking_url } of before.fulfillments) expect(tracking_url ?? "https://none.example.com/").toMatch(/^https?:\/\//);
  const resources = [
    [`/orders/${id}`, patchOf(OrderChanges.shape, before.order)] as const,
    ...before.order.items.map((item: ApiResponse["body"]) => [`/order-items/${item.id}`, patchOf(ItemChanges.shape, item)] as const),
    ...before.fulfillments.map((each) => [`/fulfillments/${each.id}`, patchOf(FulfillmentChanges.shape, each)] as const),
  ];
  for (const [path, body] of resources) {
    const { status, text } = await shop.v2(path, { method: "PATCH", body, headers: { Prefer: "handling=strict" } });
    expect(status, `${path}: ${text}`).toBe(200);
  }
  expect(await readAll(id)).toEqual(before);
}

/** Finds the order with an external id, and adds its id to `orderIds`. */
async function findAndRecordOrder(externalId: number): Promise<number> {
  const { body } = await shop.v2(`/orders?external_id=${externalId}`);
  const id = body.data[0]?.id;
  expect(id).toBeDefined();
  orderIds.push(id);
  return id;
}

const createStore = async (): Promise<number> =>
  (await shop.v2("/stores", { body: { name: crypto.randomUUID(), platform: "other" } })).body.id;

describe("an order of WooCommerce", () => {
  it("is stored with any texts, and its stored values are valid", { tags: "long" }, async () => {
    const connection = await connect(shop, { store: await createStore() });
    const coupons = { coupon_lines: [{ code: "A" }], refunds: [{ id: 1, total: "-1.00", reason: "R" }], customer_note: "N" };
    for (const [index, kind] of KINDS.entries()) {
      await deliverWoo(connection, withTexts({ ...wooOrder({ id: 1000 + index }), ...coupons }, HOSTILE[kind], KEPT.woocommerce));
    }
    await processInbox(shop, connection);
    expect((await inboxOf(connection)).map(({ status, reason }, index) => [KINDS[index], status, reason])).toEqual(
      KINDS.map((kind) => [kind, "processed", null]),
    );
    for (const index of KINDS.keys()) await expectPatchable(await findAndRecordOrder(1000 + index));
  });
});

describe("an order of Shopify with a fulfillment", () => {
  it("is stored with any texts, and its stored values are valid", async () => {
    const connection = await connect(shop, {
      store: await createStore(),
      platform: "shopify",
      webhook_secret: "shared-secret-of-the-shop",
    });
    for (const [index, kind] of KINDS.entries()) {
      const payload = shopifyOrder({
        id: 2000 + index,
        fulfillments: [shopifyFulfillment({ id: 1 }), shopifyFulfillment({ id: 2, line_items: [{ id: 518995019, quantity: 2 }] })],
      });
      await deliverShopify(connection, withTexts(payload, HOSTILE[kind], KEPT.shopify));
    }
    await processInbox(shop, connection);
    expect((await inboxOf(connection)).map(({ status, reason }, index) => [KINDS[index], status, reason])).toEqual(
      KINDS.map((kind) => [kind, "processed", null]),
    );
    for (const index of KINDS.keys()) {
      const id = await findAndRecordOrder(2000 + index);
      expect((await readAll(id)).fulfillments).toHaveLength(2);
      await expectPatchable(id);
    }
  });
});

describe("an order of BigCommerce with a shipment", () => {
  it("is stored with any texts, and its stored values are valid", { tags: "long" }, async () => {
    const standIn = new StandInBigcommerce();
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => await standIn.response(new Request(input, init)));
    const access = { platform: "bigcommerce", webhook_secret: "client-secret-of-the-api-account", api: standIn.api };
    const connection = await connect(shop, { store: await createStore(), ...access });
    for (const [index, kind] of KINDS.entries()) {
      const id = 3000 + index;
      const texts = (fields: Record<string, unknown>) => withTexts(fields, HOSTILE[kind], KEPT.bigcommerce);
      const order = standIn.put(id, 1, { items_shipped: 1 });
      standIn.orders.set(id, { ...order, ...(texts(order) as typeof order) });
      standIn.coupons.set(id, [texts({ id: 3, code: "SPRING" }) as never]);
      standIn.shipments.set(id, [texts(bigcommerceShipment()) as never]);
      await deliverBigcommerce(connection, bigcommerceEvent(id));
    }
    await processInbox(shop, connection);
    vi.restoreAllMocks();
    expect((await inboxOf(connection)).map(({ status, reason }, index) => [KINDS[index], status, reason])).toEqual(
      KINDS.map((kind) => [kind, "processed", null]),
    );
    for (const index of KINDS.keys()) {
      const id = await findAndRecordOrder(3000 + index);
      expect((await readAll(id)).fulfillments).toHaveLength(1);
      await expectPatchable(id);
    }
  });
});

describe.each(CARRIER_PLATFORMS)("a report of %s", (service) => {
  it("is applied with any other texts, and its stored values are valid", { tags: "long" }, async () => {
    const carrier = await connectCarrier(shop, service);
    for (const [index, kind] of KINDS.entries()) {
      const number = `${service}-${index}`;
      const order = await ingestOrder(shop);
      orderIds.push(order.id);
      await shop.v2(`/orders/${order.id}/fulfillments`, { body: { tracking_number: number }, headers: idempotencyKey() });
      const status = { easypost: "delivered", shippo: "DELIVERED", aftership: "Delivered" }[service];
      const response = await deliver(carrier, withTexts(PAYLOADS[service]({ number, status }), HOSTILE[kind], KEPT.carrier));
      expect({ kind, status: response.status, body: response.body }).toEqual({ kind, status: 200, body: { received: "stored" } });
      await processInbox(shop, carrier);
      expect((await readAll(order.id)).fulfillments).toMatchObject([{ status: "delivered" }]);
      await expectPatchable(order.id);
    }
  });

  it("is stored as failed or ignored with any number and status, and causes no internal error", async () => {
    const carrier = await connectCarrier(shop, service);
    for (const kind of KINDS) {
      for (const kept of [
        ["event", "description", "object"],
        ["event", "description", "object", "tracking_code", "tracking_number", "number"],
      ]) {
        const response = await deliver(
          carrier,
          withTexts(PAYLOADS[service]({ number: "NOBODY", status: "x" }), HOSTILE[kind], new Set(kept)),
        );
        expect({ kind, status: response.status, isReceived: ["stored", "ignored", "duplicate"].includes(response.body.received) }).toEqual({
          kind,
          status: 200,
          isReceived: true,
        });
      }
    }
    await processInbox(shop, carrier);
    const statuses = (await inboxOf(carrier)).map(({ status }) => status);
    expect(statuses.length).toBeGreaterThan(KINDS.length);
    expect(statuses.filter((status) => status !== "failed" && status !== "ignored")).toEqual([]);
  });

  it("with a time in 1970 is treated as if that were missing, and its next time is used", async () => {
    const carrier = await connectCarrier(shop, service);
    const order = await ingestOrder(shop);
    await shop.v2(`/orders/${order.id}/fulfillments`, { body: { tracking_number: `${service}-1970` }, headers: idempotencyKey() });
    const status = { easypost: "delivered", shippo: "DELIVERED", aftership: "Delivered" }[service];
    await deliver(carrier, PAYLOADS[service]({ number: `${service}-1970`, status, at: "1970-01-01T00:00:00Z" }));
    await processInbox(shop, carrier);
    const [report] = await inboxOf(carrier);
    const [fulfillment] = (await readAll(order.id)).fulfillments;
    expect({ reportStatus: report?.["status"], fulfillmentStatus: fulfillment.status }).toEqual({
      reportStatus: "processed",
      fulfillmentStatus: "delivered",
    });
    expect(Date.parse(fulfillment.shipped_at)).toBe(report?.["occurred_at"]);
    // When the service has changed or created its status.
    expect(report?.["occurred_at"]).toBe(Date.UTC(2026, 0, 31, 20));
  });
});

describe("all of these orders together", () => {
  it("are exported and restored, and each one can be read and patched as before", { tags: "long" }, async () => {
    const before = [];
    for (const id of orderIds) before.push(await readAll(id));
    // Those of the three shops and of the carrier services.
    expect(before).toHaveLength((3 + CARRIER_PLATFORMS.length) * KINDS.length);
    const exported = await exportAll(shop.id);
    await deleteEverywhere(shop.id);
    const id = await anEmptyOrganization(shop.database, shop.id);
    await restoreAll(id, exported);
    const token = await createCredential(id, "api_token");
    shop = { ...shop, token, v2: v2As(token) };
    for (const [index, orderId] of orderIds.entries()) {
      expect(await readAll(orderId)).toEqual(before[index]);
      await expectPatchable(orderId);
    }
  });
});
