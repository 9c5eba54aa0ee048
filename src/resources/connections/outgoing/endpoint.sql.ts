import { type SQL, sql } from "drizzle-orm";
import type { OrgDb } from "../../../platform/db/org-db";
import type { WriteStatement } from "../../../platform/db/statement";

/** The events after which the shop may have to be told. Which of them are delivered: webhooks/connection-endpoints.sql.ts. */
const EVENTS = JSON.stringify(["order.fulfillment.shipped", "order.updated"]);

/** Deliveries that were held longer are not released, as for webhooks (docs/spec/webhooks.md#pause). */
const MAX_HELD_MS = 72 * 3_600_000;

/** SQL condition: the connection `c` sends. */
const SENDS: SQL = sql`(c.sends_fulfillments = 1 and c.status = 'active' and c.deleted_at is null and c.api_credentials is not null)`;

/**
 * Brings the endpoint of a connection to the state of the connection, in the batch that changes the connection: the endpoint is created when
 * fulfillments are first sent, then paused, resumed without its failures, and deleted. Its deliveries are held, released and cancelled like those of a
 * webhook. One in progress, which has a lease, is not held.
 */
export function updateConnectionEndpoint(org: OrgDb, id: string): WriteStatement[] {
  const endpointIs = (condition: SQL) =>
    sql`exists (select 1 from webhook_endpoints w where w.organization_id = ${org.key} and w.id = ${id} and ${condition})`;
  // `status <> 'succeeded'` is the condition of the index deliveries_status.
  return [
    org.write()`insert into webhook_endpoints (id, organization_id, url, events, status, secret, secret_hint, created_at, updated_at)
      select c.id, ${org.key}, c.shop_url, ${EVENTS}, 'active', '', '', ${org.now}, ${org.now}
      from connections c where c.organization_id = ${org.key} and c.id = ${id} and ${SENDS}
      on conflict do nothing`,
    org.write()`update webhook_endpoints set url = coalesce(c.shop_url, webhook_endpoints.url), enabled = ${SENDS},
        status = case when ${SENDS} then 'active' else 'paused' end, failing_since = null, consecutive_failures = 0, probe_after = null,
        slow = 0, deleted_at = c.deleted_at, version = webhook_endpoints.version + 1, updated_at = ${org.now}
      from connections c where webhook_endpoints.organization_id = ${org.key} and webhook_endpoints.id = ${id}
        and c.organization_id = ${org.key} and c.id = ${id}`,
    org.write()`update deliveries set status = 'pending', next_attempt_at = ${org.now}
      where organization_id = ${org.key} and endpoint_id = ${id}
        and status = 'held' and status <> 'succeeded' and created_at > ${org.now - MAX_HELD_MS} and ${endpointIs(sql`w.enabled = 1`)}`,
    org.write()`update deliveries set status = 'held', next_attempt_at = null
      where organization_id = ${org.key} and endpoint_id = ${id}
        and status = 'pending' and lease_token is null and ${endpointIs(sql`w.enabled = 0`)}`,
    org.write()`update deliveries set status = 'cancelled', next_attempt_at = null, completed_at = ${org.now}
      where organization_id = ${org.key} and endpoint_id = ${id}
        and status in ('pending', 'held') and status <> 'succeeded' and ${endpointIs(sql`w.deleted_at is not null`)}`,
  ];
}
