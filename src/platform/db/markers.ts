import { sql } from "drizzle-orm";
import type { ControlDb } from "./control-db";
import type { OrgReader } from "./org-db";
import { ControlStatement } from "./statement";
import { parseStored } from "../reading/json";

export interface Marker {
  result: unknown;
}

/** Null if the operation has not committed. */
export async function findMarker(org: OrgReader, operationId: string): Promise<Marker | null> {
  const rows = await org.read(
    org.rows<{ result: string }>()`select result from write_markers where operation_id = ${operationId} and organization_id = ${org.key}`,
  );
  const row = rows[0];
  return row === undefined ? null : { result: parseStored(row.result) };
}

/** The marker of a form, which may have changed data of the organization or control data. Null if it has not committed. */
export async function findFormMarker(org: OrgReader, control: ControlDb, operationId: string): Promise<Marker | null> {
  // An organization in database 0 has the markers of both in one table.
  const [own, inDirectory] = await Promise.all([
    findMarker(org, operationId),
    org.organization.database === 0 ? [] : control.rows(findControlMarker(operationId, org.organization.id)),
  ]);
  return own ?? (inDirectory.length > 0 ? { result: {} } : null);
}

export function insertControlMarker({ operationId, organizationId, now }: { operationId: string; organizationId: number; now: number }) {
  return new ControlStatement(sql`insert into write_markers (operation_id, organization_id, result, created_at)
    values (${operationId}, ${organizationId}, '{}', ${now})`);
}

/** Returns a row if this change of control data has committed; none for null, which stands for a change without a marker. */
export function findControlMarker(operationId: string | null, organizationId: number): ControlStatement<{ found: 1 }> {
  return new ControlStatement(
    sql`select 1 as found from write_markers where operation_id = ${operationId} and organization_id = ${organizationId}`,
  );
}
