import { type SQL, sql } from "drizzle-orm";
import { endPasswordLinks, type LinkToken, insertPasswordLink, assertSharedSalt } from "../sign-in/accounts.sql.ts";
import { endPassword } from "../sign-in/end-password.sql.ts";
import { WriteConflict, assertCondition, assertRowsChanged } from "../../platform/db/change";
import { differences } from "../audit-log/audit-log.sql.ts";
import type { OrgControl } from "../org-control";
import { accessDetails, accessOf, includesMoney, type StoredAccess } from "./access";
import type { Role } from "../sign-in/sessions.sql.ts";
import { first, ControlStatement } from "../../platform/db/statement";

export interface MemberRow extends StoredAccess {
  user_id: number;
  email: string;
  name: string | null;
  /** When they became a member, ms since 1970. */
  created_at: number;
  /** When they last used the organization's pages, accurate to five minutes. Null: never. */
  last_active_at: number | null;
  /** 1: signing in with their password needs a code, too. */
  has_second_factor: number;
}

/** Reads members. `which` is an SQL condition, after which an order and a limit may follow. */
function membersWhere(organizationId: number, which: SQL): ControlStatement<MemberRow> {
  return new ControlStatement(sql`
    select m.user_id, u.email, u.name, m.role, m.money, m.created_at, m.last_active_at,
      exists (select 1 from second_factors f where f.user_id = u.id) as has_second_factor
    from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and ${which}`);
}

/** Up to `limit` members by the id of their account, with ids above `after`. */
export async function listMembers(control: OrgControl, { after, limit }: { after: number; limit: number }): Promise<MemberRow[]> {
  return await control.rows(membersWhere(control.organizationId, sql`m.user_id > ${after} order by m.user_id limit ${limit}`));
}

export async function findMemberOf(control: OrgControl, userId: number): Promise<MemberRow | null> {
  return await control.first(membersWhere(control.organizationId, sql`m.user_id = ${userId}`));
}

export interface MemberState {
  /** Null if there is no such member. */
  target: MemberRow | null;
  /** The role of the actor. Null if they are not (or no longer) a member, like the operator. */
  actorRole: Role | null;
  hasOtherOwner: boolean;
}

const roleOf = (organizationId: number, userId: number | null) =>
  sql`(select role from memberships where organization_id = ${organizationId} and user_id = ${userId})`;

const hasOtherOwner = (organizationId: number, userId: number) =>
  sql`exists (select 1 from memberships where organization_id = ${organizationId} and role = 'owner' and user_id <> ${userId})`;

/** Reads the state that a change of a member depends on, in one round trip. Throws AlreadyCommitted if the same form has made the change. */
export async function memberState(control: OrgControl, userId: number): Promise<MemberState> {
  const { organizationId, actor } = control.author;
  const { targets, state } = await control.readForUpdate({
    targets: membersWhere(organizationId, sql`m.user_id = ${userId}`),
    state: first(
      new ControlStatement<{ actor_role: Role | null; other_owner: number }>(sql`
      select ${roleOf(organizationId, actor.id)} as actor_role, ${hasOtherOwner(organizationId, userId)} as other_owner`),
    ),
  });
  return { target: targets[0] ?? null, actorRole: state?.actor_role ?? null, hasOtherOwner: state?.other_owner === 1 };
}

/** Fails the batch unless the actor still has the role that allowed the change. */
export function assertActorRole({ author: { organizationId, actor } }: OrgControl, actorRole: Role | null): ControlStatement {
  return assertCondition(sql`${roleOf(organizationId, actor.id)} is ${actorRole}`);
}

/** SQL condition: a member has the role and the permissions that were read. */
const hasAccess = ({ user_id, role, money }: MemberRow) => sql`user_id = ${user_id} and role = ${role} and money = ${money}`;

/** Fails the batch unless a member still has the role and the permissions that were read. */
export function assertAccessUnchanged(organizationId: number, target: MemberRow): ControlStatement {
  return assertCondition(sql`exists (select 1 from memberships where organization_id = ${organizationId} and ${hasAccess(target)})`);
}

