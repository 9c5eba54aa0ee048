import { ownExport } from "../../../src/resources/orders/files/own";
import { shopify } from "../../../src/resources/orders/files/shopify";
import { type ApiResponse, idempotencyKey, type Shop } from "../../kit/client";
import { assembled, sendJson } from "../../kit/order-ways";
import {
  bigcommerceEvent,
  deliverBigcommerce,
  deliverShopify,
  deliverWoo,
  inboxOf,
  processInbox,
  shopifyOrder,
  type TestConnection,
  wooOrder,
} from "../connections/fixtures";
import { bigcommerceProduct } from "../connections/payloads-bigcommerce";
import type { StandInBigcommerce } from "../connections/stand-in-bigcommerce";
import type { Visitor } from "../console/kit";
import { agentOf } from "../mcp/agent";

/** The ways in which items are removed from an order, or reduced. */

export interface Context {
  shop: Shop;
  visitor: Visitor;
  /** The connections of the stores whose codes are these names. */
  connections: Record<"gift" | "lamps" | "towels", TestConnection>;
  towels: StandInBigcommerce;
}

/** An order of three mugs and a card. */
export interface Target extends Context {
  order: ApiResponse["body"];
  externalId: string;
}

export const MUG = { external_id: "315", name: "Mug", quantity: 3, price: 10 };
export const CARD = { external_id: "316", name: "Card", quantity: 1, price: 5 };
type Line = typeof MUG;

interface Way {
  name: string;
  /** The code of the order's store, by default `gift`. */
  store?: keyof Context["connections"];
  /** Whether its items have no external ids. */
  byPosition?: true;
  /** Removes the card. */
  remove?: (target: Target) => Promise<unknown>;
  /** Reduces the mugs to two. */
  reduce?: (target: Target) => Promise<unknown>;
}

/** Fails unless a request succeeds, in each of its parts. */
function assertAccepted({ status, text, body }: ApiResponse): void {
  const failed = (body?.results ?? []).filter((result: { outcome: string }) => result.outcome !== "updated");
  if (status >= 300 || failed.length > 0) throw new Error(text);
}

const TWO_MUGS = { ...MUG, quantity: 2 };

/** A way that sends the remaining lines. */
const wayToSendLines = (
  name: string,
  send: (target: Target, lines: readonly Line[]) => Promise<unknown>,
  fields: Partial<Way> = {},
): Way => ({
  name,
  ...fields,
  remove: async (target) => await send(target, [MUG]),
  reduce: async (target) => await send(target, [TWO_MUGS, CARD]),
});

const payload = ({ externalId }: Target, items: readonly Line[]) => ({
  store: "gift",
  external_id: externalId,
  on_conflict: "update",
  items,
});

/** Processes the deliveries of a shop, and fails unless the last one succeeds. */
async function assertProcessed(shop: Shop, connection: TestConnection): Promise<void> {
  await processInbox(shop, connection);
  const last = (await inboxOf(connection)).at(-1);
  if (last?.["status"] !== "processed") throw new Error(JSON.stringify(last));
}

async function deliverLinesToWoo({ shop, connections, externalId }: Target, lines: readonly Line[]): Promise<void> {
  const line_items = lines.map(({ external_id, name, quantity, price }) => ({
    id: Number(external_id),
    name,
    quantity,
    subtotal: String(quantity * price),
    subtotal_tax: "0",
    meta_data: [],
  }));
  const amounts = { shipping_total: "0", total_tax: "0", total: String(lines.reduce((sum, line) => sum + line.quantity * line.price, 0)) };
  await deliverWoo(connections.gift, wooOrder({ id: Number(externalId), number: externalId, line_items, ...amounts }));
  await assertProcessed(shop, connections.gift);
}

/** What `shopifyOrder` charges for shipping. */
const SHOPIFY_SHIPPING = 5;

/** Shopify keeps the ordered quantity, and sends the current number of units. */
async function deliverLinesToShopify({ shop, connections, externalId }: Target, lines: readonly Line[]): Promise<void> {
  const line_items = [MUG, CARD].map(({ external_id, name, quantity, price }) => {
    const current = lines.find((line) => line.external_id === external_id)?.quantity ?? 0;
    return { id: Number(external_id), name, quantity, current_quantity: current, price: String(price) };
  });
  const total = lines.reduce((sum, line) => sum + line.quantity * line.price, SHOPIFY_SHIPPING);
  await deliverShopify(
    connections.lamps,
    shopifyOrder({ id: Number(externalId), line_items, total_tax: "0", total_discounts: "0", current_total_price: String(total) }),
  );
  await assertProcessed(shop, connections.lamps);
}

async function deliverLinesToBigcommerce({ shop, connections, towels, externalId }: Target, lines: readonly Line[]): Promise<void> {
  const products = lines.map(({ external_id, name, quantity, price }) =>
    bigcommerceProduct({ id: Number(external_id), name, quantity, total_ex_tax: String(quantity * price), total_tax: "0" }),
  );
  const changedAtSecond = 60;
  towels.put(Number(externalId), changedAtSecond, { line_items: products });
  await deliverBigcommerce(connections.towels, bigcommerceEvent(Number(externalId)));
  await assertProcessed(shop, connections.towels);
}

