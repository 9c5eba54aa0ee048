import { eq } from "drizzle-orm";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { webhookEndpoints } from "../table";
import type { Statement, WriteStatement } from "../../platform/db/statement";

/** A webhook endpoint as it is kept; the secret in it is sealed. */
export type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** What a new endpoint begins with. */
export interface NewEndpointRow {
  id: string;
  url: string;
  events: readonly string[];
  description: string | null;
  /** Sealed for this id. */
  secret: string;
  secret_hint: string;
}

/** Inserts an endpoint where the organization has fewer than `most` live ones; else it changes no row. */
export function insertEndpoint(org: OrgDb, endpoint: NewEndpointRow, most: number): WriteStatement {
  const { id, url, events, description, secret, secret_hint } = endpoint;
  return org.write()`
    insert into webhook_endpoints (id, organization_id, url, events, description, status, secret, secret_hint, created_at, updated_at)
    select ${id}, ${org.key}, ${url}, ${JSON.stringify(events)}, ${description}, 'active', ${secret}, ${secret_hint}, ${org.now}, ${org.now}
    where (select count(*) from webhook_endpoints where organization_id = ${org.key} and deleted_at is null) < ${most}`;
}

/** One endpoint, a deleted one too. */
export function endpointById(org: OrgReader, id: string): Statement<EndpointRow> {
  return org.find(webhookEndpoints, eq(webhookEndpoints.id, id));
}

/** The endpoints that are not deleted, newest first. */
export function liveEndpoints(org: OrgReader): Statement<EndpointRow> {
  return org.rows<EndpointRow>()`
    select * from webhook_endpoints where organization_id = ${org.key} and deleted_at is null order by created_at desc, id desc`;
}
