import { afterAll, beforeAll, expect, it } from "vitest";
import { firstIdOf } from "../../../src/platform/crypto/random.ts";
import { builtCrashEntry } from "../server/built-worker.ts";
import { CrashingWorker, PAST_DELIVERY_LEASE_MS, until } from "./crashing-worker.ts";
import { FULL } from "../../kit/form.ts";
import { type Load, openLoad } from "./load.ts";

const MANY = FULL ? 1_000_000 : 20_000;
const PORTION = 20_000;
const DAY_MS = 86_400_000;
/** The maximum delay of a retry (docs/spec/webhooks.md#retries). */
const RETRY_MS = DAY_MS / 2;

/** The tolerance for additional rows in an index or a page split: a factor, and some rows for what reads few. */
const SLACK = 1.25;
const SLACK_ROWS = 5;

let crashing: CrashingWorker;
beforeAll(async () => {
  crashing = await CrashingWorker.start(await builtCrashEntry());
});
afterAll(async () => await crashing?.[Symbol.asyncDispose]());

/**
 * Inserts deliveries of the load's first endpoint with their events: delivered `daysAgo`, or pending with a retry in twelve hours.
 * The ids of a portion begin with the same text and end with a number, and `~` comes after all digits.
 */
async function insertDeliveries(load: Load, prefix: string, count: number, state: { status: string; daysAgo: number }): Promise<void> {
  const [endpoint] = load.endpoints;
  const at = Date.now() - state.daysAgo * DAY_MS;
  for (let done = 0; done < count; done += PORTION) {
    const size = Math.min(PORTION, count - done);
    await crashing.worker.rows(
      `insert into events (id, organization_id, type, body, occurred_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
       select ? || i, ?, 'order.updated', '{}', ? from n`,
      size,
      `evt_${prefix}${done}_`,
      load.shop().id,
      at,
    );
    await crashing.worker.rows(
      `insert into deliveries (id, organization_id, endpoint_id, event_id, event_type, status, "trigger", attempts, next_attempt_at, created_at)
       select ? || substr(id, 5), organization_id, ?, id, type, ?, 'auto', 1, ?, occurred_at
       from events where id >= ? and id < ?`,
      firstIdOf("dlv", at),
      endpoint,
      state.status,
      state.status === "pending" ? Date.now() + RETRY_MS : null,
      `evt_${prefix}${done}_`,
      `evt_${prefix}${done}_~`,
    );
  }
}

/** The status that the receiver returns. */
let status = 200;

const unsent = "select attempts from deliveries where event_type = 'order.created' and (status = 'pending' or lease_token is not null)";

/**
 * The rows that D1 reads for a write with its delivery (claim, record), for a failure, for the retry of it by a delivery job, for lists, and
 * for a delivery job that deletes ten.
 */
async function measureCosts(load: Load): Promise<Record<string, number>> {
  const [endpoint] = load.endpoints;
  const { received } = load.receiver;
  const before = received.length;
  await crashing.rowsRead();
  await load.bulkWrite(1)();
  await until(() => expect(received).toHaveLength(before + 2));
  await until(async () => expect(await crashing.worker.rows(unsent)).toEqual([]));
  const delivered = await crashing.rowsRead();

  status = 500;
  await load.bulkWrite(1)();
  await until(() => expect(received).toHaveLength(before + 4));
  const recorded = "select count(*) as n from attempts where error_code is not null";
  // Each call of this function makes six requests, two of which fail.
  const failures = (before / 6 + 1) * 2;
  await until(async () => expect(await crashing.worker.rows(recorded)).toEqual([{ n: failures }]));
  const failed = await crashing.rowsRead();
  status = 200;
  // Past the first retry, after about 5 s, and the 30 s that the delivery job then waits for its message.
  await crashing.moveClock(PAST_DELIVERY_LEASE_MS);
  await crashing.runCron();
  await until(async () => expect(await crashing.worker.rows(unsent)).toEqual([]));
  expect(received).toHaveLength(before + 6);
  const retried = await crashing.rowsRead();

  const lists: Record<string, number> = {};
  for (const filter of ["", "?status=succeeded", "?status=pending", "?status=failed"]) {
    const response = await load.shop().v2(`/webhooks/${endpoint}/deliveries${filter}`);
    expect(response.status).toBe(200);
    lists[`list ${filter}`] = await crashing.rowsRead();
  }
  await insertDeliveries(load, `old${before}x`, 10, { status: "succeeded", daysAgo: 31 });
  await crashing.runCron();
  const purged = await crashing.rowsRead();
  const old = "select count(*) as n from deliveries where created_at < ?";
  expect(await crashing.worker.rows(old, Date.now() - 30 * DAY_MS)).toEqual([{ n: 0 }]);
  return { delivered, failed, retried, purged, ...lists };
}

it(`claim, record, retry, list, delivery job and purge read about as many rows for ${MANY} deliveries as for two hundred (case 72)`, async () => {
  await using load = await openLoad(crashing, () => ({ status }));
  await insertDeliveries(load, "a", 100, { status: "succeeded", daysAgo: 1 });
  await insertDeliveries(load, "b", 100, { status: "pending", daysAgo: 1 });
  const few = await measureCosts(load);
  await insertDeliveries(load, "c", MANY / 2, { status: "succeeded", daysAgo: 1 });
  await insertDeliveries(load, "d", MANY / 2, { status: "pending", daysAgo: 1 });
  const many = await measureCosts(load);
  if (FULL) console.table({ few, many });
  // The list of those that have succeeded passes over the pending ones, each a row of the index and of the table (docs/design/lists.md).
  const passedOver = MANY / 2;
  for (const [what, read] of Object.entries(many)) {
    const passed = what === "list ?status=succeeded" ? 2 * passedOver : 0;
    expect(read, what).toBeLessThanOrEqual((few[what] ?? 0) * SLACK + SLACK_ROWS + passed);
  }
}, 1_200_000);
