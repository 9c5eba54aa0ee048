import { fetchAtStart } from "../start-request.ts";
import { randomUUID } from "node:crypto";
import { PRODUCTS } from "./catalog.ts";
import { demoFulfillment, demoOrder, isShipped, ORDER_COUNT } from "./orders.ts";
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

/** Fills a new organization with the demo: orders, fulfillments, products, expenses, tickets, notes, and a failing webhook. */
export async function fillDemo(demo: Target, now = Date.now()): Promise<void> {
  const v1 = (path: string, body: unknown) => post(`${demo.url}${path}`, { "x-api-key": demo.api_key }, body);
  const v2 = (path: string, body: unknown) => post(`${demo.url}/api/v2${path}`, { authorization: `Bearer ${demo.api_token}` }, body);
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
  ]);
}

/** Creates the orders, the oldest first as they arrived, and returns their ids, the newest first. */
async function createOrders(v2: (path: string, body: unknown) => Promise<unknown>, now: number): Promise<number[]> {
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

async function post(target: string, credential: Record<string, string>, body: unknown): Promise<unknown> {
  const headers = { ...credential, "content-type": "application/json", "idempotency-key": randomUUID() };
  const response = await fetchAtStart(target, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${target} returned ${response.status}: ${text}`);
  return JSON.parse(text) as unknown;
}
