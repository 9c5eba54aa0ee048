/** Messages about the filters of a report, by the code of the violation. */
export const MESSAGES: Readonly<Record<string, string>> = {
  custom_needs_dates: "Choose a day.",
  invalid_range: "The first day must not be after the last day.",
  invalid_date: "Choose a day.",
  too_many_groups: "Too many days, weeks or months for one chart. Group by a longer unit, or choose a shorter period.",
  period_too_long: "Choose a period of at most 400 days.",
};
