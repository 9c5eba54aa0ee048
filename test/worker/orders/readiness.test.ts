import { beforeEach, describe, expect, it } from "vitest";
import { storeBlockers } from "../../../src/resources/stores/blockers";
import { type ApiResponse, createShop, ingestOrder, rows, type Shop } from "../../kit/client";
import { createMember } from "../console/kit";
import { createFulfillment } from "./fulfillments/kit";

/** What items lack before they are sent or shipped (docs/spec/readiness.md#blockers). */

let shop: Shop;
beforeEach(async () => {
  shop = await createShop();
  await shop.v2("/suppliers", { body: { name: "Acme", code: "ac" } });
});

const ADDRESS = { ship_address1: "12 Harbour Street", ship_city: "Bath", ship_country: "GB" };
const WHOLE_ITEM = {
  name: "Mug",
  price: 5,
  quantity: 2,
  sku: "MUG",
  design_url: "https://designs.example.com/1",
  assigned_supplier: "acme",
  cost: 2,
};

/** An order whose item lacks nothing, with changes. */
const anOrder = (item: Record<string, unknown> = {}, order: Record<string, unknown> = {}) =>
  ingestOrder(shop, { ...ADDRESS, ...order, items: [{ ...WHOLE_ITEM, ...item }] });

const readinessOf = async (id: number) => (await shop.v2(`/orders/${id}/readiness`)).body.items;
const blockersOf = async (id: number) => (await readinessOf(id))[0]?.blockers;
const setStore = (fields: Record<string, unknown>): Promise<ApiResponse> =>
  shop.v2(`/stores/${shop.store.id}`, { method: "PATCH", body: fields });
/** The ids of the orders that are ready, and those of the orders of ready items. */
const readReadyIds = async () => ({
  orders: (await shop.v2("/orders?ready=true&sort=id:asc")).body.data.map(({ id }: { id: number }) => id),
  items: (await shop.v2("/order-items?ready=true")).body.data.map(({ order_id }: { order_id: number }) => order_id).toSorted(),
});

describe("the blockers of an item", () => {
  const CASES: [what: string, item: Record<string, unknown>, order: Record<string, unknown>, blockers: string[]][] = [
    ["lacks nothing", {}, {}, []],
    ["lacks a SKU", { sku: null }, {}, ["sku"]],
    ["has a custom SKU", { sku: null, custom_sku: "M" }, {}, []],
    ["lacks a design", { design_url: null }, {}, ["design"]],
    ["has no supplier", { assigned_supplier: null }, {}, ["supplier"]],
    ["has an unknown supplier", { assigned_supplier: "Nobody" }, {}, ["supplier"]],
    ["names its supplier by code", { assigned_supplier: "AC" }, {}, []],
    ["lacks a cost", { cost: null }, {}, ["cost"]],
    ["costs nothing", { cost: 0 }, {}, []],
    ["is refunded", {}, { is_refunded: true }, ["payment"]],
    ["is not paid in Shopify", {}, { source_status: "pending, unfulfilled" }, ["payment"]],
    ["is not paid in WooCommerce", {}, { source_status: "On-hold" }, ["payment"]],
    ["is paid", {}, { source_status: "paid, unfulfilled" }, []],
    ["lacks a city", {}, { ship_city: null }, ["address"]],
    [
      "has its address as a text",
      {},
      { ship_address1: null, ship_city: null, ship_country: null, customer_address: "12 Harbour Street, Bath" },
      [],
    ],
    ["has an incomplete address beside a text", {}, { ship_city: null, customer_address: "12 Harbour Street, Bath" }, ["address"]],
    ["has an incomplete address of its own", { ship_address1: "1 Main Street" }, {}, ["address"]],
    ["has a whole address of its own", { ...ADDRESS }, { ship_city: null }, []],
    ["has the status On Hold", { status: "on hold" }, {}, ["hold"]],
    [
      "lacks all",
      { sku: null, design_url: null, assigned_supplier: null, cost: null },
      { ship_country: null, source_status: "unpaid" },
      ["sku", "design", "supplier", "cost", "payment", "address"],
    ],
  ];
  it.each(CASES)("one that %s", async (_what, item, order, blockers) => {
    expect(await blockersOf((await anOrder(item, order)).id)).toEqual(blockers);
  });

  it("follow the supplier, the store and holds at once", async () => {
    const { id, items } = await anOrder({ design_url: null });
    expect(await blockersOf(id)).toEqual(["design"]);
    await setStore({ uses_designs: false });
    expect(await blockersOf(id)).toEqual([]);
    const [supplier] = (await shop.v2("/suppliers")).body.data;
    await shop.v2(`/suppliers/${supplier.id}`, { method: "PATCH", body: { is_active: false } });
    expect(await blockersOf(id)).toEqual(["supplier"]);
    await shop.v2(`/orders/${id}/hold`, { body: { reason: "Wait" } });
    await shop.v2(`/order-items/${items[0].id}/hold`, { body: { reason: "Wait" } });
    expect(await blockersOf(id)).toEqual(["supplier", "hold"]);
    await shop.v2(`/orders/${id}/release`, { method: "POST", body: {} });
    expect(await blockersOf(id)).toEqual(["supplier", "hold"]);
  });

  it("are listed for live goods only, and only for an order of the organization", async () => {
    // An item with this name is not goods (docs/spec/items.md#lines-that-are-not-goods).
    const tip = { name: "Tip", price: 1 };
    const { id } = await ingestOrder(shop, { items: [WHOLE_ITEM, tip, { name: "Tee", price: 1, status: "Cancelled" }] });
    expect(await readinessOf(id)).toMatchObject([{ blockers: ["address"], blocks_send: ["address"], blocks_ship: [] }]);
    const other = await createShop();
    expect((await other.v2(`/orders/${id}/readiness`)).status).toBe(404);
  });
});

