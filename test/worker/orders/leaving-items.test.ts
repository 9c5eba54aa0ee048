import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiResponse, createShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { connect } from "../connections/fixtures";
import { StandInBigcommerce } from "../connections/stand-in-bigcommerce";
import { createMember } from "../console/kit";
import { CARD, type Context, LEAVING_WAYS, MUG, type Target } from "./leaving-ways";

/** When items are removed from an order or reduced, its status follows the remaining ones (docs/spec/orders.md#status-from-items). */

let shop: Shop;
let context: Context;
beforeAll(async () => {
  shop = await createShop();
  const towels = new StandInBigcommerce();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => await towels.response(new Request(input, init)));
  for (const [code, platform] of [
    ["lamps", "shopify"],
    ["towels", "bigcommerce"],
  ])
    await shop.v2("/stores", { body: { name: code, code, platform } });
  const connections = {
    gift: await connect(shop),
    lamps: await connect(shop, { store: "lamps", platform: "shopify", webhook_secret: "shared-secret-of-the-shop" }),
    towels: await connect(shop, {
      store: "towels",
      platform: "bigcommerce",
      webhook_secret: "client-secret-of-the-api-account",
      api: towels.api,
    }),
  };
  context = { shop, visitor: await createMember(shop.id, "member"), connections, towels };
});
afterAll(() => void vi.restoreAllMocks());

let lastId = 7000;

async function createTarget({ store = "gift", byPosition }: Pick<Way, "store" | "byPosition">, fields: object = {}): Promise<Target> {
  lastId += 1;
  const externalId = String(lastId);
  const items = [MUG, CARD].map(({ external_id, ...item }) => (byPosition === true ? item : { external_id, ...item }));
  const { body, text } = await shop.v2("/orders", { body: { store, external_id: externalId, items, ...fields } });
  if (body.id === undefined) throw new Error(text);
  return { ...context, externalId, order: await readOrder(body.id) };
}

const readOrder = async (id: number): Promise<ApiResponse["body"]> => (await shop.v2(`/orders/${id}`)).body;

const setItem = async (id: string, status: string): Promise<void> => {
  expect((await shop.v2(`/order-items/${id}/status`, { body: { status }, headers: idempotencyKey() })).status).toBe(200);
};

const fulfill = async ({ order }: Target, status: string, quantity: number): Promise<void> => {
  const body = { status, tracking_number: `T${order.id}`, items: [{ order_item_id: order.items[0].id, quantity }] };
  expect((await shop.v2(`/orders/${order.id}/fulfillments`, { body, headers: idempotencyKey() })).status).toBe(201);
};

/** The events and the history entries that a change has added, and by how much it has raised the order's version. */
async function changesBy({ order }: Target, act: () => Promise<unknown>) {
  const count = async (table: string) => (await rows(`select id from ${table} where order_id = ?`, order.id)).length;
  const [events, entries] = [await count("events"), await count("order_history")];
  const { version } = await readOrder(order.id);
  await act();
  const after = await readOrder(order.id);
  const bodies = (
    await rows<{ body: string }>("select body from events where order_id = ? order by seq limit -1 offset ?", order.id, events)
  ).map(({ body }) => JSON.parse(body));
  const history = await rows(
    "select change, from_value, to_value from order_history where order_id = ? order by id limit -1 offset ?",
    order.id,
    entries,
  );
  return { after, versions: after.version - version, bodies, rollUps: history.filter(({ change }) => change === "roll_up") };
}

/** Expects one change that also changed the status of the order. */
function expectStatusChange(
  { after, versions, bodies, rollUps }: Awaited<ReturnType<typeof changesBy>>,
  [from, to]: [string, string],
): void {
  expect(after.status).toBe(to);
  expect(versions).toBe(1);
  expect(rollUps).toEqual([{ change: "roll_up", from_value: from, to_value: to }]);
  expect(bodies).toMatchObject([
    { event: "order.updated", changed_fields: expect.arrayContaining(["items.status", "status"]), version: after.version },
    { event: "order.status_changed", old_status: from, new_status: to },
  ]);
  expect(bodies[1].sequence).toBe(bodies[0].sequence + 1);
}

