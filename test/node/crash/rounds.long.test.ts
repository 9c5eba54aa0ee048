import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { EVENT_TYPES } from "../../../src/resources/events/events.ts";
import { FULL, randomOf, SEED } from "../../kit/form.ts";
import { runningOf } from "../processes.ts";
import { startReceiver } from "../server/receiver.ts";
import { openShop } from "../server/shop.ts";
import { DATABASES } from "../server/databases.ts";
import { builtCrashEntry } from "../server/built-worker.ts";
import { audit, executedWrites } from "./audit-writes.ts";
import { CrashingWorker, PAST_DELIVERY_LEASE_MS } from "./crashing-worker.ts";
import { drain } from "./drain.ts";
import { recount } from "./recount.ts";
import { recountWords } from "./search-words.ts";
import { StoppedFiles } from "./stopped-files.ts";
import { checkDeliveries, type LoggedRow, READ_LOG } from "./check-deliveries.ts";
import { VERBS, type Write } from "./writer.ts";
import { openWriters } from "./writers.ts";

// The seed determines what each writer writes to which row, what it abandons and cancels, and the length of each round. It does not
// determine which statement a kill interrupts or the order of the writers, so runs with the same seed are similar, but not identical.

const ROUNDS = FULL ? 30 : 3;
/** For each of three organizations, which are in different databases. */
const WRITERS = FULL ? 3 : 2;
/** The minimum time for which it runs before it is killed, and the maximum of the additional time. */
const MIN_UP_MS = 100;
const UP_MS = FULL ? 3_000 : 600;
/** In the full form, in each round with this interval the clock is not advanced before the retries. */
const EARLY = 5;
/** The gate lets a retry wait 5 s for the execution that holds its key. */
const MAX_RETRY_WAIT_MS = 8_000;

// The Worker of src/entrypoints/worker.ts as a deployment builds it, except for its clock: a killed execution holds its key for 30 s and
// a killed attempt its delivery for 60 s, which would be too long to wait for thirty times. No other instrumentation is active.
let crashing: CrashingWorker;
beforeAll(async () => {
  crashing = await CrashingWorker.start(await builtCrashEntry(), { canPause: false });
});
afterAll(async () => await crashing?.[Symbol.asyncDispose]());

/** Kills it at any point, with its database, objects and queues. */
async function kill(): Promise<void> {
  const { pid } = crashing.worker;
  expect(runningOf([pid])).toEqual([pid]);
  await crashing.kill();
  expect(runningOf([pid])).toEqual([]);
}

/**
 * Starts it while the keys of the killed executions are still held, until a retry was told to wait, and only then advances the clock.
 */
async function startEarly(retryCount: () => number): Promise<void> {
  const before = retryCount();
  await crashing.restart(0);
  for (const since = Date.now(); retryCount() === before && Date.now() - since < MAX_RETRY_WAIT_MS;) await wait(50);
  await crashing.moveClock(PAST_DELIVERY_LEASE_MS);
}

/** An organization in this database, with its writers and two endpoints at the receiver. */
async function openWritingShop(database: number, receiverUrl: string) {
  const shop = await openShop(crashing.worker.url, { database });
  const path = `/${database}`;
  const endpointId = (await shop.webhook(`${receiverUrl}${path}/all`, [...EVENT_TYPES])).id;
  const pausedId = (await shop.webhook(`${receiverUrl}${path}/paused`, ["ticket.created", "ticket.updated"])).id;
  const clients = await openWriters(crashing, { prefix: `d${database}`, organizationId: shop.id, count: WRITERS, endpointId: pausedId });
  return {
    ...clients,
    id: shop.id,
    database,
    path,
    endpointId,
    pausedId,
    written: () => [clients.founder, ...clients.writers].flatMap((writer) => writer.written),
    /** The files that have its rows. */
    files: ({ databases, gates }: StoppedFiles) => {
      const own = databases[database];
      if (own === undefined) throw new Error(`There is no file of database ${database}.`);
      return { database: own, gates };
    },
  };
}

/** The sum of a figure of all shops. */
const sumOf = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0);

