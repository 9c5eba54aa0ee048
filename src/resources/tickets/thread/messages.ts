import { retryOnConflict } from "../../../platform/db/change";
import { takePage } from "../../../platform/db/list/page-fit";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { first } from "../../../platform/db/statement";
import { conflict, conflictError, invalid, notFound, orNotFound } from "../../../platform/api-error";
import type { MessageKind, TicketStatus } from "../fields";
import { ticketById } from "../rows.sql.ts";
import { placeholdersIn } from "../templates/placeholders";
import { ticketUpdate } from "../ticket-update";
import { insertMessage, messageById, messageCount, type MessageRow, messagesOf, setSent } from "./thread.sql.ts";

/** The thread of a ticket is read by people, and a program that never stops must not fill the database. */
const MAX_MESSAGES = 1000;

export interface IncomingMessage {
  kind: MessageKind;
  body: string;
  /** The new status of the ticket. Undefined or null: it keeps its status. */
  status?: TicketStatus | null | undefined;
}

/**
 * Adds a note or a reply to a ticket, with the ticket's new status if there is one, and sends ticket.updated. Throws 404 Not Found for an
 * unknown ticket, 400 Bad Request for a reply with a placeholder, and 409 Conflict if the ticket has 1,000 messages. Two round trips.
 */
export async function addMessage(org: OrgDb, ticketId: number, { kind, body, status }: IncomingMessage): Promise<MessageRow> {
  return await retryOnConflict(
    async () => {
      const { ticket, count } = await org.read({ ticket: first(ticketById(org, ticketId)), count: first(messageCount(org, ticketId)) });
      if (ticket === undefined) throw notFound();
      if (kind === "reply") assertNoPlaceholder(body);
      if ((count?.total ?? 0) >= MAX_MESSAGES)
        throw conflict("too_many_messages", `A ticket has at most ${MAX_MESSAGES} messages. Create another ticket.`);
      const changes = status === undefined || status === null || status === ticket.status ? {} : { status };
      const update = ticketUpdate(org, ticket, changes, { changesMessages: true });
      const [written] = await org.commit(insertMessage(org, ticket, { kind, body, update }));
      return orNotFound(written);
    },
    () => conflictError("this ticket"),
  );
}

/** Nobody may send a buyer a text that still has a placeholder. */
function assertNoPlaceholder(body: string): void {
  const left = placeholdersIn(body);
  if (left.length === 0) return;
  const names = left.map((name) => `{{${name}}}`).join(", ");
  throw invalid("body", "unfilled_placeholder", `Replace ${names} before the reply is saved: the buyer would read it as it is.`);
}

/**
 * Marks a reply as sent by the caller, and sends ticket.updated. A reply that is marked keeps who sent it and when. Throws 404 Not Found for
 * an unknown message, and 409 Conflict for a note. Two round trips.
 */
export async function markSent(org: OrgDb, ticketId: number, id: number): Promise<MessageRow> {
  return await retryOnConflict(
    async () => {
      const { ticket, message } = await org.read({
        ticket: first(ticketById(org, ticketId)),
        message: first(messageById(org, { ticketId, id })),
      });
      if (ticket === undefined || message === undefined) throw notFound();
      if (message.kind === "note") throw conflict("not_a_reply", "Only a reply can be marked as sent. This is an internal note.");
      if (message.sent_at !== null) return message;
      const update = ticketUpdate(org, ticket, {}, { changesMessages: true });
      const [written] = await org.commit(setSent(org, ticket, { id, update }));
      return orNotFound(written);
    },
    () => conflictError("this ticket"),
  );
}

/** Reads a message. Throws 404 Not Found if the ticket has none with that id. One round trip. */
export async function readMessage(org: OrgReader, ticketId: number, id: number): Promise<MessageRow> {
  return orNotFound((await org.read(messageById(org, { ticketId, id })))[0]);
}

/** Reads the message that a write marker refers to, in its current state. */
export async function messageFromMarker(org: OrgReader, ticketId: number, marker: unknown): Promise<MessageRow> {
  return await readMessage(org, ticketId, (marker as { message_id: number }).message_id);
}

/** Lists up to `limit` messages of a ticket after the one with id `after`, oldest first. Throws 404 Not Found for an unknown ticket. */
export async function listMessagesAfter(org: OrgReader, ticketId: number, { after, limit }: { after: number | null; limit: number }) {
  const entries = { direction: "asc", from: after, limit: limit + 1 } as const;
  const { ticket, found } = await org.read({ ticket: first(ticketById(org, ticketId)), found: messagesOf(org, ticketId, entries) });
  if (ticket === undefined) throw notFound();
  return takePage(found, limit, org.pageLimit);
}
