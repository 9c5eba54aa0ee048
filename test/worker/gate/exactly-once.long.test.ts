import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createCredential, createShop, type Credential, type Shop, ingestOrder } from "../../kit/client";
import { FULL } from "../../kit/form";
import { stopLongTimers } from "./clock-of-steps";
import { type Fate, Interleaving, type Point, type Sent } from "./interleaving";
import { codeOf, type Kind, type WriteIntent, requestOf, writtenCount } from "./meant-writes";
import { assertProperty } from "../../kit/property";

const SECOND_MS = 1000;

let shop: Shop;
let second: { key: Credential; token: Credential };
let now = Date.parse("2027-01-15T09:00:00Z");
beforeAll(async () => {
  vi.setSystemTime(now);
  shop = await createShop();
  second = { key: await createCredential(shop.id, "api_key"), token: await createCredential(shop.id, "api_token") };
});
beforeEach(() => {
  stopLongTimers();
  vi.setSystemTime(now);
  for (const stream of ["log", "error", "info", "warn"] as const) vi.spyOn(console, stream).mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function elapse(ms: number): void {
  now += ms;
  vi.setSystemTime(now);
}

const counts = {
  interleavings: 0,
  requests: 0,
  executions: 0,
  resumed: 0,
  batches: 0,
  acknowledged: 0,
  replays: 0,
  lost: 0,
  expired: 0,
  evictions: 0,
};
const violations = { repeatedWrites: 0, foreignReplays: 0, committedRejections: 0 };
const heldAt = new Map<Point, number>();

let runs = 0;

/** One run: requests that are sent one after another while earlier ones are paused at various points. */
class Run {
  readonly #interleaving = new Interleaving();
  readonly #intents: WriteIntent[] = [];

  /** Sends a request, or repeats it. */
  send(intent: WriteIntent): void {
    this.#intents.push(intent);
    this.#interleaving.send(requestOf(intent));
  }

  /** Resumes or loses one of the paused calls. */
  async step(pick: number, fate: Fate): Promise<void> {
    await this.#interleaving.untilPaused();
    const { held } = this.#interleaving;
    const one = held[pick % Math.max(1, held.length)];
    if (one === undefined) return;
    heldAt.set(one.point, (heldAt.get(one.point) ?? 0) + 1);
    if (fate === "is lost") counts.lost += 1;
    this.#interleaving.release(one, fate);
    await this.#interleaving.untilPaused();
  }

  /** Moves the clock, and lets the requests that wait in a gate check again. */
  async clock(ms: number): Promise<void> {
    elapse(ms);
    if (ms > 30 * SECOND_MS) counts.expired += 1;
    for (const key of new Set(this.#intents.map((intent) => intent.key))) await this.#interleaving.wake(key);
    await this.#interleaving.untilPaused();
  }

  async evict({ id }: Credential): Promise<void> {
    await this.#interleaving.untilPaused();
    // An eviction would wait for the waiting requests.
    if (this.#interleaving.waits) return;
    const gate = env.GATE.getByName(`credential:${id}`);
    // This call starts the object, and changes nothing: only a started one can be evicted.
    await gate.changed(0);
    await evictDurableObject(gate);
    counts.evictions += 1;
  }

  /** Resumes all requests, then lets each client retry twice, after which it must have a definite response. */
  async finish(): Promise<void> {
    await this.#resumeAll();
    const intents = [...new Map(this.#intents.map((intent) => [intent.text, intent])).values()];
    for (let tries = 0; tries < 2; tries += 1) {
      for (const intent of intents) {
        await this.clock(31 * SECOND_MS);
        this.send(intent);
        await this.#resumeAll();
      }
    }
    for (const intent of intents)
      expect(codeOf(this.#last(intent)), intent.text).toMatch(/^(20[01]|422 idempotency_conflict|412 precondition_failed)$/);
  }

  async #resumeAll(): Promise<void> {
    await this.#interleaving.untilPaused();
    while (this.#interleaving.held.length > 0 || this.#interleaving.waits) {
      if (this.#interleaving.held.length > 0) await this.step(0, "goes on");
      else await this.clock(5 * SECOND_MS);
    }
  }

  #responsesTo(intent: WriteIntent): Sent[] {
    return this.#interleaving.sent.filter((_, nth) => this.#intents[nth]?.text === intent.text);
  }

  #last(intent: WriteIntent): Sent {
    const last = this.#responsesTo(intent).at(-1);
    if (last === undefined) throw new Error("it was never sent");
    return last;
  }

  /** Checks the guarantees for each request and each key. */
  async check(): Promise<void> {
    const intents = [...new Map(this.#intents.map((intent) => [intent.text, intent])).values()];
    const byKey = new Map<string, number>();
    for (const intent of intents) {
      const responses = this.#responsesTo(intent);
      const commits = await writtenCount(intent);
      const acknowledged = responses.filter(({ response }) => response !== null && response.status < 300);
      if (commits > 1) violations.repeatedWrites += 1;
      expect(commits, `rows of ${intent.text}`).toBeLessThanOrEqual(1);
      if (acknowledged.length > 0) expect(commits, `${intent.text} was acknowledged`).toBe(1);
      for (const { response } of acknowledged) {
        if (response?.text.includes(`"${intent.text}"`) !== true) violations.foreignReplays += 1;
        expect(response?.text).toContain(`"${intent.text}"`);
      }
      // A committed change was never rejected, least of all because of itself, and is found until the end.
      const rejected = responses.map(codeOf).filter((code) => code.startsWith("4") && !code.includes("idempotency"));
      if (commits > 0 && rejected.length > 0) violations.committedRejections += 1;
      if (commits > 0)
        expect([...rejected, codeOf(this.#last(intent))], `${intent.text} was written`).toEqual([expect.stringMatching(/^20[01]$/)]);
      const bound = `${intent.credential.id} ${intent.key}`;
      const ids = new Set(acknowledged.map(({ response }) => /"(?:id|expense_id)":(\d+)/.exec(response?.text ?? "")?.[1]));
      expect(ids.size, `responses to ${intent.text}`).toBeLessThanOrEqual(1);
      byKey.set(bound, (byKey.get(bound) ?? 0) + commits);
      if (responses.some((sent) => codeOf(sent).startsWith("422"))) {
        expect(
          intents.filter((other) => `${other.credential.id} ${other.key}` === bound).length,
          "422 for its own request",
        ).toBeGreaterThan(1);
      }
      counts.acknowledged += acknowledged.length;
      counts.replays += acknowledged.filter(({ response }) => response?.replayed === true).length;
    }
    for (const [bound, commits] of byKey) expect(commits, `writes under ${bound}`).toBeLessThanOrEqual(1);
    counts.requests += this.#interleaving.sent.length;
    counts.resumed += this.#interleaving.sent.filter(({ lease }) => lease?.resumed === true).length;
    counts.executions += this.#interleaving.sent.filter(({ lease }) => lease !== null).length;
    counts.batches += this.#interleaving.commits;
    counts.interleavings += 1;
  }
}

const aRequest = fc.record({
  kind: fc.constantFrom<Kind>("note", "expense", "order", "patch", "patch"),
  /** Whether the second credential sends it. */
  other: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  key: fc.constantFrom("k", "k", "k", "l"),
  variant: fc.constantFrom("a", "a", "a", "b"),
});
const aStep = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(fc.nat(11), fc.integer({ min: 0, max: 5 })).map(([pick, n]) => ({ pick, lost: n === 0 })) },
  { weight: 3, arbitrary: fc.record({ again: fc.nat(5), after: fc.constantFrom(0, 31) }) },
  { weight: 2, arbitrary: fc.record({ clock: fc.constantFrom(1, 5, 24, 26, 31, 31, 40) }) },
  { weight: 1, arbitrary: fc.record({ evict: fc.boolean() }) },
);

describe("writes under idempotency keys that are paused and lost at every point", () => {
  it("commit once, however often and in whatever order they are retried; every response belongs to its own request", async () => {
    const plan = fc.tuple(
      fc.array(aRequest, { minLength: 1, maxLength: 3 }),
      fc.array(aStep, { minLength: 10, maxLength: 50, size: "max" }),
    );
    await assertProperty(
      fc.asyncProperty(plan, async ([requests, steps]) => {
        runs += 1;
        const order = (await ingestOrder(shop)).id;
        const run = new Run();
        const intents = requests.map(({ kind, other, key, variant }): WriteIntent => {
          const which = kind === "note" || kind === "expense" ? "key" : "token";
          const credential = (other ? second : shop)[which];
          return {
            kind,
            credential,
            key: `${key}-${runs}`,
            text: `${kind} ${variant} of ${credential.id} under ${key} in ${runs}`,
            order,
            organization: shop.id,
          };
        });
        for (const one of intents) run.send(one);
        for (const step of steps) {
          if ("pick" in step) await run.step(step.pick, step.lost ? "is lost" : "goes on");
          else if ("clock" in step) await run.clock(step.clock * SECOND_MS);
          else if ("evict" in step) await run.evict(step.evict ? shop.key : shop.token);
          else {
            await run.clock(step.after * SECOND_MS);
            for (const one of intents.slice(step.again % intents.length).slice(0, 1)) run.send(one);
          }
        }
        await run.finish();
        await run.check();
      }),
      // A run takes too long to try many smaller ones after it.
      { cases: 10, endOnFailure: true },
    );
    vi.restoreAllMocks();
    if (FULL) expect([...heldAt.keys()].toSorted()).toEqual(["admit", "admitted", "commit", "committed", "read", "settle"]);
    expect(violations).toEqual({ repeatedWrites: 0, foreignReplays: 0, committedRejections: 0 });
    if (FULL) console.log(JSON.stringify({ ...counts, heldAt: Object.fromEntries(heldAt), ...violations }));
  });
});
