import * as z from "zod";
import { PERIOD_NAMES, type PeriodName } from "../period";
import { GROUPINGS, type SummaryQuery as Query } from "../summarize";
import { readCurrency } from "../../platform/values/currency";
import { CURRENCY } from "../../platform/http/input/input-patterns";
import { choiceQuery, parsedQuery, textQuery } from "../../platform/http/input/query";
import { dayQuery, zoneQuery } from "../../platform/http/input/time-query";

const count = () => z.int().min(0);

const figures = {
  orders: z.strictObject({
    count: count().describe("Orders that are not Cancelled. All figures but `cancelled` are of these."),
    items: count().describe("Items of these orders."),
    cancelled: count().describe("Cancelled orders; they earn nothing and cost nothing."),
    refunded: count().describe("Orders flagged is_refunded."),
    average_value: z
      .number()
      .nullable()
      .describe("Mean total_amount, rounded half-up to the currency's minor unit; null where there is no order."),
  }),
  revenue: z
    .strictObject({
      gross: z.number().describe("Sum of subtotals."),
      discounts: z.number().describe("Sum of discounts."),
      refunds: z.number().describe("Sum of refund amounts."),
      shipping: z.number().describe("Sum of shipping costs that customers paid."),
      tax: z.number().describe("Sum of taxes."),
      net: z
        .number()
        .describe(
          "Sum of (total_amount - tax) - (refund_amount - the tax in it): what remains without tax, whether prices include it or not. A fully refunded order has 0.",
        ),
    })
    .describe(
      "gross, discounts, refunds, shipping and tax are sums of what is stored. They need not add up to net: prices may include tax, and so do refunds.",
    ),
  costs: z
    .strictObject({
      production: z.number().nullable().describe("Sum over items of cost times quantity; an item without a cost adds nothing."),
      total: z.number().nullable().describe("All costs: production."),
    })
    .describe("null where there are orders and none of them has a cost; too low where coverage.is_partial."),
  expenses: z
    .strictObject({
      operating: z.number().describe("Every expense that is not payroll."),
      payroll: z.number().describe("Expenses of the category payroll."),
      total: z.number().describe("operating + payroll."),
    })
    .describe("By the date that each expense bears. With `store_id` those of that store alone: no overhead."),
  profit: z
    .strictObject({
      gross: z.number().nullable().describe("revenue.net - costs.total."),
      net: z.number().nullable().describe("gross - expenses.total."),
      margin_pct: z
        .number()
        .nullable()
        .describe("net in percent of revenue.net, rounded half-up to 2 places; null also where revenue.net is not positive."),
    })
    .describe("null where costs are null; too high where coverage.is_partial."),
  coverage: z
    .strictObject({
      orders_with_cost: count().describe(
        "Orders with at least one item that is not Cancelled or Refunded, of which every such item has a cost.",
      ),
      orders_missing_cost: count().describe("The other orders."),
      is_partial: z
        .boolean()
        .describe("Some orders have a cost and some do not: costs are too low, and profit is too high, by what the others lack."),
    })
    .describe("How far costs are known."),
};

const TimeFigures = z.strictObject({
  from: z.iso.date().describe("First day of the unit, within the period."),
  to: z.iso.date().describe("Its last day, included."),
  ...figures,
});

const StoreFigures = z.strictObject({
  store_id: z.int().nullable().describe("Null, and last: expenses that are no store's."),
  store_name: z.string().nullable(),
  ...figures,
});

/** The answer (docs/spec/analytics.md#summary). */
export const Summary = z
  .strictObject({
    period: z.strictObject({
      name: z.enum(PERIOD_NAMES),
      from: z.iso.date().nullable().describe("First day; null for all_time."),
      to: z.iso.date().nullable().describe("Last day, included; null for all_time."),
      timezone: z.string().describe("The zone whose calendar days are meant."),
    }),
    currencies: z
      .array(
        z.strictObject({
          currency: z.string(),
          ...figures,
          series: z
            .array(z.union([TimeFigures, StoreFigures]))
            .describe("With group_by: every unit of the period in order, or every store that has something, by name. Else empty."),
          previous: z
            .strictObject(figures)
            .nullable()
            .describe("With compare: the figures of the period before; null without, and for all_time, which has none."),
        }),
      )
      .describe("One for each currency with an order or expense in the period, or in the one before where they are compared; by code."),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "AnalyticsSummary" });

/** Which days a period is of: its name says, or, for custom, both its ends. */
function needsItsDays(query: { period?: unknown; from?: unknown; to?: unknown }, ctx: z.core.$RefinementCtx): void {
  const { period = "last_30_days", from, to } = query;
  // A name that is none has its own fault, and so has a day.
  if (typeof period !== "string") return;
  for (const [path, day] of Object.entries({ from, to })) {
    if (period === "custom" && day === undefined) {
      ctx.addIssue({ code: "custom", path: [path], message: "period=custom needs from and to.", params: { code: "custom_needs_dates" } });
    } else if (period !== "custom" && day !== undefined) {
      ctx.addIssue({ code: "custom", path: [path], message: "Only period=custom has days of its own.", params: { code: "not_custom" } });
    }
  }
  if (period === "custom" && typeof from === "string" && typeof to === "string" && from > to) {
    ctx.addIssue({ code: "custom", path: ["from"], message: "Expected a day not after `to`.", params: { code: "invalid_range" } });
  }
}

/** GET /api/v2/analytics/summary. */
export const SummaryQuery = z
  .object({
    period: choiceQuery<PeriodName>(PERIOD_NAMES, "invalid_period").describe(
      "Calendar days of `timezone`; last_30_days where it is left out. last_N_days ends today, included; this_<unit> is the unit's first day to today; weeks begin on Monday; custom takes from and to.",
    ),
    from: dayQuery().describe("First day of period=custom."),
    to: dayQuery().describe("Last day of period=custom, included."),
    timezone: zoneQuery().describe("IANA name; the organization's where it is left out."),
    store_id: textQuery().describe("Id, code or exact name of a store; an unknown one has nothing."),
    currency: parsedQuery(readCurrency, "Expected a currency code of ISO 4217.", "invalid_currency", CURRENCY),
    compare: choiceQuery(["previous_period"], "invalid_compare").describe(
      "Before last_N_days, a day or custom: as many days right before. Before last_<unit>: the unit before. Before this_<unit>: as many days from the start of the unit before, as far as it goes.",
    ),
    group_by: choiceQuery(GROUPINGS, "invalid_group_by").describe(
      "Fills `series`. At most 400 units; all_time can be grouped by store alone.",
    ),
  })
  .superRefine(needsItsDays, { when: () => true })
  .transform(({ period = "last_30_days", from = "", to = "", timezone, store_id, currency, compare, group_by }): Query => ({
    period: period === "custom" ? { name: period, from, to } : { name: period },
    timezone,
    store: store_id,
    currency,
    compare: compare !== undefined,
    groupBy: group_by,
  }));
