import { afterAll, beforeAll, expect, it } from "vitest";
import { builtCrashEntry } from "../server/built-worker.ts";
import { CrashingWorker, until } from "./crashing-worker.ts";
import { FULL } from "../../kit/form.ts";
import { openLoad, createOrders } from "./load.ts";

const ORDERS = FULL ? 1_000 : 300;

/** Less than the 60 s of a delivery's lease, more than the 30 s that the delivery job waits for a message. */
const JOB_AHEAD_MS = 45_000;

let crashing: CrashingWorker;
beforeAll(async () => {
  crashing = await CrashingWorker.start(await builtCrashEntry());
});
afterAll(async () => await crashing?.[Symbol.asyncDispose]());

it("three copies of each message to two concurrent consumers, with a running delivery job, cause no additional request (R7) (cases 29, 31, 37)", async () => {
  await using load = await openLoad(crashing);
  crashing.replies.set("enqueue", "3").set("consume", "2");
  const before = crashing.enqueued.length;
  let areOrdersCreated = false;
  const areAllCreated = () => areOrdersCreated;
  const runJobOften = async () => {
    for (let runs = 0; runs < 2 || !areAllCreated(); runs += 1) await crashing.runCron(Date.now() + JOB_AHEAD_MS);
  };
  await Promise.all([runJobOften(), createOrders(load, ORDERS).finally(() => (areOrdersCreated = true))]);
  await load.drain();
  expect(await load.checkDeliveries()).toEqual({ events: ORDERS, lost: 0, doubled: 0, unknown: 0 });
  expect(load.receiver.received).toHaveLength(2 * ORDERS);

  // All of them again, after everything was delivered.
  const late = crashing.enqueued.slice(before);
  // More than one bulk request enqueues: five messages for each of the two endpoints.
  expect(late.length).toBeGreaterThan(10);
  await crashing.enqueue(late);
  await until(() => expect(crashing.unacknowledged.size).toBe(0));
  expect(load.receiver.received).toHaveLength(2 * ORDERS);
  crashing.replies.clear();
}, 300_000);

it("lost messages are enqueued again by the delivery job, at most 90 s late (case 38)", async () => {
  await using load = await openLoad(crashing);
  crashing.replies.set("enqueue", "0");
  const before = crashing.enqueued.length;
  await createOrders(load, 3);
  await until(() => expect(crashing.enqueued.length).toBe(before + 6));
  crashing.replies.clear();
  const [row] = await crashing.worker.rows<{ due: number }>("select min(next_attempt_at) as due from deliveries where status = 'pending'");
  const due = row?.due ?? 0;

  // The cron job runs each minute. In the worst case, it runs just before the messages are 30 s old.
  await crashing.runCron(due + 29_999);
  expect(crashing.enqueued.length).toBe(before + 6);
  expect(load.receiver.received).toEqual([]);
  await crashing.runCron(due + 89_999);
  await until(async () => expect(await load.checkDeliveries()).toEqual({ events: 3, lost: 0, doubled: 0, unknown: 0 }));
});
