import type { ToolDescription } from "../../platform/http/tool-description";
import { PAGE_SIZE } from "../../resources/orders/mcp";

/** The tools for the organization: the token, the stores, the events and the analytics. */
export const organizationTools: readonly ToolDescription[] = [
  {
    name: "who_am_i",
    title: "Get the token's details",
    operation: "getMeV2",
    description: "Get the organization of this token (with its currency and time zone), its scopes and its remaining limits.",
  },
  {
    name: "list_stores",
    title: "List stores",
    operation: "listStoresV2",
    description:
      "List the organization's stores by name. find_orders and import_orders accept a store's id, code or name. Paging works as in find_orders.",
    arguments: {
      platform: true,
      is_active: "true: only active stores. false: only inactive stores.",
      limit: { about: "Stores on a page.", default: PAGE_SIZE },
      cursor: "`next_cursor` of the previous page.",
    },
  },
  {
    name: "read_events",
    title: "Read the event feed",
    operation: "listEvents",
    description:
      "Read the events of the last 30 days, each event once, oldest first. Use it to follow changes. For a single order, use " +
      "get_order_history.",
    arguments: {
      after: "`next_cursor` of this feed, to continue from there. Without it, the feed starts with the oldest event.",
      limit: { about: "Events on a page.", default: PAGE_SIZE },
    },
    onRequest: true,
  },
  {
    name: "analytics_summary",
    title: "Get an analytics summary",
    operation: "getAnalyticsSummary",
    description:
      "Get orders, revenue, costs, expenses and profit of a period, by currency. Amounts are decimals. Net revenue excludes tax. " +
      "If no order has a cost, costs and profit are omitted: say that they are unknown, not that they are 0. If " +
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
