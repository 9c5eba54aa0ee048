import { type AttemptRow, deliveryPage, type DeliveryFilter, type DeliveryPosition, type DeliveryRow } from "./list.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import { PAGE_LIMIT, takePage } from "../../platform/db/list/page-limit";
import { endpointById } from "../endpoints/endpoints.sql.ts";
import { invalid, notFound } from "../../platform/api-error";
import { readMoment } from "../../platform/values/zone";

/** A delivery with its attempts, first to last. */
export interface Delivery {
  delivery: DeliveryRow;
  attempts: AttemptRow[];
}

/**
 * Which deliveries, as a caller words it; moments without an offset are read in the organization's zone
 * (docs/spec/lists-and-filters.md#time-zones).
 */
export interface DeliveryQuery {
  status?: string | undefined;
  event?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/**
 * Up to `limit` deliveries of one endpoint, newest first, as many as fit in a page; of a deleted endpoint too. 404 where the organization
 * never had it.
 */
export async function listDeliveries(
  org: OrgReader,
  endpointId: string,
  query: DeliveryQuery,
  { after, limit }: { after: DeliveryPosition | null; limit: number },
): Promise<{ rows: Delivery[]; hasMore: boolean }> {
  // One more row than requested tells whether there is another page.
  const [deliveries, attempts] = deliveryPage(org, endpointId, filterOf(org, query), after, limit + 1);
  const [endpoints, rows, tries] = await org.read(endpointById(org, endpointId), deliveries, attempts);
  if (endpoints.length === 0) throw notFound();
  const { rows: page, hasMore } = takePage(rows, limit, PAGE_LIMIT);
  return { rows: withAttempts(page, tries), hasMore };
}

/** Deliveries, each with its own of the attempts. */
export function withAttempts(deliveries: readonly DeliveryRow[], attempts: readonly AttemptRow[]): Delivery[] {
  const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
  return deliveries.map((delivery) => ({ delivery, attempts: byDelivery.get(delivery.id) ?? [] }));
}

function filterOf(org: OrgReader, { status, event, since, until }: DeliveryQuery): DeliveryFilter {
  const moment = (path: string, text: string | undefined): number | null => {
    if (text === undefined) return null;
    const at = readMoment(text, org.organization.timezone);
    if (at === null) throw invalid(path, "invalid_date_time", "Expected an RFC 3339 date-time or a date.");
    return at;
  };
  return { status: status ?? null, event: event ?? null, since: moment("since", since), until: moment("until", until) };
}
