import { summarize } from "../summarize";
import { one, reads, resource } from "../../platform/http/endpoint";
import { Summary, SummaryQuery } from "./contract";

export const analyticsEndpoints = [
  resource("Analytics", reads("analytics:read")).get("/analytics/summary", {
    operationId: "getAnalyticsSummary",
    summary: "Get the summary of a period",
    description:
      "Revenue, costs, expenses and profit, by order date and currency. Cancelled orders are not included. Net revenue is without tax, whether prices include it or not. Costs and profit are null if no order has a cost. `coverage` says how many orders have one, and whether costs and profit are partial.",
    input: { query: SummaryQuery },
    responses: { 200: Summary },
    handle: async ({ org, query }) => one(await summarize(org, query)),
  }),
];
