import { uploadDesign } from "../../kit/uploaded-file";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { insertFinishedErasure, createShop, asOperator, idempotencyKey, type Shop, ingestOrder, rows } from "../../kit/client";
import { nameOf, pathOf, ROUTES } from "../../kit/requests";
import { assertWithstands, report } from "./attack";
import { attackOn } from "./request";
import { countWrites, writtenRowCount } from "./written";
import { assertProperty } from "../../kit/property";
import { shareOf } from "../../kit/share";
import { eventually } from "../../kit/eventually";

import { API, connect, deliverWoo, inboxOf } from "../connections/fixtures";
import { insertFailedDelivery } from "../connections/sending";

beforeAll(async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("thanks"));
  await countWrites();
});
afterAll(() => {
  report(ROUTES.length);
  vi.restoreAllMocks();
});

/** A shop with one resource of each kind, so that every path exists. */
async function shopWithEveryResource(): Promise<{ shop: Shop; ids: Record<string, string | number> }> {
  const shop = await createShop();
  const order = await ingestOrder(shop, { external_id: "attacked" });
  const create = async (send: Shop["v1"], path: string, body: unknown) => {
    const response = await send(path, { body, headers: idempotencyKey() });
    if (response.status >= 300) throw new Error(response.text);
    return response.body;
  };
  const product = await create(shop.v1, "/products", { title: "Mug" });
  const expense = await create(shop.v1, "/expenses", { category: "rent", amount: 1, date: "2026-01-31" });
  const ticket = await create(shop.v2, "/tickets", { subject: "Where?", body: "Is it?" });
  const reply = await create(shop.v2, `/tickets/${ticket.id}/messages`, { kind: "reply", body: "It is on its way." });
  const connection = await connect(shop, { api: API, send_fulfillments: true });
  await deliverWoo(connection, "no JSON");
  const [message] = await inboxOf(connection);
  const fulfillment = await create(shop.v2, `/orders/${order.id}/fulfillments`, {
    items: [{ order_item_id: order.items[0].id, quantity: 1 }],
  });
  // The endpoint subscribes to no event of these attacks, so that nothing is delivered during them.
  const webhook = await create(shop.v2, "/webhooks", { url: "https://hooks.example.com/in", events: ["order.fulfillment.delivered"] });
  const test = await create(shop.v2, `/webhooks/${webhook.id}/test`, {});
  const recovery = await create(shop.v2, `/webhooks/${webhook.id}/recover`, {});
  const supplier = await create(shop.v2, "/suppliers", { name: "Acme" });
  const unsent = await ingestOrder(shop, { items: [{ name: "Mug", price: 1, assigned_supplier: "Acme" }] });
  await uploadDesign(shop, unsent.items[0].id);
  const sent = await create(shop.v2, "/supplier-orders", { order_ids: [unsent.id], override_reason: "In stock." });
  const link = await create(shop.v2, `/suppliers/${supplier.id}/links`, {});
  const orderLink = await create(shop.v2, `/supplier-orders/${sent.supplier_orders[0].id}/links`, {});
  const file = await uploadDesign(shop, order.items[0].id);
  const proof = await create(shop.v2, "/proofs", { order_item_id: order.items[0].id });
  await create(shop.v2, "/proofs/send", { order_item_ids: [order.items[0].id] });
  const [proofLink] = (await shop.v2(`/proofs/${proof.id}/links`)).body.links;
  const { id: credential } = await asOperator(`/organizations/${shop.id}/credentials`, {
    kind: "api_key",
    name: "k",
    scopes: ["orders:read"],
  });
  const { user_id: member } = await asOperator(`/organizations/${shop.id}/members`, { email: `m${shop.id}@example.com`, role: "viewer" });
  return {
    shop,
    ids: {
      "orders.id": order.id,
      itemId: order.items[0].id,
      "order-items.id": order.items[0].id,
      "products.id": product.data.id,
      "stores.id": shop.store.id,
      "suppliers.id": supplier.id,
      "proofs.id": proof.id,
      "supplier-orders.id": sent.supplier_orders[0].id,
      order_item_id: unsent.items[0].id,
      link_id: link.id,
      order_link_id: orderLink.id,
      proof_link_id: proofLink.id,
      "expenses.id": expense.data.id,
      "tickets.id": ticket.id,
      ticket_message_id: reply.id,
      "connections.id": connection.id,
      message_id: String(message?.["id"]),
      sent_id: await insertFailedDelivery(shop, connection),
      "fulfillments.id": fulfillment.id,
      "files.id": file,
      "webhooks.id": webhook.id,
      "organizations.id": shop.id,
      delivery_id: test.id,
      recovery_id: recovery.id,
      credential_id: credential,
      user_id: member,
      erasure_id: await insertFinishedErasure(shop.id),
    },
  };
}

let shopForReads: ReturnType<typeof shopWithEveryResource> | undefined;

/** The shop that all reads share, because none of them changes it. */
async function forReads(): ReturnType<typeof shopWithEveryResource> {
  return await (shopForReads ??= shopWithEveryResource());
}

/** What the queues have not tried yet. */
const UNTRIED = ["deliveries", "connection_inbox"]
  .map((table) => `select id from ${table} where status = 'pending' and attempts = 0`)
  .join(" union all ");

/** Waits until the work after an accepted write has ended. */
async function untilSettled(): Promise<number> {
  let before = -1;
  return await eventually(async () => {
    const now = await writtenRowCount();
    const isStill = now === before;
    before = now;
    expect({ isStill, untried: await rows(UNTRIED) }).toEqual({ isStill: true, untried: [] });
    return now;
  });
}

describe.each(shareOf(ROUTES).map((route) => [nameOf(route), ...route] as const))("%s", (_name, surface, endpoint) => {
  it("whatever it receives, it returns no 5xx, does not hang, follows its contract, and writes nothing if it rejects the request", async () => {
    const reads = endpoint.method === "get";
    const { shop, ids } = await (reads ? forReads() : shopWithEveryResource());
    const [path = ""] = pathOf(endpoint, ids).split("?");
    let before = await untilSettled();
    await assertProperty(
      fc.asyncProperty(attackOn(surface, endpoint, path, { key: shop.key.secret, token: shop.token.secret }), async (attack) => {
        const { after, status } = await assertWithstands(attack, before);
        // Accepted writes to webhooks are followed by deliveries, which write rows after the response.
        before = status < 300 && !reads && endpoint.path.startsWith("/webhooks") ? await untilSettled() : after;
      }),
      { cases: 6 },
    );
  });
});
