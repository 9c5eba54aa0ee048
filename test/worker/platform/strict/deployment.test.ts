import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createShop, orderBody, idempotencyKey, rowsOf, type Shop } from "../../../kit/client";
import { deployAt } from "../../../kit/strict-platform/deployment";
import { under } from "../../../kit/strict-platform/conditions";
import { operate } from "../../access/kit";
import { agentOf } from "../../mcp/agent";
import { createMember, type Page, tokenIn, type Visitor } from "../../console/kit";
import { captureEnqueued } from "../../../kit/webhook-fixture";

/**
 * A deployment resets every object and database while requests are processed. No caller gets an error, and each write happens once.
 * Writes without a key are excluded: they cannot be repeated, so their callers learn that the outcome is unknown
 * (docs/spec/durability.md#transient-errors).
 */

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  captureEnqueued();
  shop = await createShop();
  member = await createMember(shop.id, "admin");
  await shop.v2("/orders", { body: orderBody({ external_id: "first" }), headers: idempotencyKey() });
});

interface WrittenTable {
  /** The table to which the write of this name adds a row. */
  table: "orders" | "tickets" | "expenses" | "products";
  column: string;
}

const WRITTEN_TABLES: readonly WrittenTable[] = [
  { table: "orders", column: "external_id" },
  { table: "tickets", column: "subject" },
  { table: "expenses", column: "category" },
  { table: "products", column: "title" },
];

/** A request, and the status that its caller expects. */
type Request = [send: () => Promise<{ status: number; text: string }>, status: number];

async function requestsOfAllKinds(name: string): Promise<Request[]> {
  const keyed = (body: object) => ({ body, headers: idempotencyKey() });
  const order = (await shop.v2("/orders", keyed(orderBody({ external_id: `${name} changed` })))).body;
  const ticketForm = {
    subject: `${name} form`,
    body: "Where?",
    status: "open",
    priority: "normal",
    order_id: "",
    channel: "",
    customer_name: "",
  };
  const form = { ...ticketForm, form_token: tokenIn(await member.open("/tickets/new")) };
  const form_token = tokenIn(await member.open("/orders"));
  const page = (path: string) => async (): Promise<Page> => await member.open(path);
  return [
    [async () => await shop.v1("/orders"), 200],
    [async () => await shop.v2("/orders?q=first"), 200],
    [async () => await shop.v2(`/orders/${order.id}`), 200],
    [async () => await shop.v2("/events"), 200],
    [async () => (await agentOf(shop.token).call("find_orders")).response, 200],
    [async () => await operate("GET", `${shop.id}/credentials`), 200],
    [page("/home"), 200],
    [page("/orders"), 200],
    [page("/orders.csv"), 200],
    [async () => await shop.v2("/orders", keyed(orderBody({ external_id: `${name} v2` }))), 201],
    [async () => await shop.v2("/tickets", keyed({ subject: `${name} v2`, body: "Where?" })), 201],
    [async () => await shop.v1("/expenses", keyed({ category: `${name} v1`, amount: 1, date: "2026-01-31" })), 201],
    [async () => await shop.v2("/products", keyed({ title: `${name} v2` })), 201],
    [async () => await shop.v2(`/orders/${order.id}/status`, keyed({ status: "In Production" })), 200],
    [async () => await shop.v2(`/orders/${order.id}`, { ...keyed({ customer_name: name }), method: "PATCH" }), 200],
    [async () => await member.send("/tickets", { ...form }), 303],
    [async () => await member.send(`/orders/${order.id}/notes`, { content: "Ring twice.", form_token }), 303],
  ];
}

describe("a deployment under load", () => {
  let gateFailures = 0;
  afterAll(() => expect(gateFailures).toBeGreaterThan(0));

  const TITLE = "at call %i of a database causes no errors for callers, and each write happens once";
  it.each([12])(TITLE, expectUnnoticed);
  it.each([3, 25, 40])(TITLE, { tags: "long" }, expectUnnoticed);

  async function expectUnnoticed(atCall: number): Promise<void> {
    const errors: string[] = [];
    vi.spyOn(console, "error").mockImplementation((line) => void errors.push(String(line)));
    vi.spyOn(console, "log").mockReturnValue();
    const name = `deployed at ${atCall}`;
    const requests = await requestsOfAllKinds(name);
    under({ roundTripMs: 4 });
    const deployment = deployAt(atCall);
    const responses = await Promise.all(
      requests.map(async ([send, status], index) => {
        const response = await send();
        return [index, response.status, status, response.status === status ? "" : response.text] as const;
      }),
    );
    expect(responses.filter(([, status, expected]) => status !== expected)).toEqual([]);
    expect(errors).toEqual([]);
    expect(deployment.failed.databases).toBeGreaterThan(0);
    gateFailures += deployment.failed.gates;
    for (const { table, column } of WRITTEN_TABLES) {
      const found = await rowsOf<{ name: string; n: number }>(
        shop,
        `select ${column} as name, count(*) as n from ${table} where organization_id = ? and ${column} like ? group by 1`,
        shop.id,
        `${name}%`,
      );
      const expected = { orders: ["changed", "v2"], tickets: ["form", "v2"], expenses: ["v1"], products: ["v2"] }[table];
      expect(found.map((row) => [row.name, row.n])).toEqual(expected.map((end) => [`${name} ${end}`, 1]));
    }
    const changed = "select id from orders where organization_id = ? and external_id = ?";
    const historyOf = async (change: string) =>
      await rowsOf(shop, `select 1 from order_history where change = ? and order_id = (${changed})`, change, shop.id, `${name} changed`);
    const notes = await rowsOf(shop, `select 1 from order_notes where order_id = (${changed})`, shop.id, `${name} changed`);
    expect([(await historyOf("status")).length, (await historyOf("updated")).length, notes.length]).toEqual([1, 1, 1]);
  }
});
