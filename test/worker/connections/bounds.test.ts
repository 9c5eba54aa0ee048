import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { invocationBudget } from "../../../src/platform/budget";
import { runInboxJob } from "../../../src/resources/connections/job";
import { reconcile } from "../../../src/resources/connections/reconcile/reconcile";
import { createShop, rows, type Shop } from "../../kit/client";
import { connectCarrier, report } from "./carriers/fixtures";
import { API, connect, deliverShopify, deliverWoo, inboxOf, processInbox, shopifyOrder, wooOrder } from "./fixtures";
import { StandInShop } from "./stand-in";

const DAY_MS = 86_400_000;

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

afterEach(() => vi.restoreAllMocks());

const newStore = async (): Promise<number> =>
  (await shop.v2("/stores", { body: { name: crypto.randomUUID(), platform: "woocommerce" } })).body.id;
const connectNewStore = async (fields = {}) => await connect(shop, { store: await newStore(), ...fields });

/** Inserts this many messages in a status, which are not due for processing. */
async function fillInbox({ id }: { id: string }, status: string, count: number, body: string | null = null): Promise<void> {
  await rows(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?1)
     insert into connection_inbox (id, organization_id, connection_id, event_key, topic, body, status, seq, next_attempt_at, received_at)
     select 'inb_' || ?2 || i, ?3, ?2, ?4 || i, 'order.updated', ?5, ?4, i, 9e15, ?6 from n`,
    count,
    id,
    shop.id,
    status,
    body,
    Date.now(),
  );
}

describe("the inbox of a connection", () => {
  it("accepts no message while 2,000 are pending, but returns 200, and accepts messages again after that", async () => {
    const connection = await connectNewStore();
    await fillInbox(connection, "pending", 2000);
    const full = await deliverWoo(connection, wooOrder());
    expect({ status: full.status, body: full.body, inboxCount: (await inboxOf(connection)).length }).toEqual({
      status: 200,
      body: { received: "full" },
      inboxCount: 2000,
    });
    await rows("update connection_inbox set status = 'processed' where connection_id = ? and event_key = 'pending1'", connection.id);
    expect((await deliverWoo(connection, wooOrder())).body).toEqual({ received: "stored" });
  });

  it("keeps the bodies of 1,000 failed messages, including those from a reconciliation", async () => {
    const standIn = new StandInShop().open();
    const connection = await connectNewStore({ api: standIn.api });
    // As if the connection were older than the orders of the stand-in.
    await rows("update connections set created_at = ? where id = ?", Date.UTC(2026, 2, 22, 11), connection.id);
    await fillInbox(connection, "failed", 999, "{}");
    const bodies = async () =>
      await rows("select count(*) as n from connection_inbox where connection_id = ? and body is not null", connection.id);
    standIn.put(1, 1, { line_items: "none" });
    standIn.put(2, 2, { line_items: "none" });
    await reconcile(env, { id: connection.id, organization_id: shop.id }, invocationBudget(env, 60_000));
    expect((await inboxOf(connection)).slice(-2)).toMatchObject([{ topic: "reconciliation" }, { status: "failed", body: null }]);
    expect(await bodies()).toEqual([{ n: 1000 }]);
    await deliverWoo(connection, wooOrder({ id: 3, line_items: "none" }));
    await processInbox(shop, connection);
    expect((await inboxOf(connection)).at(-1)).toMatchObject({ source_order_id: "3", status: "failed", body: null });
    expect(await bodies()).toEqual([{ n: 1000 }]);
  });

  it("keeps 50,000 messages and the pending ones, and deletes the oldest others", async () => {
    const connection = await connectNewStore();
    for (const id of [1, 2, 3]) await deliverWoo(connection, wooOrder({ id }));
    // As if one other had arrived before the first one, and 49,997 between the second and the third one.
    await rows(
      `update connection_inbox set status = 'processed', next_attempt_at = null, seq = case seq when 3 then 50001 else seq end
       where connection_id = ?`,
      connection.id,
    );
    await rows("update connection_inbox set seq = seq + 1 where connection_id = ? and seq = 2", connection.id);
    await rows("update connection_inbox set seq = seq + 1 where connection_id = ? and seq = 1", connection.id);
    await deliverWoo(connection, wooOrder({ id: 4 }));
    // 3 to 50,002 are 50,000 messages.
    expect((await inboxOf(connection)).map(({ source_order_id, seq }) => [source_order_id, seq])).toEqual([
      ["2", 3],
      ["3", 50_001],
      ["4", 50_002],
    ]);
    await rows("update connection_inbox set status = 'pending' where connection_id = ? and seq = 3", connection.id);
    await deliverWoo(connection, wooOrder({ id: 5 }));
    expect((await inboxOf(connection)).map(({ source_order_id }) => source_order_id)).toEqual(["2", "3", "4", "5"]);
  });
});

describe("messages from shops and carrier services", () => {
  it("are deleted after 30 days", async () => {
    const [connection, carrier] = [await connectNewStore(), await connectCarrier(shop)];
    for (const id of [1, 2]) await deliverWoo(connection, wooOrder({ id }));
    for (const number of ["A", "B"]) await report(carrier, { number, status: "in_transit" });
    for (const { id } of [connection, carrier]) {
      const age = "update connection_inbox set received_at = received_at - ? where connection_id = ? and seq = ?";
      await rows(age, 30 * DAY_MS + 1, id, 1);
      await rows(age, 29 * DAY_MS, id, 2);
    }
    await runInboxJob(env, Date.now());
    expect((await inboxOf(connection)).map(({ source_order_id }) => source_order_id)).toEqual(["2"]);
    expect((await inboxOf(carrier)).map(({ tracking_number }) => tracking_number)).toEqual(["B"]);
  });
});

describe("a signed delivery that is replayed", () => {
  it("is a duplicate, also with another topic and event id, which are not signed", async () => {
    const [woo, shopify] = [
      await connectNewStore(),
      await connectNewStore({ platform: "shopify", webhook_secret: "shared-secret-of-the-shop" }),
    ];
    const results = [await deliverWoo(woo, wooOrder()), await deliverWoo(woo, wooOrder(), { topic: "order.restored" })];
    for (const [topic, event] of [
      ["orders/create", "a"],
      ["orders/paid", "a"],
      ["orders/create", "b"],
    ] as const)
      results.push(await deliverShopify(shopify, shopifyOrder(), { topic, event }));
    expect(results.map(({ body }) => body.received)).toEqual(["stored", "duplicate", "stored", "duplicate", "duplicate"]);
  });

  it("is not accepted by another connection of the same organization", async () => {
    const [one, other, carrier] = [await connectNewStore({ api: API }), await connectNewStore(), await connectCarrier(shop)];
    expect((await deliverWoo({ path: other.path, secret: one.secret }, wooOrder())).status).toBe(401);
    expect((await deliverWoo({ path: carrier.path, secret: one.secret }, wooOrder())).status).toBe(401);
    expect([await inboxOf(other), await inboxOf(carrier)]).toEqual([[], []]);
  });
});
