import { afterAll, beforeAll, expect, it } from "vitest";
import { DATABASES } from "../server/databases.ts";
import { builtCrashEntry } from "../server/built-worker.ts";
import { CrashingWorker, PAST_DELIVERY_LEASE_MS } from "./crashing-worker.ts";
import { FULL } from "../../kit/form.ts";
import { openLoad } from "./load.ts";
import type { DeliveryTotals } from "./check-deliveries.ts";

/** The number of orders of one write. In the full form, a thousand for each point. */
const BULK = FULL ? 200 : 30;

/** The number of orders of a killed write that is not retried. */
const ABANDONED = 5;

interface Point {
  name: string;
  cases: string;
  /** The point at which it is paused and killed: one of test/kit/crash-entry.ts, or `post`, which the receiver reaches. */
  at: string;
  /** Another point at which it is paused before. */
  heldToo?: string;
  /** The number of the arrival in each round. */
  nth: readonly number[];
  /** Reached only by the delivery job after an earlier kill. */
  inJob?: boolean;
  /** Whether a write that is killed here and not retried was executed. Undefined: it had a response before. */
  happened?: boolean;
}

const ONCE = FULL ? [1, 1, 1, 1, 1] : [1];
/** An arrival in the middle of the deliveries of a write. */
const AMID = FULL ? [1, 60, 7, 35, 20] : [8];
/** A write enqueues five messages for each of the two endpoints, and a batch has five. */
const BATCH = FULL ? [1, 2, 1, 2, 1] : [2];

const POINTS: readonly Point[] = [
  { name: "before the commit", cases: "(R6)", at: "commit", nth: ONCE, happened: false },
  { name: "between the commit and the message", cases: "(R6) (case 25)", at: "committed", nth: ONCE, happened: true },
  { name: "between the message and the claim", cases: "(R6)", at: "consume", nth: BATCH },
  { name: "between the claim and the POST", cases: "(R6) (case 26)", at: "claimed", nth: AMID },
  { name: "while the POST is under way", cases: "(R6, R7, R20)", at: "post", nth: AMID },
  { name: "between the response and the record", cases: "(R6, R7, R20) (case 27)", at: "record", nth: AMID },
  { name: "between the record and the next message", cases: "(R6, R7)", at: "recorded", nth: AMID },
  { name: "between the record and the acknowledgement", cases: "(R6, R7) (case 28)", at: "acknowledge", nth: BATCH },
  { name: "after the acknowledgement of a POST under way", cases: "(R6, R7, R20) (case 74)", at: "left", heldToo: "post", nth: ONCE },
  { name: "in the delivery job, between the lost leases and the messages", cases: "(R6)", at: "expired", nth: ONCE, inJob: true },
];

let crashing: CrashingWorker;
beforeAll(async () => {
  crashing = await CrashingWorker.start(await builtCrashEntry());
});
afterAll(async () => {
  if (FULL) console.table(table);
  await crashing?.[Symbol.asyncDispose]();
});

const table: ({ point: string; kills: number } & DeliveryTotals)[] = [];

it.each(POINTS)(
  "killed $name: nothing is lost, and nothing is sent twice unless the outcome was unknown $cases",
  async (point) => {
    const { name, at, heldToo = at, nth, inJob = false, happened } = point;
    // Each of the databases in turn.
    const database = POINTS.indexOf(point) % DATABASES.length;
    await using load = await openLoad(crashing, () => (crashing.passes("post") ? { status: 200 } : null), database);
    let kills = 0;
    const killAt = async (where: string, act: () => void, arrival = 1, together = 1) => {
      await crashing.pauseAt(where === at ? [at, heldToo] : [where], act, arrival, together);
      await crashing.restart(PAST_DELIVERY_LEASE_MS);
      kills += 1;
    };

    for (const [round, arrival] of nth.entries()) {
      await load.sendRejected();
      const write = load.bulkWrite(BULK);
      const writes = happened === undefined ? [write] : [write, load.bulkWrite(ABANDONED)];
      const send = () => writes.forEach((one) => void one().catch(() => undefined));
      // At another delivery in each round.
      if (inJob) await killAt("record", send, 1 + 3 * round);
      else await killAt(at, send, arrival, writes.length);
      // Miniflare's queue ends with it. Cloudflare's would keep unacknowledged messages and deliver them again.
      // The full form loses them in every other round, so that the delivery job has to find the deliveries.
      const kept = [...crashing.unacknowledged.values()];
      crashing.unacknowledged.clear();
      if (!FULL || round % 2 === 1) await crashing.enqueue(kept);
      // A client without a response sends the write again, and it is executed once.
      expect(await write()).toMatchObject({ status: 200, body: { summary: { created: BULK } } });
      if (inJob) await killAt(at, () => void crashing.runCron().catch(() => undefined));
      await crashing.runCron();
    }
    await load.drain();

    const committed = (BULK + (happened === true ? ABANDONED : 0)) * nth.length;
    expect(await load.countOrders()).toBe(committed);
    const totals = await load.checkDeliveries();
    expect(totals.events).toBe(committed);
    // The kill occurred at the intended point: only from the claim to the record is the outcome unknown.
    if (at === "claimed" || at === "record" || at === "post" || at === "left" || inJob)
      expect(totals.unknown).toBeGreaterThanOrEqual(nth.length);
    // After `claimed`, nothing was sent yet. The first kill of `inJob` is at `record`.
    if (at === "record" || at === "post" || at === "left" || inJob) expect(totals.doubled).toBeGreaterThanOrEqual(nth.length);
    table.push({ point: name, kills, ...totals });
  },
  600_000,
);
