import { expect, vi } from "vitest";
import { startReceiver } from "../server/receiver.ts";
import type { Built } from "../server/worker-options.ts";
import { type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";

/** Past the 30 s of an idempotency key's lease and the delivery job's 30 s of grace. */
export const PAST_LEASE_MS = 31_000;
/** Past the 60 s for which a claimed delivery is leased. */
export const PAST_DELIVERY_LEASE_MS = 61_000;

export const until = <T>(check: () => T | Promise<T>, timeout = 60_000) => vi.waitFor(check, { timeout, interval: 20 });

/** A delivery message in the queue. */
export interface DeliveryMessage {
  delivery_id: string;
  attempt: number;
}

/** A message that its queue is to deliver later, and when, by the Worker's clock. */
interface Delayed {
  body: DeliveryMessage;
  queue: QueueName;
  delaySeconds: number;
  due: number;
}

type QueueName = "DELIVERIES" | "DELIVERIES_SLOW";

export interface CrashingOptions {
  /** Whether it comes to points where a test may hold it. Without, only its clock is not the deployed Worker's. */
  held?: boolean;
  /** Whether its timers and its queues' delays go by its clock: then nobody waits for them, and `pass` ends them. */
  timersByClock?: boolean;
  /** A file of certificates that it trusts too. */
  authority?: string;
}

/** The Worker of test/kit/crash-entry.ts on a state of its own: held where a test wants it, killed there, started again. */
export class CrashingWorker implements AsyncDisposable {
  /** How far its clock is ahead, in ms; where it stands while it is stopped. */
  #clock: { aheadMs: number; stoppedAt: number | null } = { aheadMs: 0, stoppedAt: null };
  /** What it is told at a point; elsewhere nothing. */
  readonly says = new Map<string, string>();
  /** Every message that was sent, and those that no consumer has acknowledged. */
  readonly enqueued: DeliveryMessage[] = [];
  readonly kept = new Map<string, DeliveryMessage>();
  /** Those that came to the dead-letter queue. */
  readonly dead: DeliveryMessage[] = [];
  /** Those that its queues hold back, where timers go by its clock. */
  readonly delayed: Delayed[] = [];
  readonly #arrivals = new Map<string, number>();
  readonly #folder = temporaryFolder();
  #held: readonly string[] = [];
  #holdFrom = 1;
  #points: Awaited<ReturnType<typeof startReceiver>> | null = null;
  #running: RunningWorker | null = null;

  readonly #built: Built;
  readonly #timersByClock: boolean;
  readonly #authority: string;

  private constructor(built: Built, { timersByClock = false, authority = "" }: CrashingOptions) {
    this.#built = built;
    this.#timersByClock = timersByClock;
    this.#authority = authority;
  }

  /** Starts it on an empty state. */
  static async start(built: Built, options: CrashingOptions = {}): Promise<CrashingWorker> {
    const crashing = new CrashingWorker(built, options);
    if (options.held ?? true)
      crashing.#points = await startReceiver(({ path, raw }) => {
        const point = path.slice(1);
        if (!crashing.passes(point)) return null;
        crashing.#note(point, JSON.parse(raw.toString()));
        return { status: 200, body: crashing.says.get(point) ?? "" };
      });
    await crashing.again(0);
    return crashing;
  }

  /** The Worker's own time, ms since 1970. */
  get now(): number {
    return this.#clock.stoppedAt ?? Date.now() + this.#clock.aheadMs;
  }

  /** Where it serves; null between a kill and its next start. */
  get url(): string | null {
    return this.#running?.url ?? null;
  }

  get worker(): RunningWorker {
    if (this.#running === null) throw new Error("not started");
    return this.#running;
  }

  /** The folder that holds its database and its Durable Objects. */
  get state(): string {
    return this.#folder.path;
  }

  /** How often it has come to a point since it was last held anywhere. */
  arrivals(point: string): number {
    return this.#arrivals.get(point) ?? 0;
  }

  /** Counts an arrival at a point; whether it may go on from there. */
  passes(point: string): boolean {
    const nth = this.arrivals(point) + 1;
    this.#arrivals.set(point, nth);
    return nth < this.#holdFrom || !this.#held.includes(point);
  }

  /** Waits until it stands at all of these points, held there from the `nth` arrival on, so many `together`. */
  async standsAt(points: readonly string[], act: () => void, nth = 1, together = 1): Promise<void> {
    this.#arrivals.clear();
    this.#held = points;
    this.#holdFrom = nth;
    act();
    await until(() => {
      for (const point of points) expect(this.arrivals(point), point).toBeGreaterThanOrEqual(nth + together - 1);
    });
  }

  /** Kills it, the whole tree at once. */
  async kill(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.kill();
  }

  /** Kills it, and starts it on what it has left, its clock `byMs` further ahead. */
  async again(byMs: number): Promise<RunningWorker> {
    await this.kill();
    this.#held = [];
    // A queue of Miniflare's dies with its workerd.
    this.delayed.length = 0;
    this.#clock = { aheadMs: this.now - Date.now() + byMs, stoppedAt: null };
    const vars = {
      POINTS_URL: this.#points?.url ?? "",
      CLOCK_AHEAD_MS: String(this.#clock.aheadMs),
      TIMERS_BY_CLOCK: String(this.#timersByClock),
    };
    this.#running = await startWorker(this.#built, this.#folder.path, vars, { authority: this.#authority });
    return this.#running;
  }

  /** What the cron does, by the Worker's own clock, or at a moment (ms since 1970). */
  async runCron(at = this.now): Promise<void> {
    await this.worker.runCron(at);
  }

  /** Sets its clock further ahead. */
  async moveClock(byMs: number): Promise<void> {
    const { aheadMs, stoppedAt } = this.#clock;
    await this.#setClock({ aheadMs: aheadMs + byMs, stoppedAt: stoppedAt === null ? null : stoppedAt + byMs });
  }

  /** Moves its clock on, and lets its queues deliver what is due by then. */
  async pass(byMs: number): Promise<void> {
    await this.moveClock(byMs);
    const due = this.delayed.filter((one) => one.due <= this.now);
    this.delayed.splice(0, Number.POSITIVE_INFINITY, ...this.delayed.filter((one) => !due.includes(one)));
    for (const [queue, ofQueue] of Map.groupBy(due, (one) => one.queue))
      await this.enqueue(
        ofQueue.map(({ body }) => body),
        queue,
      );
  }

  /** After how many seconds its queue is to deliver the next attempt of a delivery; waits until it has been told to. */
  async delayOf(deliveryId: string): Promise<number> {
    return await until(() => {
      const found = this.delayed.find(({ body }) => body.delivery_id === deliveryId);
      if (found === undefined) throw new Error(`${deliveryId} is not delayed.`);
      return found.delaySeconds;
    });
  }

  /** Waits until so many of its timers, and no more, end `ms` after their start. */
  async hasTimers(ms: number, count: number): Promise<void> {
    await until(async () => {
      const timers = JSON.parse(await this.#control("timers", "")) as number[];
      expect(timers.filter((timer) => timer === ms)).toHaveLength(count);
    });
  }

  /** Lets no time go by but what is passed. */
  async stopClock(): Promise<void> {
    await this.#setClock({ ...this.#clock, stoppedAt: this.now });
  }

  /** Lets time go by again, from where it stands. */
  async resumeClock(): Promise<void> {
    await this.#setClock({ aheadMs: this.now - Date.now(), stoppedAt: null });
  }

  /** Puts messages into a queue, as often as they are named. */
  async enqueue(bodies: readonly DeliveryMessage[], queue: QueueName = "DELIVERIES"): Promise<void> {
    for (const body of bodies) this.kept.set(keyOf(body), body);
    await this.#control("enqueue", JSON.stringify({ bodies, queue }));
  }

  /** Rows that D1 has read since this was last asked. */
  async rowsRead(): Promise<number> {
    return Number(await this.#control("rows-read", ""));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await this.#points?.[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }

  async #control(path: string, body: string): Promise<string> {
    return await (await fetch(`${this.worker.url}/crash/${path}`, { method: "POST", body })).text();
  }

  async #setClock(clock: { aheadMs: number; stoppedAt: number | null }): Promise<void> {
    this.#clock = clock;
    await this.#control("clock", JSON.stringify(clock));
  }

  #note(point: string, told: unknown): void {
    if (point === "delay") {
      const delayed = told as Omit<Delayed, "due">[];
      this.delayed.push(...delayed.map((one) => ({ ...one, due: this.now + one.delaySeconds * 1000 })));
      return;
    }
    const messages = told as DeliveryMessage[];
    if (point === "enqueue") this.enqueued.push(...messages);
    if (point === "dead") this.dead.push(...messages);
    for (const message of messages) {
      if (point === "enqueue") this.kept.set(keyOf(message), message);
      if (point === "acknowledge") this.kept.delete(keyOf(message));
    }
  }
}

function keyOf({ delivery_id, attempt }: DeliveryMessage): string {
  return `${delivery_id} ${attempt}`;
}
