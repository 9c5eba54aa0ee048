import { notFound, orNotFound } from "../../../platform/api-error";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { takePage } from "../../../platform/db/list/page-fit";
import { redeliver } from "../../webhooks/deliveries/commands";
import { attemptsById, deliveryById, orderOfDelivery } from "../../webhooks/deliveries/delivery.sql.ts";
import { deliveryPage, type DeliveryPage } from "../../webhooks/deliveries/list.sql.ts";
import { type Delivery, withAttempts } from "../../webhooks/deliveries/queries";
import { endpointOfConnection } from "../../webhooks/endpoints/endpoints.sql.ts";
import { connectionById } from "../connections.sql.ts";

/** The statements that read a page of what was sent to the shop of a connection, and its attempts. */
export function sentPage(org: OrgReader, connectionId: string, page: DeliveryPage) {
  return deliveryPage(org, connectionId, { ...page, withOrder: true });
}

/** What was sent to the shop of a connection, newest first, with its orders. Throws 404 Not Found. */
export async function listSent(
  org: OrgReader,
  connectionId: string,
  { limit, ...options }: DeliveryPage,
): Promise<{ rows: Delivery[]; hasMore: boolean }> {
  // One more row than requested shows whether there is another page.
  const sent = sentPage(org, connectionId, { ...options, limit: limit + 1 });
  const {
    connection: [connection],
    rows,
    attempts,
  } = await org.read({ connection: connectionById(org, connectionId), ...sent });
  if (connection === undefined || connection.deleted_at !== null) throw notFound();
  const { rows: page, hasMore } = takePage(rows, limit, org.pageLimit);
  return { rows: withAttempts(page, attempts), hasMore };
}

/** One delivery to the shop of a connection. Throws 404 Not Found. */
export async function readSent(org: OrgReader, connectionId: string, id: string): Promise<Delivery> {
  const {
    delivery: [delivery],
    attempts,
    order: [order],
  } = await org.read({ delivery: deliveryById(org, connectionId, id), attempts: attemptsById(org, id), order: orderOfDelivery(org, id) });
  return { delivery: { ...orNotFound(delivery), order_id: order?.order_id ?? null }, attempts };
}

/** Sends again now, as a redelivery of a webhook. Throws 404 Not Found and 409 Conflict. */
export async function sendAgain(org: OrgDb, connectionId: string, id: string): Promise<Delivery> {
  const [{ delivery, attempts }, [order]] = await Promise.all([
    redeliver(org, connectionId, id, endpointOfConnection),
    org.read(orderOfDelivery(org, id)),
  ]);
  return { delivery: { ...delivery, order_id: order?.order_id ?? null }, attempts };
}
