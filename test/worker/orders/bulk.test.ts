import { afterEach, describe, expect, it, vi } from "vitest";
import { type ApiResponse, createShop, rows, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { captureEnqueued } from "../../kit/webhook-fixture";

const ORDERS = 200;
const ITEMS = 5;
const MAX_TRIPS = 3;
/** Rows grow with the request, never with what else the organization has: 33 for each of 1,000 items. */
const MAX_ROWS = 33_000;

/** An item with every field that fulfillment needs. A search for `word` finds it. */
function item(of: number, n: number, word: string): Record<string, unknown> {
  return {
    external_id: `line-${n}`,
    name: `Mug ${n}`,
    quantity: 1 + n,
    price: 9.99,
    cost: 3.5,
    sku: `${word}x${of}x${n}`,
    custom_sku: `C-${of}-${n}`,
    spu: "SPU",
    design_url: `https://cdn.example.com/designs/${of}/${n}.png`,
    tracking_code: `1Z999AA1${of}${n}`,
    carrier: "UPS",
    assigned_supplier: "Acme",
    material: "ceramic",
    size: "11oz",
    color: "white",
    personalization: "For Ann, with love",
    ship_name: "Ann Müller",
    ship_address1: "Hauptstraße 1",
    ship_city: "Berlin",
    ship_zipcode: "10115",
    ship_country: "DE",
    vat_ioss_number: "IM0400000000",
  };
}

/** The n-th order; `word` changes it. */
function order(n: number, word = "first", items = ITEMS): Record<string, unknown> {
  return {
    store: "Gift shop",
    external_id: `bulk-${n}`,
    number: `#${n}`,
    date: "2026-03-01T10:00:00Z",
    tax: 1.5,
    shipping_cost: 4,
    discount: 0.5,
    customer_name: `${word} customer`,
    customer_email: "ann@example.com",
    ship_address1: "Hauptstraße 1",
    ship_address2: "Hinterhaus",
    ship_city: "Berlin",
    ship_state: "BE",
    ship_zipcode: "10115",
    ship_country: "DE",
    items: Array.from({ length: items }, (_, i) => item(n, i, word)),
  };
}

const many = (of: (n: number) => Record<string, unknown>, from = 0, to = ORDERS) =>
  Array.from({ length: to - from }, (_, n) => of(from + n));

/** Sends orders, fails unless they keep the budget, and returns how many were created, updated and so on. */
async function ingest(shop: Shop, orders: unknown[]): Promise<ApiResponse["body"]> {
  let response: ApiResponse | undefined;
  const line = await logOf(async () => {
    response = await shop.v2("/orders/bulk", { body: { orders, on_conflict: "update" } });
  });
  expect(line.status).toBe(200);
  expect(line.d1_trips).toBeLessThanOrEqual(MAX_TRIPS);
  expect(line.rows_read).toBeLessThanOrEqual(MAX_ROWS);
  return response?.body.summary;
}

/** A shop whose credentials are cached in the isolate. */
async function aWarmShop(orders: unknown[] = []): Promise<Shop> {
  const shop = await createShop();
  await shop.v2("/orders?limit=1");
  if (orders.length > 0) await ingest(shop, orders);
  return shop;
}

/** How many orders, items, events, history entries and indexed rows of a shop are stored. */
async function countStored({ id }: Shop) {
  const count = async (from: string) => (await rows<{ n: number }>(`select count(*) as n from ${from} organization_id = ?`, id))[0]?.n;
  return {
    orders: await count("orders where"),
    items: await count("order_items where"),
    created: await count("events where type = 'order.created' and"),
    updated: await count("events where type = 'order.updated' and"),
    history: await count("order_history where"),
    orderWords: await count("orders where id in (select rowid from order_search) and"),
    itemWords: await count("order_items where id in (select rowid from item_search) and"),
  };
}

const found = async (shop: Shop, path: string) => (await shop.v1(path)).body.meta.pagination.total;
const NO_COUNTS = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
const fresh = {
  orders: ORDERS,
  items: ORDERS * ITEMS,
  created: ORDERS,
  updated: 0,
  history: ORDERS,
  orderWords: ORDERS,
  itemWords: ORDERS * ITEMS,
};

afterEach(() => vi.restoreAllMocks());

describe(`${ORDERS} orders of ${ITEMS} full items are stored completely in at most ${MAX_TRIPS} round trips`, { timeout: 30_000 }, () => {
  it("all new", { tags: "long" }, async () => {
    const shop = await aWarmShop();
    const counts = await ingest(shop, many(order));
    expect(counts).toEqual({ ...NO_COUNTS, created: ORDERS });
    expect(await countStored(shop)).toEqual(fresh);
    expect([await found(shop, "/orders"), await found(shop, "/orderItems")]).toEqual([ORDERS, ORDERS * ITEMS]);
    expect([await found(shop, "/orders?q=first%20customer"), await found(shop, "/orderItems?q=firstx7x3")]).toEqual([ORDERS, 1]);
  });

  it("all unchanged", { tags: "long" }, async () => {
    const shop = await aWarmShop(many(order));
    const counts = await ingest(shop, many(order));
    expect(counts).toEqual({ ...NO_COUNTS, unchanged: ORDERS });
    expect(await countStored(shop)).toEqual(fresh);
  });

  it("all updated, every item with them", { tags: "long" }, async () => {
    const shop = await aWarmShop(many(order));
    const counts = await ingest(
      shop,
      many((n) => order(n, "second")),
    );
    expect(counts).toEqual({ ...NO_COUNTS, updated: ORDERS });
    expect(await countStored(shop)).toEqual({ ...fresh, updated: ORDERS, history: 2 * ORDERS + ORDERS * ITEMS });
    expect([await found(shop, "/orders?q=first"), await found(shop, "/orders?q=second")]).toEqual([0, ORDERS]);
    expect([await found(shop, "/orderItems?q=first"), await found(shop, "/orderItems?q=secondx7x3")]).toEqual([0, 1]);
  });

  it(
    "mixed: new, unchanged, updated, with more items, with fewer, and different only in the status, which an update never changes",
    { tags: "long" },
    async () => {
      const shop = await aWarmShop(many(order, 40));
      const counts = await ingest(shop, [
        ...many(order, 0, 80),
        ...many((n) => order(n, "second"), 80, 110),
        ...many((n) => order(n, "first", ITEMS + 1), 110, 140),
        ...many((n) => order(n, "first", ITEMS - 1), 140, 170),
        ...many((n) => ({ ...order(n), status: "Shipped" }), 170),
      ]);
      expect(counts).toEqual({ ...NO_COUNTS, created: 40, unchanged: 40 + 30, updated: 90 });
      expect(await countStored(shop)).toEqual({
        ...fresh,
        items: fresh.items + 30,
        itemWords: fresh.itemWords + 30,
        updated: 90,
        // One entry for each updated order, and one for each of its items that changed or that its source no longer sends.
        history: ORDERS + 90 + 30 * ITEMS + 30,
      });
      expect(await found(shop, "/orderItems?status=Cancelled")).toBe(30);
      expect(await found(shop, "/orders?q=second")).toBe(30);
    },
  );

  it("with webhook endpoints that subscribe to their events", { tags: "long" }, async () => {
    captureEnqueued();
    const shop = await aWarmShop(many(order, 100));
    for (const events of [["order.created"], ["order.created", "order.updated"]])
      await shop.v2("/webhooks", { body: { url: "https://hooks.example.com/in", events } });
    await ingest(shop, [...many(order, 0, 100), ...many((n) => order(n, "second"), 100)]);
    expect(
      await rows("select event_type, count(*) as n from deliveries where organization_id = ? and status = 'pending' group by 1", shop.id),
    ).toEqual([
      { event_type: "order.created", n: 200 },
      { event_type: "order.updated", n: 100 },
    ]);
  });
});

it("bulk orders return 413 if names, numbers and codes exceed what one request can index, and nothing is written", async () => {
  const shop = await createShop();
  const wordy = { name: "n".repeat(250), sku: "s".repeat(250), price: 1 };
  const orders = Array.from({ length: 5 }, () => ({ store: "Gift shop", items: Array.from({ length: 900 }, () => wordy) }));
  const response = await shop.v2("/orders/bulk", { body: { orders } });
  expect({ status: response.status, code: response.body.error.code, detailCode: response.body.error.details[0].code }).toEqual({
    status: 413,
    code: "payload_too_large",
    detailCode: "search_text_limit",
  });
  expect(await rows("select count(*) as n from orders where organization_id = ?", shop.id)).toEqual([{ n: 0 }]);
});

it(
  "bulk orders return 413 if search words of other scripts exceed the memory limit, also in a dry run, and nothing is written",
  { tags: "long" },
  async () => {
    const shop = await createShop();
    // Each character of such a word is written as its code point, and each beginning of the word is a term of its own.
    const word = (n: number) => Array.from({ length: 20 }, (_, at) => String.fromCharCode(0x4e00 + ((n * 31 + at * 7) % 9000))).join("");
    const words = (n: number) => Array.from({ length: 12 }, (_, at) => word(n * 12 + at)).join(" ");
    const wordyItem = (n: number) => ({
      name: words(4 * n),
      sku: words(4 * n + 1),
      custom_sku: words(4 * n + 2),
      tracking_code: words(4 * n + 3),
      price: 1,
    });
    const wordyOrder = (o: number) => ({ store: "Gift shop", items: Array.from({ length: 25 }, (_, n) => wordyItem(o * 25 + n)) });
    const orders = Array.from({ length: 20 }, (_, o) => wordyOrder(o));
    for (const dry_run of [true, false]) {
      const { status, body } = await shop.v2("/orders/bulk", { body: { orders, dry_run } });
      expect({ status, code: body.error?.details[0].code }).toEqual({ status: 413, code: "search_text_limit" });
    }
    expect(await rows("select count(*) as n from orders where organization_id = ?", shop.id)).toEqual([{ n: 0 }]);
    expect((await shop.v2("/orders/bulk", { body: { orders: orders.slice(0, 5) } })).status).toBe(200);
  },
);
