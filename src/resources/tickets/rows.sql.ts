import { type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../../platform/db/org-db";
import type { tickets } from "./table";
import type { Statement } from "../../platform/db/statement";

export type TicketRow = InferSelectModel<typeof tickets>;

export type TicketValues = Pick<
  TicketRow,
  "subject" | "body" | "order_id" | "status" | "priority" | "channel" | "customer_name" | "assignee" | "due_date"
>;

/** A partial update of a ticket: an absent field is unchanged, and null clears a field. */
export type TicketPatch = { [K in keyof TicketValues]?: TicketValues[K] | undefined };

/** A new ticket as a caller sends it. An absent field gets its default, and null means that there is no value. */
export type IncomingTicket = TicketPatch & Pick<TicketValues, "subject" | "body">;

/** The fields that identify a ticket's order to a reader. */
export interface TicketOrder {
  id: number;
  number: string | null;
  external_id: string | null;
  customer_name: string | null;
}

export function ticketById(org: OrgReader, id: number | SQL): Statement<TicketRow> {
  return org.rows<TicketRow>()`select t.* from tickets t where t.organization_id = ${org.key} and t.id = ${id}`;
}

/** SQL for the id of the organization's newest ticket. In the batch that inserts a ticket, that is the new one: ids only increase. */
export function newestTicketId(org: OrgReader): SQL {
  return sql`(select max(n.id) from tickets n where n.organization_id = ${org.key})`;
}

/** SQL for the number of the organization's next ticket. */
export function nextTicketNumber(org: OrgReader): SQL {
  return sql`(select coalesce(max(n.number), 0) + 1 from tickets n where n.organization_id = ${org.key})`;
}

export function ticketByNumber(org: OrgReader, number: number): Statement<TicketRow> {
  return org.rows<TicketRow>()`select t.* from tickets t where t.organization_id = ${org.key} and t.number = ${number}`;
}

/** The order of a ticket. No row if it has none. */
export function orderOfTicket(org: OrgReader, id: number): Statement<TicketOrder> {
  return org.rows<TicketOrder>()`select o.id, o.number, o.external_id, o.customer_name from tickets t
    join orders o on o.organization_id = t.organization_id and o.id = t.order_id
    where t.organization_id = ${org.key} and t.id = ${id}`;
}
