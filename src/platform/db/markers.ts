import type { OrgReader } from "./org-db";

/** What a committed operation remembers for its answer, or null where it did not commit. */
export async function findMarker(org: OrgReader, operationId: string): Promise<{ result: unknown } | null> {
  const [rows] = await org.read(
    org.rows<{ result: string }>()`select result from write_markers where operation_id = ${operationId} and organization_id = ${org.key}`,
  );
  const row = rows[0];
  return row === undefined ? null : { result: JSON.parse(row.result) as unknown };
}
