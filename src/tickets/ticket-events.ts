import { newId } from "../platform/crypto/random";
import type { OrgReader } from "../platform/db/org-db";
import type { TicketRow, TicketValues } from "./rows.sql.ts";
import type { TicketEvent } from "./write.sql.ts";
import { momentText } from "../platform/values/zone";

/** ticket.created; the batch fills its ticket_id in. */
export function ticketCreated(org: OrgReader, { order_id, subject, status, priority, channel }: TicketValues): TicketEvent {
  const fields = { ticket_id: 0, order_id, subject, status, priority, channel, created_at: momentText(org.now) };
  return event(org, "ticket.created", fields);
}

/** ticket.updated of what changes; the old and the new status only where it is among them. */
export function ticketUpdated(org: OrgReader, stored: TicketRow, changes: Partial<TicketValues>): TicketEvent {
  const { order_id } = { ...stored, ...changes };
  const { status } = changes;
  return event(org, "ticket.updated", {
    ticket_id: stored.id,
    order_id,
    changed_fields: Object.keys(changes),
    ...(status !== undefined && { old_status: stored.status, new_status: status }),
    updated_at: momentText(org.now),
  });
}

function event(org: OrgReader, name: "ticket.created" | "ticket.updated", fields: Record<string, unknown>): TicketEvent {
  const id = newId("evt", org.now);
  const body = { event: name, event_id: id, organization_id: org.organization.id, occurred_at: momentText(org.now), ...fields };
  return { id, body };
}