it(`killed ${ROUNDS} times during random writes: each acknowledged write exists once, no write exists twice, and every event is delivered (R6)`, async () => {
  const random = randomOf("rounds");
  await using receiver = await startReceiver();
  const shops = await Promise.all(DATABASES.map(async (_, database) => await openWritingShop(database, receiver.url)));
  const writers = shops.flatMap((shop) => shop.writers);
  const written = (): Write[] => shops.flatMap((shop) => shop.written());
  const retriesAfter = (response: string) => written().reduce((sum, write) => sum + (write.retryReasons[response] ?? 0), 0);

  let isOver = false;
  let upMs = 0;
  let [underWay, files] = [0, 0];
  /** Writes that were killed between their commit and their response. */
  const committedWithoutResponse = new Set<Write>();
  const writing = Promise.all(writers.map(async (writer) => await writer.writeUntil(() => isOver)));
  // Its errors are handled where it is awaited.
  writing.catch(() => undefined);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const up = Date.now();
    if (random() < 0.5) void crashing.runCron().catch(() => undefined);
    await wait(MIN_UP_MS + random() * UP_MS);
    // Sometimes right after a response arrives, before its key is completed.
    if (random() < 0.4) await Promise.race(shops.map(async ({ responses }) => await once(responses, "answer")));
    underWay += writers.filter(({ isWaiting }) => isWaiting).length;
    await kill();
    upMs += Date.now() - up;

    using stopped = new StoppedFiles(crashing.state);
    const examined = stopped.examine();
    files += examined.files;
    expect(examined.violations, `files after kill ${round}`).toEqual([]);
    expect(stopped.databases.flatMap(recount), `recount after kill ${round}`).toEqual([]);
    for (const shop of shops) {
      for (const write of executedWrites(shop.written(), shop.files(stopped)))
        if (write.response === null) committedWithoutResponse.add(write);
    }

    if (FULL && round % EARLY === 0) await startEarly(() => retriesAfter("409 in_progress"));
    else await crashing.restart(PAST_DELIVERY_LEASE_MS);
  }
  isOver = true;
  await writing;

  const acknowledged = written().filter(({ response }) => response !== null && response.status < 300);
  for (const { founder, pausedId } of shops) {
    const late = await founder.write("PATCH /webhooks/{id}", () => ({
      surface: "v2",
      method: "PATCH",
      path: `/webhooks/${pausedId}`,
      body: { enabled: true },
      raises: [["webhook_endpoints", pausedId]],
    }));
    expect(late.response?.status).toBe(200);
  }
  let cronRuns = 0;
  for (const { id, database } of shops) cronRuns += await drain(crashing, id, database);
  // The first writer would be told to wait too often.
  const repeating = shops.flatMap(({ founder, writers: [, ...others] }) => [founder, ...others]);
  const repeated = await Promise.all(repeating.map(async (writer) => await writer.repeat()));
  expect(repeated.flatMap(({ violations }) => violations)).toEqual([]);
  await kill();

  using stopped = new StoppedFiles(crashing.state);
  expect(stopped.examine().violations).toEqual([]);
  expect(stopped.databases.flatMap(recount)).toEqual([]);
  expect(stopped.databases.flatMap(recountWords)).toEqual([]);
  const audits = shops.map((shop) => audit(shop.written(), shop.files(stopped)));
  for (const one of audits) expect(one).toMatchObject({ lost: [], twice: [], violations: [] });

  const totals = shops.map(({ id, endpointId, path, files: filesOf }) => {
    const { database } = filesOf(stopped);
    const events = database.prepare("select id, type from events").all() as { id: string; type: string }[];
    const [all, paused] = [`${path}/all`, `${path}/paused`];
    return checkDeliveries({
      owed: events.map(({ id: event, type }) => ({ event, paths: type.startsWith("ticket.") ? [all, paused] : [all] })),
      log: database.prepare(READ_LOG).all(id) as unknown as LoggedRow[],
      received: receiver.received.filter((request) => request.path.startsWith(`${path}/`)),
      pathOf: (endpoint) => (endpoint === endpointId ? all : paused),
    });
  });
  if (!FULL) return;

  const answeredRetries = written().filter(({ lost, response }) => lost > 0 && response !== null);
  const rejectedWith = (status: number) => written().filter(({ response }) => response?.status === status).length;
  const answeredAfterRetry = [...committedWithoutResponse].filter(({ response }) => response !== null);
  console.log(`SEED=${SEED} npm test -- crash`);
  console.table({
    kills: ROUNDS,
    "files examined": files,
    writes: written().length,
    "under way at a kill": underWay,
    acknowledged: acknowledged.length,
    "rejected: 412": rejectedWith(412),
    "rejected: 409 conflict": rejectedWith(409),
    "sent again after a kill, and answered": answeredRetries.length,
    "  committed before the kill": answeredAfterRetry.length,
    "    of those replayed": answeredAfterRetry.filter(({ response }) => response?.replayed).length,
    "    of those rebuilt": answeredAfterRetry.filter(({ response }) => response?.replayed === false).length,
    "client hung up, and sent again": written().filter(({ hungUp }) => hungUp).length,
    "told to wait: 409 in_progress": retriesAfter("409 in_progress"),
    "told to wait: 429": retriesAfter("429"),
    "told to come again: 5xx": retriesAfter("500") + retriesAfter("503"),
    "abandoned, happened": sumOf(audits, ({ abandoned }) => abandoned.found),
    "abandoned, not happened": sumOf(audits, ({ abandoned }) => abandoned.notFound),
    "repeated at the end, replayed": sumOf(repeated, ({ replayed }) => replayed),
    "repeated at the end, rebuilt": sumOf(repeated, ({ rebuilt }) => rebuilt),
    lost: sumOf(audits, ({ lost }) => lost.length),
    twice: sumOf(audits, ({ twice }) => twice.length),
    events: sumOf(totals, (one) => one.events),
    "events lost": sumOf(totals, (one) => one.lost),
    "events sent again": sumOf(totals, (one) => one.doubled),
    "attempts of unknown outcome": sumOf(totals, (one) => one.unknown),
    "runs of cron until all was delivered": cronRuns,
    "acknowledged writes per second of being up": Math.round(acknowledged.length / (upMs / 1000)),
  });
  expect(answeredRetries.length).toBeGreaterThan(ROUNDS);
  expect(new Set(acknowledged.map(({ verb }) => verb))).toEqual(new Set(VERBS.map(({ name }) => name)));
}, 1_500_000);
