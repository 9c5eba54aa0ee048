import { notFound } from "../../../platform/api-error";
import type { OrgReader } from "../../../platform/db/org-db";
import { carrierConnectionById, type CarrierConnectionRow, liveCarrierConnections } from "./carrier-connections.sql.ts";
import { reportById, type ReportPosition, type ReportRow, reportsAfter } from "./reports.sql.ts";

/** A connection that is not deleted. Throws 404 Not Found. */
export async function readCarrierConnection(org: OrgReader, id: string): Promise<CarrierConnectionRow> {
  const [row] = await org.read(carrierConnectionById(org, id));
  return live(row);
}

function live(row: CarrierConnectionRow | undefined): CarrierConnectionRow {
  if (row === undefined || row.deleted_at !== null) throw notFound();
  return row;
}

/** All connections, oldest first. There are at most MAX_CARRIER_CONNECTIONS. */
export async function listCarrierConnections(org: OrgReader): Promise<CarrierConnectionRow[]> {
  const rows = await org.read(liveCarrierConnections(org));
  return rows;
}

/** A connection and its reports, newest first. Throws 404 Not Found. */
export async function readReports(
  org: OrgReader,
  id: string,
  { limit, ...query }: { status: string | undefined; after: ReportPosition | null; limit: number },
): Promise<{ connection: CarrierConnectionRow; rows: ReportRow[]; hasMore: boolean }> {
  const {
    row: [row],
    rows,
  } = await org.read({ row: carrierConnectionById(org, id), rows: reportsAfter(org, id, { ...query, limit: limit + 1 }) });
  return { connection: live(row), rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** A report of a connection. Throws 404 Not Found. */
export async function readReport(org: OrgReader, connectionId: string, id: string): Promise<ReportRow> {
  const {
    connection: [connection],
    report: [report],
  } = await org.read({ connection: carrierConnectionById(org, connectionId), report: reportById(org, id) });
  live(connection);
  if (report?.connection_id !== connectionId) throw notFound();
  return report;
}
