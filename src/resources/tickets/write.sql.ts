import { sql } from "drizzle-orm";
import type { NewEvent } from "../events/new-event";
import { EVENT_BODY, insertEvents } from "../events/write.sql.ts";
import { type Change, assertRowsChanged } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { tickets } from "./table";
import type { Statement, WriteStatement } from "../../platform/db/statement";
import { newestTicketId, nextTicketNumber, ticketById, type TicketRow, type TicketValues } from "./rows.sql.ts";

/** Inserts a ticket with its ticket.created event. The batch sets the event's ticket_id. */
export function insertTicket(org: OrgDb, values: TicketValues, event: NewEvent<"ticket.created">): Change<Statement<TicketRow>> {
  const id = newestTicketId(org);
  return {
    writes: [
      org.insert(tickets, { ...values, number: nextTicketNumber(org), created_at: org.now, updated_at: org.now }),
      ...insertEvents(org, [{ event }], { body: sql`json_set(${EVENT_BODY}, '$.ticket_id', ${id})` }),
    ],
    marker: sql`json_object('ticket_id', ${id})`,
    returning: ticketById(org, id),
  };
}

/** A change of a field as the history has it. */
export interface FieldChange {
  field: keyof TicketValues;
  from: string | null;
  to: string | null;
}

/** What a write changes in a ticket besides its version and time: nothing if only a message is added. */
export interface TicketUpdate {
  changes: Partial<TicketValues>;
  history: readonly FieldChange[];
  event: NewEvent<"ticket.updated">;
}

/** Updates a ticket with its history and sends ticket.updated, if the ticket still has the version that was read. */
export function ticketUpdateWrites(org: OrgDb, { id, version }: TicketRow, { changes, history, event }: TicketUpdate): WriteStatement[] {
  const unchanged = sql`${tickets.id} = ${id} and ${tickets.version} = ${version}`;
  return [
    org.update(tickets, { ...changes, version: version + 1, updated_at: org.now }, unchanged),
    assertRowsChanged(),
    ...(history.length === 0 ? [] : [insertHistory(org, id, history)]),
    ...insertEvents(org, [{ event }]),
  ];
}

function insertHistory(org: OrgDb, ticketId: number, history: readonly FieldChange[]): WriteStatement {
  const { kind, id, name } = org.actor;
  return org.write()`insert into ticket_history (organization_id, ticket_id, at, field, from_value, to_value, actor_kind, actor_id, actor_name)
    select ${org.key}, ${ticketId}, ${org.now}, j.value->>'field', j.value->>'from', j.value->>'to', ${kind}, ${id}, ${name}
    from json_each(${JSON.stringify(history)}) j`;
}

export function updateTicket(org: OrgDb, ticket: TicketRow, update: TicketUpdate): Change<Statement<TicketRow>> {
  return { writes: ticketUpdateWrites(org, ticket, update), marker: { ticket_id: ticket.id }, returning: ticketById(org, ticket.id) };
}
