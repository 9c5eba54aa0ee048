import type { DeliveryFilter } from "./filters";
import { type AttemptRow, deliveryPage, type DeliveryPosition, type DeliveryRow } from "./list.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import { PAGE_LIMIT, takePage } from "../../platform/db/list/page-limit";
import { endpointById } from "../endpoints/endpoints.sql.ts";
import { notFound } from "../../platform/api-error";

/** A delivery with its attempts, first to last. */
export interface Delivery {
  delivery: DeliveryRow;
  attempts: AttemptRow[];
}

/**
 * Up to `limit` deliveries of one endpoint, newest first, as many as fit in a page; of a deleted endpoint too. 404 where the organization
 * never had it.
 */
export async function listDeliveries(
  org: OrgReader,
  endpointId: string,
  filter: DeliveryFilter,
  { after, limit }: { after: DeliveryPosition | null; limit: number },
): Promise<{ rows: Delivery[]; hasMore: boolean }> {
  // One more row than requested tells whether there is another page.
  const [deliveries, attempts] = deliveryPage(org, endpointId, filter, after, limit + 1);
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
