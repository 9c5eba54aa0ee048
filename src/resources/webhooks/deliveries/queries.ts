import { first } from "../../../platform/db/statement";
import { attemptsById, bodyOfDelivery, deliveryById } from "./delivery.sql.ts";
import { type AttemptRow, deliveryPage, type DeliveryPage, type DeliveryRow } from "./list.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import { takePage } from "../../../platform/db/list/page-fit";
import { endpointById, type EndpointRow } from "../endpoints/endpoints.sql.ts";
import { notFound, orNotFound } from "../../../platform/api-error";

export interface Delivery {
  delivery: DeliveryRow;
  attempts: AttemptRow[];
}

/**
 * Up to `limit` deliveries of one endpoint, newest first, as many as fit in a page. The endpoint may be deleted. Throws 404 Not Found if
 * the organization never had it.
 */
export async function listDeliveries(
  org: OrgReader,
  endpointId: string,
  { limit, ...options }: DeliveryPage,
): Promise<{ rows: DeliveryOfEndpoint[]; hasMore: boolean }> {
  // One more row than requested shows whether there is another page.
  const statements = deliveryPage(org, endpointId, { ...options, limit: limit + 1 });
  const { endpoint, rows, attempts } = await org.read({ endpoint: first(endpointById(org, endpointId)), ...statements });
  if (endpoint === undefined) throw notFound();
  const { rows: page, hasMore } = takePage(rows, limit, org.pageLimit);
  return { rows: withAttempts(page, attempts).map((delivery) => ({ ...delivery, endpoint })), hasMore };
}

export function withAttempts(deliveries: readonly DeliveryRow[], attempts: readonly AttemptRow[]): Delivery[] {
  const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
  return deliveries.map((delivery) => ({ delivery, attempts: byDelivery.get(delivery.id) ?? [] }));
}

export interface DeliveryOfEndpoint extends Delivery {
  /** The endpoint in its current state. It may be deleted. */
  endpoint: EndpointRow;
}

export interface DeliveryDetail extends DeliveryOfEndpoint {
  /** The exact text that is sent. */
  body: string;
}

/**
 * One delivery of an endpoint with its body and every attempt, first to last. One round trip. Throws 404 Not Found if it belongs to another
 * endpoint.
 */
export async function readDeliveryDetail(org: OrgReader, endpointId: string, id: string): Promise<DeliveryDetail> {
  const { endpoint, delivery, attempts, event } = await org.read({
    endpoint: first(endpointById(org, endpointId)),
    delivery: first(deliveryById(org, endpointId, id)),
    attempts: attemptsById(org, id),
    event: first(bodyOfDelivery(org, id)),
  });
  if (endpoint === undefined || delivery === undefined || event === undefined) throw notFound();
  return { endpoint, delivery, attempts, body: event.body };
}

/** One delivery of an endpoint with its attempts, first to last. Throws 404 Not Found if it belongs to another endpoint. */
export async function readDelivery(org: OrgReader, endpointId: string, id: string): Promise<Delivery> {
  const { delivery, attempts } = await org.read({ delivery: first(deliveryById(org, endpointId, id)), attempts: attemptsById(org, id) });
  return { delivery: orNotFound(delivery), attempts };
}
