import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { createCredential, createShop, type Shop, v1As, v2As } from "../../kit/client";
import { emptyDatabase } from "../../kit/empty-database";
import { FULL, inForm } from "../../kit/form";
import { captureEnqueued, type EnqueuedMessages } from "../../kit/webhook-fixture";
import { mockReceiver, serveQueues } from "../webhooks/consumer";
import { continueIdsAt, NUMBERED, type Numbered } from "./id-ranges";
import { sendStep, EPILOGUE, EVERY_WRITE, PRELUDE, type Step, step } from "./program";
import { databaseOfTwin } from "./twins";
import { Transcript } from "./transcript";
import { assertProperty } from "../../kit/property";

/**
 * Later than every real clock, so that no scheduled work of a day starts by itself. A minute before the end of a day and a month in
 * Kolkata.
 */
const BEGIN = Date.parse("2031-03-31T18:29:00Z");
/** The time between two steps. The writes of every route alone take longer than the minute before midnight. */
const PACE_MS = 1_700;

let enqueued: EnqueuedMessages;
beforeAll(() => {
  enqueued = captureEnqueued();
  // The delay before a retry is random.
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  mockReceiver((url) => new Response("heard", { status: url.endsWith("/down") ? 500 : 200 }));
});

const counts = { programs: 0, steps: 0, requests: 0, statuses: {} as Record<string, number> };
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  if (FULL) console.log(`noninterference: ${JSON.stringify(counts)}`);
});

let credentials = 2e12;

/** With about this many items before it, the ids of the items of the order that has a dozen grow by a digit in its middle. */
const ITEMS_BEFORE_LARGE_ORDER = 16;

/**
 * Creates an environment without organizations. The ids of each table begin `before` a different power of ten, so that they grow by a digit, as
 * the ids that the other organization uses may cause at any time.
 */
async function emptyEnvironment(before: number): Promise<(table: Numbered) => number> {
  for (const batches of [enqueued.fast, enqueued.slow]) batches.length = 0;
  await emptyDatabase();
  // An isolate never sees the id of a credential twice.
  credentials += 1e6;
  const firstId = (table: Numbered): number => {
    const nth = NUMBERED.indexOf(table);
    if (table === "credentials" || table === "users") return credentials + nth * 1e5;
    // There are more tables than powers of ten.
    if (table.startsWith("ticket_")) return 3e12 + nth * 1e6 - before;
    return 10 ** (15 - nth) - before - (table === "order_items" && before > 0 ? ITEMS_BEFORE_LARGE_ORDER : 0);
  };
  await continueIdsAt(firstId, databaseOfTwin(1));
  await continueIdsAt(firstId, databaseOfTwin(0));
  vi.useFakeTimers({ toFake: ["Date"], now: BEGIN });
  return firstId;
}

async function runStep(one: Step, ...transcripts: Transcript[]): Promise<void> {
  if (one.kind === "request") for (const transcript of transcripts) await sendStep(transcript, one);
  else if (one.kind === "cron") await runDeliveryJob(env, Date.now());
  else await serveQueues(enqueued, Date.now());
}

/**
 * A shop whose credentials have a limit for which the gate stores every request, so that the count continues after the gate was removed
 * from memory.
 */
async function aCountedShop(database: number): Promise<Shop> {
  const shop = await createShop({ name: "Shop", timezone: "Asia/Kolkata", database });
  const key = await createCredential(shop.id, "api_key", { rate_limit: 60 });
  const token = await createCredential(shop.id, "api_token", { rate_limit: 60 });
  return { ...shop, key, token, v1: v1As(key), v2: v2As(token) };
}

/** The responses to Beta without another organization. */
async function transcriptAlone(program: readonly Step[]): Promise<Transcript> {
  // The ids of each table begin 5,000 after its power of ten, so none of them grows by a digit.
  const firstId = await emptyEnvironment(-5_000);
  const beta = new Transcript(await aCountedShop(databaseOfTwin(0)), firstId);
  for (const one of program) {
    vi.setSystemTime(Date.now() + PACE_MS);
    await runStep(one, beta);
  }
  return beta;
}

/** The responses to Beta if Alpha does everything first, with the same texts and keys, and more. */
async function transcriptBeside(program: readonly Step[], more: readonly Step[], before: number): Promise<Transcript> {
  const firstId = await emptyEnvironment(before);
  const alpha = new Transcript(await aCountedShop(databaseOfTwin(1)), firstId);
  const beta = new Transcript(await aCountedShop(databaseOfTwin(0)), firstId);
  for (const [nth, one] of program.entries()) {
    vi.setSystemTime(Date.now() + PACE_MS);
    const other = more[nth % more.length];
    if (other?.kind === "request") await sendStep(alpha, other);
    await runStep(one, alpha, beta);
  }
  return beta;
}

it("the responses to an organization do not depend on anything that another one does", async () => {
  const length = inForm({ test: 10, long: 24, full: 46 });
  const property = fc.asyncProperty(
    fc.array(step, { minLength: length / 2, maxLength: length, size: "max" }),
    fc.array(step, { minLength: 5, maxLength: length, size: "max" }),
    // At which of the dozen items the ids grow by a digit.
    fc.integer({ min: 2, max: 11 }),
    async (steps, more, before) => {
      const program = [...PRELUDE, ...EVERY_WRITE, ...steps, ...EPILOGUE];
      const expected = await transcriptAlone(program);
      const observed = await transcriptBeside(program, more, before);
      counts.programs += 1;
      counts.steps += program.length;
      counts.requests += observed.lines.length;
      for (const line of observed.lines) {
        const status = line.split("\n")[1] ?? "";
        counts.statuses[status] = (counts.statuses[status] ?? 0) + 1;
      }
      expect(observed.lines).toEqual(expected.lines);
    },
  );
  await assertProperty(property, { cases: 1, endOnFailure: true });
});
