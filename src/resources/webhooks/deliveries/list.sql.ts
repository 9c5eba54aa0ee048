import { sql } from "drizzle-orm";
import { type FilterStatements, indexOf, whereOf } from "../../../platform/db/list/filter-sql";
import type { OrgReader } from "../../../platform/db/org-db";
import { fittingIds } from "../../../platform/db/list/page-limit.sql.ts";
import type { Weight } from "../../../platform/db/list/page-limit";
import type { attempts, deliveries } from "../table";
import type { DeliveryFilter } from "./filters";
import type { Statement } from "../../../platform/db/statement";
import { NOT_SUCCEEDED } from "./lease.sql.ts";
import { columnBytes } from "../../../platform/db/sql-values";

/** A delivery as it is stored. Only a page that requests it has the order of its event. */
export type DeliveryRow = typeof deliveries.$inferSelect & { order_id?: number | null };
export type AttemptRow = typeof attempts.$inferSelect;

const DELIVERY_SQL: FilterStatements<DeliveryFilter, null> = {
  // Most deliveries have succeeded, so those are read from the list of all.
  status: {
    where: (status) => (status === "succeeded" ? sql`d.status = ${status}` : sql`d.status = ${status} and ${NOT_SUCCEEDED}`),
    index: (status) => (status === "succeeded" ? sql`deliveries_list` : sql`deliveries_status`),
  },
  event: { where: (event) => sql`d.event_type = ${event}`, index: () => sql`deliveries_type` },
  since: { where: (since) => sql`d.created_at >= ${since}` },
  until: { where: (until) => sql`d.created_at < ${until}` },
};

export type DeliveryPosition = readonly [created_at: number, id: string];

export interface DeliveryPage {
  filter?: DeliveryFilter;
  after?: DeliveryPosition | null;
  limit: number;
  withOrder?: boolean;
}

const ORDER = sql`, (select e.order_id from events e where e.organization_id = d.organization_id and e.id = d.event_id) as order_id`;

type ListedDelivery = DeliveryRow & Weight;

/** How many attempts of a delivery a list shows, the newest ones. A delivery that was redelivered many times has more. */
const MAX_LISTED_ATTEMPTS = 100;

/** SQL for the attempts `a` of a delivery `d` that a list shows. */
const LISTED_ATTEMPTS = sql`a.delivery_id = d.id and a.number > d.attempts - ${MAX_LISTED_ATTEMPTS}`;
/** SQL: the size of a delivery `d` with its attempts on a page. */
const WEIGHT = sql`min(d.attempts, ${MAX_LISTED_ATTEMPTS}) as page_items,
  (select coalesce(sum(${columnBytes("a", ["url", "response_body", "error_code"])}), 0) from attempts a where ${LISTED_ATTEMPTS}) as page_bytes`;

export const MAX_COUNTED_WAITING = 100;

/** The pending deliveries of an endpoint, including those in progress, and when the next one is due. */
export interface WaitingDeliveries {
  /** One more than MAX_COUNTED_WAITING if there are more. */
  count: number;
  /** Null if no delivery waits, or if all are in progress. */
  next_attempt_at: number | null;
}

/**
 * Counts an endpoint's pending deliveries, and finds the time of the next attempt. The last condition is always true: a statement does not compile
 * unless its own text has the organization's key.
 */
export function waitingDeliveries(org: OrgReader, endpointId: string): Statement<WaitingDeliveries> {
  return org.rows<WaitingDeliveries>()`select
      (select count(*) from (select 1 from deliveries d indexed by deliveries_status
        where d.organization_id = ${org.key} and d.endpoint_id = ${endpointId} and d.status = 'pending' and ${NOT_SUCCEEDED} limit ${MAX_COUNTED_WAITING + 1})) as count,
      (select d.next_attempt_at from deliveries d indexed by deliveries_due
        where d.organization_id = ${org.key} and d.endpoint_id = ${endpointId} and d.status = 'pending' and d.lease_token is null
        order by d.next_attempt_at limit 1) as next_attempt_at
    where ${org.key} is not null`;
}

/** How many pending deliveries and how many failed ones are searched for the last error. */
const MAX_SEARCHED_ERRORS = 50;

/**
 * The newest failed attempt among the oldest pending deliveries of an endpoint, which are attempted first, and its newest failed ones. The
 * cost does not grow with the backlog.
 */
export function lastFailedAttempt(org: OrgReader, endpointId: string): Statement<AttemptRow> {
  const some = (status: "pending" | "failed", order: "asc" | "desc") => sql`select * from (select d.id, d.attempts
    from deliveries d indexed by deliveries_status
    where d.organization_id = ${org.key} and d.endpoint_id = ${endpointId} and d.status = ${status} and ${NOT_SUCCEEDED}
    order by d.created_at ${sql.raw(order)}, d.id ${sql.raw(order)} limit ${MAX_SEARCHED_ERRORS})`;
  return org.rows<AttemptRow>()`select a.* from (${some("pending", "asc")} union all ${some("failed", "desc")}) w
    cross join attempts a on a.delivery_id = w.id and a.number = w.attempts
    where a.organization_id = ${org.key} and a.error_code is not null order by a.started_at desc limit 1`;
}

/** A page of an endpoint's deliveries, newest first, and the newest attempts, in order, of those deliveries that fit in the page. */
export function deliveryPage(
  org: OrgReader,
  endpointId: string,
  { filter = {}, after = null, limit, withOrder = false }: DeliveryPage,
): { rows: Statement<ListedDelivery>; attempts: Statement<AttemptRow> } {
  const afterPosition = after === null ? sql`` : sql`and (d.created_at, d.id) < (${after[0]}, ${after[1]})`;
  // The index is named, because SQLite may otherwise scan every delivery that the filter excludes.
  const index = indexOf(DELIVERY_SQL, filter) ?? sql`deliveries_list`;
  const page = sql`d.endpoint_id = ${endpointId} ${whereOf(DELIVERY_SQL, filter, null)} ${afterPosition} order by d.created_at desc, d.id desc limit ${limit}`;
  const sizes = sql`select d.id, d.created_at as sorted_by, ${WEIGHT} from deliveries d indexed by ${index} where d.organization_id = ${org.key} and ${page}`;
  return {
    rows: org.rows<ListedDelivery>()`select d.*, ${WEIGHT} ${withOrder ? ORDER : sql``} from deliveries d indexed by ${index} where d.organization_id = ${org.key} and ${page}`,
    attempts: org.rows<AttemptRow>()`select a.* from (${fittingIds(sizes, sql`sorted_by desc, id desc`, org.pageLimit)}) w
      cross join deliveries d on d.id = w.id cross join attempts a on ${LISTED_ATTEMPTS}
      where a.organization_id = ${org.key} order by a.delivery_id, a.number`,
  };
}
