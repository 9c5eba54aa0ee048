import { type SQL, sql } from "drizzle-orm";
import type { DueDelivery } from "../../platform/db/change";
import { MAX_IN_FLIGHT } from "../deliveries/lease.sql.ts";
import type { OrgDb } from "../../platform/db/org-db";
import { webhookEndpoints } from "../table";
import type { Statement, WriteStatement } from "../../platform/db/statement";
import type { EndpointRow } from "./endpoints.sql.ts";

/** Columns of an endpoint that its owner's changes reach. */
export type EndpointValues = Partial<
  Pick<
    EndpointRow,
    | "url"
    | "events"
    | "description"
    | "enabled"
    | "status"
    | "failing_since"
    | "consecutive_failures"
    | "probe_after"
    | "slow"
    | "secret"
    | "secret_hint"
    | "previous_secret"
    | "previous_valid_until"
    | "deleted_at"
  >
>;

/** Changes an endpoint that is not deleted, if it still has the version that was read. */
export function changeEndpoint(org: OrgDb, { id, version }: EndpointRow, values: EndpointValues): WriteStatement {
  const w = webhookEndpoints;
  const read = sql`${w.id} = ${id} and ${w.version} = ${version} and ${w.deleted_at} is null`;
  return org.update(w, { ...values, version: version + 1, updated_at: org.now }, read);
}

/** What waits for a paused endpoint is held; what is under way ends as it does (docs/spec/webhooks.md#pause). */
export function holdPending(org: OrgDb, endpointId: string): WriteStatement {
  return org.write()`update deliveries set status = 'held', next_attempt_at = null
    where organization_id = ${org.key} and endpoint_id = ${endpointId} and status = 'pending' and lease_token is null`;
}

/** What was held and made after `since` (ms since 1970) is due again. */
export function releaseHeld(org: OrgDb, endpointId: string, since: number): WriteStatement {
  return org.write()`update deliveries set status = 'pending', next_attempt_at = ${org.now}
    where organization_id = ${org.key} and endpoint_id = ${endpointId} and status = 'held' and created_at > ${since}`;
}

/** What is not delivered yet never will be (docs/spec/webhooks.md#delete). */
export function cancelDeliveries(org: OrgDb, endpointId: string): WriteStatement {
  return org.write()`update deliveries set status = 'cancelled', next_attempt_at = null, completed_at = ${org.now}
    where organization_id = ${org.key} and endpoint_id = ${endpointId} and status in ('pending', 'held')`;
}

/** The endpoint's deliveries to enqueue, once a change has made some due: as many as may be under way at a time. */
export function dueDeliveriesOf(org: OrgDb, endpointId: string): Statement<DueDelivery> {
  return dueAmong(org, sql`d.endpoint_id = ${endpointId}`);
}

/** The one delivery to enqueue. */
export function dueDelivery(org: OrgDb, deliveryId: string): Statement<DueDelivery> {
  return dueAmong(org, sql`d.id = ${deliveryId}`);
}

function dueAmong(org: OrgDb, which: SQL): Statement<DueDelivery> {
  return org.rows<DueDelivery>()`select d.id, d.endpoint_id, d.attempts + 1 as attempt, w.slow,
      max(d.next_attempt_at, coalesce(w.probe_after, 0)) as at
    from deliveries d
    join webhook_endpoints w on w.organization_id = d.organization_id and w.id = d.endpoint_id
    where d.organization_id = ${org.key} and ${which} and d.status = 'pending' and d.lease_token is null
      and d.next_attempt_at <= ${org.now}
    order by d.next_attempt_at, d.id limit ${MAX_IN_FLIGHT}`;
}
