import { sql } from "drizzle-orm";
import { changeDatabase, type CredentialVersion } from "../../accounts/control.sql.ts";
import { isInUse } from "../../accounts/closure.sql.ts";
import type { OrgControl } from "../../accounts/org-control";
import { assertCondition, assertRowsChanged } from "../../platform/db/change";
import type { ControlDb } from "../../platform/db/control-db";
import { type Assertion, ControlStatement } from "../../platform/db/statement";
import type { moves } from "./table";

export type MoveRow = typeof moves.$inferSelect;

/** How long a process may continue a move after its last step. A later process waits for it. */
const LEASE_MS = 5_000;

/** The move of an organization; null if it was never moved. */
export async function findMove(control: ControlDb, organizationId: number): Promise<MoveRow | null> {
  return await control.first<MoveRow>(sql`select * from moves where organization_id = ${organizationId}`);
}

/** Starts a move, if none is running and the organization is in use. Returns whether it did. */
export async function insertMove(
  control: ControlDb,
  { organization_id, source, target }: Pick<MoveRow, "organization_id" | "source" | "target">,
): Promise<boolean> {
  const rows = await control.rows(sql`
    insert into moves (organization_id, source, target, step, started_at)
      select ${organization_id}, ${source}, ${target}, 'preparing', ${control.now} where ${isInUse(organization_id)}
    on conflict (organization_id) do update set source = excluded.source, target = excluded.target, step = excluded.step,
      position = null, problem = null, started_at = excluded.started_at, switched_at = null where moves.step = 'done' returning 1`);
  return rows.length > 0;
}

/** Fails the batch while the organization's rows are being copied to another database. */
export function assertNotMoving(organizationId: number): Assertion {
  return assertCondition(sql`not exists (select 1 from moves
    where organization_id = ${organizationId} and step in ('preparing','copying','draining','closed','switched'))`);
}

/** A write that was admitted before the switch may arrive at the old database this much later, where it must be rejected. */
export const LATE_WRITES_MS = 600_000;

/** How long the old copy stays after the switch. */
export const OLD_COPY_MS = 7 * 86_400_000;

/**
 * Moves for which there is something to do, the oldest first. Most of those that are not done only wait until the old copy is removed, and
 * one that has failed waits for the operator. While an erasure runs, the old copy is removed at once, because it has
 * the person's data.
 */
export async function pendingMoves(control: ControlDb, limit: number): Promise<Pick<MoveRow, "organization_id">[]> {
  const { now } = control;
  const isErasing = sql`exists (select 1 from erasures e where e.organization_id = moves.organization_id and e.finished_at is null)`;
  return await control.rows(sql`select organization_id from moves where case step
      when 'done' then 0
      when 'preparing' then problem is null or position is not null
      when 'moved' then switched_at <= ${now - LATE_WRITES_MS}
      when 'settled' then switched_at <= ${now - OLD_COPY_MS} or ${isErasing}
      else 1 end
    order by started_at limit ${limit}`);
}

/** Takes the lease of a move for the process with this token. Null if another process has it, or the move is done. */
export async function leaseMove(control: ControlDb, organizationId: number, { token, now }: { token: string; now: number }) {
  return await control.first<MoveRow>(sql`
    update moves set lease_token = ${token}, lease_until = ${now + LEASE_MS}
    where organization_id = ${organizationId} and step <> 'done' and (lease_token is null or lease_until < ${now}) returning *`);
}

/** Ends a process's lease. */
export async function releaseMove(control: ControlDb, organizationId: number, token: string): Promise<void> {
  await control.rows(sql`update moves set lease_token = null where organization_id = ${organizationId} and lease_token = ${token}`);
}

/** How far a move has got. */
type MoveProgress = Pick<MoveRow, "step" | "position" | "problem">;

/** Stores how far a move has got, and extends the lease. Its batch fails if the lease was lost. */
function storeProgress({ organization_id, lease_token }: MoveRow, { step, position, problem }: MoveProgress, now: number) {
  return [
    new ControlStatement(sql`update moves set step = ${step}, position = ${position}, problem = ${problem}, lease_until = ${now + LEASE_MS}
      where organization_id = ${organization_id} and lease_token = ${lease_token}`),
    assertRowsChanged(),
  ] as const;
}

/** Stores how far a move has got, and extends the lease. Throws WriteConflict if the lease was lost. */
export async function saveProgress(control: ControlDb, move: MoveRow, progress: MoveProgress, now: number): Promise<void> {
  await control.run(storeProgress(move, progress, now));
}

interface Switch {
  name: string;
  /** The credentials whose gates know the version that the switch gives them. */
  credentials: readonly CredentialVersion[];
  now: number;
}

/**
 * Switches the organization to the target: from now on, its requests go there. Raises the version of all its credentials, so that their
 * gates accept no record with the old database. Throws WriteConflict if the lease was lost, or a credential was created or changed.
 */
export async function switchDatabase(control: OrgControl, move: MoveRow, { name, credentials, now }: Switch): Promise<void> {
  const { organization_id, source, target } = move;
  const entry = {
    action: "organization.moved",
    target_id: organization_id,
    target_name: name,
    details: { database: { from: source, to: target } },
  } as const;
  await control.commit({
    writes: [
      ...storeProgress(move, { step: "switched", position: null, problem: null }, now),
      new ControlStatement(sql`update moves set switched_at = ${now} where organization_id = ${organization_id}`),
      ...changeDatabase(control, { from: source, to: target, credentials }),
    ],
    entry,
  });
}
