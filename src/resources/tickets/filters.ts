import { defineFilter, type FilterTable, type FilterValues } from "../../platform/http/input/filters";
import { integerQuery, choiceQueryIgnoringCase } from "../../platform/http/input/query";
import { TICKET_PRIORITIES, TICKET_STATUSES } from "./fields";

/** The filters of the ticket list; their SQL has the same keys in list.sql.ts. */
export const TICKET_FILTERS = {
  status: defineFilter({
    name: "status",
    query: choiceQueryIgnoringCase(TICKET_STATUSES, "invalid_status", { description: "Only tickets with this status." }),
    field: { kind: "choice", label: "Status" },
    tool: "Only tickets with this status.",
  }),
  priority: defineFilter({
    name: "priority",
    query: choiceQueryIgnoringCase(TICKET_PRIORITIES, "invalid_priority", { description: "Only tickets with this priority." }),
    field: { kind: "choice", label: "Priority" },
    tool: "Only tickets with this priority.",
  }),
  orderId: defineFilter({
    name: "order_id",
    query: integerQuery(1, Number.MAX_SAFE_INTEGER).describe("Only tickets about this order."),
    field: { kind: "choice", label: "Order" },
    tool: true,
  }),
} satisfies FilterTable;

export type TicketFilter = FilterValues<typeof TICKET_FILTERS>;
