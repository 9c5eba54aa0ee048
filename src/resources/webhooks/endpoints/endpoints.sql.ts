import { type SQL, sql } from "drizzle-orm";
import type { DueDelivery } from "../../../platform/db/change";
import { isConnectionSql } from "../connection-endpoints.sql.ts";
import { MAX_IN_FLIGHT, NOT_SUCCEEDED } from "../deliveries/lease.sql.ts";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { webhookEndpoints } from "../table";
import type { Statement, WriteStatement } from "../../../platform/db/statement";

/** A webhook endpoint as it is stored. Its secret is encrypted. */
export type EndpointRow = typeof webhookEndpoints.$inferSelect;

export interface NewEndpointRow {
  id: string;
  url: string;
  events: readonly string[];
  description: string | null;
  supplier_id: string | null;
  /** Encrypted for this id. */
  secret: string;
  secret_hint: string;
}

/** Inserts an endpoint if the organization has fewer than `max` that are not deleted. Otherwise it changes no row. */
export function insertEndpoint(org: OrgDb, endpoint: NewEndpointRow, max: number): WriteStatement {
  const { id, url, events, description, supplier_id, secret, secret_hint } = endpoint;
  return org.write()`
    insert into webhook_endpoints (id, organization_id, url, events, description, supplier_id, status, secret, secret_hint, created_at, updated_at)
    select ${id}, ${org.key}, ${url}, ${JSON.stringify(events)}, ${description}, ${supplier_id}, 'active', ${secret}, ${secret_hint}, ${org.now}, ${org.now}
    where (select count(*) from webhook_endpoints where organization_id = ${org.key} and deleted_at is null
      and not ${isConnectionSql(sql`id`)}) < ${max}`;
}

export function endpointById(org: OrgReader, id: string): Statement<EndpointRow> {
  return org.find(webhookEndpoints, sql`${webhookEndpoints.id} = ${id} and not ${isConnectionSql(sql`${webhookEndpoints.id}`)}`);
}

/** The endpoint that sends fulfillments to the shop of a connection. */
export function endpointOfConnection(org: OrgReader, connectionId: string): Statement<EndpointRow> {
  return org.find(webhookEndpoints, sql`${webhookEndpoints.id} = ${connectionId} and ${isConnectionSql(sql`${webhookEndpoints.id}`)}`);
}

/** `endpointById`, or `endpointOfConnection` for the deliveries to a shop. */
export type FindEndpoint = (org: OrgReader, id: string) => Statement<EndpointRow>;

/** The endpoints that are not deleted, newest first. */
export function liveEndpoints(org: OrgReader): Statement<EndpointRow> {
  return org.rows<EndpointRow>()`
    select * from webhook_endpoints where organization_id = ${org.key} and deleted_at is null and not ${isConnectionSql(sql`id`)}
    order by created_at desc, id desc`;
}

export type EndpointValues = Partial<Omit<EndpointRow, "id" | "organization_id" | "version" | "created_at" | "updated_at">>;

/** Updates an endpoint if it is not deleted and still has the version that was read. */
export function changeEndpoint(org: OrgDb, { id, version }: EndpointRow, values: EndpointValues): WriteStatement {
  const w = webhookEndpoints;
  const unchanged = sql`${w.id} = ${id} and ${w.version} = ${version} and ${w.deleted_at} is null`;
  return org.update(w, { ...values, version: version + 1, updated_at: org.now }, unchanged);
}

/** Holds an endpoint's pending deliveries. Attempts in progress are not affected (docs/spec/webhooks.md#pause). */
export function holdPending(org: OrgDb, endpointId: string): WriteStatement {
  return org.write()`update deliveries set status = 'held', next_attempt_at = null
    where organization_id = ${org.key} and endpoint_id = ${endpointId} and status = 'pending' and lease_token is null`;
}

/** Makes held deliveries due that were created after `since` (ms since 1970). */
export function releaseHeld(org: OrgDb, endpointId: string, since: number): WriteStatement {
  return org.write()`update deliveries set status = 'pending', next_attempt_at = ${org.now}
    where organization_id = ${org.key} and endpoint_id = ${endpointId} and status = 'held' and ${NOT_SUCCEEDED} and created_at > ${since}`;
}

/** Cancels an endpoint's pending and held deliveries (docs/spec/webhooks.md#delete). */
export function cancelDeliveries(org: OrgDb, endpointId: string): WriteStatement {
  return org.write()`update deliveries set status = 'cancelled', next_attempt_at = null, completed_at = ${org.now}
    where organization_id = ${org.key} and endpoint_id = ${endpointId} and status in ('pending', 'held') and ${NOT_SUCCEEDED}`;
}

/** The endpoint's deliveries to enqueue after a change has made some due: as many as may be in progress at the same time. */
export function dueDeliveriesOf(org: OrgDb, endpointId: string): Statement<DueDelivery> {
  return dueDeliveriesWhere(org, sql`d.endpoint_id = ${endpointId}`);
}

export function dueDelivery(org: OrgDb, deliveryId: string): Statement<DueDelivery> {
  return dueDeliveriesWhere(org, sql`d.id = ${deliveryId}`);
}

function dueDeliveriesWhere(org: OrgDb, which: SQL): Statement<DueDelivery> {
  return org.rows<DueDelivery>()`select d.id, d.endpoint_id, d.attempts + 1 as attempt, w.slow,
      max(d.next_attempt_at, coalesce(w.probe_after, 0)) as at
    from deliveries d
    join webhook_endpoints w on w.organization_id = d.organization_id and w.id = d.endpoint_id
    where d.organization_id = ${org.key} and ${which} and d.status = 'pending' and d.lease_token is null
      and d.next_attempt_at <= ${org.now}
    order by d.next_attempt_at, d.id limit ${MAX_IN_FLIGHT}`;
}