/** Fails the batch if it would leave the organization without an owner. */
function assertOtherOwner({ organizationId }: OrgControl, { user_id, role }: MemberRow): ControlStatement[] {
  return role === "owner" ? [assertCondition(hasOtherOwner(organizationId, user_id))] : [];
}

/** SQL condition: the inviter may still grant the role of the invitation `f` (accounts/members/member-rules.ts). */
export const INVITER_CAN_GRANT = sql`exists (select 1 from memberships g where g.organization_id = f.organization_id and g.user_id = f.invited_by
  and (g.role = 'owner' or (g.role = 'admin' and f.role <> 'owner')))`;

/**
 * Deletes a person's invitations whose role they may no longer grant, so that these stay invalid if the person gets a higher role again.
 */
const deleteUngrantable = (organizationId: number, userId: number) =>
  new ControlStatement(sql`
    delete from member_invitations as f
    where f.organization_id = ${organizationId} and f.invited_by = ${userId} and f.used_at is null and not ${INVITER_CAN_GRANT}`);

export type ManageableMember = MemberState & { target: MemberRow };

/** Gives a member another role or permission. Throws WriteConflict if theirs have changed since they were read, and AlreadyCommitted. */
export async function setAccess(control: OrgControl, { target, actorRole }: ManageableMember, access: StoredAccess): Promise<void> {
  const { organizationId } = control;
  const { user_id, email } = target;
  const { role, money } = access;
  const update = sql`
    update memberships set role = ${role}, money = ${money} where organization_id = ${organizationId} and ${hasAccess(target)}`;
  const action = role === target.role ? "member.permissions_changed" : "member.role_changed";
  // A role that includes the permission "money" says so itself. `differences` compares only what its second argument has.
  const details = differences({ ...accessOf(target) }, includesMoney(role) ? { role } : { ...accessOf(access) });
  const entry = { action, target_id: user_id, target_name: email, details } as const;
  // Only the operator may leave an organization without an owner.
  const needsOtherOwner = control.author.actor.kind !== "operator" && role !== "owner";
  await control.commit({
    writes: [
      assertActorRole(control, actorRole),
      ...(needsOtherOwner ? assertOtherOwner(control, target) : []),
      new ControlStatement(update),
      assertRowsChanged(),
      deleteUngrantable(organizationId, user_id),
    ],
    entry,
  });
}

/**
 * Deletes the invitations that a former member created, and ends the link with which somebody could join in place of this member. Ends the password, the sessions and
 * the verification of an account that no longer belongs to an organization. A person who is invited later chooses a new password, an
 * address does not accumulate accounts with a password, and if an address gets a new owner, the operator can add that person without giving
 * access to the previous one.
 */
export function retireMember(organizationId: number, userId: number, now: number): ControlStatement[] {
  const isUnused = sql`not exists (select 1 from memberships where user_id = ${userId})`;
  return [
    deleteUngrantable(organizationId, userId),
    new ControlStatement(sql`
      update member_invitations set used_at = ${now}
      where organization_id = ${organizationId} and replaces_user_id = ${userId} and used_at is null`),
    ...endPassword(sql`select ${userId} where ${isUnused}`, now),
    new ControlStatement(sql`update users set verified_by = null where id = ${userId} and ${isUnused}`),
    new ControlStatement(sql`update sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null and ${isUnused}`),
  ];
}

/** Ends a membership. Throws WriteConflict if it has changed since it was read, and AlreadyCommitted. */
export async function removeMembership(control: OrgControl, { target, actorRole }: ManageableMember): Promise<void> {
  const { organizationId } = control;
  const { user_id, email } = target;
  const remove = sql`
    delete from memberships where organization_id = ${organizationId} and ${hasAccess(target)}`;
  const entry = { action: "member.removed", target_id: user_id, target_name: email, details: accessDetails(target) } as const;
  await control.commit({
    writes: [
      assertActorRole(control, actorRole),
      ...assertOtherOwner(control, target),
      new ControlStatement(remove),
      assertRowsChanged(),
      ...retireMember(organizationId, user_id, control.now),
    ],
    entry,
  });
}

