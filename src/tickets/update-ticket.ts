import { untilWon } from "../platform/db/change";
import type { OrgDb } from "../platform/db/org-db";
import { ticketById, type TicketRow, type TicketValues } from "./rows.sql.ts";
import { updateTicket } from "./write.sql.ts";
import { notFound, Refusal } from "../platform/refusal";
import { mustBeAsSeen } from "../platform/values/seen-version";
import type { TicketPatch } from "./incoming-ticket";
import { ticketUpdated } from "./ticket-events";
import { mustExist, orderNamed } from "./ticket-order";

/**
 * Lays a patch over a ticket and sends ticket.updated; what is as it was writes and sends nothing. 404 for an unknown
 * ticket or order, 412 where it is no longer in the version that was `seen`. Two trips.
 */
export async function changeTicket(org: OrgDb, id: number, patch: TicketPatch, seen?: number): Promise<TicketRow> {
  return await untilWon(
    async () => {
      const [[stored], orders] = await org.read(ticketById(org, id), ...orderNamed(org, patch.order_id));
      if (stored === undefined) throw notFound();
      mustBeAsSeen(stored.version, seen);
      mustExist(orders);
      const changes = changesOf(stored, patch);
      if (Object.keys(changes).length === 0) return stored;
      const { rows } = await org.commit(updateTicket(org, stored, changes, ticketUpdated(org, stored, changes)));
      return rows[0][0] ?? stored;
    },
    () => new Refusal("conflict", [{ code: "too_much_contention", message: "This ticket is being changed by many requests at once." }]),
  );
}

/** What of a patch differs from what is stored. */
function changesOf(stored: TicketRow, patch: TicketPatch): Partial<TicketValues> {
  const names = Object.keys(patch) as (keyof TicketPatch)[];
  return Object.fromEntries(
    names.filter((name) => patch[name] !== undefined && patch[name] !== stored[name]).map((name) => [name, patch[name]]),
  );
}
