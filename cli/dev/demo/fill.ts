import { fetchAtStart } from "../start-request.ts";
import { randomUUID } from "node:crypto";
import { PRODUCTS } from "./catalog.ts";
import { demoFulfillment, demoOrder, isMade, isShipped, ORDER_COUNT } from "./orders.ts";
import { demoProgress, SUPPLIERS } from "./production.ts";
import { demoExpenses, NOTES, TICKET_MESSAGES, TICKETS } from "./records.ts";

/** Nothing listens on this port, so that the webhook page of the demo shows a failing endpoint. */
const FAILING_WEBHOOK = "http://127.0.0.1:9/orders";
/** How many requests run at the same time. One local process serves them. */
const MAX_CONCURRENT_REQUESTS = 6;

/** Where the demo's organization is, and credentials with all scopes. */
interface Target {
  url: string;
  api_key: string;
  api_token: string;
}

type Send = (path: string, body: unknown) => Promise<unknown>;

/** Fills a new organization with the demo: orders, fulfillments, supplier orders, products, expenses, tickets, notes, and a failing webhook. */
export async function fillDemo(demo: Target, now = Date.now()): Promise<void> {
  const v1: Send = (path, body) => send("POST", `${demo.url}${path}`, { "x-api-key": demo.api_key }, body);
  const token = { authorization: `Bearer ${demo.api_token}` };
  const v2: Send = (path, body) => send("POST", `${demo.url}/api/v2${path}`, token, body);
  const patchV2: Send = (path, body) => send("PATCH", `${demo.url}/api/v2${path}`, token, body);
  const ids = await createOrders(v2, now);
  const idOf = (nth: number) => ids[nth] ?? 0;
  // Fulfillments send its events.
  await v2("/webhooks", {
    url: FAILING_WEBHOOK,
    events: ["order.fulfillment.shipped"],
    description: "Warehouse (demo: nothing listens here)",
  });
  const shipped = ids.map((_, nth) => nth).filter(isShipped);
  await runAll([
    ...shipped.map((nth) => () => v2(`/orders/${idOf(nth)}/fulfillments`, demoFulfillment(nth, now))),
    ...PRODUCTS.map(
      ({ sku, title, price, tags }) =>
        () =>
          v1("/products", { sku, title, price, tags, stores: ["gift", "etsy"], description: `${title}, made to order.` }),
    ),
    ...TICKETS.map(({ order, ...ticket }, nth) => async () => {
      const about = order === null ? {} : { order_id: idOf(order), customer_name: demoOrder(order, now).customer_name };
      const { id } = (await v2("/tickets", { ...ticket, ...about })) as { id: number };
      for (const [of, message] of TICKET_MESSAGES) if (of === nth) await v2(`/tickets/${id}/messages`, message);
    }),
    ...NOTES.map(
      ([nth, content]) =>
        () =>
          v1(`/orders/${idOf(nth)}/notes`, { content }),
    ),
    () => v1("/expenses/bulk", { expenses: demoExpenses(now) }),
    async () => {
      await runAll(SUPPLIERS.map((supplier) => () => v2("/suppliers", supplier)));
      const made = ids.filter((_, nth) => isMade(nth)).toReversed();
      const sent = await sendToSuppliers(v2, made.slice(0, made.length / 2));
      await sendToSuppliers(v2, made.slice(made.length / 2));
      await runAll(sent.map((id, nth) => () => patchV2(`/supplier-orders/${id}`, demoProgress(nth, now))));
    },
  ]);
}

/** Sends orders to their suppliers. Returns the ids of the supplier orders. */
async function sendToSuppliers(v2: Send, order_ids: readonly number[]): Promise<string[]> {
  const { supplier_orders } = (await v2("/supplier-orders", { order_ids })) as { supplier_orders: { id: string }[] };
  return supplier_orders.map(({ id }) => id);
}

/** Creates the orders, the oldest first as they arrived, and returns their ids, the newest first. */
async function createOrders(v2: Send, now: number): Promise<number[]> {
  const orders = Array.from({ length: ORDER_COUNT }, (_, nth) => demoOrder(nth, now)).toReversed();
  const { results } = (await v2("/orders/bulk", { orders })) as { results: { id?: number; status: string }[] };
  return results
    .map((result) => {
      if (result.id === undefined) throw new Error(`An order of the demo was not created: ${JSON.stringify(result)}`);
      return result.id;
    })
    .toReversed();
}

async function runAll(tasks: (() => Promise<unknown>)[]): Promise<void> {
  const waiting = tasks.values();
  const work = async () => {
    for (const task of waiting) await task();
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, work));
}

async function send(method: string, target: string, credential: Record<string, string>, body: unknown): Promise<unknown> {
  const headers = { ...credential, "content-type": "application/json", "idempotency-key": randomUUID() };
  const response = await fetchAtStart(target, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${target} returned ${response.status}: ${text}`);
  return JSON.parse(text) as unknown;
}
