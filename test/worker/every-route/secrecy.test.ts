import { uploadDesign } from "../../kit/uploaded-file";
import { beforeAll, describe, expect, it } from "vitest";
import { V2_SCOPES } from "../../../src/platform/http/scopes";
import { createCredential, createShop, idempotencyKey, type Shop, v2As } from "../../kit/client";
import { bodyOf, nameOf, pathOf, ROUTES } from "../../kit/requests";
import { organizationD1 } from "../../kit/databases";

/** Unique values in every field that no response about orders or items may contain. */
const HIDDEN = {
  customer_email: "hidden@example.com",
  customer_phone: "555-0100-4477",
  payment_method: "hidden-payment",
  refund_amount: 7777.7777,
  refund_tax: 6666.6666,
  cost: 8888.8888,
};
/**
 * Names under which these values, or figures computed from them, could leak. Not the contact data of a supplier, the phone number of a
 * shipping address, and the shipping cost, which the customer has paid.
 */
const NAMES = /(?<!contact_)email|(?<=customer_)phone|payment|refund(?:ed)?_?(?:amount|tax)|(?<!shipping_?)cost|payout|profit|margin/i;

/** The only route that returns the contact data, to a credential with the scope customers:read. */
const CONTACT_ROUTE = "getOrderV2";

let shop: Shop;
let withoutContacts: Shop["v2"];
let ids: Record<string, string | number>;

beforeAll(async () => {
  shop = await createShop();
  const scopes = Object.keys(V2_SCOPES).filter((scope) => scope !== "customers:read");
  withoutContacts = v2As(await createCredential(shop.id, "api_token", { scopes }));
  const { cost, ...hidden } = HIDDEN;
  const order = { ...hidden, on_implausible: "audit" };
  const response = await shop.v2("/orders", {
    body: {
      store: "gift",
      external_id: "full",
      number: "#1",
      // A refund has no more tax than its order.
      tax: 7000,
      ...order,
      items: [{ name: "Mug", price: 1, cost, sku: "MUG", tracking_code: "T1", assigned_supplier: "S" }],
    },
  });
  const [item] = response.body.items;
  await shop.v1(`/orders/${response.body.id}/notes`, { body: { content: "note" }, headers: idempotencyKey() });
  await organizationD1()
    .prepare(
      "insert into fulfillments (id, organization_id, order_id, status, created_at, updated_at) values ('ful_1', ?, ?, 'in_transit', 0, 0)",
    )
    .bind(shop.id, response.body.id)
    .run();
  const ticket = await shop.v2("/tickets", { body: { subject: "Late", body: "Where is it?", order_id: response.body.id } });
  const message = await shop.v2(`/tickets/${ticket.body.id}/messages`, { body: { kind: "reply", body: "On its way." } });
  ids = {
    "suppliers.id": "sup_none",
    "supplier-orders.id": "sor_none",
    link_id: "lnk_none",
    order_link_id: "lnk_none",
    proof_link_id: "lnk_none",
    "proofs.id": "prf_none",
    "orders.id": response.body.id,
    itemId: item.id,
    order_item_id: item.id,
    "webhooks.id": "we_none",
    "connections.id": "con_none",

    message_id: "inb_none",
    sent_id: "dlv_none",
    delivery_id: "dlv_none",
    recovery_id: "rcv_none",
    "order-items.id": item.id,
    "fulfillments.id": "ful_1",
    "files.id": await uploadDesign(shop, item.id),
    "products.id": 1,
    "stores.id": shop.store.id,
    "expenses.id": 1,
    "tickets.id": ticket.body.id,
    ticket_message_id: message.body.id,
  };
});

const routes = ROUTES.filter(([surface, { guard }]) => {
  // Analytics returns sums of costs and profit, products and suppliers of v2 have costs, and supplier orders what was agreed. Their scopes allow it.
  const hasCosts =
    "scope" in guard &&
    (guard.scope === "analytics:read" || (surface.name === "v2" && /^(?:products|suppliers|supplier_orders):/.test(guard.scope ?? "")));
  return surface.name !== "operator" && guard.kind !== "open" && !hasCosts;
});

describe.each(routes.map((route) => [nameOf(route), ...route] as const))("%s", (_name, surface, endpoint) => {
  it("never returns email, phone, payment method, refund, cost or profit of an order", async () => {
    const v2 = endpoint.operationId === CONTACT_ROUTE ? withoutContacts : shop.v2;
    const send = surface.name === "v1" ? shop.v1 : v2;
    const query = endpoint.path === "/orders" && surface.name === "v1" ? "?include=status,number,external_id,fulfillments,version" : "";
    const response = await send(pathOf(endpoint, ids) + query, {
      method: endpoint.method.toUpperCase(),
      body: bodyOf(endpoint),
      headers: idempotencyKey(),
    });
    for (const value of Object.values(HIDDEN)) expect(response.text).not.toContain(String(value));
    if (response.status < 300) expect(keysOf(response.body).filter((key) => NAMES.test(key))).toEqual([]);
  });
});

function keysOf(value: unknown): string[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}
