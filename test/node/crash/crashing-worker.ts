import { expect, vi } from "vitest";
import { startReceiver } from "../server/receiver.ts";
import type { BuiltWorker } from "../server/worker-options.ts";
import { type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";

/** Longer than the 30 s of an idempotency key's lease and the 30 s that the delivery job waits for a message. */
export const PAST_LEASE_MS = 31_000;
/** Longer than the 60 s for which a claimed delivery is leased. */
export const PAST_DELIVERY_LEASE_MS = 61_000;

export const until = <T>(check: () => T | Promise<T>, timeout = 60_000) => vi.waitFor(check, { timeout, interval: 20 });

/** A delivery message in the queue. */
export interface DeliveryMessage {
  delivery_id: string;
  attempt: number;
}

/** A message with a delay, and the time at which it is due by the Worker's clock. */
interface Delayed {
  body: DeliveryMessage;
  queue: QueueName;
  delaySeconds: number;
  due: number;
}

type QueueName = "DELIVERIES" | "DELIVERIES_SLOW";

export interface CrashingOptions {
  /** Whether it can be paused at certain points. Otherwise, only the clock differs from that of the deployed Worker. */
  canPause?: boolean;
  /** Whether its timers and its queues' delays follow its clock, so that `passTime` ends them without waiting. */
  timersByClock?: boolean;
  /** A file of additional trusted certificates. */
  authority?: string;
}

/** The Worker of test/kit/crash-entry.ts with its own state, which a test can pause, kill and start again. */
export class CrashingWorker implements AsyncDisposable {
  /** How far its clock is ahead in ms, and the time at which it is stopped. */
  #clock: { aheadMs: number; stoppedAt: number | null } = { aheadMs: 0, stoppedAt: null };
  /** The responses to the Worker at certain points: at `enqueue`, how often messages are sent; at `consume`, how many consumers get them. */
  readonly replies = new Map<string, string>();
  /** Every message that was sent, and those that no consumer has acknowledged. */
  readonly enqueued: DeliveryMessage[] = [];
  readonly unacknowledged = new Map<string, DeliveryMessage>();
  /** Messages in the dead-letter queue. */
  readonly dead: DeliveryMessage[] = [];
  /** Delayed messages in its queues, if timers follow its clock. */
  readonly delayed: Delayed[] = [];
  readonly #arrivals = new Map<string, number>();
  readonly #folder = temporaryFolder();
  #held: readonly string[] = [];
  #holdFrom = 1;
  #points: Awaited<ReturnType<typeof startReceiver>> | null = null;
  #running: RunningWorker | null = null;

  readonly #built: BuiltWorker;
  readonly #timersByClock: boolean;
  readonly #authority: string;

  private constructor(built: BuiltWorker, { timersByClock = false, authority = "" }: CrashingOptions) {
    this.#built = built;
    this.#timersByClock = timersByClock;
    this.#authority = authority;
  }

  /** Starts it on an empty state. */
  static async start(built: BuiltWorker, options: CrashingOptions = {}): Promise<CrashingWorker> {
    const crashing = new CrashingWorker(built, options);
    if (options.canPause ?? true)
      crashing.#points = await startReceiver(({ path, raw }) => {
        const point = path.slice(1);
        if (!crashing.passes(point)) return null;
        crashing.#note(point, JSON.parse(raw.toString()));
        return { status: 200, body: crashing.replies.get(point) ?? "" };
      });
    await crashing.restart(0);
    return crashing;
  }

  /** The Worker's own time, ms since 1970. */
  get now(): number {
    return this.#clock.stoppedAt ?? Date.now() + this.#clock.aheadMs;
  }

  /** Its address; null between a kill and its next start. */
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

  /** The number of times that it has reached a point since the last call of `pauseAt`. */
  arrivals(point: string): number {
    return this.#arrivals.get(point) ?? 0;
  }

  /** Counts an arrival at a point, and returns whether it may continue. */
  passes(point: string): boolean {
    const nth = this.arrivals(point) + 1;
    this.#arrivals.set(point, nth);
    return nth < this.#holdFrom || !this.#held.includes(point);
  }

  /** Waits until it is paused at all of these points, from the `nth` arrival on, with this many arrivals `together`. */
  async pauseAt(points: readonly string[], act: () => void, nth = 1, together = 1): Promise<void> {
    this.#arrivals.clear();
    this.#held = points;
    this.#holdFrom = nth;
    act();
    await until(() => {
      for (const point of points) expect(this.arrivals(point), point).toBeGreaterThanOrEqual(nth + together - 1);
    });
  }

  /** Kills its process tree at once. */
  async kill(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.kill();
  }

  /** Kills it and starts it on the remaining state, with a running clock that is advanced by `byMs`. */
  async restart(byMs: number): Promise<RunningWorker> {
    await this.kill();
    this.#held = [];
    // Miniflare's queues lose their messages when workerd ends.
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

  /** Runs the cron job at the Worker's time, or at another time (ms since 1970). */
  async runCron(at = this.now): Promise<void> {
    await this.worker.runCron(at);
  }

  /** Sets its clock further ahead. */
  async moveClock(byMs: number): Promise<void> {
    const { aheadMs, stoppedAt } = this.#clock;
    await this.#setClock({ aheadMs: aheadMs + byMs, stoppedAt: stoppedAt === null ? null : stoppedAt + byMs });
  }

  /** Advances its clock, and lets its queues deliver what is due by then. */
  async passTime(byMs: number): Promise<void> {
    await this.moveClock(byMs);
    const due = this.delayed.filter((one) => one.due <= this.now);
    this.delayed.splice(0, Number.POSITIVE_INFINITY, ...this.delayed.filter((one) => !due.includes(one)));
    for (const [queue, ofQueue] of Map.groupBy(due, (one) => one.queue))
      await this.enqueue(
        ofQueue.map(({ body }) => body),
        queue,
      );
  }

  /** The delay in seconds of the next attempt of a delivery. Waits until its message was sent. */
  async delayOf(deliveryId: string): Promise<number> {
    return await until(() => {
      const found = this.delayed.find(({ body }) => body.delivery_id === deliveryId);
      if (found === undefined) throw new Error(`${deliveryId} is not delayed.`);
      return found.delaySeconds;
    });
  }

  /** Waits until exactly this many of its timers end `ms` after their start. */
  async waitForTimers(ms: number, count: number): Promise<void> {
    await until(async () => {
      const timers = JSON.parse(await this.#control("timers", "")) as number[];
      expect(timers.filter((timer) => timer === ms)).toHaveLength(count);
    });
  }

  /** Stops its clock, except for `passTime`. */
  async stopClock(): Promise<void> {
    await this.#setClock({ ...this.#clock, stoppedAt: this.now });
  }

  /** Lets its clock run again. */
  async resumeClock(): Promise<void> {
    await this.#setClock({ aheadMs: this.now - Date.now(), stoppedAt: null });
  }

  /** Sends messages to a queue, as often as they are listed. */
  async enqueue(bodies: readonly DeliveryMessage[], queue: QueueName = "DELIVERIES"): Promise<void> {
    for (const body of bodies) this.unacknowledged.set(keyOf(body), body);
    await this.#control("enqueue", JSON.stringify({ bodies, queue }));
  }

  /** The rows that D1 has read since the last call. */
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

  #note(point: string, detail: unknown): void {
    if (point === "delay") {
      const delayed = detail as Omit<Delayed, "due">[];
      this.delayed.push(...delayed.map((one) => ({ ...one, due: this.now + one.delaySeconds * 1000 })));
      return;
    }
    const messages = detail as DeliveryMessage[];
    if (point === "enqueue") this.enqueued.push(...messages);
    if (point === "dead") this.dead.push(...messages);
    for (const message of messages) {
      if (point === "enqueue") this.unacknowledged.set(keyOf(message), message);
      if (point === "acknowledge") this.unacknowledged.delete(keyOf(message));
    }
  }
}

function keyOf({ delivery_id, attempt }: DeliveryMessage): string {
  return `${delivery_id} ${attempt}`;
}
