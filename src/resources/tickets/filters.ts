import { defineFilter, type FilterTable, type FilterValues } from "../../platform/http/input/filters";
import { integerQuery, choiceQueryIgnoringCase, dayQuery, textQuery } from "../../platform/http/input/query";
import { TICKET_PRIORITIES, TICKET_STATUSES } from "./fields";

/** The assignee of tickets that nobody is assigned to. No email address is equal to it. */
export const UNASSIGNED = "none";

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
  assignee: defineFilter({
    name: "assignee",
    query: textQuery(320).describe(
      `Only tickets that are assigned to the member with this email address, ignoring case. \`${UNASSIGNED}\`: only tickets without an assignee.`,
    ),
    field: { kind: "choice", label: "Assignee" },
    tool: `Only tickets of the member with this email address; \`${UNASSIGNED}\`: unassigned ones.`,
  }),
  dueTo: defineFilter({
    name: "due_to",
    query: dayQuery().describe(
      "Only open and pending tickets that are due on this day or an earlier one. Yesterday finds overdue tickets.",
    ),
    field: { kind: "day", label: "Due up to" },
    tool: "A date (YYYY-MM-DD): only open and pending tickets due by this day. Yesterday finds overdue ones.",
  }),
} satisfies FilterTable;

export type TicketFilter = FilterValues<typeof TICKET_FILTERS>;
