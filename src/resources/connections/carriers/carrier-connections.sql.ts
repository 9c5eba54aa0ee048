import { eq, sql } from "drizzle-orm";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import type { Statement, WriteStatement } from "../../../platform/db/statement";
import { carrierConnections } from "./table";

/** A connection to a carrier service as it is stored. Its secrets are encrypted. */
export type CarrierConnectionRow = typeof carrierConnections.$inferSelect;

/** Inserts a connection if the organization has fewer than `max`. Otherwise it changes no row. */
export function insertCarrierConnection(
  org: OrgDb,
  { id, service, secret, secret_hint }: Pick<CarrierConnectionRow, "id" | "service" | "secret" | "secret_hint">,
  max: number,
): WriteStatement {
  return org.write()`insert into carrier_connections (id, organization_id, service, status, secret, secret_hint, created_at, updated_at)
    select ${id}, ${org.key}, ${service}, 'active', ${secret}, ${secret_hint}, ${org.now}, ${org.now}
    where (select count(*) from carrier_connections where organization_id = ${org.key} and deleted_at is null) < ${max}`;
}

/** One connection, which may be deleted. */
export function carrierConnectionById(org: OrgReader, id: string): Statement<CarrierConnectionRow> {
  return org.find(carrierConnections, eq(carrierConnections.id, id));
}

/** The connections that are not deleted, oldest first. */
export function liveCarrierConnections(org: OrgReader): Statement<CarrierConnectionRow> {
  return org.rows<CarrierConnectionRow>()`select * from carrier_connections where organization_id = ${org.key} and deleted_at is null
    order by created_at, id`;
}

/** The columns that a change sets. */
export type CarrierConnectionValues = Partial<
  Pick<CarrierConnectionRow, "status" | "secret" | "secret_hint" | "previous_secret" | "previous_valid_until" | "deleted_at">
>;

/** Updates a connection if it is not deleted and still has the version that was read. */
export function changeCarrierConnection(
  org: OrgDb,
  { id, version }: CarrierConnectionRow,
  values: CarrierConnectionValues,
): WriteStatement {
  const c = carrierConnections;
  const read = sql`${c.id} = ${id} and ${c.version} = ${version} and ${c.deleted_at} is null`;
  return org.update(c, { ...values, version: version + 1, updated_at: org.now }, read);
}

/** Records when a connection last got a report. It is not a change of its settings, so its version stays. */
export function recordReportTime(org: OrgDb, id: string): WriteStatement {
  return org.update(carrierConnections, { last_report_at: org.now }, eq(carrierConnections.id, id));
}
