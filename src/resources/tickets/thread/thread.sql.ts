import { type InferSelectModel, sql } from "drizzle-orm";
import type { Change } from "../../../platform/db/change";
import { assertRowsChanged } from "../../../platform/db/change";
import type { Weight } from "../../../platform/db/list/page-limit";
import { pageOfTable } from "../../../platform/db/list/table-page";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { columnBytes } from "../../../platform/db/sql-values";
import type { Statement } from "../../../platform/db/statement";
import type { TicketRow } from "../rows.sql.ts";
import { type TicketUpdate, ticketUpdateWrites } from "../write.sql.ts";
import { type ticketHistory, ticketMessages } from "./table";

export type MessageRow = InferSelectModel<typeof ticketMessages>;
export type TicketHistoryRow = InferSelectModel<typeof ticketHistory>;

/** How pages of messages are read (`ListedTable` in platform/db/list/page-limit.sql.ts). */
const LISTED_MESSAGES = {
  table: ticketMessages,
  alias: "m",
  long: ["body"],
  bytes: columnBytes("m", ["body", "author_name", "sent_by_name"]),
  columns: { id: sql`m.id` },
};

/** Which entries of a ticket are read: up to `limit` before or after the one with an id; null starts at the first or the newest one. */
export interface EntriesFrom {
  direction: "asc" | "desc";
  from: number | null;
  limit: number;
}

const idCondition = (alias: string, { direction, from }: EntriesFrom) =>
  from === null ? sql`` : sql`and ${sql.raw(alias)}.id ${direction === "asc" ? sql`>` : sql`<`} ${from}`;

/** Up to `limit` messages of a ticket, as many as fit in a page and one more. */
export function messagesOf(org: OrgReader, ticketId: number, entries: EntriesFrom): Statement<MessageRow & Weight> {
  return pageOfTable<MessageRow, "id">(org, LISTED_MESSAGES, {
    from: sql`ticket_messages m indexed by ticket_messages_ticket`,
    where: sql`and m.ticket_id = ${ticketId} ${idCondition("m", entries)}`,
    sort: { field: "id", direction: entries.direction },
    limit: entries.limit,
  });
}

/** Up to `limit` entries of a ticket's history. */
export function historyOf(org: OrgReader, ticketId: number, entries: EntriesFrom): Statement<TicketHistoryRow> {
  return org.rows<TicketHistoryRow>()`select h.* from ticket_history h indexed by ticket_history_ticket
    where h.organization_id = ${org.key} and h.ticket_id = ${ticketId} ${idCondition("h", entries)}
    order by h.id ${sql.raw(entries.direction)} limit ${entries.limit}`;
}

export function messageById(org: OrgReader, { ticketId, id }: { ticketId: number; id: number }): Statement<MessageRow> {
  return org.rows<MessageRow>()`select m.* from ticket_messages m
    where m.organization_id = ${org.key} and m.id = ${id} and m.ticket_id = ${ticketId}`;
}

export function messageCount(org: OrgReader, ticketId: number): Statement<{ total: number }> {
  return org.rows<{ total: number }>()`select count(*) as total from ticket_messages m
    where m.organization_id = ${org.key} and m.ticket_id = ${ticketId}`;
}

/** Inserts a message by the caller and changes its ticket, if that still has the version that was read. */
export function insertMessage(
  org: OrgDb,
  ticket: TicketRow,
  { kind, body, update }: Pick<MessageRow, "kind" | "body"> & { update: TicketUpdate },
): Change<Statement<MessageRow>> {
  const { kind: actor, id, name } = org.actor;
  const ofTicket = sql`m.organization_id = ${org.key} and m.ticket_id = ${ticket.id}`;
  return {
    writes: [
      org.insert(ticketMessages, {
        ticket_id: ticket.id,
        kind,
        body,
        author_user_id: actor === "user" ? id : null,
        author_token_id: actor === "credential" ? id : null,
        author_name: name,
        created_at: org.now,
      }),
      ...ticketUpdateWrites(org, ticket, update),
    ],
    marker: sql`(select json_object('message_id', max(m.id)) from ticket_messages m where ${ofTicket})`,
    returning: org.rows<MessageRow>()`select m.* from ticket_messages m
      where m.organization_id = ${org.key} and m.ticket_id = ${ticket.id} order by m.id desc limit 1`,
  };
}

/** Marks a reply as sent by the caller, and changes its ticket. The batch fails if somebody else has marked it. */
export function setSent(
  org: OrgDb,
  ticket: TicketRow,
  { id, update }: { id: number; update: TicketUpdate },
): Change<Statement<MessageRow>> {
  return {
    writes: [
      org.update(
        ticketMessages,
        { sent_at: org.now, sent_by_name: org.actor.name },
        sql`${ticketMessages.id} = ${id} and ${ticketMessages.sent_at} is null`,
      ),
      assertRowsChanged(),
      ...ticketUpdateWrites(org, ticket, update),
    ],
    marker: { message_id: id },
    returning: messageById(org, { ticketId: ticket.id, id }),
  };
}
