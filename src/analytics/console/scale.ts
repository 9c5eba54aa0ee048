/** An axis from a round value to a round value, in steps that are easy to count in. */
export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

const STEPS = [1, 2, 2.5, 5, 10];

/** Without the noise that adding up decimal steps makes. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** The least and the greatest of values, 0 being among them. */
export function rangeOf(values: readonly number[]): [least: number, most: number] {
  return [Math.min(0, ...values), Math.max(0, ...values)];
}

/** The axis for these values, with 0 on it and about `steps` steps; from 0 to 1 where they are all 0. */
export function scaleOf(values: readonly number[], steps: number): Scale {
  const [least, most] = rangeOf(values);
  if (least === most) return { low: 0, high: 1, ticks: [0] };
  const raw = (most - least) / steps;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = size * (STEPS.find((times) => times * size >= raw) ?? 10);
  const [first, last] = [Math.floor(tidy(least / step)), Math.ceil(tidy(most / step))];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step));
  return { low: tidy(first * step), high: tidy(last * step), ticks };
}
