import { expect, vi } from "vitest";
import { startReceiver } from "../server/receiver.ts";
import { type Built, type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";

/** Past the 30 s of an idempotency key's lease and the sweep's 30 s of grace. */
export const PAST_LEASE_MS = 31_000;
/** Past the 60 s for which a claimed delivery is leased. */
export const PAST_DELIVERY_LEASE_MS = 61_000;

export const until = <T>(check: () => T | Promise<T>, timeout = 60_000) => vi.waitFor(check, { timeout, interval: 20 });

/** A doorbell as it lies in the queue. */
export interface Doorbell {
  delivery_id: string;
  attempt: number;
}

/** The Worker of test/kit/crash-entry.ts on a state of its own: held where a test wants it, killed there, started again. */
export class CrashingWorker implements AsyncDisposable {
  /** How far its clock is ahead, in ms. */
  aheadMs = 0;
  /** What it is told at a point; elsewhere nothing. */
  readonly says = new Map<string, string>();
  /** Every doorbell that was sent, and those that no consumer has acknowledged. */
  readonly rung: Doorbell[] = [];
  readonly kept = new Map<string, Doorbell>();
  /** Those that came to the dead-letter queue. */
  readonly dead: Doorbell[] = [];
  readonly #arrivals = new Map<string, number>();
  readonly #folder = temporaryFolder();
  #held: readonly string[] = [];
  #holdFrom = 1;
  #points: Awaited<ReturnType<typeof startReceiver>> | null = null;
  #running: RunningWorker | null = null;

  readonly #built: Built;

  private constructor(built: Built) {
    this.#built = built;
  }

  /** Starts it on an empty state. One that is not `held` comes to no point: only its clock is not the deployed Worker's. */
  static async start(built: Built, { held = true } = {}): Promise<CrashingWorker> {
    const crashing = new CrashingWorker(built);
    if (held)
      crashing.#points = await startReceiver(({ path, raw }) => {
        const point = path.slice(1);
        if (!crashing.passes(point)) return null;
        crashing.#note(point, JSON.parse(raw.toString()) as Doorbell[]);
        return { status: 200, body: crashing.says.get(point) ?? "" };
      });
    await crashing.again(0);
    return crashing;
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
    this.aheadMs += byMs;
    const vars = { POINTS_URL: this.#points?.url ?? "", CLOCK_AHEAD_MS: String(this.aheadMs) };
    this.#running = await startWorker(this.#built, this.#folder.path, vars);
    return this.#running;
  }

  /** What the cron does, by the Worker's own clock, or at a moment (ms since 1970). */
  async sweep(at = Date.now() + this.aheadMs): Promise<void> {
    await this.worker.sweep(at);
  }

  /** Sets its clock further ahead. */
  async moveClock(byMs: number): Promise<void> {
    this.aheadMs += byMs;
    await this.#control("clock", String(this.aheadMs));
  }

  /** Puts doorbells into the queue, as often as they are named. */
  async ring(doorbells: readonly Doorbell[]): Promise<void> {
    for (const doorbell of doorbells) this.kept.set(keyOf(doorbell), doorbell);
    await this.#control("ring", JSON.stringify(doorbells));
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

  #note(point: string, doorbells: readonly Doorbell[]): void {
    if (point === "ring") this.rung.push(...doorbells);
    if (point === "dead") this.dead.push(...doorbells);
    for (const doorbell of doorbells) {
      if (point === "ring") this.kept.set(keyOf(doorbell), doorbell);
      if (point === "acknowledge") this.kept.delete(keyOf(doorbell));
    }
  }
}

function keyOf({ delivery_id, attempt }: Doorbell): string {
  return `${delivery_id} ${attempt}`;
}
