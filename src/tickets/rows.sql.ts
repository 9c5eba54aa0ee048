import { type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../platform/db/org-db";
import type { tickets } from "./table";
import type { Statement } from "../platform/db/statement";

export type TicketRow = InferSelectModel<typeof tickets>;

/** The columns that a caller gives a ticket. */
export type TicketValues = Pick<TicketRow, "subject" | "body" | "order_id" | "status" | "priority" | "channel" | "customer_name">;

/** A change of a ticket: absent means unchanged, null clears. */
export type TicketPatch = { [K in keyof TicketValues]?: TicketValues[K] | undefined };

/** A new ticket as a caller words it. Absent: nothing is said; null: it has none. */
export type IncomingTicket = TicketPatch & Pick<TicketValues, "subject" | "body">;

/** What the order of a ticket is called. */
export interface TicketOrder {
  id: number;
  number: string | null;
  external_id: string | null;
  customer_name: string | null;
}

/** One ticket; `id` may be SQL, for a ticket that the same batch has just written. */
export function ticketById(org: OrgReader, id: number | SQL): Statement<TicketRow> {
  return org.rows<TicketRow>()`select t.* from tickets t where t.organization_id = ${org.key} and t.id = ${id}`;
}

/** SQL of the organization's newest ticket: in the batch that inserts one, that one, ids being given in order. */
export function newestTicket(org: OrgReader): SQL {
  return sql`(select max(n.id) from tickets n where n.organization_id = ${org.key})`;
}

/** The order that a ticket is about; no row where it is about none. */
export function orderOfTicket(org: OrgReader, id: number): Statement<TicketOrder> {
  return org.rows<TicketOrder>()`select o.id, o.number, o.external_id, o.customer_name from tickets t
    join orders o on o.organization_id = t.organization_id and o.id = t.order_id
    where t.organization_id = ${org.key} and t.id = ${id}`;
}
