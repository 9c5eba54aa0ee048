import { sql } from "drizzle-orm";
import type { NewEvent } from "../events/new-event";
import { EVENT_BODY, insertEvents } from "../events/write.sql.ts";
import { type Change, assertRowsChanged } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { tickets } from "./table";
import type { Statement } from "../../platform/db/statement";
import { newestTicketId, ticketById, type TicketRow, type TicketValues } from "./rows.sql.ts";

/** Inserts a ticket with its ticket.created event. The batch sets the event's ticket_id. */
export function insertTicket(org: OrgDb, values: TicketValues, event: NewEvent<"ticket.created">): Change<Statement<TicketRow>> {
  const id = newestTicketId(org);
  return {
    writes: [
      org.insert(tickets, { ...values, created_at: org.now, updated_at: org.now }),
      ...insertEvents(org, [{ event }], { body: sql`json_set(${EVENT_BODY}, '$.ticket_id', ${id})` }),
    ],
    marker: sql`json_object('ticket_id', ${id})`,
    returning: ticketById(org, id),
  };
}

/** Updates a ticket and sends ticket.updated, if the ticket still has the version that was read. */
export function updateTicket(
  org: OrgDb,
  { id, version }: TicketRow,
  { changes, event }: { changes: Partial<TicketValues>; event: NewEvent<"ticket.updated"> },
): Change<Statement<TicketRow>> {
  const unchanged = sql`${tickets.id} = ${id} and ${tickets.version} = ${version}`;
  return {
    writes: [
      org.update(tickets, { ...changes, version: version + 1, updated_at: org.now }, unchanged),
      assertRowsChanged(),
      ...insertEvents(org, [{ event }]),
    ],
    marker: { ticket_id: id },
    returning: ticketById(org, id),
  };
}