type Way = (typeof LEAVING_WAYS)[number];

/** The ways that run in `npm test`: one of a source, one of a shop and the API's own. The others are in the long run. */
const isExample = ({ name }: Way) => ["POST /orders", "a delivery of Shopify", "the endpoints of an item"].includes(name);

const removals = LEAVING_WAYS.filter(({ remove }) => remove !== undefined);
describe.each(removals.filter(isExample))("the other items are removed by $name", testRemoval);
describe.each(removals.filter((way) => !isExample(way)))("the other items are removed by $name", { tags: "long" }, testRemoval);

function testRemoval(way: Way): void {
  const removeCard = async (target: Target) => await way.remove?.(target);

  it.each([
    ["Shipped", "Shipped"],
    ["Delivered", "Complete"],
  ] as const)("and the remaining ones are %s: the order is %s", async (status, expected) => {
    const target = await createTarget(way);
    await setItem(target.order.items[0].id, status);
    expectStatusChange(await changesBy(target, async () => await removeCard(target)), ["New", expected]);
  });

  it("and the remaining ones are in one fulfillment: the event has its tracking", async () => {
    const target = await createTarget(way, { status: "In Production" });
    await fulfill(target, "in_transit", 3);
    const changes = await changesBy(target, async () => await removeCard(target));
    expectStatusChange(changes, ["In Production", "Shipped"]);
    expect(changes.bodies[1]).toMatchObject({ tracking_number: `T${target.order.id}` });
  });

  it("and the remaining ones are not shipped: the order keeps its status", async () => {
    const target = await createTarget(way);
    await setItem(target.order.items[0].id, "In Production");
    const { after, rollUps, bodies } = await changesBy(target, async () => await removeCard(target));
    expect({ status: after.status, rollUps, bodyCount: bodies.length }).toEqual({ status: "New", rollUps: [], bodyCount: 1 });
    expect(after.items.map(({ status }: { status: string }) => status)).toEqual([
      "In Production",
      expect.stringMatching(/Cancelled|Refunded/),
    ]);
  });

  it("and none remains, of which nothing was shipped: the order is Cancelled", async () => {
    const target = await createTarget(way, { status: "In Production" });
    await setItem(target.order.items[0].id, "Cancelled");
    expectStatusChange(await changesBy(target, async () => await removeCard(target)), ["In Production", "Cancelled"]);
  });
}

const reductions = LEAVING_WAYS.filter(({ reduce }) => reduce !== undefined);
describe.each(reductions.filter(isExample))("a quantity is reduced by $name", testReduction);
describe.each(reductions.filter((way) => !isExample(way)))("a quantity is reduced by $name", { tags: "long" }, testReduction);

function testReduction(way: Way): void {
  const reduceMugs = async (target: Target) => await way.reduce?.(target);

  it.each([
    ["in_transit", "Shipped", "Shipped"],
    ["delivered", "Delivered", "Complete"],
  ])("to what is %s: the item is %s, and the order %s", async (status, ofItem, ofOrder) => {
    const target = await createTarget(way);
    await fulfill(target, status, 2);
    await setItem(target.order.items[1].id, "Delivered");
    const changes = await changesBy(target, async () => await reduceMugs(target));
    expectStatusChange(changes, ["New", ofOrder]);
    expect(changes.after.items[0]).toMatchObject({ status: ofItem, quantity: 2 });
    expect(changes.bodies[0].changed_fields).toContain("items.quantity");
  });

  it("to what is in an unshipped fulfillment: the item and the order keep their status until it is shipped", async () => {
    const target = await createTarget(way);
    await fulfill(target, "label_created", 2);
    await setItem(target.order.items[1].id, "Shipped");
    const { after, rollUps } = await changesBy(target, async () => await reduceMugs(target));
    expect({ orderStatus: after.status, itemStatus: after.items[0].status, rollUps }).toEqual({
      orderStatus: "New",
      itemStatus: "New",
      rollUps: [],
    });
    const [{ id }] = (await shop.v2(`/orders/${target.order.id}/fulfillments`)).body.data;
    await shop.v2(`/fulfillments/${id}`, { method: "PATCH", body: { status: "in_transit" } });
    expect(await readOrder(target.order.id)).toMatchObject({ status: "Shipped", items: [{ status: "Shipped" }, { status: "Shipped" }] });
  });

  it("although all of it was shipped: the item keeps the status that a person has set since", async () => {
    const target = await createTarget(way);
    await fulfill(target, "in_transit", 1);
    await fulfill(target, "in_transit", 2);
    await setItem(target.order.items[0].id, "Reprint");
    // A quantity can't be below that in fulfillments, except from a shop.
    await reduceMugs(target).catch((error: unknown) => expect(String(error)).toMatch(/quantity_fulfilled|are in fulfillments/));
    expect((await readOrder(target.order.id)).items[0].status).toBe("Reprint");
  });
}