describe("what blocks what", () => {
  it("is a setting of the store, with a default for its type", async () => {
    const { id } = await anOrder({ design_url: null, cost: null }, { ship_city: null });
    expect(await readinessOf(id)).toMatchObject([{ blocks_send: ["design", "address"], blocks_ship: [] }]);
    await setStore({ type: "manual" });
    expect(await readinessOf(id)).toMatchObject([{ blockers: ["design", "cost", "address"], blocks_send: [] }]);
    const chosen = await setStore({ send_blockers: ["address", "cost", "cost"], ship_blockers: ["sku", "design"] });
    expect(chosen.body).toMatchObject({ send_blockers: ["cost", "address"], ship_blockers: ["sku", "design"] });
    expect(await readinessOf(id)).toMatchObject([{ blocks_send: ["cost", "address"], blocks_ship: ["design"] }]);
    expect((await setStore({ send_blockers: null })).body.send_blockers).toEqual(["supplier"]);
    const wrong = await setStore({ send_blockers: ["hold"] });
    expect({ status: wrong.status, path: wrong.body.error.details[0].path }).toEqual({ status: 400, path: "send_blockers[0]" });
  });

  it("is the same in SQL and in TypeScript", async () => {
    const { id } = await anOrder(
      { sku: null, design_url: null, assigned_supplier: null, cost: null },
      { ship_city: null, source_status: "unpaid" },
    );
    for (const type of [null, "marketplace", "manual", "test"]) {
      for (const chosen of [null, [], ["cost"]]) {
        await setStore({ type, send_blockers: chosen, ship_blockers: chosen });
        const [store] = await rows<Parameters<typeof storeBlockers>[0]>("select * from stores where id = ?", shop.store.id);
        if (store === undefined) throw new Error("no store");
        const [item] = await readinessOf(id);
        expect({ blocks_send: item.blocks_send, blocks_ship: item.blocks_ship }).toEqual({
          blocks_send: storeBlockers(store, "send"),
          blocks_ship: storeBlockers(store, "ship"),
        });
      }
    }
  });

  it("is chosen in the form of the store, which keeps the default until it is changed", async () => {
    const member = await createMember(shop.id, "member");
    const form = {
      name: "Gift shop",
      code: "gift",
      platform: "custom",
      type: "",
      currency: "USD",
      return_address: "",
      is_active: "on",
      uses_designs: "on",
    };
    const stored = async () => (await rows("select send_blockers, ship_blockers from stores where id = ?", shop.store.id))[0];
    const path = `/stores/${shop.store.id}`;
    // The default for a store without a type.
    const usual = ["sku", "design", "supplier", "payment", "address"];
    expect((await member.send(path, { ...form, send_blockers: usual, initial_values: "{}" })).status).toBe(303);
    expect(await stored()).toEqual({ send_blockers: null, ship_blockers: null });
    await member.send(path, { ...form, send_blockers: ["supplier"], ship_blockers: ["address"], initial_values: "{}" });
    expect(await stored()).toEqual({ send_blockers: '["supplier"]', ship_blockers: '["address"]' });
  });
});

