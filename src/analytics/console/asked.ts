import * as z from "zod";
import { SummaryQuery } from "../v2/contract";
import { faultsOf } from "../../platform/http/input/input";
import type { RefusalDetail } from "../../platform/refusal";

const text = z.string().max(255).optional();

/** The page's address: the API's parameters, but that the period before is shown unless `compare=none`. */
export const AnalyticsQuery = z.object({
  period: text,
  from: text,
  to: text,
  store_id: text,
  currency: text,
  compare: text,
  group_by: text,
});

/** What a report is asked about, or what is wrong with that. */
export type Asked = { query: z.output<typeof SummaryQuery>; faults: readonly [] } | { query: null; faults: readonly RefusalDetail[] };

const WORDS: Readonly<Record<string, string>> = {
  custom_needs_dates: "Choose a day.",
  invalid_range: "Choose a day that is not after the last one.",
  invalid_date: "Choose a day.",
  too_many_groups: "Too many for one chart: choose a longer unit, or a shorter period.",
};

/** Faults in words for people. */
export function inPlainWords(faults: readonly RefusalDetail[]): RefusalDetail[] {
  return faults.map((fault) => ({ ...fault, message: WORDS[fault.code] ?? fault.message }));
}

/** The page's parameters as the API's. Days count where they are asked for: the form sends them always. */
export function askedIn({ compare, from, to, ...rest }: z.output<typeof AnalyticsQuery>): Asked {
  const isCustom = rest.period === "custom";
  const { success, data, error } = SummaryQuery.safeParse({
    ...rest,
    ...(isCustom && { from: from ?? "", to: to ?? "" }),
    compare: compare === "none" ? "" : "previous_period",
  });
  return success ? { query: data, faults: [] } : { query: null, faults: inPlainWords(faultsOf(error.issues)) };
}
