import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { type IncomingTicket, ticketById, type TicketPatch, type TicketRow, type TicketValues } from "./rows.sql.ts";
import { insertTicket, updateTicket } from "./write.sql.ts";
import { conflictError, notFound, orNotFound } from "../../platform/api-error";
import { newEvent } from "../events/new-event";
import { momentText } from "../../platform/values/zone";
import { retryOnConflict } from "../../platform/db/change";
import { assertVersion, type ChangeTarget } from "../../platform/values/assert-version";
import { orderExists } from "../orders/history/records.sql.ts";
import { first, type Statement } from "../../platform/db/statement";

/**
 * Creates a ticket and sends ticket.created. Throws 404 Not Found for an unknown order. One round trip, or two if the ticket has an order.
 */
export async function createTicket(org: OrgDb, incoming: IncomingTicket): Promise<TicketRow> {
  const lookup = orderLookup(org, incoming.order_id);
  if (lookup !== null) assertOrderExists(await org.read(lookup));
  const values = newValues(incoming);
  const [written] = await org.commit(insertTicket(org, values, ticketCreated(org, values)));
  return orNotFound(written);
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
 * Updates the fields that are sent, and sends ticket.updated. Writes and sends nothing if they do not change the ticket. Throws 404 Not
 * Found for an unknown ticket or order, 412 Precondition Failed if the ticket's version is not `expectedVersion`. Two round trips.
 */
export async function changeTicket(org: OrgDb, { id, expectedVersion }: ChangeTarget, patch: TicketPatch): Promise<TicketRow> {
  return await retryOnConflict(
    async () => {
      const lookup = orderLookup(org, patch.order_id);
      const { stored, orders } = await org.read({ stored: first(ticketById(org, id)), orders: lookup });
      if (stored === undefined) throw notFound();
      assertVersion(stored.version, expectedVersion);
      if (lookup !== null) assertOrderExists(orders);
      const changes = changesOf(stored, patch);
      if (Object.keys(changes).length === 0) return stored;
      const [written] = await org.commit(updateTicket(org, stored, { changes, event: ticketUpdated(org, stored, changes) }));
      return written ?? stored;
    },
    () => conflictError("this ticket"),
  );
}

function changesOf(stored: TicketRow, patch: TicketPatch): Partial<TicketValues> {
  const names = Object.keys(patch) as (keyof TicketPatch)[];
  return Object.fromEntries(
    names.filter((name) => patch[name] !== undefined && patch[name] !== stored[name]).map((name) => [name, patch[name]]),
  );
}

function orderLookup(org: OrgReader, id: number | null | undefined): Statement<{ id: number }> | null {
  return id === null || id === undefined ? null : orderExists(org, id);
}

/** Throws 404 Not Found for `order_id` if the lookup found no such order in this organization (docs/spec/errors.md#missing-references). */
function assertOrderExists(found: readonly { id: number }[]): void {
  if (found.length === 0) throw notFound("order_id", "No such order in this organization.");
}

/** ticket.created. The batch sets its ticket_id. */
function ticketCreated(org: OrgReader, { order_id, subject, status, priority, channel }: TicketValues) {
  const fields = { ticket_id: 0, order_id, subject, status, priority, channel, created_at: momentText(org.now) };
  return newEvent(org, "ticket.created", fields);
}

/** ticket.updated. It has the old and the new status only if the status changes. */
function ticketUpdated(org: OrgReader, stored: TicketRow, changes: Partial<TicketValues>) {
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
