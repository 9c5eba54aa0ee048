import type { Sort } from "../../db/order-list";
import type { OrgReader } from "../../db/org-db";
import { type TicketFilter, type TicketPosition, ticketsAfter, type TicketSortField } from "../../db/ticket-list";
import type { TicketRow } from "../../db/ticket-rows";

/** Up to `limit` tickets behind a position, and whether there are more; one trip. */
export async function ticketsBehind(
  org: OrgReader,
  filter: TicketFilter,
  sort: Sort<TicketSortField>,
  position: TicketPosition | null,
  limit: number,
): Promise<{ tickets: TicketRow[]; hasMore: boolean }> {
  const [rows] = await org.read(ticketsAfter(org, filter, sort, position, limit + 1));
  return { tickets: rows.slice(0, limit), hasMore: rows.length > limit };
}
