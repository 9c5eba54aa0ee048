import type { OrgDb } from "../platform/db/org-db";
import type { TicketRow, TicketValues } from "./rows.sql.ts";
import { insertTicket } from "./write.sql.ts";
import { notFound } from "../platform/refusal";
import type { IncomingTicket } from "./incoming-ticket";
import { ticketCreated } from "./ticket-events";
import { mustExist, orderNamed } from "./ticket-order";

/** Opens a ticket and sends ticket.created. 404 for an unknown order. One trip, and one more where an order is named. */
export async function createTicket(org: OrgDb, incoming: IncomingTicket): Promise<TicketRow> {
  const lookUps = orderNamed(org, incoming.order_id);
  if (lookUps.length > 0) mustExist((await org.read(...lookUps))[0]);
  const values = newValues(incoming);
  const { rows } = await org.commit(insertTicket(org, values, ticketCreated(org, values)));
  const [[ticket]] = rows;
  if (ticket === undefined) throw notFound();
  return ticket;
}

function newValues({ subject, body, order_id, status, priority, channel, customer_name }: IncomingTicket): TicketValues {
  return {
    subject,
    body,
    order_id: order_id ?? null,
    status: status ?? "open",
    priority: priority ?? "normal",
    channel: channel ?? null,
    customer_name: customer_name ?? null,
  };
}
