import type { MoneyReader } from "../../../platform/db/org-db";
import { type PeriodInput, periodOf } from "../period";
import { summarize, type SummaryQuery } from "../summarize";
import { dayNumber, dayText } from "../../../platform/values/zone";

type Summary = Awaited<ReturnType<typeof summarize>>;

export type Currency = Summary["currencies"][number];
export type Totals = NonNullable<Currency["previous"]>;
type TimeFigures = Extract<Currency["series"][number], { from: string }>;
export type StoreFigures = Extract<Currency["series"][number], { store_name: string | null }>;

/** The unit into which a period is divided. */
export type Grouping = "day" | "week" | "month";

export interface Section {
  currency: string;
  totals: Totals;
  previous: Totals | null;
  /** Each unit of the period. Empty if the period is not divided. */
  units: TimeFigures[];
  /** The units of the previous period, in the same order. There may be one more or less. */
  unitsBefore: TimeFigures[];
  stores: StoreFigures[];
}

export interface Report {
  period: Summary["period"];
  /** The previous period. Null if nothing is compared. */
  before: { from: string; to: string } | null;
  grouping: Grouping | null;
  sections: Section[];
}

/** The unit that makes a readable chart of this many days. Null for more than 12,000 days: a response has at most 400 months. */
export function groupingFor(days: number): Grouping | null {
  if (days <= 45) return "day";
  if (days <= 200) return "week";
  return days <= 12_000 ? "month" : null;
}

function daysOf(org: MoneyReader, period: PeriodInput) {
  const { days, previous } = periodOf(period, dayText(dayNumber(org.now, org.organization.timezone)));
  if (days === null || previous === null) return null;
  return {
    length: days.from.until(days.to).days + 1,
    before: { from: previous.from.toString(), to: previous.to.toString() },
  };
}

const isOfTime = (figures: Currency["series"][number]): figures is TimeFigures => "from" in figures;
const isOfStore = (figures: Currency["series"][number]): figures is StoreFigures => "store_name" in figures;

/** Reads the data of all charts at once: by time, by store, and the previous period by time. */
export async function readReport(org: MoneyReader, { groupBy: requested, ...query }: SummaryQuery): Promise<Report> {
  const days = daysOf(org, query.period);
  const byTime = requested === "store" ? undefined : requested;
  const grouping = days === null ? null : (byTime ?? groupingFor(days.length));
  const before = query.compare && days !== null ? days.before : null;
  const custom = before === null ? null : ({ name: "custom", ...before } as const);
  const [summary, byStore, earlier] = await Promise.all([
    summarize(org, { ...query, groupBy: grouping ?? undefined }),
    summarize(org, { ...query, groupBy: "store", compare: false }),
    custom === null || grouping === null ? null : summarize(org, { ...query, period: custom, groupBy: grouping, compare: false }),
  ]);
  const seriesIn = (other: Summary | null, code: string) => other?.currencies.find(({ currency }) => currency === code)?.series ?? [];
  const sections = summary.currencies.map(({ currency, series, previous, ...totals }) => ({
    currency,
    totals,
    previous,
    units: series.filter(isOfTime),
    unitsBefore: seriesIn(earlier, currency).filter(isOfTime),
    stores: seriesIn(byStore, currency).filter(isOfStore),
  }));
  // The organization's currency comes first.
  const isOwn = ({ currency }: Section) => currency === org.organization.currency;
  return {
    period: summary.period,
    before,
    grouping,
    sections: sections.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one))),
  };
}
