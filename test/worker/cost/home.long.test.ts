import { beforeAll, expect, it } from "vitest";
import { createShop, type Shop } from "../../kit/client";
import { type LogLine, logOf } from "../../kit/log";
import { createMember, type Visitor } from "../console/kit";

/** The home page reads stored counts and roll-ups, and the newest 50 open items (docs/spec/console.md#home). */

const DAY = 86_400_000;
const STATUSES = ["New", "Pending Cost", "In Production", "Shipped", "Complete", "Cancelled"];

let shop: Shop;
let owner: Visitor;
beforeAll(async () => {
  shop = await createShop();
  owner = await createMember(shop.id, "owner");
});

/** Adds 360 orders: one for each of the last 30 days, each status and each of two currencies. */
async function addOrders(): Promise<void> {
  for (const currency of ["USD", "EUR"]) {
    const orders = Array.from({ length: 30 * STATUSES.length }, (_, n) => ({
      store: "Gift shop",
      status: STATUSES[Math.floor(n / 30)],
      currency,
      date: new Date(Date.now() - (n % 30) * DAY).toISOString(),
      items: [{ name: "Mug", price: 5, sku: "MUG", cost: 1 }],
    }));
    expect((await shop.v2("/orders/bulk", { body: { orders } })).body.summary.failed).toBe(0);
  }
}

async function costOfHome(): Promise<LogLine> {
  await owner.open("/home");
  return await logOf(() => owner.open("/home"));
}

it("the home page reads at most 1,100 rows, and at most ten more with twice as many orders", async () => {
  await addOrders();
  const few = await costOfHome();
  await addOrders();
  const many = await costOfHome();
  expect([few.status, many.status]).toEqual([200, 200]);
  // Mostly trends: each day, status and currency has a row of figures, and 360 of them are in the last 30 days.
  expect(few.rows_read).toBeLessThanOrEqual(1100);
  expect(many.rows_read).toBeLessThanOrEqual((few.rows_read ?? 0) + 10);
  // One for each part that is read at the same time: the member, the tasks, new orders, trends, items, SKUs, production, proofs, tickets,
  // endpoints, connections, and for the first steps the stores, the costs of products, and the other members.
  expect(many.d1_trips).toBeLessThanOrEqual(14);
});
