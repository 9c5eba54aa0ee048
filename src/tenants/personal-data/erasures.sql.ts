import { sql } from "drizzle-orm";
import type { AuditActor } from "../../accounts/audit-log/audit-log.sql.ts";
import type { ControlDb } from "../../platform/db/control-db";
import { ControlStatement } from "../../platform/db/statement";
import type { erasures } from "./table";

export type ErasureRow = typeof erasures.$inferSelect;

/** `person`: their identifiers as encrypted JSON. `position`: where its walk goes on, as JSON. */
export function insertErasure(
  { organizationId, actor }: { organizationId: number; actor: AuditActor },
  { person, position, now }: { person: string; position: string; now: number },
): ControlStatement<ErasureRow> {
  return new ControlStatement<ErasureRow>(sql`
    insert into erasures (organization_id, person, position, actor_kind, actor_id, actor_name, requested_at)
    values (${organizationId}, ${person}, ${position}, ${actor.kind}, ${actor.id}, ${actor.name}, ${now}) returning *`);
}

export async function findErasure(control: ControlDb, organizationId: number, id: number): Promise<ErasureRow | null> {
  return await control.first<ErasureRow>(sql`select * from erasures where organization_id = ${organizationId} and id = ${id}`);
}

export async function unfinishedErasures(control: ControlDb, limit: number): Promise<ErasureRow[]> {
  return await control.rows<ErasureRow>(sql`select * from erasures indexed by erasures_unfinished
    where finished_at is null order by requested_at limit ${limit}`);
}

export async function newestErasures(control: ControlDb, organizationId: number, limit: number): Promise<ErasureRow[]> {
  return await control.rows<ErasureRow>(
    sql`select * from erasures where organization_id = ${organizationId} order by id desc limit ${limit}`,
  );
}

export async function isErasing(control: ControlDb, organizationId: number): Promise<boolean> {
  const query = sql`select 1 from erasures where organization_id = ${organizationId} and finished_at is null limit 1`;
  return (await control.first(query)) !== null;
}

export async function saveErasure(
  control: ControlDb,
  id: number,
  { position, changed }: { position: string; changed: number },
): Promise<void> {
  await control.rows(sql`update erasures set position = ${position}, rows = rows + ${changed} where id = ${id} and finished_at is null`);
}

/** Ends an erasure, unless another process has ended it, and deletes what identifies the person. */
export function finishErasure(id: number, now: number): ControlStatement<ErasureRow> {
  return new ControlStatement<ErasureRow>(sql`update erasures set finished_at = ${now}, person = null
    where id = ${id} and finished_at is null returning *`);
}
