import { summarize } from "../summarize";
import { one, reads, resource } from "../../platform/http/endpoint";
import { Summary, SummaryQuery } from "./contract";

export const analyticsEndpoints = [
  resource("Analytics", reads("analytics:read")).get("/analytics/summary", {
    operationId: "getAnalyticsSummary",
    summary: "Get an analytics summary",
    description:
      "Revenue, costs, expenses and profit, by order date and currency. Cancelled orders are not included. Net revenue excludes tax, whether or not prices include it. Costs and profit are null if no order has a cost. `coverage` says how many orders have one, and whether costs and profit are partial.",
    input: { query: SummaryQuery },
    responses: { 200: Summary },
    handle: async ({ org, query }) => one(await summarize(org, query)),
  }),
];
