import { first } from "../../../platform/db/statement";
import type { OrgReader } from "../../../platform/db/org-db";
import { endpointById, type EndpointRow, liveEndpoints } from "./endpoints.sql.ts";
import { conflict, conflictError, notFound, orNotFound, type ApiError } from "../../../platform/api-error";
import { type AttemptRow, deliveryPage, lastFailedAttempt, MAX_COUNTED_WAITING, waitingDeliveries } from "../deliveries/list.sql.ts";
import { latestRecoveries, type RecoveryRow } from "../deliveries/recovery.sql.ts";
import { type Delivery, withAttempts } from "../deliveries/queries";

/** An endpoint of this organization, which may be deleted. Throws 404 Not Found. */
export async function readEndpoint(org: OrgReader, id: string): Promise<EndpointRow> {
  const [row] = await org.read(endpointById(org, id));
  return orNotFound(row);
}

/** An endpoint that can be managed. Throws 404 Not Found, also for a deleted endpoint, of which only the deliveries can be read. */
export async function readLiveEndpoint(org: OrgReader, id: string): Promise<EndpointRow> {
  return assertEndpointExists(await readEndpoint(org, id));
}

/** Throws 404 Not Found if the endpoint was deleted or never existed. */
export function assertEndpointExists(row: EndpointRow | undefined): EndpointRow {
  if (row === undefined || row.deleted_at !== null) throw notFound();
  return row;
}

/** Throws 409 Conflict if the endpoint is not active, because its deliveries would only be held. */
export function assertReceivesDeliveries({ status }: EndpointRow): void {
  if (status === "active") return;
  const message = `This endpoint is ${status}: set enabled to true first.`;
  throw conflict("endpoint_not_active", message, { status });
}

/** Whether an endpoint needs somebody: its attempts fail, or it gets no more events because they did. */
export function isFailing({ status, consecutive_failures }: EndpointRow): boolean {
  return status === "gone" || status === "disabled_failing" || (status === "active" && consecutive_failures > 0);
}

/** Whether the secret before the last rotation still signs (docs/spec/webhooks.md#secret-rotation). */
export function isRotating({ previous_valid_until }: EndpointRow, now: number): boolean {
  return previous_valid_until !== null && previous_valid_until > now;
}

/** 409 Conflict if every retry of a write met a conflict. */
export function endpointConflict(): ApiError {
  return conflictError("this endpoint");
}

/** All endpoints of the organization that are not deleted, newest first. There are at most 25. */
export async function listEndpoints(org: OrgReader): Promise<EndpointRow[]> {
  const rows = await org.read(liveEndpoints(org));
  return rows;
}

export interface Overview {
  endpoint: EndpointRow;
  /** Newest first. */
  deliveries: Delivery[];
  /** The last failed attempt. Null if there is none, or if it is too long ago to be found. */
  lastFailure: AttemptRow | null;
  /**
   * Pending deliveries, including those in progress. If there are more than can be counted, `isMore` is true. An endpoint that fails gets its next
   * attempt only after a pause, also if a delivery is due earlier.
   */
  waiting: { count: number; isMore: boolean; next_attempt_at: number | null };
  recoveries: RecoveryRow[];
}

const LATEST_DELIVERIES = 8;
const LATEST_RECOVERIES = 5;

/** Reads an overview in one round trip. Throws 404 Not Found, also for a deleted endpoint. */
export async function readOverview(org: OrgReader, id: string): Promise<Overview> {
  const { endpoint, rows, attempts, recoveries, waiting, lastFailure } = await org.read({
    endpoint: first(endpointById(org, id)),
    ...deliveryPage(org, id, { limit: LATEST_DELIVERIES }),
    recoveries: latestRecoveries(org, id, LATEST_RECOVERIES),
    waiting: first(waitingDeliveries(org, id)),
    lastFailure: first(lastFailedAttempt(org, id)),
  });
  const live = assertEndpointExists(endpoint);
  const dueAt = waiting?.next_attempt_at ?? null;
  return {
    endpoint: live,
    lastFailure: lastFailure ?? null,
    deliveries: withAttempts(rows, attempts),
    waiting: {
      count: Math.min(waiting?.count ?? 0, MAX_COUNTED_WAITING),
      isMore: (waiting?.count ?? 0) > MAX_COUNTED_WAITING,
      next_attempt_at: dueAt === null ? null : Math.max(dueAt, live.probe_after ?? 0),
    },
    recoveries,
  };
}