/** Creates a link for a member to choose a new password. Throws WriteConflict if the member has changed since, and AlreadyCommitted. */
export async function createPasswordLink(control: OrgControl, target: MemberRow, link: LinkToken): Promise<void> {
  const { organizationId, now } = control;
  const { user_id, email } = target;
  const details = { expires_at: new Date(link.expiresAt).toISOString() };
  // Links for a password have the same stored name as invitations.
  const entry = { action: "member.invited", target_id: user_id, target_name: email, details } as const;
  await control.commit({ writes: [assertAccessUnchanged(organizationId, target), ...insertPasswordLink(user_id, link, now)], entry });
}

export interface Invitee {
  /** The member of the organization with this address, or null. */
  memberId: number | null;
  /** The account of the address that is known to be its owner's (`verified_by`), a member or not. Null: there is none. */
  verifiedId: number | null;
  /** Of the member's account, or else of the verified one. */
  passwordHash: string | null;
  /** As in MemberState. */
  actorRole: Role | null;
}

const memberIdByEmail = (organizationId: number, email: string) => sql`
  (select m.user_id from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and u.email = ${email} collate nocase)`;

export function assertNotMember(organizationId: number, email: string): ControlStatement {
  return assertCondition(sql`${memberIdByEmail(organizationId, email)} is null`);
}

/** Reads the state that adding a person depends on, in one round trip. Throws AlreadyCommitted if the same form has added them. */
export async function findInvitee(control: OrgControl, email: string): Promise<Invitee> {
  const { organizationId, actor } = control.author;
  const [row] = await control.readForUpdate(
    new ControlStatement<Invitee>(sql`
      select *, (select password_hash from users where id = coalesce(memberId, verifiedId)) as passwordHash
      from (select ${memberIdByEmail(organizationId, email)} as memberId,
        (select id from users where email = ${email} collate nocase and verified_by is not null) as verifiedId,
        ${roleOf(organizationId, actor.id)} as actorRole)`),
  );
  return row ?? { memberId: null, verifiedId: null, passwordHash: null, actorRole: null };
}

/**
 * Makes a person a member on behalf of the operator, who vouches for the address: with the verified account of the address, or else with a
 * new verified account with a password, or none. A verified account keeps its password, and its open links for another one end. Unverified accounts of the address are ignored. Returns the account's id. Throws WriteConflict.
 */
export async function addMemberAsOperator(
  control: OrgControl,
  { verifiedId }: Invitee,
  { email, access, passwordHash }: { email: string; access: StoredAccess; passwordHash: string | null },
): Promise<number> {
  const { organizationId, now } = control;
  const id = sql`(select id from users where email = ${email} collate nocase and verified_by is not null)`;
  const newAccount = [
    ...(passwordHash === null ? [] : [assertSharedSalt({ id: null, email }, passwordHash)]),
    new ControlStatement(sql`
      insert into users (email, password_hash, verified_by, created_at, updated_at)
      values (${email}, ${passwordHash}, 'operator', ${now}, ${now}) on conflict do nothing`),
    assertRowsChanged(),
  ];
  const { joined } = await control.commit({
    writes: {
      isNoMember: assertNotMember(organizationId, email),
      account: verifiedId === null ? newAccount : [endPasswordLinks(verifiedId, now)],
      joined: first(
        new ControlStatement<{ user_id: number }>(sql`
        insert into memberships (organization_id, user_id, role, money, created_at)
        values (${organizationId}, ${id}, ${access.role}, ${access.money}, ${now}) on conflict do nothing returning user_id`),
      ),
      hasJoined: assertRowsChanged(),
    },
    entry: { action: "member.added", target_id: id, target_name: email, details: accessDetails(access) },
  });
  if (joined === undefined) throw new WriteConflict();
  return joined.user_id;
}
