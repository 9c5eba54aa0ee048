import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { CrashingWorker, PAST_DELIVERY_LEASE_MS, PAST_LEASE_MS, until } from "./crash/crashing-worker.ts";
import { startReceiver } from "./server/receiver.ts";
import { type Answer, anOrder, idempotencyKey, openShop, type Shop } from "./server/shop.ts";
import { type Built, build, type RunningWorker, temporaryFolder } from "./server/worker.ts";

const buildFolder = temporaryFolder();
let built: Built;
beforeAll(async () => {
  built = await build(buildFolder.path, "test/kit/crash-entry.ts");
});
afterAll(() => buildFolder[Symbol.dispose]());

/** The Worker on a state of its own. */
async function aWorker({ onTestFinished }: TestContext): Promise<CrashingWorker> {
  const crashing = await CrashingWorker.start(built);
  onTestFinished(async () => await crashing[Symbol.asyncDispose]());
  return crashing;
}

const TABLES = ["orders", "order_items", "order_history", "events", "deliveries", "write_markers"];

/** How many rows each table has. */
async function counted({ rows }: RunningWorker): Promise<Record<string, number>> {
  const counts = await rows<Record<string, number>>(
    `select ${TABLES.map((table) => `(select count(*) from ${table}) as ${table}`).join()}`,
  );
  return counts[0] ?? {};
}

/** Where the Worker is killed, and whether the retry gets a remembered answer. */
const DEATHS = [
  { when: "before the commit", at: ["commit"], replayed: false },
  { when: "right after the commit", at: ["committed"], replayed: false },
  { when: "between the commit and its settlement, before the queue is told", at: ["ring", "settle"], replayed: false },
  { when: "after the settlement, before the queue is told", at: ["ring", "settled"], replayed: true },
];

interface Write {
  what: string;
  event: string;
  send: (shop: Shop, itemId: string, headers: Record<string, string>) => Promise<Answer>;
  answer: object;
  /** What it adds to the tables, besides a line of history, an event, a delivery and a marker. */
  adds: Record<string, number>;
  /** The version of the item that existed before. */
  version: number;
}

const WRITES: Write[] = [
  {
    what: "an item's status",
    event: "order.updated",
    send: ({ v1 }, itemId, headers) => v1(`/orderItems/${itemId}/status`, { status: "In Production" }, headers),
    answer: { status: 200, body: { success: true, data: { name: "Mug", status: "In Production" } } },
    adds: {},
    version: 2,
  },
  {
    what: "a new order",
    event: "order.created",
    send: ({ v2 }, _, headers) => v2("/orders", anOrder({ number: "A-7" }), headers),
    answer: { status: 201, body: { number: "A-7", version: 1, items: [{ name: "Mug" }] } },
    adds: { orders: 1, order_items: 1 },
    version: 1,
  },
];

describe.each(WRITES)("$what: nothing lost, nothing doubled", ({ event, send, answer, adds, version }) => {
  it.for(DEATHS)("killed $when (R6) (case 25)", async ({ at, replayed }, test) => {
    const crashing = await aWorker(test);
    const { worker } = crashing;
    await using receiver = await startReceiver();
    const shop = await openShop(worker.url);
    const [item] = (await shop.order()).items;
    const { id: webhookId } = await shop.webhook(receiver.url, [event]);
    const before = await counted(worker);
    const key = idempotencyKey();
    await crashing.standsAt(at, () => void send(shop, item.id, key).catch(() => undefined));

    const restarted = await crashing.again(PAST_LEASE_MS);
    const reopened = shop.at(restarted.url);
    const retried = await send(reopened, item.id, key);
    expect(retried).toMatchObject(answer);
    expect(retried.headers.get("Idempotent-Replayed")).toBe(replayed ? "true" : null);
    const once = { order_history: 1, events: 1, deliveries: 1, write_markers: 1, ...adds };
    const expected = Object.fromEntries(TABLES.map((table) => [table, (before[table] ?? 0) + (once[table as "events"] ?? 0)]));
    expect(await counted(restarted)).toEqual(expected);
    expect(await restarted.rows("select version from order_items where id = ?", Number(item.id))).toEqual([{ version }]);

    await crashing.sweep();
    await until(async () => expect(await reopened.deliveries(webhookId)).toMatchObject([{ event, status: "succeeded" }]));
    const [delivery] = await reopened.deliveries(webhookId);
    expect(delivery.attempts).toHaveLength(1);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([delivery.event_id]);

    expect((await send(reopened, item.id, key)).headers.get("Idempotent-Replayed")).toBe("true");
    expect(await counted(restarted)).toEqual(expected);
  });
});

