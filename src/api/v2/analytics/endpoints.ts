import { summarize } from "../../../domain/analytics/summarize";
import { endpoint, one, reads } from "../../../http/endpoint";
import { Summary, SummaryQuery } from "./contract";

const analyticsSummary = endpoint(
  {
    method: "get",
    path: "/analytics/summary",
    operationId: "analyticsSummary",
    summary: "Sum up a period",
    description:
      "Revenue, costs, expenses and profit, by order date and currency. Cancelled orders earn nothing. `coverage` says how many orders have a known cost: profit is too high by what the others lack.",
    tag: "Analytics",
    guard: reads("analytics:read"),
    input: { query: SummaryQuery },
    answers: { 200: Summary },
  },
  async ({ org, query }) => one(await summarize(org, query)),
);

export const analyticsEndpoints = [analyticsSummary];
