import { readFileSync } from "node:fs";
import type { Comparison, Figure, Measured, Ratio } from "./compare.ts";
import { pricePerMillion } from "./price.ts";
import type { Baseline, Side } from "./routes.ts";

const FIGURES: readonly Figure[] = ["cpu", "p50", "p99"];
const fixed = (value: number, places = 2): string => value.toFixed(places);

const NAMES: Record<Side, string> = { real: "the Worker", bare: "bare", called: "bare, one object call", other: "the other build" };

function lineOf(side: Side, { cpu, p50, p99, perSecond }: Measured): string {
  return `  ${NAMES[side].padEnd(22)} CPU ${fixed(cpu, 0)} µs, p50 ${fixed(p50)} ms, p99 ${fixed(p99)} ms, ${fixed(perSecond, 0)} requests/s`;
}

function ratioLine(base: Baseline, ratios: Record<Figure, Ratio>): string {
  const text = ({ value, low, high }: Ratio) => `${fixed(value)} (${fixed(low)} to ${fixed(high)})`;
  return `  to ${NAMES[base].padEnd(22)} ${FIGURES.map((figure) => `${figure} ${text(ratios[figure])}`).join(", ")}`;
}

/** What a route took, beside each side that it is compared with. In brackets: the middle half of the rounds. */
export function routeReport({ name, sides, ratios, cost, keyed }: Comparison): string {
  const { d1_trips: trips, rows_read: read, rows_written: written, gate_calls: calls } = cost;
  const price = fixed(pricePerMillion(cost, sides.real?.cpu ?? Number.NaN, keyed));
  return [
    name,
    ...Object.entries(sides).map(([side, measured]) => lineOf(side as Side, measured)),
    ...Object.entries(ratios).map(([base, figures]) => ratioLine(base as Baseline, figures)),
    `  D1 trips ${trips}, rows read ${read}, written ${written}, object calls ${calls}, $${price} a million`,
  ].join("\n");
}

/** How a route's ratios differ from those of an earlier run, whose output with `--json` is in a file. */
export function changeReport({ name, ratios }: Comparison, file: string): string {
  const { routes } = JSON.parse(readFileSync(file, "utf8")) as { routes: Comparison[] };
  const earlier = routes.find((route) => route.name === name)?.ratios ?? {};
  const lines = Object.entries(ratios).flatMap(([base, now]) => {
    const before = earlier[base as Baseline];
    if (before === undefined) return [];
    const changes = FIGURES.map((figure) => `${figure} ${fixed(before[figure].value)} -> ${fixed(now[figure].value)}`);
    return [`  was, to ${NAMES[base as Baseline].padEnd(22)} ${changes.join(", ")}`];
  });
  return lines.length > 0 ? lines.join("\n") : "  not in the earlier run";
}
