import { sql } from "drizzle-orm";
import { type Change, mustHaveChanged } from "../platform/db/change";
import type { OrgDb } from "../platform/db/org-db";
import { tickets } from "./table";
import type { Statement } from "../platform/db/statement";
import { newestTicket, ticketById, type TicketRow, type TicketValues } from "./rows.sql.ts";

/** An event of a ticket, ready to be written. */
export interface TicketEvent {
  id: string;
  body: Record<string, unknown>;
}

/** A new ticket with its ticket.created event, whose ticket_id the batch fills in. */
export function insertTicket(org: OrgDb, values: TicketValues, event: TicketEvent): Change<[Statement<TicketRow>]> {
  const id = newestTicket(org);
  return {
    writes: [
      org.insert(tickets, { ...values, created_at: org.now, updated_at: org.now }),
      org.write()`insert into events (id, organization_id, type, body, occurred_at)
        values (${event.id}, ${org.key}, 'ticket.created', json_set(${JSON.stringify(event.body)}, '$.ticket_id', ${id}), ${org.now})`,
    ],
    events: [event.id],
    remember: sql`json_object('ticket_id', ${id})`,
    answer: [ticketById(org, id)],
  };
}

/** Changes a ticket and sends ticket.updated, if it still has the version that was read. */
export function updateTicket(
  org: OrgDb,
  { id, version }: TicketRow,
  changes: Partial<TicketValues>,
  event: TicketEvent,
): Change<[Statement<TicketRow>]> {
  const read = sql`${tickets.id} = ${id} and ${tickets.version} = ${version}`;
  return {
    writes: [
      org.update(tickets, { ...changes, version: version + 1, updated_at: org.now }, read),
      mustHaveChanged(),
      org.write()`insert into events (id, organization_id, type, body, occurred_at)
        values (${event.id}, ${org.key}, 'ticket.updated', ${JSON.stringify(event.body)}, ${org.now})`,
    ],
    events: [event.id],
    remember: JSON.stringify({ ticket_id: id }),
    answer: [ticketById(org, id)],
  };
}