describe("an order whose items are removed", () => {
  it("keeps what is in a fulfillment of an item that its source no longer sends, and is Shipped if that was shipped", async () => {
    const target = await createTarget({});
    await fulfill(target, "in_transit", 2);
    await setItem(target.order.items[1].id, "Shipped");
    const sent = { store: "gift", external_id: target.externalId, on_conflict: "update", items: [CARD] };
    const changes = await changesBy(target, async () => await shop.v2("/orders", { body: sent }));
    expectStatusChange(changes, ["New", "Shipped"]);
    expect(changes.after).toMatchObject({ subtotal: 25, items: [{ quantity: 2, status: "Shipped" }, { quantity: 1 }] });
  });

  it("keeps its status if it is Cancelled", async () => {
    const target = await createTarget({});
    await setItem(target.order.items[0].id, "Shipped");
    await shop.v2(`/orders/${target.order.id}/status`, { body: { status: "Cancelled" } });
    const sent = { store: "gift", external_id: target.externalId, on_conflict: "update", items: [MUG] };
    expect((await shop.v2("/orders", { body: sent })).status).toBe(200);
    expect(await readOrder(target.order.id)).toMatchObject({
      status: "Cancelled",
      items: [{ status: "Shipped" }, { status: "Cancelled" }],
    });
  });

  it("keeps its status if the organization has switched roll_up_status off", async () => {
    const own = await createShop();
    await rows("update organizations set roll_up_status = 0 where id = ?", own.id);
    const { body } = await own.v2("/orders", { body: { store: "gift", items: [MUG, CARD] } });
    await own.v2(`/order-items/${body.items[0].id}/status`, { body: { status: "Shipped" } });
    await own.v2(`/order-items/${body.items[1].id}`, { method: "DELETE" });
    const after = (await own.v2(`/orders/${body.id}`)).body;
    expect(after).toMatchObject({ status: "New", items: [{ status: "Shipped" }, { status: "Cancelled" }] });
  });

  it("is not Cancelled if others are added in the same update", async () => {
    const target = await createTarget({});
    const items = [{ external_id: "317", name: "Bag", price: 3 }];
    await shop.v2("/orders", { body: { store: "gift", external_id: target.externalId, on_conflict: "update", items } });
    expect((await readOrder(target.order.id)).status).toBe("New");
  });

  it("counts the costs of what was sent to a supplier and not removed if it becomes Cancelled", async () => {
    const own = await createShop();
    const [refunded, removed] = [
      { name: "Mug", price: 10, cost: 3 },
      { name: "Card", price: 5, cost: 1 },
    ];
    const { body } = await own.v2("/orders", { body: { store: "gift", status: "In Production", items: [refunded, removed] } });
    await own.v2(`/order-items/${body.items[0].id}/status`, { body: { status: "Refunded" } });
    await own.v2(`/order-items/${body.items[1].id}`, { method: "DELETE" });
    expect((await own.v2(`/orders/${body.id}`)).body).toMatchObject({ status: "Cancelled", is_refunded: true });
    const [{ costs }] = (await own.v2("/analytics/summary?period=all_time")).body.currencies;
    expect(costs.total).toBe(refunded.cost);
  });
});
