import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";

/** What a template needs of a ticket and its order. */
export interface TemplateSourceRow {
  ticket_number: number;
  customer_name: string | null;
  /** Null: the ticket has no order. */
  order_id: number | null;
  number: string | null;
  external_id: string | null;
  order_customer_name: string | null;
  store_name: string | null;
}

/** How a fulfillment of the ticket's order is tracked. */
export interface TrackedRow {
  status: string;
  tracking_number: string | null;
  carrier: string | null;
  tracking_url: string | null;
}

export function templateSource(org: OrgReader, ticketId: number): Statement<TemplateSourceRow> {
  return org.rows<TemplateSourceRow>()`select t.number as ticket_number, t.customer_name, o.id as order_id, o.number, o.external_id,
      coalesce(o.customer_name, o.ship_name) as order_customer_name, s.name as store_name
    from tickets t
    left join orders o on o.organization_id = t.organization_id and o.id = t.order_id
    left join stores s on s.organization_id = o.organization_id and s.id = o.store_id
    where t.organization_id = ${org.key} and t.id = ${ticketId}`;
}

const MAX_FULFILLMENTS = 20;

/** The first fulfillments of the ticket's order. */
export function fulfillmentsOf(org: OrgReader, ticketId: number): Statement<TrackedRow> {
  return org.rows<TrackedRow>()`select f.status, f.tracking_number, f.carrier, f.tracking_url from tickets t
    join fulfillments f on f.organization_id = t.organization_id and f.order_id = t.order_id
    where t.organization_id = ${org.key} and t.id = ${ticketId} order by f.id limit ${MAX_FULFILLMENTS}`;
}
