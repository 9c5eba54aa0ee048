import type { PeriodName } from "../period";

export const PERIOD_LABELS: Readonly<Record<PeriodName, string>> = {
  today: "Today",
  yesterday: "Yesterday",
  last_7_days: "Last 7 days",
  last_30_days: "Last 30 days",
  last_90_days: "Last 90 days",
  this_week: "This week",
  last_week: "Last week",
  this_month: "This month",
  last_month: "Last month",
  this_quarter: "This quarter",
  last_quarter: "Last quarter",
  this_year: "This year",
  last_year: "Last year",
  all_time: "All time",
  custom: "Custom period",
};

const MEDIUM = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const SHORT = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", year: "2-digit", timeZone: "UTC" });

/** A range of days, both included, such as `1 – 30 Nov 2026`. A single day has no dash. */
export function daysText({ from, to }: { from: string; to: string }): string {
  return MEDIUM.formatRange(new Date(from), new Date(to));
}

/** A short label of a unit of time: its first day or its month. */
export function unitText(from: string, grouping: "day" | "week" | "month"): string {
  return (grouping === "month" ? MONTH : SHORT).format(new Date(from));
}

const NAMES = new Intl.DisplayNames("en", { type: "currency" });

/** A currency's name, `US Dollar`, or its code if it has none. */
export function currencyName(code: string): string {
  return NAMES.of(code) ?? code;
}

/** Messages about the filters of a report, by the code of the violation. */
export const MESSAGES: Readonly<Record<string, string>> = {
  custom_needs_dates: "Choose a day.",
  invalid_range: "The first day must not be after the last day.",
  invalid_date: "Choose a day.",
  too_many_groups: "Too many days, weeks or months for one chart. Group by a longer unit, or choose a shorter period.",
  period_too_long: "Choose a period of at most 400 days.",
};
