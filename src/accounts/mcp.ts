import type { ToolDescription } from "../mcp/tool";
import { A_FEW } from "../orders/mcp";

/** The organization: who asks, its stores, what happened in it and what it earned. */
export const organizationTools: readonly ToolDescription[] = [
  {
    name: "who_am_i",
    title: "Read about this token",
    operation: "getMeV2",
    description:
      "Read which organization this token is of (its currency and timezone), which scopes it has, and what is left of its limits.",
  },
  {
    name: "list_stores",
    title: "List stores",
    operation: "listStoresV2",
    description:
      "List the organization's stores by name: find_orders and import_orders take a store's id, code or name. Paged as find_orders is.",
    arguments: {
      platform: true,
      is_active: "true or false: only stores that are, or are not, in use.",
      limit: { about: "Stores on a page, 1 to 200.", usual: A_FEW },
      cursor: "`next_cursor` of the page before.",
    },
  },
  {
    name: "read_events",
    title: "Read the event feed",
    operation: "listEvents",
    description:
      "Read all that happened in the last 30 days, each event once, oldest first. For following what happens; for one order, " +
      "get_order_history is shorter.",
    arguments: {
      after: "`next_cursor` of this feed: it begins behind it. Without it, with the oldest event.",
      limit: { about: "Events on a page, 1 to 200.", usual: A_FEW },
    },
    onRequest: true,
  },
  {
    name: "analytics_summary",
    title: "Sum up a period",
    operation: "getAnalyticsSummary",
    description:
      "Sum up orders, revenue, costs, expenses and profit of a period, by currency. Amounts are decimals. Net revenue is without tax. " +
      "Where no order has a cost, costs and profit are left out: say that they are not known, not that they are 0. Where " +
      "`coverage.is_partial` is true, some orders have no cost: say that costs are too low and profit is too high.",
    arguments: {
      period: true,
      from: true,
      to: true,
      timezone: true,
      store_id: true,
      currency: true,
      compare: true,
      group_by: true,
    },
    onRequest: true,
  },
];
