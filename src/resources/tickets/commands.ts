import type { Assignee, MemberLookup } from "../../accounts/members/assignees";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { type IncomingTicket, ticketById, type TicketPatch, type TicketRow, type TicketValues } from "./rows.sql.ts";
import { insertTicket, updateTicket } from "./write.sql.ts";
import { ticketUpdate } from "./ticket-update";
import { conflictError, notFound, orNotFound } from "../../platform/api-error";
import { newEvent } from "../events/new-event";
import { momentText } from "../../platform/values/zone";
import { retryOnConflict } from "../../platform/db/change";
import { assertVersion, type ChangeTarget } from "../../platform/values/assert-version";
import { orderExists } from "../orders/history/records.sql.ts";
import { first, type Statement } from "../../platform/db/statement";

/**
 * Creates a ticket and sends ticket.created. Throws 404 Not Found for an unknown order or assignee. One round trip, or two if the ticket has
 * one of them.
 */
export async function createTicket(org: OrgDb, incoming: IncomingTicket, findMember: MemberLookup): Promise<TicketRow> {
  const lookup = orderLookup(org, incoming.order_id);
  const [orders, member] = await Promise.all([lookup === null ? null : org.read(lookup), findAssignee(findMember, incoming.assignee)]);
  if (orders !== null) assertOrderExists(orders);
  const values = newValues({ ...incoming, assignee: assigneeOf(member, incoming.assignee, null) });
  const [written] = await org.commit(insertTicket(org, values, ticketCreated(org, values)));
  return orNotFound(written);
}

function newValues(incoming: IncomingTicket): TicketValues {
  const { subject, body, order_id, status, priority, channel, customer_name, assignee, due_date } = incoming;
  return {
    subject,
    body,
    order_id: order_id ?? null,
    status: status ?? "open",
    priority: priority ?? "normal",
    channel: channel ?? null,
    customer_name: customer_name ?? null,
    assignee: assignee ?? null,
    due_date: due_date ?? null,
  };
}

/**
 * Updates the fields that are sent, and sends ticket.updated. Writes and sends nothing if they do not change the ticket. Throws 404 Not
 * Found for an unknown ticket, order or assignee, 412 Precondition Failed if the ticket's version is not `expectedVersion`. Two round trips.
 */
export async function changeTicket(
  org: OrgDb,
  { id, expectedVersion }: ChangeTarget,
  patch: TicketPatch,
  findMember: MemberLookup,
): Promise<TicketRow> {
  return await retryOnConflict(
    async () => {
      const lookup = orderLookup(org, patch.order_id);
      const [{ stored, orders }, member] = await Promise.all([
        org.read({ stored: first(ticketById(org, id)), orders: lookup }),
        findAssignee(findMember, patch.assignee),
      ]);
      if (stored === undefined) throw notFound();
      assertVersion(stored.version, expectedVersion);
      if (lookup !== null) assertOrderExists(orders);
      const changes = changesOf(stored, { ...patch, assignee: assigneeOf(member, patch.assignee, stored.assignee) });
      if (Object.keys(changes).length === 0) return stored;
      const [written] = await org.commit(updateTicket(org, stored, ticketUpdate(org, stored, changes)));
      return written ?? stored;
    },
    () => conflictError("this ticket"),
  );
}

async function findAssignee(findMember: MemberLookup, email: string | null | undefined): Promise<Assignee | null> {
  return typeof email === "string" ? await findMember(email) : null;
}

/**
 * The assignee to store: the member's address as their account has it. A ticket keeps an assignee who is no longer a member. Throws 404 Not
 * Found for anybody else.
 */
function assigneeOf(member: Assignee | null, email: string | null | undefined, stored: string | null): string | null | undefined {
  if (typeof email !== "string") return email;
  if (email.toLowerCase() === stored?.toLowerCase()) return stored;
  if (member === null) throw notFound("assignee", "No member of this organization has this email address.");
  return member.email;
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
