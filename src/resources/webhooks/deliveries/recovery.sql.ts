import { type InferSelectModel, type SQL, sql } from "drizzle-orm";
import { assertRowsChanged } from "../../../platform/db/change";
import { type ScheduledAttempt, nextDue } from "./due.sql.ts";
import { ENDPOINT_LIVE, NOT_SUCCEEDED } from "./lease.sql.ts";
import type { OrganizationsDb } from "../../../platform/db/database";
import { NOT_HALTED } from "../../../platform/db/halted.sql.ts";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { recoveries } from "../table";
import { Statement, WriteStatement } from "../../../platform/db/statement";
import { parseStored } from "../../../platform/reading/json";

/** A recovery sends the failed and held deliveries of an endpoint again, in batches, after it was out of order (docs/spec/webhooks.md). */
export type RecoveryRow = InferSelectModel<typeof recoveries>;

export interface MissedDelivery {
  id: string;
  created_at: number;
}

export function recoveryById(org: OrgReader, endpointId: string, id: string): Statement<RecoveryRow> {
  return org.find(recoveries, sql`${recoveries.endpoint_id} = ${endpointId} and ${recoveries.id} = ${id}`);
}

/** The latest recoveries of an endpoint, newest first. Uses the index recoveries_endpoint. */
export function latestRecoveries(org: OrgReader, endpointId: string, limit: number): Statement<RecoveryRow> {
  return org.rows<RecoveryRow>()`select * from recoveries
    where organization_id = ${org.key} and endpoint_id = ${endpointId} order by created_at desc limit ${limit}`;
}

export function insertRecovery(org: OrgDb, row: Omit<RecoveryRow, "organization_id">): WriteStatement {
  return org.insert(recoveries, row);
}

/**
 * The next `limit` deliveries of a recovery, oldest first. Each status is read separately through the index deliveries_status, from where
 * the last batch ended.
 */
export function missedDeliveries(job: RecoveryRow, limit: number): Statement<MissedDelivery> {
  const { organization_id, endpoint_id, until, at_created, at_id } = job;
  const events = parseStored<string[]>(job.events);
  const type = events.length === 0 ? sql`` : sql`and d.event_type in (select value from json_each(${job.events}))`;
  const byStatus = (status: string): SQL => sql`select * from (select d.id, d.created_at from deliveries d indexed by deliveries_status
    where d.organization_id = ${organization_id} and d.endpoint_id = ${endpoint_id} and d.status = ${status} and ${NOT_SUCCEEDED}
      and (d.created_at, d.id) > (${at_created}, ${at_id}) and d.created_at < ${until} and d.lease_token is null
      and d."trigger" <> 'test' ${type}
    order by d.created_at, d.id limit ${limit})`;
  const queries = parseStored<string[]>(job.statuses).map(byStatus);
  return new Statement<MissedDelivery>(sql`${sql.join(queries, sql` union all `)} order by created_at, id limit ${limit}`);
}

/**
 * Makes a batch of deliveries due with a full set of retries, and moves the recovery's position to the last of them. Deliveries that
 * something else has made due since they were read are not counted. Fails if the endpoint is no longer live.
 */
export function requeueBatch(
  job: RecoveryRow,
  { batch, isLast, now }: { batch: readonly MissedDelivery[]; isLast: boolean; now: number },
): WriteStatement[] {
  const last = batch.at(-1) ?? { created_at: job.at_created, id: job.at_id };
  return [
    new WriteStatement(sql`
      update deliveries set status = 'pending', "trigger" = 'recover', run_from = attempts, next_attempt_at = ${now}, completed_at = null
      from json_each(${JSON.stringify(batch.map(({ id }) => id))}) j
      where deliveries.id = j.value and deliveries.status in ('failed', 'held') and deliveries.lease_token is null`),
    new WriteStatement(sql`
      update recoveries set recovered = recovered + changes(), at_created = ${last.created_at}, at_id = ${last.id},
        status = ${isLast ? "completed" : "running"}, completed_at = ${isLast ? now : null}
      where id = ${job.id} and status = 'running' and (at_created, at_id) = (${job.at_created}, ${job.at_id})
        and exists (select 1 from webhook_endpoints w where w.id = endpoint_id and ${ENDPOINT_LIVE})`),
    assertRowsChanged(),
  ];
}

/** The running recoveries, oldest first. `live` is 0 if the endpoint no longer gets deliveries. */
export async function runningRecoveries(db: OrganizationsDb, limit: number): Promise<(RecoveryRow & { live: number })[]> {
  return await db.rows(sql`
    select r.*, (${ENDPOINT_LIVE}) as live from recoveries r
      join webhook_endpoints w on w.organization_id = r.organization_id and w.id = r.endpoint_id
    where r.status = 'running' and r.organization_id ${NOT_HALTED} order by r.created_at limit ${limit}`);
}

/** Makes the next batch of a recovery due, at most `max` deliveries. Returns the attempts to enqueue. */
export async function recoverBatch(
  db: OrganizationsDb,
  job: RecoveryRow,
  { max, now }: { max: number; now: number },
): Promise<ScheduledAttempt[]> {
  const batch = await db.run(missedDeliveries(job, max));
  await db.run(requeueBatch(job, { batch, isLast: batch.length < max, now }));
  const next = await db.run(nextDue(job.endpoint_id, { now, fillsSlots: true }));
  return next;
}

/** Cancels a recovery whose endpoint no longer gets deliveries. The deliveries that it has not reached stay unchanged. */
export async function cancelRecovery(db: OrganizationsDb, id: string, now: number): Promise<void> {
  await db.rows(sql`update recoveries set status = 'cancelled', completed_at = ${now} where id = ${id} and status = 'running'`);
}
