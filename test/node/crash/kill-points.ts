import { expect, it } from "vitest";
import { startReceiver } from "../server/receiver.ts";
import { type ApiResponse, orderBody, idempotencyKey, openShop, type Shop } from "../server/shop.ts";
import type { RunningWorker } from "../server/worker.ts";
import { type CrashingWorker, PAST_LEASE_MS, until } from "./crashing-worker.ts";

const TABLES = ["orders", "order_items", "order_history", "events", "deliveries", "write_markers"];

/** The number of rows of each table of a database. */
export async function countRows({ rowsIn }: RunningWorker, database: number): Promise<Record<string, number>> {
  const counts = await rowsIn<Record<string, number>>(
    database,
    `select ${TABLES.map((table) => `(select count(*) from ${table}) as ${table}`).join()}`,
  );
  return counts[0] ?? {};
}

/** The same counts with added rows. */
export function withAddedRows(counts: Record<string, number>, added: Record<string, number>): Record<string, number> {
  return Object.fromEntries(TABLES.map((table) => [table, (counts[table] ?? 0) + (added[table] ?? 0)]));
}

/** The points at which the Worker is paused and killed, whether the retry gets a stored response, and the database of the organization. */
const KILLS = [
  { when: "before the commit", at: ["commit"], replayed: false, database: 0 },
  { when: "right after the commit", at: ["committed"], replayed: false, database: 1 },
  { when: "between the commit and its settlement, before the queue is told", at: ["enqueue", "settle"], replayed: false, database: 2 },
  { when: "after the settlement, before the queue is told", at: ["enqueue", "settled"], replayed: true, database: 1 },
];

interface Write {
  event: string;
  send: (shop: Shop, itemId: string, headers: Record<string, string>) => Promise<ApiResponse>;
  response: object;
  /** The rows that it adds, besides a history entry, an event, a delivery and a marker. */
  adds: Record<string, number>;
  /** The version, after the write, of the item that existed before it. */
  version: number;
}

export const NEW_ORDER: Write = {
  event: "order.created",
  send: ({ v2 }, _, headers) => v2("/orders", orderBody({ number: "A-7" }), headers),
  response: { status: 201, body: { number: "A-7", version: 1, items: [{ name: "Mug" }] } },
  adds: { orders: 1, order_items: 1 },
  version: 1,
};

export const ITEM_STATUS: Write = {
  event: "order.updated",
  send: ({ v1 }, itemId, headers) => v1(`/orderItems/${itemId}/status`, { status: "In Production" }, headers),
  response: { status: 200, body: { success: true, data: { name: "Mug", status: "In Production" } } },
  adds: {},
  version: 2,
};

/** Adds tests that kill the Worker at each point of this write, and send the write again. */
export function testKills(crashingWorker: () => CrashingWorker, { event, send, response, adds, version }: Write): void {
  // A death before and one after the commit in `npm test`, the others in the long run.
  it.each(KILLS.slice(0, 2))("killed $when (R6) (case 25)", testKill);
  it.each(KILLS.slice(2))("killed $when (R6) (case 25)", { tags: "long" }, testKill);

  async function testKill({ at, replayed, database }: (typeof KILLS)[number]): Promise<void> {
    const crashing = crashingWorker();
    const { worker } = crashing;
    await using receiver = await startReceiver();
    const shop = await openShop(worker.url, { database });
    const [item] = (await shop.order()).items;
    const { id: webhookId } = await shop.webhook(receiver.url, [event]);
    const before = await countRows(worker, database);
    const key = idempotencyKey();
    await crashing.pauseAt(at, () => void send(shop, item.id, key).catch(() => undefined));

    const restarted = await crashing.restart(PAST_LEASE_MS);
    const reopened = shop.at(restarted.url);
    const retried = await send(reopened, item.id, key);
    expect(retried).toMatchObject(response);
    expect(retried.headers.get("Idempotent-Replayed")).toBe(replayed ? "true" : null);
    const expected = withAddedRows(before, { order_history: 1, events: 1, deliveries: 1, write_markers: 1, ...adds });
    expect(await countRows(restarted, database)).toEqual(expected);
    expect(await restarted.rowsIn(database, "select version from order_items where id = ?", Number(item.id))).toEqual([{ version }]);

    await crashing.runCron();
    await until(async () => expect(await reopened.deliveries(webhookId)).toMatchObject([{ event, status: "succeeded" }]));
    const [delivery] = await reopened.deliveries(webhookId);
    expect(delivery.attempts).toHaveLength(1);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([delivery.event_id]);

    expect((await send(reopened, item.id, key)).headers.get("Idempotent-Replayed")).toBe("true");
    expect(await countRows(restarted, database)).toEqual(expected);
  }
}
