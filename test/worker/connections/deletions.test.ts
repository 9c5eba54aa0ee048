import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { invocationBudget } from "../../../src/platform/budget";
import { reconcile } from "../../../src/resources/connections/reconcile/reconcile";
import { createShop, type Shop } from "../../kit/client";
import {
  connect,
  deliverShopify,
  deliverWoo,
  inboxOf,
  orderOf,
  processInbox,
  shopifyOrder,
  type TestConnection,
  wooOrder,
} from "./fixtures";
import { StandInShop } from "./stand-in";

/** A deletion has only the id of its order, so every deletion of an order has the same body (docs/spec/connections.md#deletions). */

let shop: Shop;
let connection: TestConnection;
let standIn: StandInShop;
beforeEach(async () => {
  shop = await createShop();
  standIn = new StandInShop();
});
afterEach(() => vi.restoreAllMocks());

const at = (minute: number, fields: Record<string, unknown> = {}) =>
  wooOrder({ date_modified_gmt: `2026-03-22T20:${String(minute).padStart(2, "0")}:00`, ...fields });

async function deliverAndProcess(payload: unknown, topic = "order.updated"): Promise<string> {
  const { body } = await deliverWoo(connection, payload, { topic });
  await processInbox(shop, connection);
  return body.received;
}
const deliverDeletion = async () => await deliverAndProcess({ id: 727 }, "order.deleted");
const statusOf = async (externalId = "727") => (await orderOf(shop, externalId)).status;
/** Sets the status of the cancelled order back to New, as a person does. */
async function reopen(): Promise<void> {
  const { id } = await orderOf(shop, "727");
  const { status } = await shop.v2(`/orders/${id}/status`, { body: { status: "New", reason: "It is back" } });
  expect(status).toBe(200);
}

describe("a deletion of an order in a shop without API access", () => {
  beforeEach(async () => {
    connection = await connect(shop);
    await deliverAndProcess(at(1));
  });

  it("is applied again after the shop has restored the order, once per deletion", { tags: "long" }, async () => {
    expect({ deletion: await deliverDeletion(), status: await statusOf() }).toEqual({ deletion: "stored", status: "Cancelled" });
    await deliverAndProcess(at(2), "order.restored");
    expect(await statusOf()).toBe("New");
    expect({ deletion: await deliverDeletion(), status: await statusOf() }).toEqual({ deletion: "stored", status: "Cancelled" });
    await reopen();
    expect({ deletion: await deliverDeletion(), status: await statusOf() }).toEqual({ deletion: "duplicate", status: "New" });
    await deliverAndProcess(at(3), "order.restored");
    expect({ deletion: await deliverDeletion(), status: await statusOf() }).toEqual({ deletion: "stored", status: "Cancelled" });
    expect((await inboxOf(connection)).filter(({ topic }) => topic === "order.deleted")).toHaveLength(3);
  });

  it("is a duplicate if the shop has not sent the order since, also with another topic and after another order was changed and deleted", async () => {
    await deliverDeletion();
    await reopen();
    await deliverAndProcess(at(2, { id: 728 }));
    expect(await deliverAndProcess({ id: 728 }, "order.deleted")).toBe("stored");
    for (const topic of ["order.deleted", "order.restored"]) expect(await deliverAndProcess({ id: 727 }, topic)).toBe("duplicate");
    expect(await statusOf()).toBe("New");
  });

  it("works the same for Shopify", { tags: "long" }, async () => {
    const store = (await shop.v2("/stores", { body: { name: "Lamps", platform: "shopify" } })).body.id;
    const shopify = await connect(shop, { store, platform: "shopify", webhook_secret: "shared-secret-of-the-shop" });
    const send = async (payload: unknown) => {
      const { body } = await deliverShopify(shopify, payload);
      await processInbox(shop, shopify);
      return body.received;
    };
    await send(shopifyOrder());
    expect([await send({ id: 450789469 }), await send({ id: 450789469 })]).toEqual(["stored", "duplicate"]);
    await send(shopifyOrder({ updated_at: "2026-01-11T12:00:00-05:00" }));
    expect(await statusOf("450789469")).toBe("New");
    expect({ received: await send({ id: 450789469 }), status: await statusOf("450789469") }).toEqual({
      received: "stored",
      status: "Cancelled",
    });
  });
});

describe("a repeated deletion of an order in a shop with API access", () => {
  beforeEach(async () => {
    standIn.open();
    connection = await connect(shop, { api: standIn.api });
    await deliverAndProcess(at(1));
    await deliverDeletion();
    // Changed at 20:20, later than the state above.
    await deliverAndProcess(standIn.put(727, 30_000), "order.restored");
    expect(await statusOf()).toBe("New");
  });

  it("is applied if the shop confirms that it no longer has the order", async () => {
    standIn.orders.delete(727);
    expect({ deletion: await deliverDeletion(), status: await statusOf() }).toEqual({ deletion: "stored", status: "Cancelled" });
  });

  it("changes nothing if the shop still has the order, because an old deletion may be replayed", async () => {
    expect({ deletion: await deliverDeletion(), status: await statusOf() }).toEqual({ deletion: "stored", status: "New" });
    expect((await inboxOf(connection)).at(-1)).toMatchObject({ status: "processed" });
  });

  it("stays pending while the shop is unreachable", { tags: "long" }, async () => {
    standIn.instead.push(() => new Response(null, { status: 503 }));
    expect({ deletion: await deliverDeletion(), status: await statusOf() }).toEqual({ deletion: "stored", status: "New" });
    expect((await inboxOf(connection)).at(-1)).toMatchObject({ status: "pending" });
  });
});

it("a deletion is applied again if a reconciliation has read the restored order", async () => {
  standIn.open();
  connection = await connect(shop, { api: standIn.api });
  await deliverAndProcess(at(1));
  await deliverDeletion();
  // Later than the deletion by any clock.
  standIn.put(727, 0, { date_modified_gmt: new Date(Date.now() + 5 * 60_000).toISOString().slice(0, 19), number: "restored" });
  await shop.v2(`/connections/${connection.id}/backfill`, { body: { since: "2026-01-01" } });
  await reconcile(env, { id: connection.id, organization_id: shop.id }, invocationBudget(env, 60_000));
  expect(await orderOf(shop, "727")).toMatchObject({ number: "restored", status: "New" });
  standIn.orders.delete(727);
  expect({ deletion: await deliverDeletion(), status: await statusOf() }).toEqual({ deletion: "stored", status: "Cancelled" });
});
