import type { OrgDb, OrgReader } from "../platform/db/org-db";
import { type IncomingTicket, ticketById, type TicketPatch, type TicketRow, type TicketValues } from "./rows.sql.ts";
import { insertTicket, updateTicket } from "./write.sql.ts";
import { conflictError, notFound, orNotFound } from "../platform/api-error";
import { ticketCreated, ticketUpdated } from "./ticket-events";
import { retryOnConflict } from "../platform/db/change";
import { assertVersion } from "../platform/values/assert-version";
import { orderExists } from "../orders/history/records.sql.ts";
import type { Statement } from "../platform/db/statement";

/** Opens a ticket and sends ticket.created. 404 for an unknown order. One trip, and one more where an order is named. */
export async function createTicket(org: OrgDb, incoming: IncomingTicket): Promise<TicketRow> {
  const lookUps = orderNamed(org, incoming.order_id);
  if (lookUps.length > 0) mustExist((await org.read(...lookUps))[0]);
  const values = newValues(incoming);
  const { rows } = await org.commit(insertTicket(org, values, ticketCreated(org, values)));
  return orNotFound(rows[0][0]);
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

/**
 * Lays a patch over a ticket and sends ticket.updated; what is as it was writes and sends nothing. 404 for an unknown
 * ticket or order, 412 where it is not in the `expectedVersion`. Two trips.
 */
export async function changeTicket(
  org: OrgDb,
  { id, expectedVersion }: { id: number; expectedVersion?: number | undefined },
  patch: TicketPatch,
): Promise<TicketRow> {
  return await retryOnConflict(
    async () => {
      const [[stored], orders] = await org.read(ticketById(org, id), ...orderNamed(org, patch.order_id));
      if (stored === undefined) throw notFound();
      assertVersion(stored.version, expectedVersion);
      mustExist(orders);
      const changes = changesOf(stored, patch);
      if (Object.keys(changes).length === 0) return stored;
      const { rows } = await org.commit(updateTicket(org, stored, changes, ticketUpdated(org, stored, changes)));
      return rows[0][0] ?? stored;
    },
    () => conflictError("This ticket is"),
  );
}

/** What of a patch differs from what is stored. */
function changesOf(stored: TicketRow, patch: TicketPatch): Partial<TicketValues> {
  const names = Object.keys(patch) as (keyof TicketPatch)[];
  return Object.fromEntries(
    names.filter((name) => patch[name] !== undefined && patch[name] !== stored[name]).map((name) => [name, patch[name]]),
  );
}

/** The look-up of the order that a ticket is to be about; none where it names none. */
function orderNamed(org: OrgReader, id: number | null | undefined): Statement<{ id: number }>[] {
  return id === null || id === undefined ? [] : [orderExists(org, id)];
}

/** 404 that names the field, where the look-up found no such order in this organization (docs/spec/errors.md#missing-references). */
function mustExist(found: { id: number }[] | undefined): void {
  if (found?.length === 0) throw notFound("order_id", "No such order in this organization.");
}
