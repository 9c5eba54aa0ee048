import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CrashingWorker, PAST_DELIVERY_LEASE_MS, PAST_LEASE_MS, until } from "./crash/crashing-worker.ts";
import { countRows, NEW_ORDER, withAddedRows, testKills } from "./crash/kill-points.ts";
import { drain } from "./crash/drain.ts";
import { builtCrashEntry } from "./server/built-worker.ts";
import { NEWEST_DATABASE } from "./server/databases.ts";
import { startReceiver } from "./server/receiver.ts";
import { orderBody, idempotencyKey, openShop, type Shop } from "./server/shop.ts";

// One state for all tests: each kill acts on the state that the earlier ones have left.
let crashing: CrashingWorker;
beforeAll(async () => {
  crashing = await CrashingWorker.start(await builtCrashEntry(), { timersByClock: true });
});
afterAll(async () => await crashing?.[Symbol.asyncDispose]());

describe("a new order: nothing is lost, nothing is doubled", () => testKills(() => crashing, NEW_ORDER));

it(
  "until the lease of the killed execution has ended, a retry gets 409 with Retry-After, and then the write happens once",
  { tags: "long" },
  async () => {
    const { worker } = crashing;
    const shop = await openShop(worker.url);
    const key = idempotencyKey();
    const send = ({ v2 }: Shop) => v2("/orders", orderBody(), key);
    const before = await countRows(worker, NEWEST_DATABASE);
    await crashing.pauseAt(["committed"], () => void send(shop).catch(() => undefined));

    const waiting = send(shop.at((await crashing.restart(0)).url));
    const responded = new AbortController();
    void waiting.finally(() => responded.abort());
    // It waits 5 s for the execution that holds its key, whose lease ends after 30 s.
    for (let seconds = 0; seconds < 20 && !responded.signal.aborted; seconds += 1) {
      await crashing.passTime(1_000);
      await wait(10);
    }
    const early = await waiting;
    expect(early).toMatchObject({ status: 409, body: { error: { code: "idempotency_in_progress" } } });
    expect(early.headers.get("Retry-After")).toBe("1");

    const restarted = await crashing.restart(PAST_LEASE_MS);
    expect(await send(shop.at(restarted.url))).toMatchObject({ status: 201 });
    expect(await countRows(restarted, NEWEST_DATABASE)).toEqual(
      withAddedRows(before, { orders: 1, order_items: 1, order_history: 1, events: 1, write_markers: 1 }),
    );
  },
);

it.each([
  { when: "while its consumer waited for it", points: [], unacknowledgedCount: 1 },
  { when: "after its message was acknowledged", points: ["left"], unacknowledgedCount: 0 },
])(
  "an attempt that died $when is logged as outcome_unknown, and the event is sent again (R6, R20) (cases 27, 74)",
  { tags: "long" },
  async ({ points, unacknowledgedCount }) => {
    const { worker } = crashing;
    await using receiver = await startReceiver((_, nth) => (nth === 1 ? null : { status: 200 }));
    const shop = await openShop(worker.url);
    const { id: webhookId } = await shop.webhook(receiver.url, ["order.created"]);
    await crashing.pauseAt(points, () => void shop.order());
    await until(() => expect(receiver.received).toHaveLength(1));
    const deliveryId = receiver.received[0]?.headers["x-service-delivery"];
    const unacknowledged = [...crashing.unacknowledged.values()].filter(({ delivery_id }) => delivery_id === deliveryId);
    expect(unacknowledged).toHaveLength(unacknowledgedCount);

    const restarted = await crashing.restart(PAST_DELIVERY_LEASE_MS);
    const reopened = shop.at(restarted.url);
    await crashing.runCron();
    await drain(crashing, shop.id);
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
  },
);
