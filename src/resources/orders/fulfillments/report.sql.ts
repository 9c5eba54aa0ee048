import { type SQL, sql } from "drizzle-orm";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import type { WriteStatement } from "../../../platform/db/statement";
import { normalizeTrackingNumber } from "../../../platform/values/tracking-number";

/** SQL for rows with the ids of up to `limit` orders that have a fulfillment with a tracking number, in its normalized form. */
export function ordersOfTracking(org: OrgReader, trackingNumber: string, limit: number): SQL {
  return sql`select distinct f.order_id as id from fulfillments f indexed by fulfillments_tracking
    where f.organization_id = ${org.key} and f.tracking_number_normalized = ${normalizeTrackingNumber(trackingNumber)} limit ${limit}`;
}

/**
 * Records a later report of the status that a fulfillment has. It is no change: neither a version nor an event follows from it. A stored time
 * of the future was set by a wrong clock.
 */
export function recordStatusTime(org: OrgDb, id: string, statusAt: number): WriteStatement {
  return org.write()`update fulfillments set status_at = ${statusAt}
    where organization_id = ${org.key} and id = ${id} and (status_at is null or status_at < ${statusAt} or status_at > ${org.now})`;
}
