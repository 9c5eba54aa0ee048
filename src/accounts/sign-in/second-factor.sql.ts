import { sql } from "drizzle-orm";
import { assertCondition, assertRowsChanged } from "../../platform/db/change";
import type { ControlDb } from "../../platform/db/control-db";
import { ControlStatement } from "../../platform/db/statement";
import type { AuditEntry } from "../audit-log/audit-log.sql.ts";
import { insertPersonEntries } from "../audit-log/person-entries.sql.ts";
import type { Person } from "./sessions.sql.ts";
import { endSessions } from "./accounts.sql.ts";
import { endSecondFactor } from "./end-password.sql.ts";
import type { secondFactors } from "./table";
import { actorOf } from "../actor";

export type SecondFactorRow = typeof secondFactors.$inferSelect;

export interface SecondFactor extends SecondFactorRow {
  /** How many recovery codes were not used yet. */
  codes_left: number;
}

export async function findSecondFactor(control: ControlDb, userId: number): Promise<SecondFactor | null> {
  return await control.first<SecondFactor>(sql`
    select f.*, (select count(*) from recovery_codes r where r.user_id = f.user_id) as codes_left
    from second_factors f where f.user_id = ${userId}`);
}

/** Accepts the code of a time step (RFC 6238). Returns false if one of this step or a later one was accepted before, or the secret was replaced. */
export async function acceptStep(control: ControlDb, { user_id, secret }: SecondFactorRow, step: number): Promise<boolean> {
  const accepted = await control.rows(sql`
    update second_factors set last_step = ${step} where user_id = ${user_id} and secret = ${secret} and last_step < ${step} returning user_id`);
  return accepted.length > 0;
}

/** Accepts a recovery code, which is deleted. Returns false if there is none with this hash. */
export async function acceptRecoveryCode(control: ControlDb, userId: number, hash: string): Promise<boolean> {
  const accepted = await control.rows(sql`
    delete from recovery_codes where user_id = ${userId} and code_hash = ${hash}
      and exists (select 1 from second_factors f where f.user_id = ${userId}) returning user_id`);
  return accepted.length > 0;
}

function replaceCodes(userId: number, hashes: readonly string[]): ControlStatement[] {
  return [
    new ControlStatement(sql`delete from recovery_codes where user_id = ${userId}`),
    new ControlStatement(sql`
      insert into recovery_codes (user_id, code_hash) select ${userId}, value from json_each(${JSON.stringify(hashes)})`),
  ];
}

/** The entry of a change that a person makes in their own account. */
const entryOf = (action: AuditEntry["action"], { id, email }: Person): AuditEntry => ({
  action,
  target_id: id,
  target_name: email,
  details: {},
});

export interface NewSecondFactor {
  /** Encrypted. */
  secret: string;
  /** The time step of the code that confirmed it, which is not accepted again. */
  step: number;
  codeHashes: readonly string[];
  keptSession: string;
}

/**
 * Turns the second factor on, and ends the other sessions, which began without it. Throws WriteConflict if it is on already, or the password that it
 * protects has ended.
 */
export async function insertSecondFactor(control: ControlDb, person: Person, factor: NewSecondFactor): Promise<void> {
  const { now } = control;
  const { secret, step, codeHashes, keptSession } = factor;
  await control.run([
    new ControlStatement(sql`
      insert into second_factors (user_id, secret, last_step, created_at)
      select u.id, ${secret}, ${step}, ${now} from users u where u.id = ${person.id} and u.password_hash is not null on conflict do nothing`),
    assertRowsChanged(),
    ...replaceCodes(person.id, codeHashes),
    endSessions(person.id, now, keptSession),
    insertPersonEntries(person.id, actorOf(person), entryOf("member.second_factor_enabled", person), now),
  ]);
}

/** Replaces the recovery codes. Throws WriteConflict if there is no second factor. */
export async function replaceRecoveryCodes(control: ControlDb, person: Person, hashes: readonly string[]): Promise<void> {
  await control.run([
    assertCondition(sql`exists (select 1 from second_factors where user_id = ${person.id})`),
    ...replaceCodes(person.id, hashes),
    insertPersonEntries(person.id, actorOf(person), entryOf("member.recovery_codes_replaced", person), control.now),
  ]);
}

/** Turns the second factor off. Throws WriteConflict if it is off already. */
export async function deleteSecondFactor(control: ControlDb, person: Person): Promise<void> {
  await control.run([
    ...endSecondFactor(sql`${person.id}`),
    assertRowsChanged(),
    insertPersonEntries(person.id, actorOf(person), entryOf("member.second_factor_disabled", person), control.now),
  ]);
}

/**
 * Up to `limit` second factors whose secret does not begin with `prefix`, and how many there are. They are chosen at random, so that secrets that can't
 * be decrypted do not keep out the others.
 */
export async function secondFactorsToReencrypt(
  control: ControlDb,
  { prefix, limit }: { prefix: string; limit: number },
): Promise<{ rows: SecondFactorRow[]; count: number }> {
  const rows = await control.rows<SecondFactorRow & { count: number }>(sql`
    select *, count(*) over () as count from second_factors where substr(secret, 1, ${prefix.length}) <> ${prefix}
    order by random() limit ${limit}`);
  return { rows, count: rows[0]?.count ?? 0 };
}

/** Replaces secrets by their re-encrypted form, unless they have changed since they were read. */
export async function replaceSecondFactorSecrets(
  control: ControlDb,
  changes: readonly { row: SecondFactorRow; secret: string }[],
): Promise<void> {
  await control.run(
    changes.map(
      ({ row, secret }) =>
        new ControlStatement(sql`update second_factors set secret = ${secret} where user_id = ${row.user_id} and secret = ${row.secret}`),
    ),
  );
}
