import { Temporal } from "temporal-polyfill";
import { type CalendarUnit, type Days, earlierDay, firstDay, unitBefore } from "./calendar-unit";

/** The days of a summary, and the previous days to compare them with. Both are null for all time. */
export interface Period {
  days: Days | null;
  previous: Days | null;
}

function lengthOf({ from, to }: Days): number {
  return from.until(to).days + 1;
}

/** The days, with the same number of days directly before them. */
function withPreviousDays(days: Days): Period {
  const length = { days: lengthOf(days) };
  return { days, previous: { from: days.from.subtract(length), to: days.to.subtract(length) } };
}

/** `count` days that end on `to`. */
function daysEndingOn(to: Temporal.PlainDate, count: number): Period {
  return withPreviousDays({ from: to.subtract({ days: count - 1 }), to });
}

/** The current unit up to today. Previous: the same number of days from the start of the previous unit, at most the whole unit. */
function currentUnit(unit: CalendarUnit, today: Temporal.PlainDate): Period {
  const days = { from: firstDay(unit, today), to: today };
  const before = unitBefore(unit, days.from);
  return { days, previous: { from: before.from, to: earlierDay(before.from.add({ days: lengthOf(days) - 1 }), before.to) } };
}

/** The last complete unit. Previous: the unit before it. */
function lastUnit(unit: CalendarUnit, today: Temporal.PlainDate): Period {
  const days = unitBefore(unit, firstDay(unit, today));
  return { days, previous: unitBefore(unit, days.from) };
}

type FromToday = (today: Temporal.PlainDate) => Period;

/** The periods that are defined by their name (docs/spec/analytics.md#periods). last_N_days ends today. */
const NAMED_PERIODS = {
  today: (today) => daysEndingOn(today, 1),
  yesterday: (today) => daysEndingOn(today.subtract({ days: 1 }), 1),
  last_7_days: (today) => daysEndingOn(today, 7),
  last_30_days: (today) => daysEndingOn(today, 30),
  last_90_days: (today) => daysEndingOn(today, 90),
  this_week: (today) => currentUnit("week", today),
  last_week: (today) => lastUnit("week", today),
  this_month: (today) => currentUnit("month", today),
  last_month: (today) => lastUnit("month", today),
  this_quarter: (today) => currentUnit("quarter", today),
  last_quarter: (today) => lastUnit("quarter", today),
  this_year: (today) => currentUnit("year", today),
  last_year: (today) => lastUnit("year", today),
  all_time: () => ({ days: null, previous: null }),
} as const satisfies Record<string, FromToday>;

/** A named period, or custom days (YYYY-MM-DD, both included). */
export type PeriodInput = { name: keyof typeof NAMED_PERIODS } | { name: "custom"; from: string; to: string };

export type PeriodName = PeriodInput["name"];

export const PERIOD_NAMES: readonly PeriodName[] = [...(Object.keys(NAMED_PERIODS) as (keyof typeof NAMED_PERIODS)[]), "custom"];

/** The days of a period, given today's date (YYYY-MM-DD). */
export function periodOf(input: PeriodInput, today: string): Period {
  const day = (text: string) => Temporal.PlainDate.from(text);
  return input.name === "custom" ? withPreviousDays({ from: day(input.from), to: day(input.to) }) : NAMED_PERIODS[input.name](day(today));
}
