import { sql } from "drizzle-orm";
import { type AuditActor, type AuditEntry, auditedControl } from "./audit-log/audit-log.sql.ts";
import { AlreadyCommitted, explain } from "../platform/db/change";
import type { Meter } from "../platform/db/meter";
import { type RowsOf, runBatch, Statement, WriteStatement } from "../platform/db/statement";

/** On whose behalf control data is changed: of which organization, by whom, and when. */
export interface Mandate {
  organizationId: number;
  actor: AuditActor;
  /** When the request began, ms since 1970. */
  now: number;
  meter: Meter;
  /** The same for the same form sent again: what commits under it commits once. Null where nothing tells. */
  operationId: string | null;
}

/**
 * Commits a change of control data, its audit line and its marker as one batch, and answers the rows of `writes`. Guards
 * (`mustHaveChanged`, `mustBe`) stand among `writes`: no line stands for a change that lost its race. Throws LostRace,
 * and AlreadyCommitted where the same form had committed before.
 */
export async function commitControl<const W extends readonly Statement<unknown>[]>(
  d1: D1Database,
  { organizationId, actor, now, meter, operationId }: Mandate,
  writes: W,
  entry: AuditEntry,
): Promise<RowsOf<W>> {
  const marker =
    operationId === null
      ? []
      : [
          new WriteStatement(sql`insert into write_markers (operation_id, organization_id, result, created_at)
            values (${operationId}, ${organizationId}, '{}', ${now})`),
        ];
  try {
    const rows = await runBatch<readonly Statement<unknown>[]>(d1, meter, [
      ...marker,
      ...writes,
      auditedControl(organizationId, actor, entry, now),
    ]);
    return rows.slice(marker.length, marker.length + writes.length) as RowsOf<W>;
  } catch (error) {
    throw explain(error);
  }
}

/** Reads what a change depends on. Throws AlreadyCommitted where the same form had committed before. */
export async function readControl<const S extends readonly Statement<unknown>[]>(
  d1: D1Database,
  { meter, operationId, organizationId }: Mandate,
  statements: S,
): Promise<RowsOf<S>> {
  const marker = new Statement<{ there: 1 }>(
    sql`select 1 as there from write_markers where operation_id = ${operationId} and organization_id = ${organizationId}`,
  );
  const rows = await runBatch<readonly Statement<unknown>[]>(d1, meter, [...statements, marker]);
  if ((rows.at(-1)?.length ?? 0) > 0) throw new AlreadyCommitted();
  return rows.slice(0, -1) as unknown as RowsOf<S>;
}
