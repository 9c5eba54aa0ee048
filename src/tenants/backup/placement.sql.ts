import { sql } from "drizzle-orm";
import type { ControlDb } from "../../platform/db/control-db";
import { parseStored } from "../../platform/reading/json";

/** Stands for the whole installation in `halted_organizations` while a backup is restored into it. The token names the backup. */
export const INSTALLATION = 0;

/** Where organizations are, and which of them are moving. */
export interface Placement {
  /** Changes if an organization is created, removed or moved. */
  placement: string;
  /** The ids of organizations. */
  moving: number[];
  /** The id of the backup that is being restored into the installation. Null: none is. */
  restoring: string | null;
}

export async function readPlacement(control: ControlDb): Promise<Placement> {
  // A move that has failed has no position until the operator starts it again. From `settled` on, only the old copy is left to be removed.
  const isMoving = sql`step not in ('settled', 'done') and not (step = 'preparing' and problem is not null and position is null)`;
  const [row] = await control.rows<{ placement: string | null; moving: string; restoring: string | null }>(sql`select
    (select group_concat(place, ',') from (
      select o.id || ':' || o.database || ':' || coalesce(m.step, '') as place from organizations o left join moves m on m.organization_id = o.id
      order by o.id)) as placement,
    (select json_group_array(organization_id) from moves where ${isMoving}) as moving,
    (select token from halted_organizations where organization_id = ${INSTALLATION}) as restoring`);
  return {
    placement: row?.placement ?? "",
    moving: parseStored<number[]>(row?.moving ?? "[]"),
    restoring: row?.restoring ?? null,
  };
}
