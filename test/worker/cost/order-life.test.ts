import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { pricePerMillion, webhookPricePerMillion } from "../../../bench/price.ts";
import { ORDER_LIFE, ORDER_STEPS, type Rows } from "../../../cli/doctor/order-life.ts";
import performance from "../../../docs/performance.md?raw";
import scale from "../../../docs/scale.md?raw";
import { consume } from "../../../src/resources/webhooks/consume";
import { createShop, idempotencyKey, type Shop } from "../../kit/client";
import { placeOrganizations, withDatabases } from "../../kit/databases";
import { logOf } from "../../kit/log";
import { captureEnqueued } from "../../kit/webhook-fixture";

/** The rows that all requests about one order read and write, and their price (docs/scale.md#cost). */

let shop: Shop;
beforeAll(async () => {
  // The database of a new installation.
  placeOrganizations(0);
  shop = await createShop();
  await shop.v2("/webhooks", { body: { url: "https://hooks.example.com/", events: ["order.created"] } });
  // The first order of an organization creates its counts.
  await completeOrder("1001");
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A database whose rows are counted. */
function withCountedRows<D extends D1Database | D1DatabaseSession>(d1: D, rows: Rows): D {
  const batch = async (statements: D1PreparedStatement[]) => {
    const results = await d1.batch(statements);
    for (const { meta } of results) {
      rows.read += meta.rows_read;
      rows.written += meta.rows_written;
    }
    return results;
  };
  return {
    prepare: (sql: string) => d1.prepare(sql),
    batch,
    withSession: (start?: string) => withCountedRows((d1 as D1Database).withSession(start), rows),
    getBookmark: () => (d1 as D1DatabaseSession).getBookmark(),
  } as unknown as D;
}

/** Sends the messages of a queue, and returns the rows of that. */
async function deliver(messages: MessageSendRequest[]): Promise<Rows> {
  const rows = { read: 0, written: 0 };
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => await Promise.resolve(new Response("ok")));
  const context = createExecutionContext();
  const received = messages.map(({ body }, nth) => ({ id: `message-${nth}`, timestamp: new Date(), attempts: 1, body }));
  await consume(
    createMessageBatch("order-operations-deliveries", received),
    withDatabases((d1) => withCountedRows(d1, rows)),
    context,
  );
  await waitOnExecutionContext(context);
  return rows;
}

/** Creates an order and makes it complete. Returns the rows of each step. */
async function completeOrder(externalId: string): Promise<[step: string, rows: Rows][]> {
  const enqueued = captureEnqueued();
  const steps: [string, Rows][] = [];
  const send = async (step: string, path: string, { method = "POST", ...body }: Record<string, unknown>) => {
    let reply: Awaited<ReturnType<Shop["v2"]>> | null = null;
    const line = await logOf(async () => (reply = await shop.v2(path, { method: String(method), body, headers: idempotencyKey() })));
    expect([line.status < 300, line.gate_calls]).toEqual([true, 1]);
    steps.push([step, { read: line.rows_read, written: line.rows_written }]);
    return (reply as Awaited<ReturnType<Shop["v2"]>> | null)?.body;
  };
  const items = ["Mug", "Tee", "Cap"].map((name, nth) => ({ name, sku: `SKU-${nth}`, price: 9.99 + nth }));
  const order = await send("create", "/orders", { store: "gift", external_id: externalId, customer_name: "Ann", items });
  for (const { id } of order.items) await send("item_status", `/order-items/${id}/status`, { status: "In Production" });
  const shipment = { tracking_number: `1Z${externalId}`, carrier: "UPS", status: "in_transit" };
  const fulfillment = await send("ship", `/orders/${order.id}/fulfillments`, shipment);
  await send("deliver", `/fulfillments/${fulfillment.id}`, { method: "PATCH", status: "delivered" });
  expect((await shop.v2(`/orders/${order.id}`)).body).toMatchObject({ status: "Complete" });
  const messages = enqueued.fast.flat();
  expect(messages).toHaveLength(1);
  steps.push(["webhook", await deliver(messages)]);
  return steps;
}

it("the life of an order reads and writes as many rows as the list of its steps says", async () => {
  const expected = ORDER_STEPS.flatMap(([step, count]) => Array.from({ length: count }, () => [step, ORDER_LIFE[step]]));
  expect(await completeOrder("1002")).toEqual(expected);
});

/**
 * The price of one step in USD for a thousand orders, without CPU time. Each request has an idempotency key, and calls its gate once
 * before the response.
 */
const priceOf = (step: keyof typeof ORDER_LIFE, count: number): number => {
  const rows = { rows_read: ORDER_LIFE[step].read, rows_written: ORDER_LIFE[step].written };
  const [cpuMicroseconds, isKeyed] = [0, true];
  const million = step === "webhook" ? webhookPricePerMillion(rows) : pricePerMillion({ ...rows, gate_calls: 1 }, cpuMicroseconds, isKeyed);
  return (million * count) / 1000;
};

const DESCRIPTIONS: Record<keyof typeof ORDER_LIFE, string> = {
  create: "create it, with three items",
  item_status: "a status for each of the items",
  ship: "ship all items",
  deliver: "the carrier delivers",
  webhook: "one webhook",
};

it("the life of an order costs what the documentation says", () => {
  const rows = ORDER_STEPS.map(([step, count]) => {
    const { read, written } = ORDER_LIFE[step];
    return { name: DESCRIPTIONS[step], read: read * count, written: written * count, price: priceOf(step, count) };
  });
  const sum = (of: "read" | "written" | "price") => rows.reduce((total, row) => total + row[of], 0);
  const total = { name: "all", read: sum("read"), written: sum("written"), price: sum("price") };
  const cellsOf = (text: string) =>
    text.split("\n").map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1)
        .join(" | "),
    );
  for (const { name, read, written, price } of [...rows, total]) {
    expect(cellsOf(scale)).toContain(`${name} | ${read.toLocaleString("en")} | ${written} | ${price.toFixed(3)}`);
  }
  expect(cellsOf(performance).filter((line) => line.startsWith("rows of the whole life of an order"))).toEqual([
    expect.stringContaining(
      ` | ${total.written} written, ${total.read.toLocaleString("en")} read: USD ${total.price.toFixed(2)} for a thousand orders`,
    ),
  ]);
});