describe("ready items", () => {
  it("are found with their orders by ready=true, and left out once they are sent, closed or on hold", async () => {
    const [free, blocked, sent, held, closed] = [
      await anOrder(),
      await anOrder({ sku: null }),
      await anOrder({ status: "Sent to Supplier" }),
      await anOrder(),
      await anOrder({}, { status: "Complete" }),
    ];
    await shop.v2(`/orders/${held.id}/hold`, { body: { reason: "Wait" } });
    expect(await readReadyIds()).toEqual({ orders: [free.id], items: [free.id] });
    await shop.v2(`/order-items/${blocked.items[0].id}`, { method: "PATCH", body: { sku: "MUG" } });
    await shop.v2(`/orders/${held.id}/release`, { method: "POST", body: {} });
    await shop.v2(`/order-items/${sent.items[0].id}/status`, { body: { status: "Reprint" } });
    const all = [free.id, blocked.id, sent.id, held.id];
    expect(await readReadyIds()).toEqual({ orders: all, items: all });
    expect((await shop.v2("/orders?ready=true&q=mug&limit=2")).body).toMatchObject({ has_more: true });
    // The list of items does not combine these two.
    expect((await shop.v2("/order-items?ready=true&missing=sku")).status).toBe(400);
    expect((await shop.v2("/order-items?ready=true&limit=2")).body).toMatchObject({
      data: [{ order_id: held.id }, { order_id: sent.id }],
      has_more: true,
    });
    // false is the same as no filter.
    const everyOrder = (await shop.v2("/orders?ready=false&sort=id:asc")).body.data;
    expect(everyOrder.map(({ id }: { id: number }) => id)).toEqual([...all, closed.id]);
  });

  it("are counted on the page of production, and have a tab of their own, and an order says what its items lack", async () => {
    const viewer = await createMember(shop.id, "viewer");
    await anOrder();
    await anOrder();
    const { id } = await anOrder({ sku: null, design_url: null });
    expect((await viewer.open("/production")).text).toContain("Send 2 orders…");
    const list = await viewer.open("/orders?ready=true");
    expect([list.text.includes(`/orders/${id}"`), /aria-current="page"[^>]*>Ready to send/.test(list.text)]).toEqual([false, true]);
    expect((await viewer.open(`/orders/${id}`)).text).toMatch(/No SKU.*Mug.*No design.*Mug/);
  });
});

describe("shipping what is not ready", () => {
  const details = ({ status, body }: ApiResponse) => [
    status,
    ...(body.error?.details ?? []).map(({ code, blockers }: Record<string, unknown>) => [code, blockers]),
  ];

  it("is rejected with the blockers, unless there is a reason, which the history keeps", async () => {
    await setStore({ ship_blockers: ["sku", "address"] });
    const order = await anOrder({ sku: null, design_url: null }, { ship_city: null });
    const rejected = await createFulfillment(shop, order.id, { status: "in_transit" });
    expect(details(rejected)).toEqual([409, ["not_ready", ["sku", "address"]]]);
    expect(rejected.body.error.details[0]).toMatchObject({
      order_item_id: order.items[0].id,
      message: "Mug is not ready: no SKU, an incomplete address.",
    });
    const bulk = await shop.v2("/orders/bulk-actions", { body: { ids: [order.id], ship: {} } });
    expect(bulk.body.results[0]).toMatchObject({ outcome: "failed", error: { details: [{ code: "not_ready" }] } });
    expect((await createFulfillment(shop, order.id, { status: "in_transit", override_reason: " " })).status).toBe(409);
    expect((await createFulfillment(shop, order.id, { status: "in_transit", override_reason: "Handed over in person" })).status).toBe(201);
    const { data } = (await shop.v2(`/orders/${order.id}/history`)).body;
    expect(data.filter(({ change }: { change: string }) => change === "override")).toMatchObject([
      { order_item_id: order.items[0].id, to: "sku, address", reason: "Handed over in person" },
    ]);
  });

  it("is not possible for what is on hold, whatever the reason", async () => {
    const order = await anOrder();
    await shop.v2(`/order-items/${order.items[0].id}/hold`, { body: { reason: "Wait" } });
    expect(details(await createFulfillment(shop, order.id, { override_reason: "Now" }))[1]).toEqual(["not_shippable", undefined]);
  });

  it("asks for the reason in the console", async () => {
    await setStore({ ship_blockers: ["sku"] });
    const member = await createMember(shop.id, "member");
    const order = await anOrder({ sku: null });
    const path = `/orders/${order.id}`;
    expect((await member.open(path)).text).not.toContain("override_reason");
    const rejected = await member.send(`${path}/fulfillments`, { carrier: "UPS", tracking_number: "1Z9", shipped: "on" });
    expect([
      rejected.status,
      rejected.text.includes("Mug is not ready: no SKU."),
      rejected.text.includes('name="override_reason"'),
    ]).toEqual([409, true, true]);
    const sent = await member.send(`${path}/fulfillments`, {
      carrier: "UPS",
      tracking_number: "1Z9",
      shipped: "on",
      override_reason: "Gift",
    });
    expect(sent.status).toBe(303);
    expect((await member.open(path)).text).toContain(" was not ready: no SKU");
  });
});
