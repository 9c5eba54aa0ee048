import * as z from "zod";
import { PERIOD_NAMES } from "../period";
import { GROUPINGS, type SummaryQuery as Query } from "../summarize";
import { choiceQuery, currencyQuery, textQuery } from "../../../platform/http/input/query";
import { checkPeriodDays, PERIOD_PARAMETERS, readPeriod } from "./period-query";

const count = () => z.int().min(0);

const figures = {
  orders: z.strictObject({
    count: count().describe(
      "Orders that are not Cancelled. All figures refer to these, except `cancelled` and the costs of Cancelled orders.",
    ),
    items: count().describe("The quantity of all items of these orders that are neither Cancelled nor removed."),
    cancelled: count().describe(
      "Cancelled orders. Of these, only the costs of items that were sent to a supplier are part of another figure.",
    ),
    refunded: count().describe("Orders with the flag is_refunded."),
    average_value: z
      .number()
      .nullable()
      .describe("Mean of total_amount, rounded half up to the currency's minor unit. null if there are no orders."),
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
          "Sum of (total_amount - tax) - (refund_amount - refunded tax). Excludes tax, whether or not prices include it. 0 for a fully refunded order.",
        ),
    })
    .describe(
      "gross, discounts, refunds, shipping and tax are sums of the stored amounts. They do not always add up to net, because prices may include tax, and refunds always do.",
    ),
  costs: z
    .strictObject({
      production: z
        .number()
        .nullable()
        .describe(
          "Sum of cost × quantity. Excludes items that were removed, or cancelled before they were sent to a supplier. Includes those of Cancelled orders that were sent.",
        ),
      total: z.number().nullable().describe("All costs. Only production costs are recorded, so this equals production."),
    })
    .describe("Both are null if there are orders but none of them has a cost. Too low if coverage.is_partial is true."),
  expenses: z
    .strictObject({
      operating: z.number().describe("All expenses except payroll."),
      payroll: z.number().describe("Expenses in the category payroll."),
      total: z.number().describe("operating + payroll."),
    })
    .describe("Counted by the date of the expense. With `store_id`, only expenses of that store, without overhead."),
  profit: z
    .strictObject({
      gross: z.number().nullable().describe("revenue.net - costs.total."),
      net: z.number().nullable().describe("gross - expenses.total."),
      margin_pct: z
        .number()
        .nullable()
        .describe("net as a percentage of revenue.net, rounded half up to 2 decimal places. null if revenue.net is not positive."),
    })
    .describe("All are null if costs are null. Too high if coverage.is_partial is true."),
  coverage: z
    .strictObject({
      orders_with_cost: count().describe(
        "Orders of which at least one cost is part of `costs`, and of which no item lacks a cost that is neither Cancelled nor removed. Items that were refunded before they were sent to a supplier may lack it.",
      ),
      orders_missing_cost: count().describe("All other orders that are not Cancelled."),
      is_partial: z
        .boolean()
        .describe("true if some orders have a cost and others do not. Costs are then too low, and profit is too high."),
    })
    .describe("How many orders have a known cost."),
};

const TimeFigures = z.strictObject({
  from: z.iso.date().describe("First day of the unit that is in the period."),
  to: z.iso.date().describe("Last day of the unit that is in the period."),
  ...figures,
});

const StoreFigures = z.strictObject({
  store_id: z.int().nullable().describe("null for expenses without a store, which come last."),
  store_name: z.string().nullable(),
  ...figures,
});

/** The response (docs/spec/analytics.md#summary). */
export const Summary = z
  .strictObject({
    period: z.strictObject({
      name: z.enum(PERIOD_NAMES),
      from: z.iso.date().nullable().describe("First day; null for all_time."),
      to: z.iso.date().nullable().describe("Last day, included; null for all_time."),
      timezone: z.string().describe("The time zone of the calendar days."),
    }),
    currencies: z
      .array(
        z.strictObject({
          currency: z.string(),
          ...figures,
          series: z
            .array(z.union([TimeFigures, StoreFigures]))
            .describe(
              "With group_by: every unit of the period in order, or every store that has orders or expenses, sorted by name. Otherwise empty.",
            ),
          previous: z
            .strictObject(figures)
            .nullable()
            .describe("With compare: the figures of the previous period. Otherwise null. Always null for all_time."),
        }),
      )
      .describe(
        "One entry for each currency that has an order or expense in the period or, with compare, in the previous period. Sorted by code.",
      ),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "AnalyticsSummary" });

export const SummaryQuery = z
  .object({
    ...PERIOD_PARAMETERS,
    store_id: textQuery().describe("Id, code or exact name of a store. An unknown store has no figures."),
    currency: currencyQuery(),
    compare: choiceQuery(["previous_period"], "invalid_compare").describe(
      "For last_N_days, a single day and custom: the same number of days directly before. For last_<unit>: the previous unit. For this_<unit>: the same number of days from the start of the previous unit, up to its end.",
    ),
    group_by: choiceQuery(GROUPINGS, "invalid_group_by").describe(
      "Adds `series` with at most 400 units. all_time can only be grouped by store.",
    ),
  })
  // Runs even if other parameters are invalid, so that the response lists every violation.
  .superRefine(checkPeriodDays, { when: () => true })
  .transform(({ period, from, to, timezone, store_id, currency, compare, group_by }): Query => ({
    period: readPeriod({ period, from, to }),
    timezone,
    store: store_id,
    currency,
    compare: compare !== undefined,
    groupBy: group_by,
  }));
