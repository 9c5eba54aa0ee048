import { expenseSums, orderSums, orderSumsAtEdges, type Span, storeNames } from "./sums.sql.ts";
import type { MoneyReader } from "../../platform/db/org-db";
import { invalid } from "../../platform/api-error";
import { minorUnit } from "../../platform/values/currency";
import { dayNumber, dayText, endOfDay, momentText, startOfDay } from "../../platform/values/zone";
import { type Days, unitsOf } from "./calendar-unit";
import { daysText, expenseEntry, orderEntry, seriesByStore, seriesByTime, sumEntries } from "./series";
import { figuresOf } from "./figures";
import { type PeriodInput, periodOf } from "./period";

export const GROUPINGS = ["day", "week", "month", "store"] as const;

export interface SummaryQuery {
  period: PeriodInput;
  /** IANA name. Default: the organization's. */
  timezone?: string | undefined;
  /** Id, code or exact name. */
  store?: string | undefined;
  currency?: string | undefined;
  compare: boolean;
  groupBy?: (typeof GROUPINGS)[number] | undefined;
}

function spanOf(days: Days | null, zone: string): Span | null {
  if (days === null) return null;
  const { from, to } = daysText(days);
  return { days: [from, to], moments: [startOfDay(from, zone), endOfDay(to, zone)] };
}

/** The units of a period, or null if it is not grouped by time. */
function requestedUnits(days: Days | null, groupBy: SummaryQuery["groupBy"]): Days[] | null {
  if (groupBy === undefined || groupBy === "store") return null;
  if (days !== null) return unitsOf(days, groupBy);
  throw invalid("group_by", "group_by_needs_dates", "all_time has no first day. Use period=custom with from and to.");
}

/**
 * Revenue, costs, expenses and profit of a period, by currency (docs/spec/analytics.md#summary). An unknown store has no figures. One round
 * trip. Throws 400 Bad Request `too_many_groups` and `group_by_needs_dates`.
 */
export async function summarize(org: MoneyReader, { period, timezone, compare, groupBy, store, currency }: SummaryQuery) {
  const zone = timezone ?? org.organization.timezone;
  const { days, previous } = periodOf(period, dayText(dayNumber(org.now, zone)));
  const units = requestedUnits(days, groupBy);
  const spans = (units ?? [days]).map((unit) => spanOf(unit, zone));
  const before = compare ? spanOf(previous, zone) : null;
  const query = { spans: before === null ? spans : [...spans, before], store, currency, byStore: groupBy === "store" };
  const { rollUpSums, edgeSums, expenses, stores } = await org.read({
    rollUpSums: orderSums(org, query),
    edgeSums: orderSumsAtEdges(org, query),
    expenses: expenseSums(org, query),
    stores: query.byStore ? storeNames(org) : null,
  });
  const entries = [...rollUpSums.map(orderEntry), ...edgeSums.map(orderEntry), ...expenses.map(expenseEntry)];

  const currencies = [...Map.groupBy(entries, (entry) => entry.currency)].map(([code, own]) => {
    const minor = minorUnit(code);
    // The previous period is the span after those of the period.
    const inPeriod = own.filter(({ span }) => span < spans.length);
    const earlier = own.filter(({ span }) => span >= spans.length);
    return {
      currency: code,
      ...figuresOf(sumEntries(inPeriod), minor),
      // Without grouping by store, no entry has a store, and the series is empty.
      series: units === null ? seriesByStore(inPeriod, stores, minor) : seriesByTime(inPeriod, units, minor),
      previous: before === null ? null : figuresOf(sumEntries(earlier), minor),
    };
  });
  return {
    period: { name: period.name, ...(days === null ? { from: null, to: null } : daysText(days)), timezone: zone },
    currencies: currencies.toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
    generated_at: momentText(org.now),
  };
}
