import { first } from "../../../platform/db/statement";
import type { OrgReader } from "../../../platform/db/org-db";
import { notFound } from "../../../platform/api-error";
import { type FulfillmentStatus, meaningOf } from "../../orders/fulfillments/fulfillment-status";
import { trackingLink } from "../../orders/fulfillments/tracking-link";
import { type TemplateSourceRow, templateSource, fulfillmentsOf, type TrackedRow } from "./filling.sql.ts";
import { fillTemplate, type Placeholder, type PlaceholderValues } from "./placeholders";
import { templateById } from "./templates.sql.ts";

/**
 * Reads a template and fills it in for a ticket. `missing` has the placeholders that have no value for it. Throws 404 Not Found for an unknown
 * ticket, and for `template_id` if the template no longer exists. One round trip.
 */
export async function readFilledTemplate(
  org: OrgReader,
  ticketId: number,
  templateId: number,
): Promise<{ text: string; missing: Placeholder[] }> {
  const { template, row, fulfillments } = await org.read({
    template: first(templateById(org, templateId)),
    row: first(templateSource(org, ticketId)),
    fulfillments: fulfillmentsOf(org, ticketId),
  });
  if (row === undefined) throw notFound();
  if (template === undefined) throw notFound("template_id", "This template no longer exists.");
  return fillTemplate(template.body, valuesOf(org, row, fulfillments));
}

/** The values of all placeholders. Several fulfillments have several numbers. A fulfillment that was lost, returned or cancelled is left out. */
function valuesOf(org: OrgReader, row: TemplateSourceRow, all: readonly TrackedRow[]): PlaceholderValues {
  const tracked = all.filter(({ status }) => meaningOf(status as FulfillmentStatus).allocates);
  return {
    customer_name: row.customer_name ?? row.order_customer_name,
    order_number: row.number ?? row.external_id ?? (row.order_id === null ? null : `#${row.order_id}`),
    store_name: row.store_name,
    carrier: joinKnown(tracked.map(({ carrier }) => carrier)),
    tracking_number: joinKnown(tracked.map(({ tracking_number }) => tracking_number)),
    tracking_link: joinKnown(tracked.map(trackingLink)),
    ticket_number: `#${row.ticket_number}`,
    my_name: org.actor.name,
  };
}

function joinKnown(values: readonly (string | null)[]): string | null {
  const known = [...new Set(values.filter((value) => value !== null && value !== ""))];
  return known.length === 0 ? null : known.join(", ");
}
