import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createCredential, createShop, type Credential, type Shop, ingestOrder } from "../../kit/client";
import { FULL } from "../../kit/form";
import { stopLongTimers } from "./clock-of-steps";
import { type Fate, Interleaving, type Point, type Sent } from "./interleaving";
import { codeOf, type Kind, type Meant, requestOf, written } from "./meant-writes";
import { assertProperty } from "../../kit/property";

const SECOND = 1000;

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
const broken = { doubled: 0, foreignReplays: 0, refusedYetCommitted: 0 };
const heldAt = new Map<Point, number>();

let runs = 0;

/** One run: requests that are sent one after another while earlier ones are paused at various points. */
class Run {
  readonly #through = new Interleaving();
  readonly #meant: Meant[] = [];

  /** Sends a request, or repeats it. */
  send(meant: Meant): void {
    this.#meant.push(meant);
    this.#through.send(requestOf(meant));
  }

  async step(pick: number, fate: Fate): Promise<void> {
    await this.#through.still();
    const { held } = this.#through;
    const one = held[pick % Math.max(1, held.length)];
    if (one === undefined) return;
    heldAt.set(one.point, (heldAt.get(one.point) ?? 0) + 1);
    if (fate === "is lost") counts.lost += 1;
    this.#through.release(one, fate);
    await this.#through.still();
  }

  async clock(ms: number): Promise<void> {
    elapse(ms);
    if (ms > 30 * SECOND) counts.expired += 1;
    for (const key of new Set(this.#meant.map((meant) => meant.key))) await this.#through.wake(key);
    await this.#through.still();
  }

  async evict({ id }: Credential): Promise<void> {
    await this.#through.still();
    // An eviction would wait for the waiting requests.
    if (this.#through.waits) return;
    const gate = env.GATE.getByName(`credential:${id}`);
    await gate.changed(0);
    await evictDurableObject(gate);
    counts.evictions += 1;
  }

  /** Resumes all requests, then lets each client retry until it has a definite response. */
  async finish(): Promise<void> {
    await this.#goOn();
    const asked = [...new Map(this.#meant.map((meant) => [meant.text, meant])).values()];
    for (let tries = 0; tries < 2; tries += 1) {
      for (const meant of asked) {
        await this.clock(31 * SECOND);
        this.send(meant);
        await this.#goOn();
      }
    }
    for (const meant of asked)
      expect(codeOf(this.#last(meant)), meant.text).toMatch(/^(20[01]|422 idempotency_conflict|412 precondition_failed)$/);
  }

  async #goOn(): Promise<void> {
    await this.#through.still();
    while (this.#through.held.length > 0 || this.#through.waits) {
      if (this.#through.held.length > 0) await this.step(0, "goes on");
      else await this.clock(5 * SECOND);
    }
  }

  #responsesTo(meant: Meant): Sent[] {
    return this.#through.sent.filter((_, nth) => this.#meant[nth]?.text === meant.text);
  }

  #last(meant: Meant): Sent {
    const last = this.#responsesTo(meant).at(-1);
    if (last === undefined) throw new Error("it was never sent");
    return last;
  }

  /** Checks the guarantees for each request and each key. */
  async check(): Promise<void> {
    const asked = [...new Map(this.#meant.map((meant) => [meant.text, meant])).values()];
    const byKey = new Map<string, number>();
    for (const meant of asked) {
      const responses = this.#responsesTo(meant);
      const commits = await written(meant);
      const acknowledged = responses.filter(({ response }) => response !== null && response.status < 300);
      if (commits > 1) broken.doubled += 1;
      expect(commits, `rows of ${meant.text}`).toBeLessThanOrEqual(1);
      if (acknowledged.length > 0) expect(commits, `${meant.text} was acknowledged`).toBe(1);
      for (const { response } of acknowledged) {
        if (response?.text.includes(`"${meant.text}"`) !== true) broken.foreignReplays += 1;
        expect(response?.text).toContain(`"${meant.text}"`);
      }
      // A committed change was never rejected, least of all because of itself, and is found until the end.
      const rejected = responses.map(codeOf).filter((code) => code.startsWith("4") && !code.includes("idempotency"));
      if (commits > 0 && rejected.length > 0) broken.refusedYetCommitted += 1;
      if (commits > 0)
        expect([...rejected, codeOf(this.#last(meant))], `${meant.text} was written`).toEqual([expect.stringMatching(/^20[01]$/)]);
      const bound = `${meant.credential.id} ${meant.key}`;
      const ids = new Set(acknowledged.map(({ response }) => /"(?:id|expense_id)":(\d+)/.exec(response?.text ?? "")?.[1]));
      expect(ids.size, `answers to ${meant.text}`).toBeLessThanOrEqual(1);
      byKey.set(bound, (byKey.get(bound) ?? 0) + commits);
      if (responses.some((sent) => codeOf(sent).startsWith("422"))) {
        expect(asked.filter((other) => `${other.credential.id} ${other.key}` === bound).length, "422 for its own request").toBeGreaterThan(
          1,
        );
      }
      counts.acknowledged += acknowledged.length;
      counts.replays += acknowledged.filter(({ response }) => response?.replayed === true).length;
    }
    for (const [bound, commits] of byKey) expect(commits, `writes under ${bound}`).toBeLessThanOrEqual(1);
    counts.requests += this.#through.sent.length;
    counts.resumed += this.#through.sent.filter(({ lease }) => lease?.resumed === true).length;
    counts.executions += this.#through.sent.filter(({ lease }) => lease !== null).length;
    counts.batches += this.#through.commits;
    counts.interleavings += 1;
  }
}

const aRequest = fc.record({
  kind: fc.constantFrom<Kind>("note", "expense", "order", "patch", "patch"),
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
        const meant = requests.map(({ kind, other, key, variant }): Meant => {
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
        for (const one of meant) run.send(one);
        for (const step of steps) {
          if ("pick" in step) await run.step(step.pick, step.lost ? "is lost" : "goes on");
          else if ("clock" in step) await run.clock(step.clock * SECOND);
          else if ("evict" in step) await run.evict(step.evict ? shop.key : shop.token);
          else {
            await run.clock(step.after * SECOND);
            for (const one of meant.slice(step.again % meant.length).slice(0, 1)) run.send(one);
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
    expect(broken).toEqual({ doubled: 0, foreignReplays: 0, refusedYetCommitted: 0 });
    if (FULL) console.log(JSON.stringify({ ...counts, heldAt: Object.fromEntries(heldAt), ...broken }));
  });
});
