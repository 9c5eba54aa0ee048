import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { EVENT_TYPES } from "../../../src/events/events.ts";
import { FULL, randomOf, SEED } from "../../kit/form.ts";
import { alive } from "../processes.ts";
import { startReceiver } from "../server/receiver.ts";
import { openShop } from "../server/shop.ts";
import { builtCrashEntry } from "../server/built-worker.ts";
import { audit, happenedOf } from "./books.ts";
import { CrashingWorker, PAST_DELIVERY_LEASE_MS } from "./crashing-worker.ts";
import { drain } from "./drain.ts";
import { recount } from "./recount.ts";
import { recountWords } from "./search-words.ts";
import { StoppedFiles } from "./stopped-files.ts";
import { checkDeliveries, type LoggedRow, READ_LOG } from "./check-deliveries.ts";
import { VERBS, type Write } from "./writer.ts";
import { openWriters } from "./writers.ts";

// From the seed follow what each writer writes and to which of its rows, what it abandons and where it hangs up, and how long each
// round lasts. Which statement a kill meets does not, nor in which order the writers come: a run with the same seed is alike, not the same.

const ROUNDS = FULL ? 30 : 3;
const WRITERS = FULL ? 8 : 4;
/** How long it is up at least, and at most so much longer, before it is killed. */
const MIN_UP_MS = 100;
const UP_MS = FULL ? 3_000 : 600;
/** In the full form, every so many rounds the clock is not moved before the retries come. */
const EARLY = 5;
/** The gate lets a retry wait 5 s for the execution that holds its key. */
const MAX_TOLD_MS = 8_000;

// The Worker of src/worker.ts as a deployment builds it, but for its clock: a killed execution holds its key for 30 s, a killed
// attempt its delivery for 60 s, and nobody waits for that thirty times. Nothing else of the instrumented entry is in its way.
let crashing: CrashingWorker;
beforeAll(async () => {
  crashing = await CrashingWorker.start(await builtCrashEntry(), { held: false });
});
afterAll(async () => await crashing?.[Symbol.asyncDispose]());

/** Kills it where it stands, its database, objects and queues with it. */
async function kill(): Promise<void> {
  const { pid } = crashing.worker;
  expect(alive([pid])).toEqual([pid]);
  await crashing.kill();
  expect(alive([pid])).toEqual([]);
}

/** Starts it while the keys of the killed executions are still held, until a retry has been told to wait, and only then moves the clock. */
async function startEarly(timesTold: () => number): Promise<void> {
  const before = timesTold();
  await crashing.again(0);
  for (const since = Date.now(); timesTold() === before && Date.now() - since < MAX_TOLD_MS;) await wait(50);
  await crashing.moveClock(PAST_DELIVERY_LEASE_MS);
}

