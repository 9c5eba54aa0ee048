import { countText } from "../../../console/count-text";
import { moneyText } from "../../../platform/values/money-text.ts";

/** The unit of a figure. */
export type Measure = { unit: "money"; currency: string } | { unit: "count" } | { unit: "percent" };

export type Figure = number | bigint;

export function figureText(value: Figure, measure: Measure): string {
  switch (measure.unit) {
    case "money":
      return moneyText(value, measure.currency);
    case "count":
      return countText(Number(value));
    case "percent":
      return `${percent.format(value)}%`;
  }
}

/** Percentages have two decimal places: rounded again to one, 64.346% would become 64.4%. */
const percent = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 2 });
const twoDigits = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });

/** How a figure has changed: the arrow and the size of it, and the same as a sentence. */
export interface Change {
  direction: "up" | "down" | "same";
  short: string;
  /** `12% more than $1,000.00 in the previous period` */
  sentence: string;
}

/**
 * Compares a figure with that of the previous period. The change is in percent if the earlier figure is positive, because a percentage is
 * meaningless otherwise; else it is the difference. Null if either figure is missing.
 */
export function changeOf(now: Figure | null, before: Figure | null, measure: Measure): Change | null {
  if (now === null || before === null) return null;
  const beforeText = figureText(before, measure);
  const difference = differenceOf(now, before);
  if (Number(difference) === 0) return { direction: "same", short: "unchanged", sentence: "the same as in the previous period" };
  const [direction, arrow, word] = difference > 0 ? (["up", "↑", "more"] as const) : (["down", "↓", "less"] as const);
  const size = sizeOf(difference, before, measure);
  return { direction, short: `${arrow} ${size}`, sentence: `${size} ${word} than ${beforeText} in the previous period` };
}

/** The exact difference of amounts. Percentages have two decimal places, and anything smaller is rounding noise. */
function differenceOf(now: Figure, before: Figure): Figure {
  if (typeof now === "bigint" && typeof before === "bigint") return now - before;
  return Math.round((Number(now) - Number(before)) * 100) / 100;
}

function sizeOf(difference: Figure, before: Figure, measure: Measure): string {
  const by = difference < 0 ? -difference : difference;
  if (measure.unit === "percent") return `${percent.format(by)} points`;
  if (before <= 0) return figureText(by, measure);
  const share = (Number(by) / Number(before)) * 100;
  return share < 0.1 ? "less than 0.1%" : `${share < 100 ? twoDigits.format(share) : countText(Math.round(share))}%`;
}
