import { sql } from "drizzle-orm";
import type { OrgReader } from "./org-db";
import type { attempts, deliveries } from "./schema/webhooks";
import type { Statement } from "./statement";

export type DeliveryRow = typeof deliveries.$inferSelect;
export type AttemptRow = typeof attempts.$inferSelect;

/** Which deliveries of an endpoint; null: all. Moments in ms since 1970. */
export interface DeliveryFilter {
  status: string | null;
  event: string | null;
  /** Made at or after. */
  since: number | null;
  /** Made before. */
  until: number | null;
}

/** Where a page begins: after this delivery of the one before. */
export interface DeliveryPosition {
  created_at: number;
  id: string;
}

/** A page of an endpoint's deliveries, newest first, and the attempts of these, first to last. */
export function deliveryPage(
  org: OrgReader,
  endpointId: string,
  filter: DeliveryFilter,
  after: DeliveryPosition | null,
  limit: number,
): [Statement<DeliveryRow>, Statement<AttemptRow>] {
  const conditions = [
    filter.status === null ? sql`` : sql`and d.status = ${filter.status}`,
    filter.event === null ? sql`` : sql`and d.event_type = ${filter.event}`,
    filter.since === null ? sql`` : sql`and d.created_at >= ${filter.since}`,
    filter.until === null ? sql`` : sql`and d.created_at < ${filter.until}`,
    after === null ? sql`` : sql`and (d.created_at, d.id) < (${after.created_at}, ${after.id})`,
  ];
  // Named: left to itself, SQLite passes over whatever the filter leaves out, however much that is.
  const index = filter.status !== null ? sql`deliveries_status` : filter.event !== null ? sql`deliveries_type` : sql`deliveries_list`;
  const page = sql`d.endpoint_id = ${endpointId} ${sql.join(conditions, sql` `)} order by d.created_at desc, d.id desc limit ${limit}`;
  return [
    org.rows<DeliveryRow>()`select d.* from deliveries d indexed by ${index} where d.organization_id = ${org.key} and ${page}`,
    org.rows<AttemptRow>()`
      select a.* from attempts a
      where a.organization_id = ${org.key}
        and a.delivery_id in (select d.id from deliveries d indexed by ${index} where d.organization_id = ${org.key} and ${page})
      order by a.delivery_id, a.number`,
  ];
}
