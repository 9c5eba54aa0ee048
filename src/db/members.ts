import { type SQL, sql } from "drizzle-orm";
import { type Invitation, invite } from "./accounts";
import { LostRace, mustBe, mustHaveChanged } from "./commit";
import { commitControl, type Mandate, readControl } from "./control-change";
import type { Meter } from "./meter";
import type { Role } from "./sessions";
import { runBatch, Statement, WriteStatement } from "./statement";

/** A person of an organization. */
export interface MemberRow {
  user_id: number;
  email: string;
  name: string | null;
  role: Role;
  /** Since when they belong to it, ms since 1970. */
  created_at: number;
}

function membersWhere(organizationId: number, which: SQL): Statement<MemberRow> {
  return new Statement(sql`
    select m.user_id, u.email, u.name, m.role, m.created_at
    from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and ${which}`);
}

/** Members by id of their account: at most `limit`, behind `after`. */
export async function memberPage(d1: D1Database, meter: Meter, organizationId: number, after: number, limit: number): Promise<MemberRow[]> {
  const [rows] = await runBatch(d1, meter, [membersWhere(organizationId, sql`m.user_id > ${after} order by m.user_id limit ${limit}`)]);
  return rows;
}

/** One member of an organization; null where the account is none. */
export async function findMemberOf(d1: D1Database, meter: Meter, organizationId: number, userId: number): Promise<MemberRow | null> {
  const [rows] = await runBatch(d1, meter, [membersWhere(organizationId, sql`m.user_id = ${userId}`)]);
  return rows[0] ?? null;
}

/** What a change of one member depends on. */
export interface MemberState {
  /** Null: no such member. */
  target: MemberRow | null;
  /** Of who makes the change; null where they have no part in the organization (any more), as the deployer has none. */
  actorRole: Role | null;
  /** Another owner is there. */
  otherOwner: boolean;
  /** The account belongs to another organization too. */
  elsewhere: boolean;
  /** Its person signs in with a provider. */
  byProvider: boolean;
}

const roleOf = (organizationId: number, userId: number | null) =>
  sql`(select role from memberships where organization_id = ${organizationId} and user_id = ${userId})`;

const isElsewhere = (organizationId: number, userId: number | SQL) =>
  sql`exists (select 1 from memberships where user_id = ${userId} and organization_id <> ${organizationId})`;

const hasOtherOwner = (organizationId: number, userId: number) =>
  sql`exists (select 1 from memberships where organization_id = ${organizationId} and role = 'owner' and user_id <> ${userId})`;

interface StateRow {
  actor_role: Role | null;
  other_owner: number;
  elsewhere: number;
  by_provider: number;
}

/** Reads what a change of a member depends on, in one trip. Throws AlreadyCommitted where the same form made it. */
export async function memberState(d1: D1Database, by: Mandate, userId: number): Promise<MemberState> {
  const { organizationId, actor } = by;
  const [targets, [state]] = await readControl(d1, by, [
    membersWhere(organizationId, sql`m.user_id = ${userId}`),
    new Statement<StateRow>(sql`select ${roleOf(organizationId, actor.id)} as actor_role,
      ${hasOtherOwner(organizationId, userId)} as other_owner, ${isElsewhere(organizationId, userId)} as elsewhere,
      exists (select 1 from identities where user_id = ${userId}) as by_provider`),
  ]);
  return {
    target: targets[0] ?? null,
    actorRole: state?.actor_role ?? null,
    otherOwner: state?.other_owner === 1,
    elsewhere: state?.elsewhere === 1,
    byProvider: state?.by_provider === 1,
  };
}

/** Fails the batch unless who makes the change still has the role that allowed it. */
export function mustStillBe({ organizationId, actor }: Mandate, actorRole: Role | null): WriteStatement {
  return mustBe(sql`${roleOf(organizationId, actor.id)} is ${actorRole}`);
}

/** Fails the batch where it would leave an organization without an owner. */
function mustKeepOwner({ organizationId }: Mandate, { user_id, role }: MemberRow): WriteStatement[] {
  return role === "owner" ? [mustBe(hasOtherOwner(organizationId, user_id))] : [];
}

/** Gives a member, who is still as read, another role. Throws LostRace, AlreadyCommitted. */
export async function setRole(d1: D1Database, by: Mandate, target: MemberRow, actorRole: Role | null, role: Role): Promise<void> {
  const { organizationId } = by;
  const { user_id, email } = target;
  const update = sql`
    update memberships set role = ${role} where organization_id = ${organizationId} and user_id = ${user_id} and role = ${target.role}`;
  const entry = {
    action: "member.role_changed",
    target_id: user_id,
    target_name: email,
    details: { role: { from: target.role, to: role } },
  } as const;
  // What the deployer says goes: an organization can be left without an owner by them alone.
  const kept = by.actor.kind === "operator" || role === "owner" ? [] : mustKeepOwner(by, target);
  await commitControl(d1, by, [mustStillBe(by, actorRole), ...kept, new WriteStatement(update), mustHaveChanged()], entry);
}

