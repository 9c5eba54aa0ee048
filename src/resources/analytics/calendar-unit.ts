import type { Temporal } from "temporal-polyfill";
import { invalid } from "../../platform/api-error";

/** A range of days, both included. */
export interface Days {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
}

/** Calendar units. Weeks begin on Monday (ISO 8601). */
export type CalendarUnit = "day" | "week" | "month" | "quarter" | "year";

const UNIT_LENGTH = {
  day: { days: 1 },
  week: { weeks: 1 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { years: 1 },
} as const satisfies Record<CalendarUnit, Temporal.DurationLike>;

/** The first day of the unit that contains a day. */
export function firstDay(unit: CalendarUnit, day: Temporal.PlainDate): Temporal.PlainDate {
  switch (unit) {
    case "day":
      return day;
    case "week":
      return day.subtract({ days: day.dayOfWeek - 1 });
    case "month":
      return day.with({ day: 1 });
    case "quarter":
      return day.with({ month: day.month - ((day.month - 1) % 3), day: 1 });
    case "year":
      return day.with({ month: 1, day: 1 });
  }
}

export function unitStartingOn(unit: CalendarUnit, first: Temporal.PlainDate): Days {
  return { from: first, to: first.add(UNIT_LENGTH[unit]).subtract({ days: 1 }) };
}

export function unitBefore(unit: CalendarUnit, first: Temporal.PlainDate): Days {
  return { from: first.subtract(UNIT_LENGTH[unit]), to: first.subtract({ days: 1 }) };
}

export function earlierDay(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return one.since(other).sign < 0 ? one : other;
}

const MAX_UNITS = 400;

/**
 * Splits days into units, in order. The first and the last unit are cut to the days. Throws 400 Bad Request `too_many_groups` for more than
 * 400 units.
 */
export function unitsOf({ from, to }: Days, unit: CalendarUnit): Days[] {
  const units: Days[] = [];
  let next = firstDay(unit, from);
  while (next.until(to).sign >= 0) {
    if (units.length === MAX_UNITS) {
      throw invalid("group_by", "too_many_groups", `Expected at most ${MAX_UNITS} units. Use a shorter period or longer units.`);
    }
    const whole = unitStartingOn(unit, next);
    units.push({ from: units.length === 0 ? from : next, to: earlierDay(whole.to, to) });
    next = whole.to.add({ days: 1 });
  }
  return units;
}
