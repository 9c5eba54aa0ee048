import { TicketListQuery } from "../v2/contract";
import type { TicketOrder, TicketRow } from "../rows.sql.ts";
import { ticketsWithOrders } from "../list-tickets";
import { readCursor, writeCursor } from "../../platform/http/input/cursor";
import { textQuery } from "../../platform/http/input/query";
import { orderName } from "../../orders/console/order-table";
import { page } from "../../console/page";
import { Badge } from "../../console/parts/badge";
import { Moment } from "../../console/parts/figures";
import { ButtonTo, To } from "../../console/parts/link";
import { NothingYet } from "../../console/parts/nothing-yet";
import { PageHead } from "../../console/parts/page-head";
import { CursorPager } from "../../console/parts/pager";
import { Table } from "../../console/parts/table";
import { TicketFilters } from "./ticket-filters";

const PAGE_SIZE = 50;
const NEWEST_FIRST = { field: "id", direction: "desc" } as const;

const COLUMNS = [
  { name: "Ticket", main: true },
  { name: "Status" },
  { name: "Priority" },
  { name: "Order" },
  { name: "Customer" },
  { name: "Channel" },
  { name: "Opened" },
  { name: "Changed" },
];

function rowOf(ticket: TicketRow, order: TicketOrder | undefined) {
  const { id, subject, status, priority, customer_name, channel, created_at, updated_at } = ticket;
  return {
    cells: [
      <To page={`/tickets/${id}`}>
        #{id} {subject}
      </To>,
      <Badge status={status} />,
      <Badge status={priority} />,
      order === undefined ? null : <To page={`/orders/${order.id}`}>{orderName(order)}</To>,
      customer_name ?? order?.customer_name,
      channel,
      <Moment at={created_at} />,
      <Moment at={updated_at} />,
    ],
  };
}

function Head() {
  return (
    <PageHead title="Tickets">
      <ButtonTo page="/tickets/new" label="New ticket" primary needs="write" />
    </PageHead>
  );
}

const Query = TicketListQuery.omit({ cursor: true, limit: true }).extend({ after: textQuery(2048) });

/** The tickets, by the API's filters, from a cursor. */
export const ticketListPage = page(
  { path: "/tickets", needs: "read", query: Query },
  async ({ org, query: { after, sort = NEWEST_FIRST, ...filter }, search, settings: { masterSecrets } }) => {
    const use = { organizationId: org.organization.id, list: "console tickets", query: [filter, sort] };
    const [value, last] = after === undefined ? [] : await readCursor(masterSecrets, use, after);
    const position = last === undefined ? null : { value: Number(value), id: Number(last) };
    const { order_id: orderId, ...said } = filter;
    const { tickets, orders, hasMore } = await ticketsWithOrders(org, { ...said, orderId }, sort, position, PAGE_SIZE);
    const end = tickets.at(-1);
    const next = hasMore && end !== undefined ? await writeCursor(masterSecrets, use, [end[sort.field], end.id]) : null;
    const isFiltered = Object.values(filter).some((one) => one !== undefined);
    const rows = tickets.map((ticket) => rowOf(ticket, ticket.order_id === null ? undefined : orders.get(ticket.order_id)));
    const body = (
      <>
        <Head />
        <TicketFilters search={search} />
        <Table
          caption="Tickets"
          columns={COLUMNS}
          rows={rows}
          empty={
            isFiltered || position !== null ? (
              "No tickets match."
            ) : (
              <NothingYet plural="tickets" make="Open the first one." to="/tickets/new" />
            )
          }
        />
        <CursorPager next={next} began={position === null} />
      </>
    );
    return { title: "Tickets", body };
  },
);
