/** An axis between two round values, in round steps. */
export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

const STEPS = [1, 2, 2.5, 5, 10];

/** Removes the rounding noise of decimal steps. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** The smallest and the largest value, including 0. */
export function rangeOf(values: readonly number[]): [min: number, max: number] {
  return [Math.min(0, ...values), Math.max(0, ...values)];
}

/** The axis for these values, including 0, in about `steps` steps. If all values are 0, it goes from 0 to 1. */
export function scaleOf(values: readonly number[], steps: number): Scale {
  const [min, max] = rangeOf(values);
  if (min === max) return { low: 0, high: 1, ticks: [0] };
  const raw = (max - min) / steps;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = size * (STEPS.find((times) => times * size >= raw) ?? 10);
  const [first, last] = [Math.floor(tidy(min / step)), Math.ceil(tidy(max / step))];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step));
  return { low: tidy(first * step), high: tidy(last * step), ticks };
}
