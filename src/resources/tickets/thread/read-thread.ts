import { takePage } from "../../../platform/db/list/page-fit";
import type { OrgReader } from "../../../platform/db/org-db";
import { first } from "../../../platform/db/statement";
import { notFound } from "../../../platform/api-error";
import { orderOfTicket, ticketById, type TicketOrder, type TicketRow } from "../rows.sql.ts";
import { templateNames, type TemplateName } from "../templates/templates.sql.ts";
import { historyOf, messagesOf, type MessageRow, type TicketHistoryRow } from "./thread.sql.ts";

/** The newest entries of one kind, oldest first. `olderBefore` is the id before which there are more; null if there are none. */
interface NewestEntries<Row> {
  rows: readonly Row[];
  olderBefore: number | null;
}

export interface TicketThread {
  ticket: TicketRow;
  order: TicketOrder | null;
  messages: NewestEntries<MessageRow>;
  history: NewestEntries<TicketHistoryRow>;
  /** The names of the organization's templates. */
  templates: readonly TemplateName[];
}

interface ThreadPart {
  messagesBefore: number | null;
  historyBefore: number | null;
  /** How many messages and how many entries of the history. */
  size: number;
}

/** Reads a ticket with its order, its thread and the templates for a reply. Throws 404 Not Found. One round trip. */
export async function readThread(org: OrgReader, id: number, { messagesBefore, historyBefore, size }: ThreadPart): Promise<TicketThread> {
  const newest = (from: number | null) => ({ direction: "desc", from, limit: size + 1 }) as const;
  const { ticket, order, messages, history, templates } = await org.read({
    ticket: first(ticketById(org, id)),
    order: first(orderOfTicket(org, id)),
    messages: messagesOf(org, id, newest(messagesBefore)),
    history: historyOf(org, id, newest(historyBefore)),
    templates: templateNames(org),
  });
  if (ticket === undefined) throw notFound();
  const page = takePage(messages, size, org.pageLimit);
  return {
    ticket,
    order: order ?? null,
    messages: oldestFirst(page.rows, page.hasMore),
    history: oldestFirst(history.slice(0, size), history.length > size),
    templates,
  };
}

function oldestFirst<Row extends { id: number }>(newestFirst: readonly Row[], hasMore: boolean): NewestEntries<Row> {
  return { rows: newestFirst.toReversed(), olderBefore: hasMore ? (newestFirst.at(-1)?.id ?? null) : null };
}
