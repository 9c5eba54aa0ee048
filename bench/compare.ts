import { randomUUID } from "node:crypto";
import { press, quantile, type Shot } from "./pressure.ts";
import type { Baseline, Route, Side } from "./routes.ts";
import type { LogLine, Stage } from "./stage.ts";

/** How hard and how long is pressed. */
export interface Effort {
  connections: number;
  /** Of one round of one side. */
  seconds: number;
  rounds: number;
}

/** What one side did: medians of its rounds, and the latency of all of its requests. */
export interface Measured {
  /** CPU of workerd for one request, in µs: D1 and the objects run in the same process. */
  cpu: number;
  perSecond: number;
  /** ms, of the requests of all rounds. */
  p50: number;
  /** ms, of the requests of all rounds. */
  p99: number;
}

/** A ratio with the middle half of what single rounds have: the noise of the machine. */
export interface Ratio {
  value: number;
  low: number;
  high: number;
}

export type Figure = "cpu" | "p50" | "p99";

export interface Comparison {
  name: string;
  sides: Partial<Record<Side, Measured>>;
  /** The real Worker's figures divided by those of each other side. */
  ratios: Partial<Record<Baseline, Record<Figure, Ratio>>>;
  cost: LogLine;
  /** Under an idempotency key, which the object remembers. */
  keyed: boolean;
}

/** One round of one side, with how long each request took. */
interface Round extends Measured {
  times: number[];
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

async function round(stage: Stage, route: Route, side: Side, { connections, seconds }: Effort): Promise<Round> {
  const before = stage.cpu();
  const { times, seconds: taken } = await press(urlOf(stage, side), connections, seconds, () => shotOf(route, side));
  const cpu = ((stage.cpu() - before) * 1e6) / times.length;
  return { cpu, perSecond: times.length / taken, p50: quantile(times, 0.5), p99: quantile(times, 0.99), times };
}

function urlOf({ real, bare, other }: Stage, side: Side): URL {
  if (side === "other" && other !== null) return other;
  return side === "real" ? real : bare;
}

function shotOf({ shot }: Route, side: Side): Shot {
  const { headers, ...rest } = shot(side);
  return { ...rest, headers: { ...headers, ...(side === "called" && { "x-call": "yes" }) } };
}

function summaryOf(rounds: readonly Round[]): Measured {
  const times = rounds.flatMap((each) => each.times);
  const middle = (name: "cpu" | "perSecond") => median(rounds.map((each) => each[name]));
  return { cpu: middle("cpu"), perSecond: middle("perSecond"), p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** CPU: the median of the rounds' ratios, because both sides of a round met the same machine. Latency: of all requests together. */
function ratioOf(real: readonly Round[], base: readonly Round[], figure: Figure): Ratio {
  const each = real.map((measured, n) => measured[figure] / (base[n]?.[figure] ?? Number.NaN));
  const value = figure === "cpu" ? median(each) : summaryOf(real)[figure] / summaryOf(base)[figure];
  return { value, low: quantile(each, 0.25), high: quantile(each, 0.75) };
}

/** What one request costs, from the line that it leaves in the log. */
export async function costOf(stage: Stage, { method, path, headers, body }: Shot): Promise<LogLine> {
  const id = randomUUID();
  const answer = await fetch(new URL(path, stage.real), {
    method,
    headers: { ...headers, "X-Request-Id": id, ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return await stage.logged(id);
}

/** Presses on all sides in turn, so that whatever else the machine does meets each of them. */
export async function compare(stage: Stage, route: Route, effort: Effort): Promise<Comparison> {
  const baselines: Baseline[] = [...route.baselines, ...(stage.other === null ? [] : (["other"] as const))];
  const sides: Side[] = [...baselines, "real"];
  // The bare worker listens to the real app at its first request: one, then all.
  await press(stage.bare, 1, 0.2, () => route.shot("bare"));
  for (const side of sides) await press(urlOf(stage, side), effort.connections, 1, () => shotOf(route, side));
  const rounds: Record<Side, Round[]> = { real: [], bare: [], called: [], other: [] };
  for (let n = 0; n < effort.rounds; n += 1) {
    // Every other time in reverse: what one side leaves behind does not always meet the same one.
    for (const side of n % 2 === 0 ? sides : sides.toReversed()) rounds[side].push(await round(stage, route, side, effort));
  }
  const ratiosTo = (base: Baseline): Record<Figure, Ratio> => ({
    cpu: ratioOf(rounds.real, rounds[base], "cpu"),
    p50: ratioOf(rounds.real, rounds[base], "p50"),
    p99: ratioOf(rounds.real, rounds[base], "p99"),
  });
  const shot = route.shot("real");
  return {
    name: route.name,
    sides: Object.fromEntries(sides.map((side) => [side, summaryOf(rounds[side])])),
    ratios: Object.fromEntries(baselines.map((base) => [base, ratiosTo(base)])),
    cost: await costOf(stage, shot),
    keyed: "Idempotency-Key" in shot.headers,
  };
}

/** How many calls a second one object takes: the gate, which admits a request, beside one that answers at once. */
export async function compareGate(stage: Stage, effort: Effort): Promise<{ real: number; bare: number }> {
  const calls = 1600;
  const speeds: Record<"real" | "bare", number[]> = { real: [], bare: [] };
  for (let n = 0; n <= effort.rounds; n += 1) {
    for (const side of ["bare", "real"] as const) {
      const shot = (): Shot => ({ method: "GET", path: "/", headers: { "x-object": side } });
      const { times, seconds } = await press(stage.bare, 1, effort.seconds / 2, shot);
      // The first round warms up.
      if (n > 0) speeds[side].push((times.length * calls) / seconds);
    }
  }
  return { real: median(speeds.real), bare: median(speeds.bare) };
}
