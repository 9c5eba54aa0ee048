/** An axis between two round values, in round steps. */
interface Scale {
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
function rangeOf(values: readonly number[]): [min: number, max: number] {
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

/** The size of a picture and the margins around its plot, in the units of the picture. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A day, week or month, with its amounts. */
export interface Unit {
  revenue: number;
  /** Costs and expenses. Null if costs are unknown. */
  outgo: number | null;
  /** Null if costs are unknown. */
  profit: number | null;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface DrawnUnit {
  revenue: Box;
  /** Null if costs are unknown. */
  outgo: Box | null;
  /** The area that shows the unit's tooltip. */
  whole: Box;
  middle: number;
}

export interface TimeGeometry {
  ticks: { value: number; y: number }[];
  /** The y coordinate of the amount 0. */
  zero: number;
  units: DrawnUnit[];
  /** The points of SVG lines (`x,y x,y …`), one line for each run of units whose profit is known. */
  profit: string[];
  /** The points of the line of the previous period. */
  before: string;
  /** The indexes of the units that have a label under the axis. */
  named: number[];
}

const MAX_BAR_WIDTH = 26;
const MIN_BAR_WIDTH = 0.5;
/** The share of a unit's width that is left free. */
const FREE_SHARE = 0.3;

/** Two decimal places keep the SVG short, and are less than a pixel. */
function roundCoordinate(value: number): number {
  return Math.round(value * 100) / 100;
}

export interface TimeChartData {
  units: readonly Unit[];
  /** The net revenue of each unit of the previous period. */
  before: readonly number[];
}

/** Places the chart in its frame. The axis of amounts has about `steps` steps, and at most `names` units have a label. */
export function timeGeometry(
  { units, before }: TimeChartData,
  frame: Frame,
  { steps, names }: { steps: number; names: number },
): TimeGeometry {
  const shownBefore = before.slice(0, units.length);
  const values = units.flatMap(({ revenue, outgo, profit }) => [revenue, outgo, profit]).filter((value) => value !== null);
  const scale = scaleOf([...values, ...shownBefore], steps);
  const yOf = heightsOf(scale, frame);
  const unitWidth = (frame.width - frame.left - frame.right) / Math.max(1, units.length);
  const bar = Math.min(MAX_BAR_WIDTH, Math.max(MIN_BAR_WIDTH, (unitWidth * (1 - FREE_SHARE)) / 2));
  const middleOf = (index: number) => roundCoordinate(frame.left + unitWidth * (index + 0.5));
  const boxOf = (x: number, value: number): Box => {
    const [top, bottom] = value < 0 ? [yOf(0), yOf(value)] : [yOf(value), yOf(0)];
    return { x: roundCoordinate(x), y: top, width: roundCoordinate(bar), height: roundCoordinate(bottom - top) };
  };
  const pointOf = (value: number, index: number) => `${middleOf(index)},${yOf(value)}`;
  const labelInterval = Math.max(1, Math.ceil(units.length / names));
  return {
    ticks: scale.ticks.map((value) => ({ value, y: yOf(value) })),
    zero: yOf(0),
    units: units.map(({ revenue, outgo }, index) => ({
      revenue: boxOf(middleOf(index) - bar, revenue),
      outgo: outgo === null ? null : boxOf(middleOf(index), outgo),
      whole: {
        x: roundCoordinate(frame.left + unitWidth * index),
        y: frame.top,
        width: roundCoordinate(unitWidth),
        height: roundCoordinate(frame.height - frame.top - frame.bottom),
      },
      middle: middleOf(index),
    })),
    profit: runsOf(units.map(({ profit }, index) => (profit === null ? null : pointOf(profit, index)))),
    before: shownBefore.map(pointOf).join(" "),
    named: units.flatMap((_, index) => (index % labelInterval === 0 ? [index] : [])),
  };
}

/** Joins neighboring points to lines, which missing points interrupt. A single point is drawn twice, so that its line is a dot. */
function runsOf(points: readonly (string | null)[]): string[] {
  const runs: string[][] = [[]];
  for (const point of points) {
    if (point === null) runs.push([]);
    else runs.at(-1)?.push(point);
  }
  return runs.filter((run) => run.length > 0).map((run) => (run.length === 1 ? `${run[0]} ${run[0]}` : run.join(" ")));
}

function heightsOf({ low, high }: Scale, { height, top, bottom }: Frame): (value: number) => number {
  const plotHeight = height - top - bottom;
  return (value) => roundCoordinate(top + plotHeight * (1 - (value - low) / (high - low)));
}

/** Bars that start at a common zero, in percent of the width. Bars of negative values are on its left. */
export function barsOf(values: readonly number[]): { x: number; width: number }[] {
  const [low, high] = rangeOf(values);
  const span = high - low;
  if (span === 0) return values.map(() => ({ x: 0, width: 0 }));
  return values.map((value) => ({
    x: roundCoordinate((100 * (Math.min(value, 0) - low)) / span),
    width: roundCoordinate((100 * Math.abs(value)) / span),
  }));
}
