import * as z from "zod";
import { choiceQuery, cursorQuery, currencyQuery, DEFAULT_PAGE_SIZE } from "../../../platform/http/input/query";
import { sortQuery } from "../../../platform/http/input/sort-query";
import { listQuery } from "../../../platform/http/input/lists";
import { COVERAGES } from "../order-profits";
import { checkPeriodDays, PERIOD_PARAMETERS, readPeriod } from "./period-query";

const amount = () => z.number().nullable();

/** The figures of one order (docs/spec/analytics.md#profit-of-orders). */
export const OrderProfit = z
  .strictObject({
    order_id: z.int(),
    number: z.string().nullable(),
    external_id: z.string().nullable(),
    store_id: z.int(),
    store_name: z.string(),
    date: z.iso.datetime(),
    status: z.string(),
    currency: z.string(),
    revenue: z.strictObject({
      net: z.number().describe("(total_amount - tax) - (refund_amount - refunded tax)."),
      fees: amount().describe(
        "Fees that the customer paid, for example for gift wrapping. They are part of `net`. null if none were sent.",
      ),
    }),
    costs: z
      .strictObject({
        production: amount().describe("Sum of cost × quantity of the items that have a cost."),
        total: amount().describe("All costs. Only production costs are recorded, so this equals production."),
      })
      .describe("Both are null if the profit is unknown."),
    profit: z
      .strictObject({
        gross: amount().describe("revenue.net - costs.total."),
        margin_pct: amount().describe(
          "gross as a percentage of revenue.net, rounded half up to 2 decimal places. null if revenue.net is not positive.",
        ),
      })
      .describe("Both are null if the profit is unknown."),
  })
  .meta({ id: "OrderProfit" });

const FIELDS = {
  ...PERIOD_PARAMETERS,
  currency: currencyQuery().describe("Default: the organization's. Amounts in different currencies cannot be compared."),
  profit: choiceQuery(COVERAGES, "invalid_profit").describe(
    "`known` (default): orders whose profit is known, by profit. `unknown`: orders without a cost, as `coverage` of the summary counts them, by id.",
  ),
  sort: sortQuery({ profit: "profit" as const }, { documentedDefault: "profit:asc" }),
  limit: listQuery.limit,
};

/** Runs even if other parameters are invalid, so that the response lists every violation. */
const withPeriodCheck = <Shape extends typeof FIELDS>(query: z.ZodObject<Shape>) =>
  query.superRefine(checkPeriodDays, { when: () => true });

function readQuery(query: z.output<z.ZodObject<typeof FIELDS>>, cursor: string | undefined) {
  const { timezone, currency, profit = "known", sort, limit = DEFAULT_PAGE_SIZE } = query;
  return { filter: { period: readPeriod(query), timezone, currency, profit, direction: sort?.direction ?? "asc" }, limit, cursor };
}

export const OrderProfitsQuery = withPeriodCheck(z.object({ ...FIELDS, cursor: listQuery.cursor })).transform((query) =>
  readQuery(query, query.cursor),
);

/** The query of the console's page, whose cursor parameter is `after`. */
export const OrderProfitsPageQuery = withPeriodCheck(z.object({ ...FIELDS, after: cursorQuery() })).transform((query) =>
  readQuery(query, query.after),
);
