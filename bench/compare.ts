import { randomUUID } from "node:crypto";
import { press, quantile, type Shot } from "./pressure.ts";
import type { Route, Side } from "./routes.ts";
import type { LogLine, Stage } from "./stage.ts";

/** How hard and how long is pressed. */
export interface Effort {
  connections: number;
  /** Of one round of one side. */
  seconds: number;
  rounds: number;
}

/** What one side did: medians of its rounds. */
export interface Measured {
  /** CPU of workerd for one request, in µs: D1 and the objects run in the same process. */
  cpu: number;
  perSecond: number;
  /** ms */
  p50: number;
  /** ms */
  p99: number;
}

export interface Comparison {
  name: string;
  real: Measured;
  bare: Measured;
  /** Of the bare worker's rounds, how far the CPU per request lies apart, as a share of its median: the noise of the machine. */
  noise: number;
  cost: LogLine;
  /** Under an idempotency key, which the object remembers. */
  keyed: boolean;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

async function round(stage: Stage, route: Route, side: Side, { connections, seconds }: Effort): Promise<Measured> {
  const before = stage.cpu();
  const { times, seconds: taken } = await press(stage[side], connections, seconds, () => route.shot(side));
  const cpu = ((stage.cpu() - before) * 1e6) / times.length;
  return { cpu, perSecond: times.length / taken, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

function middle(rounds: readonly Measured[]): Measured {
  const of = (name: keyof Measured) => median(rounds.map((measured) => measured[name]));
  return { cpu: of("cpu"), perSecond: of("perSecond"), p50: of("p50"), p99: of("p99") };
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

/** Presses on both in turn, so that whatever else the machine does meets both. */
export async function compare(stage: Stage, route: Route, effort: Effort): Promise<Comparison> {
  // The bare worker listens to the real app at its first request: one, then all.
  await press(stage.bare, 1, 0.2, () => route.shot("bare"));
  for (const side of ["bare", "real"] as const) await press(stage[side], effort.connections, 1, () => route.shot(side));
  const rounds: Record<Side, Measured[]> = { real: [], bare: [] };
  for (let n = 0; n < effort.rounds; n += 1) {
    for (const side of ["bare", "real"] as const) rounds[side].push(await round(stage, route, side, effort));
  }
  const cpus = rounds.bare.map(({ cpu }) => cpu);
  const noise = (Math.max(...cpus) - Math.min(...cpus)) / median(cpus);
  const shot = route.shot("real");
  const keyed = "Idempotency-Key" in shot.headers;
  return { name: route.name, real: middle(rounds.real), bare: middle(rounds.bare), noise, cost: await costOf(stage, shot), keyed };
}

/** How many calls a second one object takes: the gate, which admits a request, beside one that answers at once. */
export async function compareGate(stage: Stage, effort: Effort): Promise<{ real: number; bare: number }> {
  const calls = 1600;
  const speeds: Record<Side, number[]> = { real: [], bare: [] };
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