/** Ends a membership that is still as read. Throws LostRace, AlreadyCommitted. */
export async function removeMembership(d1: D1Database, by: Mandate, target: MemberRow, actorRole: Role | null): Promise<void> {
  const { organizationId } = by;
  const { user_id, email, role } = target;
  const remove = sql`
    delete from memberships where organization_id = ${organizationId} and user_id = ${user_id} and role = ${role}`;
  const entry = { action: "member.removed", target_id: user_id, target_name: email, details: { role } } as const;
  const writes = [mustStillBe(by, actorRole), ...mustKeepOwner(by, target), new WriteStatement(remove), mustHaveChanged()];
  await commitControl(d1, by, writes, entry);
}

/** Makes a link by which a member, who is still as read, chooses a password. Throws LostRace, AlreadyCommitted. */
export async function inviteMember(
  d1: D1Database,
  by: Mandate,
  { target, actorRole, elsewhere }: MemberState & { target: MemberRow },
  invitation: Invitation,
): Promise<void> {
  const { organizationId, now } = by;
  const { user_id, email, role } = target;
  const asRead = [
    mustStillBe(by, actorRole),
    mustBe(sql`${roleOf(organizationId, user_id)} is ${role} and ${isElsewhere(organizationId, user_id)} = ${elsewhere ? 1 : 0}`),
  ];
  const details = { expires_at: new Date(invitation.expiresAt).toISOString() };
  const entry = { action: "member.invited", target_id: user_id, target_name: email, details } as const;
  await commitControl(d1, by, [...asRead, ...invite(user_id, invitation, now)], entry);
}

/** What adding a person depends on: what there is under their e-mail address. */
export interface Addressee {
  /** Null: no account has the address. */
  account: { id: number; email: string; can_sign_in: number; elsewhere: number } | null;
  /** Null: no member. */
  role: Role | null;
  /** See MemberState. */
  actorRole: Role | null;
}

/** Whether somebody can sign in to an account `u`: by a password, or by a provider. */
const CAN_SIGN_IN = sql`(u.password_hash is not null or exists (select 1 from identities i where i.user_id = u.id))`;

interface AddresseeRow {
  id: number | null;
  email: string;
  can_sign_in: number;
  elsewhere: number;
  role: Role | null;
  actor_role: Role | null;
}

/** Reads what adding a person depends on, in one trip. Throws AlreadyCommitted where the same form added them. */
export async function addressee(d1: D1Database, by: Mandate, email: string): Promise<Addressee> {
  const { organizationId, actor } = by;
  const [[row]] = await readControl(d1, by, [
    new Statement<AddresseeRow>(sql`
      select u.id, u.email, ${CAN_SIGN_IN} as can_sign_in, ${isElsewhere(organizationId, sql`u.id`)} as elsewhere,
        m.role, ${roleOf(organizationId, actor.id)} as actor_role
      from (select 1) left join users u on u.email = ${email} collate nocase
        left join memberships m on m.organization_id = ${organizationId} and m.user_id = u.id`),
  ]);
  const id = row?.id ?? null;
  const account = row === undefined || id === null ? null : { ...row, id };
  return { account, role: row?.role ?? null, actorRole: row?.actor_role ?? null };
}

/** A person who is to become a member. */
export interface Joining {
  email: string;
  role: Role;
  /** Of a new account; null: none is chosen yet. */
  passwordHash: string | null;
  /** The link to choose one; null: they have no need of one. */
  invitation: Invitation | null;
}

/**
 * Makes a person a member, with a new account where the address has none, everything being as read; answers the account's id.
 * Where an account with a password joins, links to choose another one that were made before no longer open: whoever holds
 * one would get into this organization too. Throws LostRace, AlreadyCommitted.
 */
export async function join(d1: D1Database, by: Mandate, { account, actorRole }: Addressee, joining: Joining): Promise<number> {
  const { organizationId, now } = by;
  const { email, role, passwordHash, invitation } = joining;
  const id = sql`(select id from users where email = ${email} collate nocase)`;
  const asRead =
    account === null
      ? [
          new WriteStatement(sql`insert into users (email, password_hash, created_at, updated_at)
            values (${email}, ${passwordHash}, ${now}, ${now}) on conflict do nothing`),
          mustHaveChanged(),
        ]
      : [
          mustBe(sql`exists (select 1 from users u where u.id = ${account.id} and u.email = ${account.email}
            and ${CAN_SIGN_IN} = ${account.can_sign_in} and ${isElsewhere(organizationId, account.id)} = ${account.elsewhere})`),
        ];
  const member = sql`insert into memberships (organization_id, user_id, role, created_at)
    values (${organizationId}, ${id}, ${role}, ${now}) on conflict do nothing returning user_id`;
  const ended = sql`update invitations set used_at = ${now} where user_id = ${id} and used_at is null`;
  const links = [
    ...(account?.can_sign_in === 1 ? [new WriteStatement(ended)] : []),
    ...(invitation === null ? [] : invite(id, invitation, now)),
  ];
  const head = [mustStillBe(by, actorRole), ...asRead];
  const entry = {
    action: "member.added",
    target_id: id,
    target_name: account?.email ?? email,
    details: { role, ...(invitation !== null && { link_until: new Date(invitation.expiresAt).toISOString() }) },
  } as const;
  const writes = [...head, new WriteStatement<{ user_id: number }>(member), mustHaveChanged(), ...links];
  const rows = await commitControl(d1, by, writes, entry);
  const [joined] = (rows[head.length] ?? []) as { user_id: number }[];
  if (joined === undefined) throw new LostRace();
  return joined.user_id;
}
