import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createShop, type Shop, ingestOrder } from "../kit/client";
import { createExpense, dataOf, setStatus } from "./kit";
import { PAYROLL_REQUEST, RENT_REQUEST } from "./resources/expense";

let shop: Shop;
let webhook: string;
beforeAll(async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => await Promise.resolve(new Response(null, { status: 204 })));
  shop = await createShop();
  const events = ["order.updated", "order.status_changed", "expense.created"];
  const { status, body } = await shop.v2("/webhooks", { body: { url: "https://hooks.example.com/in", events } });
  expect(status).toBe(201);
  webhook = body.id;
});
afterAll(() => {
  vi.restoreAllMocks();
});

/** The events that an action sends, sorted by name. */
async function eventsOf(action: () => Promise<unknown>): Promise<string[]> {
  const all = async (): Promise<{ id: string; event: string }[]> => (await shop.v2(`/webhooks/${webhook}/deliveries?limit=200`)).body.data;
  const before = new Set((await all()).map(({ id }) => id));
  await action();
  return (await all()).flatMap(({ id, event }) => (before.has(id) ? [] : [event])).toSorted();
}

describe("writes on Public V1 send their events", () => {
  it("a new expense sends expense.created, and a bulk request sends one for each expense", async () => {
    expect(await eventsOf(() => createExpense(shop))).toEqual(["expense.created"]);
    const body = { expenses: [RENT_REQUEST, PAYROLL_REQUEST] };
    expect(await eventsOf(async () => dataOf(await shop.v1("/expenses/bulk", { body })))).toEqual(["expense.created", "expense.created"]);
  });

  it("a new status of an item sends order.updated, and the same status again sends nothing", async () => {
    const { items } = await ingestOrder(shop);
    expect(await eventsOf(() => setStatus(shop, items[0].id, "On Hold"))).toEqual(["order.updated"]);
    expect(await eventsOf(() => setStatus(shop, items[0].id, "On Hold"))).toEqual([]);
  });

  it("a status of an item that changes the status of its order also sends order.status_changed", async () => {
    const { items } = await ingestOrder(shop);
    expect(await eventsOf(() => setStatus(shop, items[0].id, "Shipped"))).toEqual(["order.status_changed", "order.updated"]);
  });
});