/** A file of Shopify with these lines. */
function fileOf({ externalId }: Target, lines: readonly Line[]): string {
  const names = "Name,Id,Created at,Currency,Subtotal,Shipping,Taxes,Discount Amount,Total,Lineitem name,Lineitem quantity,Lineitem price";
  const total = String(lines.reduce((sum, line) => sum + line.quantity * line.price, 0));
  const rowOf = ({ name, quantity, price }: Line) =>
    [`#${externalId}`, externalId, "2026-03-22 10:00:00 +0000", "USD", total, "0", "0", "0", total, name, quantity, price].join(",");
  return [names, ...lines.map(rowOf)].join("\r\n");
}

async function submit({ visitor, order }: Target, path: string, fields: Record<string, string>): Promise<void> {
  const { status, text } = await visitor.send(`/orders/${order.id}/${path}`, fields);
  if (status !== 303) throw new Error(text);
}

const statusRequest = (status: string) => ({ body: { status }, headers: idempotencyKey() });

export const LEAVING_WAYS: readonly Way[] = [
  wayToSendLines("POST /orders", async (target, lines) =>
    assertAccepted(await target.shop.v2("/orders", { body: payload(target, lines) })),
  ),
  wayToSendLines("POST /orders/bulk", async (target, lines) =>
    assertAccepted(await target.shop.v2("/orders/bulk", { body: { orders: [payload(target, lines)] } })),
  ),
  wayToSendLines("import_orders of MCP", async (target, lines) => {
    const { on_conflict, ...order } = payload(target, lines);
    const args = { orders: [order], on_conflict, on_error: "skip", dry_run: false, idempotency_key: crypto.randomUUID() };
    const { response, data } = await agentOf(target.shop.token).call("import_orders", args);
    assertAccepted({ ...response, body: data.result });
  }),
  wayToSendLines(
    "an import of a file",
    async (target, lines) => {
      const orders = [assembled(shopify, fileOf(target, lines))];
      const failure = await sendJson(target, "import", { store: target.shop.store.id, orders, on_conflict: "update", dry_run: false });
      if (failure !== "") throw new Error(failure);
    },
    { byPosition: true },
  ),
  wayToSendLines("a delivery of WooCommerce", deliverLinesToWoo),
  wayToSendLines("a delivery of Shopify", deliverLinesToShopify, { store: "lamps" }),
  wayToSendLines("a delivery of BigCommerce", deliverLinesToBigcommerce, { store: "towels" }),
  {
    name: "the endpoints of an item",
    remove: async ({ shop, order }) => assertAccepted(await shop.v2(`/order-items/${order.items[1].id}`, { method: "DELETE" })),
    reduce: async ({ shop, order }) =>
      assertAccepted(await shop.v2(`/order-items/${order.items[0].id}`, { method: "PATCH", body: { quantity: 2 } })),
  },
  {
    name: "POST /orders/bulk-updates",
    reduce: async ({ shop, order }) => {
      const orders = [{ id: order.id, items: [{ id: order.items[0].id, quantity: 2 }] }];
      assertAccepted(await shop.v2("/orders/bulk-updates", { body: { orders } }));
    },
  },
  {
    name: "an import of its own file",
    reduce: async (target) => {
      const { id, version, items } = target.order;
      const csv = `order_id,version,item_id,item_quantity\r\n${id},${version},${items[0].id},2`;
      const json = { orders: [assembled(ownExport, csv)], on_conflict: "update", dry_run: false };
      const failure = await sendJson(target, "import/updates", json);
      if (failure !== "") throw new Error(failure);
    },
  },
  {
    name: "the console's forms",
    remove: async (target) => await submit(target, `items/${target.order.items[1].id}/remove`, {}),
    reduce: async (target) => await submit(target, `items/${target.order.items[0].id}`, { name: "Mug", quantity: "2", price: "10" }),
  },
  {
    name: "update_order_item of MCP",
    reduce: async ({ shop, order }) => {
      const args = { order_item_id: order.items[0].id, quantity: 2, idempotency_key: crypto.randomUUID() };
      const { isError, response } = await agentOf(shop.token, "?tools=all").call("update_order_item", args);
      if (isError) throw new Error(response.text);
    },
  },
  {
    name: "the status Cancelled over v2",
    remove: async ({ shop, order }) =>
      assertAccepted(await shop.v2(`/order-items/${order.items[1].id}/status`, statusRequest("Cancelled"))),
  },
  {
    name: "the status Refunded over Public V1",
    remove: async ({ shop, order }) => assertAccepted(await shop.v1(`/orderItems/${order.items[1].id}/status`, statusRequest("Refunded"))),
  },
  {
    name: "a bulk action",
    remove: async ({ shop, order }) => {
      const body = { ids: [order.items[1].id], set_status: { status: "Cancelled" } };
      assertAccepted(await shop.v2("/order-items/bulk-actions", { body, headers: idempotencyKey() }));
    },
  },
];
