import { newEvent } from "../events/new-event";
import type { OrgReader } from "../platform/db/org-db";
import type { TicketRow, TicketValues } from "./rows.sql.ts";
import { momentText } from "../platform/values/zone";

/** ticket.created. The batch sets its ticket_id. */
export function ticketCreated(org: OrgReader, { order_id, subject, status, priority, channel }: TicketValues) {
  const fields = { ticket_id: 0, order_id, subject, status, priority, channel, created_at: momentText(org.now) };
  return newEvent(org, "ticket.created", fields);
}

/** ticket.updated. It has the old and the new status only if the status changes. */
export function ticketUpdated(org: OrgReader, stored: TicketRow, changes: Partial<TicketValues>) {
  const { order_id } = { ...stored, ...changes };
  const { status } = changes;
  return newEvent(org, "ticket.updated", {
    ticket_id: stored.id,
    order_id,
    changed_fields: Object.keys(changes),
    ...(status !== undefined && { old_status: stored.status, new_status: status }),
    updated_at: momentText(org.now),
  });
}
