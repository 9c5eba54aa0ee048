import { toAmount } from "../../../platform/values/money";
import { axisMoneyText, moneyText } from "../../../platform/values/money-text.ts";
import { NEEDS_COSTS } from "./cost-figure";
import type { Grouping, Section } from "./report";
import { type Box, type Frame, timeGeometry, type TimeGeometry } from "./time-geometry";
import { daysText, unitText } from "./labels";

interface Size {
  name: "wide" | "narrow";
  width: number;
  height: number;
  /** About how many steps the axis of amounts has. */
  steps: number;
  /** The most labels under the axis of time. */
  names: number;
}

/** The chart for wide and for narrow screens. The style sheet shows one of them. */
const SIZES: readonly Size[] = [
  { name: "wide", width: 900, height: 300, steps: 5, names: 10 },
  { name: "narrow", width: 400, height: 280, steps: 4, names: 4 },
];

/** The width reserved for a letter of the axis, in the units of the picture. */
const LETTER_WIDTH = 8;

function frameOf({ width, height }: Size, longest: number): Frame {
  return { width, height, left: longest * LETTER_WIDTH + 10, right: 20, top: 12, bottom: 30 };
}

function outgoOf({ costs, expenses }: Section["units"][number]): bigint | null {
  return costs.total === null ? null : costs.total + expenses.total;
}

function geometryOf({ currency, units, unitsBefore }: Section, size: Size): { frame: Frame; geometry: TimeGeometry } {
  // A picture need not be exact.
  const toNumber = (amount: bigint): number => toAmount(Number(amount));
  const toNumberOrNull = (amount: bigint | null) => (amount === null ? null : toNumber(amount));
  const values = units.map((unit) => ({
    revenue: toNumber(unit.revenue.net),
    outgo: toNumberOrNull(outgoOf(unit)),
    profit: toNumberOrNull(unit.profit.net),
  }));
  const before = unitsBefore.map(({ revenue }) => toNumber(revenue.net));
  const draw = (frame: Frame) => timeGeometry({ units: values, before }, frame, size);
  // The width of the axis depends on its values, but the values do not depend on the width.
  const longest = Math.max(...draw(frameOf(size, 0)).ticks.map(({ value }) => axisMoneyText(value, currency).length));
  const frame = frameOf(size, longest);
  return { frame, geometry: draw(frame) };
}

function tooltipText({ currency, units, unitsBefore }: Section, index: number): string {
  const unit = units[index];
  if (unit === undefined) return "";
  const money = (amount: bigint | null) => (amount === null ? NEEDS_COSTS.toLowerCase() : moneyText(amount, currency));
  const before = unitsBefore[index];
  const lines = [
    daysText(unit),
    `Net revenue ${money(unit.revenue.net)}`,
    `Costs and expenses ${money(outgoOf(unit))}`,
    `Net profit ${money(unit.profit.net)}`,
    ...(unit.coverage.is_partial ? ["Partial: some of these orders have no cost"] : []),
    ...(before === undefined ? [] : [`Previous period, ${daysText(before)}: net revenue ${money(before.revenue.net)}`]),
  ];
  return lines.join("\n");
}

function Bar({ box: { x, y, width, height }, kind }: { box: Box; kind: string }) {
  return <rect class={kind} x={x} y={y} width={width} height={height} rx={width > 6 ? 2 : 0} />;
}

function Picture({ section, grouping, size, label }: { section: Section; grouping: Grouping; size: Size; label: string }) {
  const { frame, geometry } = geometryOf(section, size);
  const right = frame.width - frame.right;
  return (
    <svg class={`chart ${size.name}`} viewBox={`0 0 ${frame.width} ${frame.height}`} role="img" aria-label={label}>
      {geometry.ticks.map(({ value, y }) => (
        <>
          <line class="grid" x1={frame.left} x2={right} y1={y} y2={y} />
          <text x={frame.left - 8} y={y + 4} text-anchor="end">
            {axisMoneyText(value, section.currency)}
          </text>
        </>
      ))}
      {geometry.units.map(({ revenue, outgo }) => (
        <>
          <Bar box={revenue} kind="revenue" />
          {outgo === null ? null : <Bar box={outgo} kind="outgo" />}
        </>
      ))}
      <line class="zero" x1={frame.left} x2={right} y1={geometry.zero} y2={geometry.zero} />
      {geometry.before === "" ? null : <polyline class="before" points={geometry.before} />}
      {geometry.profit.map((points) => (
        <polyline class="profit" points={points} />
      ))}
      {geometry.named.map((index) => (
        <text x={geometry.units[index]?.middle} y={frame.height - 8} text-anchor="middle">
          {unitText(section.units[index]?.from ?? "", grouping)}
        </text>
      ))}
      {geometry.units.map(({ whole }, index) => (
        <rect class="whole" x={whole.x} y={whole.y} width={whole.width} height={whole.height}>
          <title>{tooltipText(section, index)}</title>
        </rect>
      ))}
    </svg>
  );
}

/** Net revenue, costs and expenses, and net profit of each unit. A faint line shows the net revenue of the previous period. */
export function TimeChart({ section, grouping }: { section: Section; grouping: Grouping }) {
  const label = `Net revenue, costs and expenses, and net profit by ${grouping}, in ${section.currency}. The table below has the same figures.`;
  const compares = section.unitsBefore.length > 0;
  return (
    <>
      <ul class="legend">
        <li class="revenue">Net revenue</li>
        <li class="outgo">Costs and expenses</li>
        <li class="profit">Net profit</li>
        {compares ? <li class="before">Net revenue of the previous period</li> : null}
      </ul>
      {SIZES.map((size) => (
        <Picture section={section} grouping={grouping} size={size} label={label} />
      ))}
    </>
  );
}
