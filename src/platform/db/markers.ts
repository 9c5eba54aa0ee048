import { sql } from "drizzle-orm";
import type { OrgReader } from "./org-db";
import { ControlStatement } from "./statement";

/** The data that a committed operation has stored for its reply; null if the operation has not committed. */
export async function findMarker(org: OrgReader, operationId: string): Promise<{ result: unknown } | null> {
  const [rows] = await org.read(
    org.rows<{ result: string }>()`select result from write_markers where operation_id = ${operationId} and organization_id = ${org.key}`,
  );
  const row = rows[0];
  return row === undefined ? null : { result: JSON.parse(row.result) as unknown };
}

/** Inserts the marker of a change of control data. */
export function insertControlMarker({ operationId, organizationId, now }: { operationId: string; organizationId: number; now: number }) {
  return new ControlStatement(sql`insert into write_markers (operation_id, organization_id, result, created_at)
    values (${operationId}, ${organizationId}, '{}', ${now})`);
}

/** Returns a row if this change of control data has committed. */
export function findControlMarker(operationId: string | null, organizationId: number): ControlStatement<{ found: 1 }> {
  return new ControlStatement(
    sql`select 1 as found from write_markers where operation_id = ${operationId} and organization_id = ${organizationId}`,
  );
}
