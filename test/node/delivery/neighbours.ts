import { expect, it } from "vitest";
import { type CrashingWorker, until } from "../crash/crashing-worker.ts";
import { drain } from "../crash/drain.ts";
import { startReceiver } from "../server/receiver.ts";
import { orderBody, openShop, type Shop } from "../server/shop.ts";

/** The timeout for a receiver that does not respond. */
const TIMEOUT_MS = 10_000;
/** How long a batch waits for its attempts, which is the maximum delay of the next batch. */
const BATCH_WAIT_MS = 1_000;
/** The number of endpoints that respond. */
const HEALTHY_COUNT = 10;
/** The number of unresponsive endpoints none of whose attempts has ended yet. */
const NOT_YET_SLOW_COUNT = 5;
/** The number of endpoints of each kind. */
const PAIR_COUNT = 2;

async function createOrders(shop: Shop, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await shop.order();
}

/**
 * Creates endpoints at these URLs, and lets one event time out at each, so that they count as slow. In the local queue, the deliveries to other
 * endpoints would wait for the first timeout.
 */
async function makeSlow(crashing: CrashingWorker, shop: Shop, received: readonly unknown[], urls: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const url of urls) ids.push((await shop.webhook(url, ["order.created"])).id);
  await createOrders(shop, 1);
  await until(() => expect(received).toHaveLength(urls.length));
  await crashing.passTime(TIMEOUT_MS);
  const slow = "select count(*) as n from webhook_endpoints where organization_id = ? and slow > 0";
  await until(async () => expect(await crashing.worker.rows(slow, shop.id)).toEqual([{ n: urls.length }]));
  return ids;
}

/**
 * While the clock is stopped, no request to an unresponsive receiver ends, so whatever arrives in the meantime has waited for none of
 * them.
 */
export function neighboursSuite(context: () => { crashing: CrashingWorker; shop: Shop }): void {
  it("gets at most five concurrent requests, and delays no other endpoint (R10) (R11) (cases 66, 69)", async () => {
    const { crashing, shop } = context();
    await using healthy = await startReceiver();
    await using silent = await startReceiver(() => null);
    const [id] = await makeSlow(crashing, shop, silent.received, [silent.url]);
    for (let n = 0; n < HEALTHY_COUNT; n += 1) await shop.webhook(`${healthy.url}/${n}`, ["order.created"]);

    await crashing.stopClock();
    // Ten are due at once, and each message is delivered to two consumers.
    crashing.replies.set("consume", "2");
    await shop.v2("/orders/bulk", { orders: Array.from({ length: 10 }, () => orderBody()) });
    await until(() => expect(silent.received).toHaveLength(1 + 5));
    await createOrders(shop, 10);
    await until(() => expect(healthy.received).toHaveLength(20 * HEALTHY_COUNT));
    expect(silent.received).toHaveLength(1 + 5);
    crashing.replies.clear();
    await shop.v2(`/webhooks/${id}?confirm=${id}`, undefined, {}, "DELETE");
    await crashing.resumeClock();
    await crashing.passTime(TIMEOUT_MS);
    await until(async () => expect(await countRunning(crashing, shop)).toBe(0));
    await drain(crashing, shop.id);
    expect(silent.received).toHaveLength(1 + 5);
  });

  it(
    "does not delay another organization's delivery by its timeout, even before it is known to be slow (R10) (case 75)",
    { tags: "long" },
    async () => {
      const { crashing, shop } = context();
      await using healthy = await startReceiver();
      await using silent = await startReceiver(() => null);
      const other = await openShop(crashing.worker.url);
      await other.webhook(healthy.url, ["order.created"]);
      const endpoints: { id: string }[] = [];
      for (let n = 0; n < NOT_YET_SLOW_COUNT; n += 1) endpoints.push(await shop.webhook(`${silent.url}/${n}`, ["order.created"]));

      // Messages of earlier tests would share a batch with these.
      await until(() => expect(crashing.unacknowledged.size).toBe(0));
      await crashing.stopClock();
      // Of these 250 deliveries, five for each endpoint may run at once. They fill five batches of five (max_batch_size in wrangler.toml). The
      // messages of the others cause no request.
      const bulk = await shop.v2("/orders/bulk", { orders: Array.from({ length: 50 }, () => orderBody()) });
      expect(bulk.status).toBe(200);
      await until(() => expect(silent.received).toHaveLength(5));
      await other.order();
      for (let batches = 1; batches <= NOT_YET_SLOW_COUNT; batches += 1) {
        await until(() => expect(silent.received).toHaveLength(5 * batches));
        expect(healthy.received).toEqual([]);
        await crashing.passTime(BATCH_WAIT_MS);
      }
      await until(() => expect(healthy.received).toHaveLength(1));
      // All earlier requests are still running.
      expect(await countRunning(crashing, shop)).toBe(5 * NOT_YET_SLOW_COUNT);
      for (const { id } of endpoints) await shop.v2(`/webhooks/${id}?confirm=${id}`, undefined, {}, "DELETE");
      await crashing.resumeClock();
      await crashing.passTime(TIMEOUT_MS);
      await until(async () => expect(await countRunning(crashing, shop)).toBe(0));
      expect(silent.received).toHaveLength(5 * NOT_YET_SLOW_COUNT);
    },
  );

  it(
    "can be half of all endpoints: the others get their deliveries, and nothing is missing after it responds again (cases 67, 68)",
    { tags: "long" },
    async () => {
      const { crashing, shop } = context();
      let hangs = true;
      await using failing = await startReceiver(() => (hangs ? null : { status: 200 }));
      await using healthy = await startReceiver();
      const paths = Array.from({ length: PAIR_COUNT }, (_, nth) => `/${nth}`);
      await makeSlow(
        crashing,
        shop,
        failing.received,
        paths.map((path) => failing.url + path),
      );
      for (const path of paths) await shop.webhook(healthy.url + path, ["order.created"]);

      await crashing.stopClock();
      await createOrders(shop, 5);
      await until(() => expect(healthy.received).toHaveLength(5 * PAIR_COUNT));
      hangs = false;
      await crashing.resumeClock();
      await crashing.passTime(TIMEOUT_MS);
      await drain(crashing, shop.id);
      // For each pair: one delivery that made it slow, five to the failing endpoint, and five to the healthy one.
      const succeededCount = "select count(*) as n from deliveries where organization_id = ? and status = 'succeeded'";
      expect(await crashing.worker.rows(succeededCount, shop.id)).toEqual([{ n: (1 + 5 + 5) * PAIR_COUNT }]);
      const acceptedAttempts =
        "select delivery_id from attempts a join deliveries d on d.id = a.delivery_id where d.organization_id = ? and a.error_code is null";
      expect(await crashing.worker.rows(acceptedAttempts, shop.id)).toHaveLength((1 + 5 + 5) * PAIR_COUNT);
    },
  );
}

/** The number of deliveries of a shop with a running attempt. */
async function countRunning({ worker }: CrashingWorker, shop: Shop): Promise<number | undefined> {
  const [row] = await worker.rows<{ n: number }>(
    "select count(*) as n from deliveries where organization_id = ? and lease_token is not null",
    shop.id,
  );
  return row?.n;
}
