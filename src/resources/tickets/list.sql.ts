import { type SQL, sql } from "drizzle-orm";
import { type FilterStatements, whereOf } from "../../platform/db/list/filter-sql";
import type { RowsAfter } from "../../platform/db/list/sort";
import type { OrgReader } from "../../platform/db/org-db";
import type { Weight } from "../../platform/db/list/page-limit";
import { pageOfTable } from "../../platform/db/list/table-page";
import type { Statement } from "../../platform/db/statement";
import { columnBytes } from "../../platform/db/sql-values";
import { type TicketFilter, UNASSIGNED } from "./filters";
import type { TicketOrder, TicketRow } from "./rows.sql.ts";
import { tickets } from "./table";

const TICKET_SQL: FilterStatements<TicketFilter, null> = {
  status: { where: (status) => sql`t.status = ${status}` },
  priority: { where: (priority) => sql`t.priority = ${priority}` },
  orderId: { where: (id) => sql`t.order_id = ${id}` },
  assignee: {
    where: (email) =>
      email === UNASSIGNED ? sql`t.assignee is null` : sql`t.assignee is not null and t.assignee collate nocase = ${email}`,
  },
  dueTo: { where: (day) => sql`t.due_date is not null and t.status in ('open', 'pending') and t.due_date <= ${day}` },
};

export type TicketSortField = "id" | "updated_at";

/** The position after which a page continues: the sort value and id of the last ticket. */
export type TicketPosition = readonly [value: number, id: number];

export type TicketsAfter = RowsAfter<TicketSortField, TicketPosition>;

/** How pages of tickets are read (`ListedTable` in platform/db/list/page-limit.sql.ts). */
const LISTED_TICKETS = {
  table: tickets,
  alias: "t",
  long: ["body"],
  bytes: columnBytes("t", ["subject", "body", "channel", "customer_name", "assignee"]),
  columns: { id: sql`t.id`, updated_at: sql`t.updated_at` } satisfies Record<TicketSortField, SQL>,
};

/** The index that has only the requested tickets, in the order of the sort. SQLite appends the id to each index. */
function indexOf({ status, priority, orderId, assignee, dueTo }: TicketFilter, sort: TicketSortField): SQL {
  // An order has few tickets, and few are due, so sorting them is cheap.
  if (orderId !== undefined) return sql`tickets_order`;
  if (dueTo !== undefined) return sql`tickets_due`;
  // No index has both the assignee and the priority: one person has few tickets of a status, so the others are skipped.
  const assigned = assignee !== undefined && assignee !== UNASSIGNED;
  const filters = [
    assigned ? "_assignee" : "",
    status === undefined ? "" : "_status",
    assigned || priority === undefined ? "" : "_priority",
  ];
  const name = filters.join("");
  if (sort === "updated_at") return sql.raw(`tickets${name}_updated`);
  return sql.raw(name === "" ? "tickets_organization" : `tickets${name}`);
}

/**
 * Up to `limit` tickets after a position, as many as fit in a page and one more. The index is explicit, because SQLite would otherwise sort
 * all tickets of a status.
 */
export function ticketsAfter(org: OrgReader, filter: TicketFilter, { sort, after, limit }: TicketsAfter): Statement<TicketRow & Weight> {
  const comparison = sort.direction === "asc" ? sql`>` : sql`<`;
  const keyset = after === null ? sql`` : sql`and (${LISTED_TICKETS.columns[sort.field]}, t.id) ${comparison} (${after[0]}, ${after[1]})`;
  const from = sql`tickets t indexed by ${indexOf(filter, sort.field)}`;
  const where = sql`${whereOf(TICKET_SQL, filter, null)} ${keyset}`;
  return pageOfTable<TicketRow, TicketSortField>(org, LISTED_TICKETS, { from, where, sort, limit });
}

export function ticketCount(org: OrgReader, filter: TicketFilter, max: number): Statement<{ total: number }> {
  return org.rows<{ total: number }>()`select count(*) as total from (select 1 from tickets t indexed by ${indexOf(filter, "id")}
    where t.organization_id = ${org.key} ${whereOf(TICKET_SQL, filter, null)} limit ${max})`;
}

/** The number of tickets of each status, which triggers maintain. Of tickets, `list_counts` has only these totals (platform/db/table.ts). */
export function statusCounts(org: OrgReader): Statement<{ status: string; total: number }> {
  return org.rows<{ status: string; total: number }>()`select substr(c.filter, length('status:') + 1) as status, c.total from list_counts c
    where c.organization_id = ${org.key} and c.list = 'tickets' and c.basis = 'all' and c.bucket = 0`;
}

/** The orders of a page of tickets, without duplicates. */
export function ordersOfTickets(org: OrgReader, page: Statement<TicketRow>): Statement<TicketOrder> {
  return org.rows<TicketOrder>()`select o.id, o.number, o.external_id, o.customer_name from orders o
    where o.organization_id = ${org.key} and o.id in (select t.order_id from (${page.query}) t)`;
}
