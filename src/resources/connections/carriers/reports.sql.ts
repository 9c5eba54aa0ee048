import { eq, type SQL, sql } from "drizzle-orm";
import type { OrganizationsDb } from "../../../platform/db/database";
import { NOT_HALTED } from "../../../platform/db/halted.sql.ts";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { type Statement, WriteStatement } from "../../../platform/db/statement";
import { carrierReports } from "./table";

/** A report as it is stored. */
export type ReportRow = typeof carrierReports.$inferSelect;

/** A report that was received, with what became of it. */
export type NewReportRow = Omit<ReportRow, "organization_id" | "seq" | "received_at" | "processed_at">;

/** How many reports of a connection are kept (docs/spec/carriers.md#reports). */
const MAX_REPORTS = 50_000;

/** Stores a report, unless it was delivered before, and deletes the oldest reports of the connection beyond the limit. */
export function insertReport(org: OrgDb, row: NewReportRow): WriteStatement[] {
  const { connection_id } = row;
  const trim = org.write()`delete from carrier_reports where organization_id = ${org.key} and connection_id = ${connection_id}
    and seq <= ${lastSeq(org, connection_id)} - ${MAX_REPORTS}`;
  return [insertRow(org, row), trim];
}

/** SQL for the number of the newest report of a connection. */
function lastSeq(org: OrgDb, connectionId: string): SQL {
  return sql`(select max(x.seq) from carrier_reports x where x.organization_id = ${org.organization.id} and x.connection_id = ${connectionId})`;
}

function insertRow(org: OrgDb, row: NewReportRow): WriteStatement {
  const { id, connection_id, event_key, tracking_number, carrier, service_status, fulfillment_status, occurred_at } = row;
  const { status, reason, order_id } = row;
  return org.write()`insert into carrier_reports (id, organization_id, connection_id, event_key, tracking_number, carrier, service_status,
      fulfillment_status, occurred_at, status, reason, order_id, seq, received_at, processed_at)
    values (${id}, ${org.key}, ${connection_id}, ${event_key}, ${tracking_number}, ${carrier}, ${service_status}, ${fulfillment_status},
      ${occurred_at}, ${status}, ${reason}, ${order_id}, coalesce(${lastSeq(org, connection_id)}, 0) + 1, ${org.now}, ${org.now})
    on conflict (organization_id, connection_id, event_key) do nothing`;
}

/** The id of the report of an event that was delivered before. */
export function reportOfEvent(org: OrgReader, connectionId: string, eventKey: string): Statement<{ id: string }> {
  return org.rows<{ id: string }>()`select id from carrier_reports where organization_id = ${org.key} and connection_id = ${connectionId}
    and event_key = ${eventKey}`;
}

/** One report. */
export function reportById(org: OrgReader, id: string): Statement<ReportRow> {
  return org.find(carrierReports, eq(carrierReports.id, id));
}

/** A position in the list of reports, newest first. */
export type ReportPosition = readonly [receivedAt: number, id: string];

/** The next reports of a connection, newest first. */
export function reportsAfter(
  org: OrgReader,
  connectionId: string,
  { status, after, limit }: { status: string | undefined; after: ReportPosition | null; limit: number },
): Statement<ReportRow> {
  const ofStatus: SQL = status === undefined ? sql`` : sql`and status = ${status}`;
  const position: SQL = after === null ? sql`` : sql`and (received_at, id) < (${after[0]}, ${after[1]})`;
  return org.rows<ReportRow>()`select * from carrier_reports where organization_id = ${org.key} and connection_id = ${connectionId}
    ${ofStatus} ${position} order by received_at desc, id desc limit ${limit}`;
}

/** What became of a report. */
export type ReportOutcome = Pick<ReportRow, "status" | "reason" | "order_id">;

/** Records what became of a failed report when it was retried. */
export function settleReport(org: OrgDb, id: string, outcome: ReportOutcome): WriteStatement {
  return org.update(
    carrierReports,
    { ...outcome, processed_at: org.now },
    sql`${carrierReports.id} = ${id} and ${carrierReports.status} = 'failed'`,
  );
}

/** Deletes reports from before a time. Returns how many. */
export async function purgeReports(db: OrganizationsDb, { before, limit }: { before: number; limit: number }): Promise<number> {
  const deleted = await db.run(
    new WriteStatement(sql`delete from carrier_reports where id in (select id from carrier_reports where received_at < ${before}
      and organization_id ${NOT_HALTED} order by received_at limit ${limit}) returning 1`),
  );
  return deleted.length;
}