it(`killed ${ROUNDS} times amid writes of every kind: each acknowledged one is there once, no other twice, and all is told of (R6)`, async () => {
  const random = randomOf("rounds");
  await using receiver = await startReceiver();
  const shop = await openShop(crashing.worker.url);
  const endpointId = (await shop.webhook(`${receiver.url}/all`, [...EVENT_TYPES])).id;
  const pausedId = (await shop.webhook(`${receiver.url}/paused`, ["ticket.created", "ticket.updated"])).id;
  const { founder, writers, answers } = await openWriters(crashing, shop.id, WRITERS, pausedId);
  const written = (): Write[] => [founder, ...writers].flatMap((writer) => writer.written);
  const told = (answer: string) => written().reduce((sum, write) => sum + (write.told[answer] ?? 0), 0);

  let isOver = false;
  let upMs = 0;
  let [underWay, files] = [0, 0];
  /** Killed between their commit and their answer. */
  const unheard = new Set<Write>();
  const writing = Promise.all(writers.map(async (writer) => await writer.writeUntil(() => isOver)));
  // What goes wrong there is heard of where it is waited for.
  writing.catch(() => undefined);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const up = Date.now();
    if (random() < 0.5) void crashing.runCron().catch(() => undefined);
    await wait(MIN_UP_MS + random() * UP_MS);
    // Now and then when an answer comes in, which is not settled then.
    if (random() < 0.4) await once(answers, "answer");
    underWay += writers.filter(({ waits }) => waits).length;
    await kill();
    upMs += Date.now() - up;

    using stopped = new StoppedFiles(crashing.state);
    const examined = stopped.examine();
    files += examined.files;
    expect(examined.faults, `files after kill ${round}`).toEqual([]);
    expect(recount(stopped.database), `recount after kill ${round}`).toEqual([]);
    for (const write of happenedOf(written(), stopped)) if (write.answer === null) unheard.add(write);

    if (FULL && round % EARLY === 0) await startEarly(() => told("409 in_progress"));
    else await crashing.again(PAST_DELIVERY_LEASE_MS);
  }
  isOver = true;
  await writing;

  const acknowledged = written().filter(({ answer }) => answer !== null && answer.status < 300);
  const late = await founder.write("PATCH /webhooks/{id}", () => ({
    surface: "v2",
    method: "PATCH",
    path: `/webhooks/${pausedId}`,
    body: { enabled: true },
    raises: [["webhook_endpoints", pausedId]],
  }));
  expect(late.answer?.status).toBe(200);
  const cronRuns = await drain(crashing, shop.id);
  // The first writer would be told to wait more often than not.
  const repeated = await Promise.all([founder, ...writers.slice(1)].map(async (writer) => await writer.repeat()));
  expect(repeated.flatMap(({ faults }) => faults)).toEqual([]);
  await kill();

  using stopped = new StoppedFiles(crashing.state);
  expect(stopped.examine().faults).toEqual([]);
  expect(recount(stopped.database)).toEqual([]);
  expect(recountWords(stopped.database)).toEqual([]);
  const books = audit(written(), stopped);
  expect(books).toMatchObject({ lost: [], twice: [], faults: [] });

  const events = stopped.database.prepare("select id, type from events").all() as { id: string; type: string }[];
  const totals = checkDeliveries({
    owed: events.map(({ id, type }) => ({ event: id, paths: type.startsWith("ticket.") ? ["/all", "/paused"] : ["/all"] })),
    log: stopped.database.prepare(READ_LOG).all(shop.id) as unknown as LoggedRow[],
    received: receiver.received,
    pathOf: (id) => (id === endpointId ? "/all" : "/paused"),
  });
  if (!FULL) return;

  const again = written().filter(({ lost, answer }) => lost > 0 && answer !== null);
  const ended = (status: number) => written().filter(({ answer }) => answer?.status === status).length;
  const heard = [...unheard].filter(({ answer }) => answer !== null);
  console.log(`npm run test:crash, SEED=${SEED}`);
  console.table({
    kills: ROUNDS,
    "files examined": files,
    writes: written().length,
    "under way at a kill": underWay,
    acknowledged: acknowledged.length,
    "refused: 412": ended(412),
    "refused: 409 conflict": ended(409),
    "sent again after a kill, and answered": again.length,
    "  committed before the kill": heard.length,
    "    of those replayed": heard.filter(({ answer }) => answer?.replayed).length,
    "    of those rebuilt": heard.filter(({ answer }) => answer?.replayed === false).length,
    "client hung up, and sent again": written().filter(({ hungUp }) => hungUp).length,
    "told to wait: 409 in_progress": told("409 in_progress"),
    "told to wait: 429": told("429"),
    "told to come again: 5xx": told("500") + told("503"),
    "abandoned, happened": books.abandoned.found,
    "abandoned, not happened": books.abandoned.notFound,
    "repeated at the end, replayed": repeated.reduce((sum, { replayed }) => sum + replayed, 0),
    "repeated at the end, rebuilt": repeated.reduce((sum, { rebuilt }) => sum + rebuilt, 0),
    lost: books.lost.length,
    twice: books.twice.length,
    events: totals.events,
    "events lost": totals.lost,
    "events sent again": totals.doubled,
    "attempts of unknown outcome": totals.unknown,
    "runs of cron until all was delivered": cronRuns,
    "acknowledged writes per second of being up": Math.round(acknowledged.length / (upMs / 1000)),
  });
  expect(again.length).toBeGreaterThan(ROUNDS);
  expect(new Set(acknowledged.map(({ verb }) => verb))).toEqual(new Set(VERBS.map(({ name }) => name)));
}, 1_500_000);
