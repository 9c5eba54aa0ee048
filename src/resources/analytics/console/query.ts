import * as z from "zod";
import { parseForm } from "../../../console/form";
import { SummaryQuery } from "../v2/contract";

const text = z.string().max(255).optional();

/** The page's query: the API's parameters, except that the previous period is compared unless `compare=none`. */
export const AnalyticsQuery = z.object({
  period: text,
  from: text,
  to: text,
  store_id: text,
  currency: text,
  compare: text,
  group_by: text,
});

/**
 * Converts the page's query to the API's, where an empty parameter counts as absent. `from` and `to` apply only to a custom period, although
 * the form always sends them. Throws 400 Bad Request.
 */
export function parseSummaryQuery({ compare, from, to, ...rest }: z.output<typeof AnalyticsQuery>): z.output<typeof SummaryQuery> {
  return parseForm(SummaryQuery, {
    ...rest,
    ...(rest.period === "custom" && { from: from ?? "", to: to ?? "" }),
    compare: compare === "none" ? "" : "previous_period",
  });
}
