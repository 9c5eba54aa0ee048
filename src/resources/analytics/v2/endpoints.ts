import { summarize } from "../summarize";
import { listOrderProfits, presentOrderProfit } from "../order-profits";
import type { ProfitPosition } from "../../orders/list/list-orders";
import { ok, reads, resource } from "../../../platform/http/endpoint";
import { cursorPage, listReply, listSchema } from "../../../platform/http/input/lists";
import { Summary, SummaryQuery } from "./contract";
import { presentSummary } from "./present";
import { OrderProfit, OrderProfitsQuery } from "./order-profits-contract";

const route = resource("Analytics", reads("analytics:read"));

export const analyticsEndpoints = [
  route.get("/analytics/summary", {
    operationId: "getAnalyticsSummary",
    summary: "Get an analytics summary",
    description:
      "Revenue, costs, expenses and profit, by order date and currency. Cancelled orders have only the costs of items that were sent to a supplier. Net revenue excludes tax, whether or not prices include it. Costs and profit are null if no order has a cost. `coverage` says how many orders have one, and whether costs and profit are partial.",
    input: { query: SummaryQuery },
    responses: { 200: Summary },
    handle: async ({ org, query }) => ok(presentSummary(await summarize(org, query))),
  }),
  route.get("/analytics/orders", {
    operationId: "listOrderProfits",
    summary: "List orders by profit, least profit first",
    description:
      "Net revenue, fees, costs and gross profit of each order of a period of at most 400 days, in one currency. Cancelled orders are listed if they have costs, without revenue. `profit=unknown` lists the orders whose profit is unknown. The summary of the same period counts both in `coverage`.",
    input: { query: OrderProfitsQuery },
    responses: { 200: listSchema(OrderProfit) },
    handle: async ({ org, query: { filter, limit, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listOrderProfits", query: filter },
        (after: ProfitPosition | null) => listOrderProfits(org, filter, { after, limit }),
        // An unknown profit is not part of the position.
        ({ profit, id }) => [profit ?? 0, id] as const,
      );
      return listReply(page, presentOrderProfit);
    },
  }),
];
