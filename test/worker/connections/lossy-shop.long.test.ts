import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { reconcile } from "../../../src/connections/reconcile/reconcile";
import { aShop, rows, type Shop } from "../../kit/client";
import { inForm, randomOf } from "../../kit/form";
import { connect, deliverWoo, inboxOf, processInbox, type TestConnection } from "./fixtures";
import { StandInShop } from "./stand-in";

const ORDERS = inForm({ test: 60, long: 200, full: 2000 });

let shop: Shop;
let standIn: StandInShop;
let connection: TestConnection;
beforeAll(async () => {
  shop = await aShop();
  standIn = new StandInShop().open();
  connection = await connect(shop, { api: standIn.api });
  await rows("update connections set created_at = ? where id = ?", Date.UTC(2026, 2, 22, 11), connection.id);
});
afterAll(() => vi.restoreAllMocks());

/** What the shop does to an order, one after the other. */
const CHANGES: readonly Record<string, unknown>[] = [
  { number: "edited" },
  { status: "on-hold" },
  { status: "completed" },
  { status: "cancelled" },
  { status: "processing", refunds: [{ id: 1, total: "-5.00" }] },
  { status: "refunded", refunds: [{ id: 1, total: "-29.35" }] },
];

/** A status that is a cancellation by the documented map. */
const CANCELS = new Set(["cancelled", "refunded"]);

it("a shop that loses, repeats, delays and reorders its webhooks: our orders equal its orders, and the gaps are exactly the lost ones", async () => {
  const random = randomOf("lossy shop");
  const deliveries: { payload: unknown; at: number }[] = [];
  const lost = new Set<number>();
  let second = 0;
  for (let id = 1; id <= ORDERS; id += 1) {
    const fields: Record<string, unknown> = {};
    const changes = Math.floor(random() * 4);
    for (let n = 0; n <= changes; n += 1) {
      if (n > 0) Object.assign(fields, CHANGES[Math.floor(random() * CHANGES.length)]);
      second += 1;
      const payload = standIn.put(id, second, fields);
      const chance = random();
      // Some arrive much later than others.
      const at = second + (random() < 0.2 ? Math.floor(random() * 200) : 0);
      if (chance >= 0.05) deliveries.push({ payload, at });
      if (chance > 0.95) deliveries.push({ payload, at: at + 3 });
      if (n === changes) {
        if (chance < 0.05) lost.add(id);
      }
    }
  }
  deliveries.sort((a, b) => a.at - b.at);
  let sent = 0;
  for (const { payload } of deliveries) {
    expect((await deliverWoo(connection, payload)).status).toBe(200);
    sent += 1;
    // The queue of these tests does not process messages by itself, and an inbox that is full accepts no more.
    if (sent % 500 === 0) await processInbox(shop, connection);
  }
  await processInbox(shop, connection);
  expect((await inboxOf(connection)).filter(({ status }) => status !== "processed")).toEqual([]);
  await reconcile(env, { id: connection.id, organization_id: shop.id }, Date.now() + 600_000);

  const health = (await shop.v2(`/connections/${connection.id}`)).body;
  expect([health.gaps_found, health.gaps_filled, health.last_error]).toEqual([lost.size, lost.size, null]);
  const stored = await rows(
    "select external_id, number, source_status, total_amount, refund_amount, customer_name, status from orders where organization_id = ?",
    shop.id,
  );
  const byId = new Map(stored.map((row) => [Number(row["external_id"]), row]));
  expect(byId.size).toBe(ORDERS);
  for (const [id, order] of standIn.orders) {
    const refunds = (order["refunds"] as { total: string }[]).map(({ total }) => -Number(total));
    const row = byId.get(id);
    expect(row).toMatchObject({
      number: order["number"],
      source_status: order["status"],
      total_amount: 293_500,
      customer_name: "Ada Nowak",
      refund_amount: refunds.length === 0 ? null : 10_000 * refunds.reduce((sum, amount) => sum + amount, 0),
    });
    // A cancellation may have been undone in the shop; that never reopens an order here.
    if (CANCELS.has(String(order["status"]))) expect(["Cancelled", "Complete"]).toContain(row?.["status"]);
  }
});
