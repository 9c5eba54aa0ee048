import { eq, sql } from "drizzle-orm";
import { insertTestEvent } from "../../events/write.sql.ts";
import type { Claim } from "./claim.sql.ts";
import { ENDPOINT_LIVE, LEASE_MS } from "./lease.sql.ts";
import type { AttemptRow, DeliveryRow } from "./list.sql.ts";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { deliveries, webhookEndpoints } from "../table";
import type { Statement, WriteStatement } from "../../../platform/db/statement";

export function deliveryById(org: OrgReader, endpointId: string, id: string): Statement<DeliveryRow> {
  return org.find(deliveries, sql`${deliveries.endpoint_id} = ${endpointId} and ${deliveries.id} = ${id}`);
}

/** The exact text that a delivery sends. */
export function bodyOfDelivery(org: OrgReader, id: string): Statement<{ body: string }> {
  return org.rows<{ body: string }>()`select e.body from deliveries d
    join events e on e.organization_id = d.organization_id and e.id = d.event_id
    where d.organization_id = ${org.key} and d.id = ${id}`;
}

export function orderOfDelivery(org: OrgReader, id: string): Statement<{ order_id: number | null }> {
  return org.rows<{ order_id: number | null }>()`select e.order_id from deliveries d
    join events e on e.organization_id = d.organization_id and e.id = d.event_id
    where d.organization_id = ${org.key} and d.id = ${id}`;
}

/** The attempts of one delivery, first to last. */
export function attemptsById(org: OrgReader, id: string): Statement<AttemptRow> {
  return org.rows<AttemptRow>()`select a.* from attempts a where a.organization_id = ${org.key} and a.delivery_id = ${id} order by a.number`;
}

/**
 * Makes a delivery due now with a full set of retries, if it has not changed since it was read, no consumer is sending it, and its
 * endpoint is live. A delivery that is already pending keeps its count of retries: only its next attempt is brought forward.
 */
export function makeDeliveryDue(org: OrgDb, read: DeliveryRow): WriteStatement {
  const isPending = read.status === "pending";
  return org.write()`update deliveries set status = 'pending', "trigger" = ${isPending ? read.trigger : "manual"},
      run_from = ${isPending ? sql`run_from` : sql`attempts`}, next_attempt_at = ${org.now}, completed_at = null
    where organization_id = ${org.key} and id = ${read.id} and status = ${read.status} and attempts = ${read.attempts} and lease_token is null
      and exists (select 1 from webhook_endpoints w where w.organization_id = ${org.key} and w.id = endpoint_id and ${ENDPOINT_LIVE})`;
}

/** Ends the pause before an endpoint's next probe, so that a manual redelivery becomes that probe. */
export function probeNow(org: OrgDb, endpointId: string): WriteStatement {
  return org.update(webhookEndpoints, { probe_after: null }, eq(webhookEndpoints.id, endpointId));
}

/** Inserts the event and the delivery of a test. The delivery is leased from the start, so that no consumer claims it (docs/spec/webhooks.md#test). */
export function insertTest(org: OrgDb, claim: Claim): WriteStatement[] {
  const { delivery_id, endpoint_id, event_id, event_type, lease_token, body } = claim;
  return [
    insertTestEvent(org, { id: event_id, body }),
    org.write()`insert into deliveries (id, organization_id, endpoint_id, event_id, event_type, status, "trigger", attempts,
        next_attempt_at, lease_token, lease_until, created_at)
      select ${delivery_id}, w.organization_id, w.id, ${event_id}, ${event_type}, 'pending', 'test', 1, ${org.now}, ${lease_token},
        ${org.now + LEASE_MS}, ${org.now}
      from webhook_endpoints w where w.organization_id = ${org.key} and w.id = ${endpoint_id} and w.deleted_at is null`,
  ];
}
