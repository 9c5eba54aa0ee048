import { Temporal } from "temporal-polyfill";
import { type CalendarUnit, type Days, earlier, firstDay, unitBefore } from "./calendar-unit";

/** The days that a summary is about, and those that it can be compared with; null is all time, which has none before it. */
export interface Period {
  days: Days | null;
  previous: Days | null;
}

/** How many days there are from the first to the last, both included. */
function lengthOf({ from, to }: Days): number {
  return from.until(to).days + 1;
}

/** Days, and as many right before them. */
function withAsManyBefore(days: Days): Period {
  const length = { days: lengthOf(days) };
  return { days, previous: { from: days.from.subtract(length), to: days.to.subtract(length) } };
}

/** So many days, the last of them given. */
function endingOn(to: Temporal.PlainDate, count: number): Period {
  return withAsManyBefore({ from: to.subtract({ days: count - 1 }), to });
}

/** The unit under way, up to today; before it as many days from the start of the unit before, as far as that goes. */
function underWay(unit: CalendarUnit, today: Temporal.PlainDate): Period {
  const days = { from: firstDay(unit, today), to: today };
  const before = unitBefore(unit, days.from);
  return { days, previous: { from: before.from, to: earlier(before.from.add({ days: lengthOf(days) - 1 }), before.to) } };
}

/** The last whole unit; before it the unit before. */
function lastWhole(unit: CalendarUnit, today: Temporal.PlainDate): Period {
  const days = unitBefore(unit, firstDay(unit, today));
  return { days, previous: unitBefore(unit, days.from) };
}

type FromToday = (today: Temporal.PlainDate) => Period;

/** Every period that needs nothing but its name (docs/spec/analytics.md#periods). last_N_days ends today. */
const NAMED = {
  today: (today) => endingOn(today, 1),
  yesterday: (today) => endingOn(today.subtract({ days: 1 }), 1),
  last_7_days: (today) => endingOn(today, 7),
  last_30_days: (today) => endingOn(today, 30),
  last_90_days: (today) => endingOn(today, 90),
  this_week: (today) => underWay("week", today),
  last_week: (today) => lastWhole("week", today),
  this_month: (today) => underWay("month", today),
  last_month: (today) => lastWhole("month", today),
  this_quarter: (today) => underWay("quarter", today),
  last_quarter: (today) => lastWhole("quarter", today),
  this_year: (today) => underWay("year", today),
  last_year: (today) => lastWhole("year", today),
  all_time: () => ({ days: null, previous: null }),
} as const satisfies Record<string, FromToday>;

/** A period by name, or two days of the caller's, YYYY-MM-DD, both included. */
export type PeriodInput = { name: keyof typeof NAMED } | { name: "custom"; from: string; to: string };

export type PeriodName = PeriodInput["name"];

export const PERIOD_NAMES: readonly PeriodName[] = [...(Object.keys(NAMED) as (keyof typeof NAMED)[]), "custom"];

/** The days that a period means on a day, YYYY-MM-DD. */
export function periodOf(input: PeriodInput, today: string): Period {
  const day = (text: string) => Temporal.PlainDate.from(text);
  return input.name === "custom" ? withAsManyBefore({ from: day(input.from), to: day(input.to) }) : NAMED[input.name](day(today));
}
