import { type SQL, sql } from "drizzle-orm";
import { ControlStatement } from "../../platform/db/statement";

/**
 * Deletes the second factor of accounts. `users` is an SQL list of their ids. The last statement deletes the factors themselves, so an
 * assertRowsChanged after it fails if there was none.
 */
export function endSecondFactor(users: SQL): ControlStatement[] {
  return [
    new ControlStatement(sql`delete from recovery_codes where user_id in (${users})`),
    new ControlStatement(sql`delete from second_factors where user_id in (${users})`),
  ];
}

/**
 * Ends the password of accounts, and with it their second factor: somebody who chose a password for another person's address may have set up the
 * second factor too. `users` is an SQL list of their ids.
 */
export function endPassword(users: SQL, now: number): ControlStatement[] {
  return [
    ...endSecondFactor(users),
    new ControlStatement(sql`update users set password_hash = null, updated_at = ${now} where id in (${users})`),
  ];
}
