import { TICKET_FILTERS } from "../filters";
import { TicketPageQuery } from "../v2/contract";
import type { TicketPosition } from "../list.sql.ts";
import type { TicketOrder, TicketRow } from "../rows.sql.ts";
import { listTicketsWithOrders } from "../read-ticket";
import { isFiltered, readFilter } from "../../../platform/http/input/filters";
import { cursorPage } from "../../../platform/http/input/lists";
import { orderName } from "../../orders/console/order-name";
import { page } from "../../../console/page";
import { FilterForm } from "../../../console/parts/filter-form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { EmptyState } from "../../../console/parts/notice";
import { CursorPager, Table } from "../../../console/parts/table";
import { Badge, Age } from "../../../console/parts/values";
import { listOrderChoices, orderChoices, PRIORITY_CHOICES, STATUS_CHOICES } from "./ticket-form";

const SORT_CHOICES = [
  ["id:desc", "Newest first"],
  ["id:asc", "Oldest first"],
  ["updated_at:desc", "Recently changed first"],
  ["updated_at:asc", "Least recently changed first"],
] as const;

const COLUMNS = ["Ticket", "Status", "Priority", "Order", "Customer", "Channel", "Opened", "Changed"];

function rowOf(ticket: TicketRow, order: TicketOrder | undefined) {
  const { id, subject, status, priority, customer_name, channel, created_at, updated_at } = ticket;
  return [
    <PageLink page={`/tickets/${id}`}>
      #{id} {subject}
    </PageLink>,
    <Badge status={status} />,
    <Badge status={priority} />,
    order === undefined ? null : <PageLink page={`/orders/${order.id}`}>{orderName(order)}</PageLink>,
    customer_name ?? order?.customer_name,
    channel,
    <Age at={created_at} />,
    <Age at={updated_at} />,
  ];
}

/** The tickets, by the API's filters, from a cursor. */
export const ticketListPage = page(
  { path: "/tickets", permission: "read", query: TicketPageQuery },
  async ({ org, query: { filter, sort, limit, cursor }, search, settings: { masterSecrets } }) => {
    let orders: ReadonlyMap<number, TicketOrder> = new Map();
    const [{ rows: tickets, next }, latestOrders] = await Promise.all([
      cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "console tickets", query: [filter, sort] },
        async (after: TicketPosition | null) => {
          const found = await listTicketsWithOrders(org, readFilter(TICKET_FILTERS, org, filter), { sort, after, limit });
          ({ orders } = found);
          return found;
        },
        (ticket) => [ticket[sort.field], ticket.id],
      ),
      listOrderChoices(org),
    ]);
    const rows = tickets.map((ticket) => rowOf(ticket, ticket.order_id === null ? undefined : orders.get(ticket.order_id)));
    const isNarrowed = isFiltered(filter) || cursor !== undefined;
    const body = (
      <>
        <FilterForm
          list="tickets"
          filters={TICKET_FILTERS}
          sorts={SORT_CHOICES}
          choices={{ status: STATUS_CHOICES, priority: PRIORITY_CHOICES, order_id: orderChoices(latestOrders, filter["order_id"]) }}
          search={search}
        />
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
      actions: <PageButton page="/tickets/new" label="Create ticket" icon="plus" primary permission="write" />,
      body,
    };
  },
);
