import { attemptsById, bodyOfDelivery, deliveryById } from "./again.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import { type EndpointRow, endpointById } from "../endpoints/endpoints.sql.ts";
import { notFound } from "../../platform/api-error";
import type { Delivery } from "./list-deliveries";

/** A delivery with all that can be told of it. */
export interface DeliveryDetail extends Delivery {
  /** Its endpoint as it now is: it may be deleted. */
  endpoint: EndpointRow;
  /** What is sent, to the byte. */
  body: string;
}

/** One delivery of an endpoint: what is sent, where to, and every attempt, first to last. One trip; 404 where it is none of this endpoint's. */
export async function readDeliveryDetail(org: OrgReader, endpointId: string, id: string): Promise<DeliveryDetail> {
  const [[endpoint], [delivery], attempts, [event]] = await org.read(
    endpointById(org, endpointId),
    deliveryById(org, endpointId, id),
    attemptsById(org, id),
    bodyOfDelivery(org, id),
  );
  if (endpoint === undefined || delivery === undefined || event === undefined) throw notFound();
  return { endpoint, delivery, attempts, body: event.body };
}
