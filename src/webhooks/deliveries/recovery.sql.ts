import { type InferSelectModel, type SQL, sql } from "drizzle-orm";
import { assertRowsChanged } from "../../platform/db/change";
import { type ScheduledAttempt, nextDue } from "./due.sql.ts";
import { ENDPOINT_LIVE } from "./lease.sql.ts";
import type { OrganizationsDb } from "../../platform/db/database";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { recoveries } from "../table";
import { Statement, WriteStatement } from "../../platform/db/statement";

export type RecoveryRow = InferSelectModel<typeof recoveries>;

/** A delivery that a recovery takes up. */
export interface MissedDelivery {
  id: string;
  created_at: number;
}

/** One recovery of an endpoint. */
export function recoveryById(org: OrgReader, endpointId: string, id: string): Statement<RecoveryRow> {
  return org.find(recoveries, sql`${recoveries.endpoint_id} = ${endpointId} and ${recoveries.id} = ${id}`);
}

/** The latest recoveries of an endpoint, newest first. Served by recoveries_endpoint. */
export function latestRecoveries(org: OrgReader, endpointId: string, most: number): Statement<RecoveryRow> {
  return org.rows<RecoveryRow>()`select * from recoveries
    where organization_id = ${org.key} and endpoint_id = ${endpointId} order by created_at desc limit ${most}`;
}

export function insertRecovery(org: OrgDb, row: Omit<RecoveryRow, "organization_id">): WriteStatement {
  return org.insert(recoveries, row);
}

/**
 * Up to `most` deliveries that a recovery has still to take up, oldest first. Each status is walked by its own index
 * (deliveries_status), from where the last part ended.
 */
export function missedDeliveries(job: RecoveryRow, most: number): Statement<MissedDelivery> {
  const { organization_id, endpoint_id, until, at_created, at_id } = job;
  const events = JSON.parse(job.events) as string[];
  const type = events.length === 0 ? sql`` : sql`and d.event_type in (select value from json_each(${job.events}))`;
  const walk = (status: string): SQL => sql`select * from (select d.id, d.created_at from deliveries d indexed by deliveries_status
    where d.organization_id = ${organization_id} and d.endpoint_id = ${endpoint_id} and d.status = ${status}
      and (d.created_at, d.id) > (${at_created}, ${at_id}) and d.created_at < ${until} and d.lease_token is null
      and d."trigger" <> 'test' ${type}
    order by d.created_at, d.id limit ${most})`;
  const walks = (JSON.parse(job.statuses) as string[]).map(walk);
  return new Statement<MissedDelivery>(sql`${sql.join(walks, sql` union all `)} order by created_at, id limit ${most}`);
}

/**
 * Takes a part up: its deliveries are due again with all their retries, and the job stands behind the last of them. What
 * somebody else has taken up meanwhile is not counted. It fails where the endpoint gets no deliveries any more.
 */
export function requeueBatch(
  job: RecoveryRow,
  { part, isLast, now }: { part: readonly MissedDelivery[]; isLast: boolean; now: number },
): WriteStatement[] {
  const last = part.at(-1) ?? { created_at: job.at_created, id: job.at_id };
  return [
    new WriteStatement(sql`
      update deliveries set status = 'pending', "trigger" = 'recover', run_from = attempts, next_attempt_at = ${now}, completed_at = null
      from json_each(${JSON.stringify(part.map(({ id }) => id))}) j
      where deliveries.id = j.value and deliveries.status in ('failed', 'held') and deliveries.lease_token is null`),
    new WriteStatement(sql`
      update recoveries set recovered = recovered + changes(), at_created = ${last.created_at}, at_id = ${last.id},
        status = ${isLast ? "completed" : "running"}, completed_at = ${isLast ? now : null}
      where id = ${job.id} and status = 'running' and (at_created, at_id) = (${job.at_created}, ${job.at_id})
        and exists (select 1 from webhook_endpoints w where w.id = endpoint_id and ${ENDPOINT_LIVE})`),
    assertRowsChanged(),
  ];
}

/** Recoveries that are still running, oldest first; `live` is 0 where their endpoint no longer gets deliveries. */
export async function runningRecoveries(db: OrganizationsDb, most: number): Promise<(RecoveryRow & { live: number })[]> {
  return await db.rows(sql`
    select r.*, (${ENDPOINT_LIVE}) as live from recoveries r
      join webhook_endpoints w on w.organization_id = r.organization_id and w.id = r.endpoint_id
    where r.status = 'running' order by r.created_at limit ${most}`);
}

/** One more part of a recovery, of at most `most` deliveries; returns what to enqueue. */
export async function recoverPart(db: OrganizationsDb, job: RecoveryRow, { most, now }: { most: number; now: number }): Promise<ScheduledAttempt[]> {
  const [part] = await db.run(missedDeliveries(job, most));
  await db.run(...requeueBatch(job, { part, isLast: part.length < most, now }));
  const [next] = await db.run(nextDue(job.endpoint_id, now, true));
  return next;
}

/** Ends a recovery whose endpoint no longer gets deliveries; what it has not taken up stays as it is. */
export async function cancelRecovery(db: OrganizationsDb, id: string, now: number): Promise<void> {
  await db.rows(sql`update recoveries set status = 'cancelled', completed_at = ${now} where id = ${id} and status = 'running'`);
}
