import { type Assignee, listAssignees } from "../../../accounts/members/assignees";
import { TICKET_FILTERS, UNASSIGNED } from "../filters";
import { TicketPageQuery } from "../v2/contract";
import type { TicketPosition } from "../list.sql.ts";
import type { TicketOrder, TicketRow } from "../rows.sql.ts";
import { countByStatus, listTicketsWithOrders } from "../read-ticket";
import { isFiltered, readFilter } from "../../../platform/http/input/filters";
import { cursorPage } from "../../../platform/http/input/lists";
import { orderName } from "../../orders/console/order-name";
import { page } from "../../../console/page";
import { FilterForm } from "../../../console/parts/filter-form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { EmptyState } from "../../../console/parts/notice";
import { CursorPager, Table } from "../../../console/parts/table";
import { Badge, Age } from "../../../console/parts/values";
import { Due } from "./due";
import { assigneeChoices, assigneeName, chosenOrder, listOrderChoices, orderChoices, PRIORITY_CHOICES } from "./ticket-form";
import { TicketTabs } from "./ticket-tabs";

const SORT_CHOICES = [
  ["id:desc", "Newest first"],
  ["id:asc", "Oldest first"],
  ["updated_at:desc", "Recently changed first"],
  ["updated_at:asc", "Least recently changed first"],
] as const;

const COLUMNS = ["Ticket", "Status", "Priority", "Customer", "Order", "Assignee", "Due", "Changed"];

function rowOf(ticket: TicketRow, order: TicketOrder | undefined, assignees: readonly Assignee[]) {
  const { id, number, subject, status, priority, customer_name, assignee, due_date, updated_at } = ticket;
  return [
    <PageLink page={`/tickets/${id}`}>
      #{number} {subject}
    </PageLink>,
    <Badge status={status} />,
    // Most tickets have this priority, so that the others stand out.
    priority === "normal" ? null : <Badge status={priority} />,
    customer_name ?? order?.customer_name,
    order === undefined ? null : <PageLink page={`/orders/${order.id}`}>{orderName(order)}</PageLink>,
    assignee === null ? null : assigneeName(assignee, assignees),
    due_date === null ? null : <Due ticket={ticket} />,
    <Age at={updated_at} />,
  ];
}

/** The tickets, by the API's filters, from a cursor. */
export const ticketListPage = page(
  { path: "/tickets", permission: "read", query: TicketPageQuery },
  async ({ org, control, query: { filter, sort, limit, cursor }, search, settings: { masterSecrets } }) => {
    let orders: ReadonlyMap<number, TicketOrder> = new Map();
    const [{ rows: tickets, next }, counts, choosableOrders, assignees] = await Promise.all([
      cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "console tickets", query: [filter, sort] },
        async (after: TicketPosition | null) => {
          const found = await listTicketsWithOrders(org, readFilter(TICKET_FILTERS, org, filter), { sort, after, limit });
          ({ orders } = found);
          return found;
        },
        (ticket) => [ticket[sort.field], ticket.id],
      ),
      countByStatus(org),
      listOrderChoices(org, chosenOrder(org, filter["order_id"])),
      listAssignees(control, org.organization.id),
    ]);
    const { status, ...others } = filter;
    const rows = tickets.map((ticket) => rowOf(ticket, ticket.order_id === null ? undefined : orders.get(ticket.order_id), assignees));
    const isNarrowed = isFiltered(filter) || cursor !== undefined;
    const body = (
      <>
        <FilterForm
          list="tickets"
          filters={TICKET_FILTERS}
          sorts={SORT_CHOICES}
          tabs="status"
          choices={{
            priority: PRIORITY_CHOICES,
            order_id: orderChoices(choosableOrders, filter["order_id"]),
            assignee: [[UNASSIGNED, "Nobody"], ...assigneeChoices(assignees, null)],
          }}
          search={search}
        />
        <TicketTabs counts={counts} status={typeof status === "string" ? status : null} isFiltered={isFiltered(others)} />
        <Table
          caption="Tickets"
          columns={COLUMNS}
          rows={rows}
          empty={
            isNarrowed ? (
              "No tickets match."
            ) : (
              <EmptyState
                plural="tickets"
                purpose="Record here what customers ask or report about their orders."
                button="Create the first ticket"
                to="/tickets/new"
              />
            )
          }
        />
        <CursorPager next={next} isFirst={cursor === undefined} />
      </>
    );
    return {
      title: "Tickets",
      actions: (
        <>
          <PageButton page="/tickets/templates" label="Templates" permission="write" />
          <PageButton page="/tickets/new" label="Create ticket" icon="plus" primary permission="write" />
        </>
      ),
      body,
    };
  },
);
