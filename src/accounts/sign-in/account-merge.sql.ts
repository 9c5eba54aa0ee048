import { sql } from "drizzle-orm";
import type { ControlDb } from "../../platform/db/control-db";
import { ControlStatement } from "../../platform/db/statement";

/**
 * Makes accounts part of another one: their memberships, standing invitations and identities are its from then on, and nobody signs in to
 * them any more. Two of them are never in the same organization, whose members have different addresses.
 */
export function mergeStatements(id: number, others: readonly number[], now: number): ControlStatement[] {
  // Whoever was signed in to one of them was not shown to be who signs in now.
  const signOut = new ControlStatement(sql`update sessions set revoked_at = ${now} where user_id = ${id} and revoked_at is null`);
  const moves = others.flatMap((other) => [
    new ControlStatement(sql`update or ignore memberships set user_id = ${id} where user_id = ${other}`),
    new ControlStatement(sql`delete from memberships where user_id = ${other}`),
    new ControlStatement(sql`update member_invitations set invited_by = ${id} where invited_by = ${other}`),
    new ControlStatement(sql`update member_invitations set replaces_user_id = ${id} where replaces_user_id = ${other}`),
    new ControlStatement(sql`update identities set user_id = ${id} where user_id = ${other}`),
    new ControlStatement(sql`update sessions set revoked_at = ${now} where user_id = ${other} and revoked_at is null`),
    new ControlStatement(sql`update invitations set used_at = ${now} where user_id = ${other} and used_at is null`),
    new ControlStatement(sql`update users set password_hash = null, verified_by = null, updated_at = ${now} where id = ${other}`),
  ]);
  return others.length === 0 ? [] : [signOut, ...moves];
}

/** Makes accounts part of another one, whose person has shown that all are theirs. */
export async function mergeAccounts(control: ControlDb, id: number, others: readonly number[]): Promise<void> {
  await control.run(...mergeStatements(id, others, control.now));
}
