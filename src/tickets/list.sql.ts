import { type SQL, sql } from "drizzle-orm";
import { type FilterStatements, whereOf } from "../platform/db/list/filter-sql";
import type { RowsAfter } from "../platform/db/list/sort";
import type { OrgReader } from "../platform/db/org-db";
import { columnsInPage, fittingRows, type Weighed } from "../platform/db/list/page-limit";
import type { Statement } from "../platform/db/statement";
import { columnBytes } from "../platform/db/text/column-bytes";
import type { TicketFilter } from "./filters";
import type { TicketOrder, TicketRow } from "./rows.sql.ts";
import { tickets } from "./table";

/** SQL of the UTF-8 bytes of a ticket's texts. */
const TICKET_BYTES = columnBytes("t", ["subject", "body", "channel", "customer_name"]);

/** The SQL of each filter, for tickets `t`. */
const TICKET_SQL: FilterStatements<TicketFilter, null> = {
  status: { where: (status) => sql`t.status = ${status}` },
  priority: { where: (priority) => sql`t.priority = ${priority}` },
  orderId: { where: (id) => sql`t.order_id = ${id}` },
};

export type TicketSortField = "id" | "updated_at";

/** The position after which a page continues: the sort value and id of the last ticket. */
export type TicketPosition = readonly [value: number, id: number];

/** The sort, position and size of a page. */
export type TicketsAfter = RowsAfter<TicketSortField, TicketPosition>;

const SORT_COLUMN: Record<TicketSortField, SQL> = { id: sql`t.id`, updated_at: sql`t.updated_at` };

/** The index that has only the requested tickets, in the order of the sort. SQLite appends the id to each index. */
function indexOf({ status, priority, orderId }: TicketFilter, sort: TicketSortField): SQL {
  // An order has few tickets, so sorting them is cheap.
  if (orderId !== undefined) return sql`tickets_order`;
  const filters = [status === undefined ? "" : "_status", priority === undefined ? "" : "_priority"].join("");
  if (sort === "updated_at") return sql.raw(`tickets${filters}_updated`);
  return sql.raw(filters === "" ? "tickets_organization" : `tickets${filters}`);
}

/**
 * Up to `limit` tickets after a position, as many as fit in a page and one more. The index is explicit, because SQLite would otherwise sort
 * all tickets of a status.
 */
export function ticketsAfter(org: OrgReader, filter: TicketFilter, { sort, after, limit }: TicketsAfter): Statement<Weighed<TicketRow>> {
  const [direction, comparison] = sort.direction === "asc" ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const column = SORT_COLUMN[sort.field];
  const keyset = after === null ? sql`` : sql`and (${column}, t.id) ${comparison} (${after[0]}, ${after[1]})`;
  const order = sort.field === "id" ? sql`t.id ${direction}` : sql`${column} ${direction}, t.id ${direction}`;
  const index = indexOf(filter, sort.field);
  const rest = sql`${whereOf(TICKET_SQL, filter, null)} ${keyset} order by ${order} limit ${limit}`;
  if (org.pageLimit.next !== undefined) {
    const columns = columnsInPage(org.pageLimit, limit, { table: tickets, alias: "t", long: ["body"], bytes: sql`octet_length(t.body)` });
    return org.rows<
      Weighed<TicketRow>
    >()`select ${columns} from tickets t indexed by ${index} where t.organization_id = ${org.key} ${rest}`;
  }
  const rows = sql`select t.id, 1 as page_items, ${TICKET_BYTES} as page_bytes, ${column} as sorted_by
    from tickets t indexed by ${index} where t.organization_id = ${org.key} ${rest}`;
  const fitting = fittingRows(rows, sql`sorted_by ${direction}, id ${direction}`, org.pageLimit);
  return org.rows<Weighed<TicketRow>>()`select t.*, w.page_items, w.page_bytes from (${fitting}) w
    cross join tickets t on t.id = w.id where t.organization_id = ${org.key} order by ${order}`;
}

/** The orders of a page of tickets, without duplicates. */
export function ordersOfTickets(org: OrgReader, page: Statement<TicketRow>): Statement<TicketOrder> {
  return org.rows<TicketOrder>()`select o.id, o.number, o.external_id, o.customer_name from orders o
    where o.organization_id = ${org.key} and o.id in (select t.order_id from (${page.query}) t)`;
}