it("answers a retry as done, and puts nothing back, where others have moved the order on meanwhile", async (test) => {
  const crashing = await aWorker(test);
  const { worker } = crashing;
  const shop = await openShop(worker.url);
  const order = await shop.order();
  const move = ({ v2 }: Shop, status: string, key: Record<string, string>) => v2(`/orders/${order.id}/status`, { status }, key);
  const key = idempotencyKey();
  await crashing.standsAt(["committed"], () => void move(shop, "Shipped", key).catch(() => undefined));

  const restarted = await crashing.again(PAST_LEASE_MS);
  const reopened = shop.at(restarted.url);
  expect((await move(reopened, "Complete", idempotencyKey())).status).toBe(200);
  // From Complete to Shipped, another request needs a reason.
  expect((await move(reopened, "Shipped", idempotencyKey())).status).toBe(409);
  expect(await move(reopened, "Shipped", key)).toMatchObject({ status: 200, body: { status: "Complete", version: 3 } });
  expect(await restarted.rows("select to_value from order_history where change = 'status' order by id")).toEqual([
    { to_value: "Shipped" },
    { to_value: "Complete" },
  ]);
});

it.concurrent("tells a retry to wait as long as the killed execution may still be under way", async (test) => {
  const crashing = await aWorker(test);
  const { worker } = crashing;
  const shop = await openShop(worker.url);
  const key = idempotencyKey();
  const send = ({ v2 }: Shop) => v2("/orders", anOrder(), key);
  await crashing.standsAt(["committed"], () => void send(shop).catch(() => undefined));

  const early = await send(shop.at((await crashing.again(0)).url));
  expect(early).toMatchObject({ status: 409, body: { error: { code: "idempotency_in_progress" } } });
  expect(early.headers.get("Retry-After")).toBe("1");

  const restarted = await crashing.again(PAST_LEASE_MS);
  expect(await send(shop.at(restarted.url))).toMatchObject({ status: 201 });
  expect(await counted(restarted)).toMatchObject({ orders: 1, events: 1, write_markers: 1 });
});

it.concurrent("logs an attempt that died with its Worker as outcome_unknown, and sends the event again (R6, R20) (case 27)", async (test) => {
  const crashing = await aWorker(test);
  const { worker } = crashing;
  await using receiver = await startReceiver((_, nth) => (nth === 1 ? null : { status: 200 }));
  const shop = await openShop(worker.url);
  const { id: webhookId } = await shop.webhook(receiver.url, ["order.created"]);
  await shop.order();
  await until(() => expect(receiver.received).toHaveLength(1));

  const restarted = await crashing.again(PAST_DELIVERY_LEASE_MS);
  const reopened = shop.at(restarted.url);
  await crashing.sweep();
  await until(async () => expect(await reopened.deliveries(webhookId)).toMatchObject([{ status: "succeeded" }]));
  const [delivery] = await reopened.deliveries(webhookId);
  expect(delivery.attempts).toMatchObject([
    { number: 1, response_status: null, error_code: "outcome_unknown" },
    { number: 2, response_status: 200, error_code: null },
  ]);
  expect(receiver.received.map(({ headers }) => [headers["webhook-id"], headers["x-service-attempt"]])).toEqual([
    [delivery.event_id, "1"],
    [delivery.event_id, "2"],
  ]);
  const [first, second] = receiver.received;
  expect(second?.raw).toEqual(first?.raw);
});
