import { momentText } from "../../platform/values/zone";
import type { OrgReader } from "../../platform/db/org-db";
import { newEvent } from "../events/new-event";
import type { TicketRow, TicketValues } from "./rows.sql.ts";
import type { FieldChange, TicketUpdate } from "./write.sql.ts";

/** The fields whose values the history has. Those of the others are texts about the customer, or the id of an order. */
const RECORDED_FIELDS: ReadonlySet<keyof TicketValues> = new Set(["status", "priority", "assignee", "due_date"]);

/**
 * The history and the event of a change. The event has the old and the new status only if the status changes, and `messages` among the changed
 * fields if a message is added or marked as sent.
 */
export function ticketUpdate(
  org: OrgReader,
  stored: TicketRow,
  changes: Partial<TicketValues>,
  { changesMessages = false }: { changesMessages?: boolean } = {},
): TicketUpdate {
  const { order_id } = { ...stored, ...changes };
  const { status } = changes;
  const fields = Object.keys(changes) as (keyof TicketValues)[];
  const valueOf = (values: Partial<TicketValues>, field: keyof TicketValues): string | null => {
    const value = RECORDED_FIELDS.has(field) ? (values[field] ?? "") : "";
    return value === "" ? null : String(value);
  };
  const history: FieldChange[] = fields.map((field) => ({ field, from: valueOf(stored, field), to: valueOf(changes, field) }));
  const event = newEvent(org, "ticket.updated", {
    ticket_id: stored.id,
    order_id,
    changed_fields: [...(changesMessages ? ["messages"] : []), ...fields],
    ...(status !== undefined && { old_status: stored.status, new_status: status }),
    updated_at: momentText(org.now),
  });
  return { changes, history, event };
}
