import { type SQL, sql } from "drizzle-orm";
import { endPasswordLinks, endSessions, type LinkToken, assertSharedSalt } from "../sign-in/accounts.sql.ts";
import { endPassword } from "../sign-in/end-password.sql.ts";
import { assertCondition, assertRowsChanged } from "../../platform/db/change";
import type { ControlDb } from "../../platform/db/control-db";
import type { OrgControl } from "../org-control";
import { accessDetails, type StoredAccess } from "./access";
import { type MemberRow, assertNotMember, assertActorRole, assertAccessUnchanged, INVITER_CAN_GRANT, retireMember } from "./members.sql.ts";
import { memberships } from "../table";
import type { Role } from "../sign-in/sessions.sql.ts";
import { ControlStatement, first } from "../../platform/db/statement";

export interface MemberInvitation extends StoredAccess {
  id: number;
  organization_id: number;
  organization_name: string;
  email: string;
  /** The member whose account the joining account replaces. Null for a new member. */
  replaces_user_id: number | null;
  /** ms since 1970. */
  expires_at: number;
}

/** Selects the invitations that are valid at `now`. More conditions may follow. */
const selectValid = (now: number) => sql`
  select f.id, f.organization_id, o.name as organization_name, f.email, f.role, f.money, f.replaces_user_id, f.expires_at
  from member_invitations f join organizations o on o.id = f.organization_id
  where f.used_at is null and f.expires_at > ${now} and ${INVITER_CAN_GRANT}`;

const endInvitations = (organizationId: number, email: string, now: number) =>
  new ControlStatement(sql`
    update member_invitations set used_at = ${now}
    where organization_id = ${organizationId} and email = ${email} collate nocase and used_at is null`);

export interface NewInvitation {
  email: string;
  access: StoredAccess;
  /** The role of the inviter, as it was read. */
  actorRole: Role | null;
  /** The member whose account is to be replaced, as it was read. Null for a new member. */
  replaces: MemberRow | null;
  /** The role of the address's valid invitation, which the new one replaces, as it was read. Null if there is none. */
  pendingRole: Role | null;
  link: LinkToken;
}

/** SQL: the role of an address's valid invitation to an organization at `now`. Null if there is none. */
const invitedRole = (organizationId: number, email: string, now: number) => sql`
  (select f.role from member_invitations f where f.organization_id = ${organizationId} and f.email = ${email} collate nocase
    and f.used_at is null and f.expires_at > ${now} and ${INVITER_CAN_GRANT})`;

/** The role of an address's valid invitation to an organization, or null. */
export async function findInvitedRole(control: OrgControl, email: string): Promise<Role | null> {
  const { organizationId, now } = control;
  const row = await control.first<{ role: Role | null }>(sql`select ${invitedRole(organizationId, email, now)} as role`);
  return row?.role ?? null;
}

/** Links that may be created for one address of an organization within an hour. */
const MAX_LINKS_PER_HOUR = 10;
const HOUR_MS = 3_600_000;

/**
 * SQL: when the next link for an address may be created, ms since 1970. Null: at once. It is an hour after the tenth newest link. A link that was
 * created in the future, because the clock was set back, counts as created now.
 */
const nextLinkAt = (organizationId: number, email: string, now: number) => sql`
  (select min(created_at, ${now}) + ${HOUR_MS} from member_invitations
    where organization_id = ${organizationId} and email = ${email} collate nocase and created_at > ${now - HOUR_MS}
    order by created_at desc limit 1 offset ${MAX_LINKS_PER_HOUR - 1})`;

/** The time until the next link for an address may be created, in ms. 0: at once. */
export async function linkDelayMs(control: OrgControl, email: string): Promise<number> {
  const { organizationId, now } = control;
  const row = await control.first<{ at: number | null }>(sql`select ${nextLinkAt(organizationId, email, now)} as at`);
  return Math.max(0, (row?.at ?? now) - now);
}

/** Creates an invitation, and ends earlier ones of the address to the same organization. Throws WriteConflict, AlreadyCommitted. */
export async function createInvitation(
  control: OrgControl,
  { email, access, actorRole, replaces, pendingRole, link }: NewInvitation,
): Promise<void> {
  const { organizationId, now } = control;
  const { actor } = control.author;
  const assertions =
    replaces === null
      ? [assertNotMember(organizationId, email), assertCondition(sql`${invitedRole(organizationId, email, now)} is ${pendingRole}`)]
      : [assertAccessUnchanged(organizationId, replaces)];
  const insert = new ControlStatement(sql`
    insert into member_invitations (token_hash, organization_id, email, role, money, replaces_user_id, invited_by, created_at, expires_at)
    values (${link.tokenHash}, ${organizationId}, ${email}, ${access.role}, ${access.money}, ${replaces?.user_id ?? null}, ${actor.id},
      ${now}, ${link.expiresAt})`);
  const details = { ...accessDetails(access), link_until: new Date(link.expiresAt).toISOString() };
  const id = sql`(select id from member_invitations where token_hash = ${link.tokenHash})`;
  const target =
    replaces === null
      ? ({ action: "member.offered", target_id: id } as const)
      : ({ action: "member.invited", target_id: replaces.user_id } as const);
  const entry = { ...target, target_name: email, details };
  const isAllowed = assertCondition(sql`${nextLinkAt(organizationId, email, now)} is null`);
  const writes = [assertActorRole(control, actorRole), isAllowed, ...assertions, endInvitations(organizationId, email, now), insert];
  await control.commit({ writes, entry });
}

/** The valid invitation of a link. Null if it was used, was withdrawn, has expired or does not exist. */
export async function findInvitation(control: ControlDb, tokenHash: string): Promise<MemberInvitation | null> {
  return await control.first<MemberInvitation>(sql`${selectValid(control.now)} and f.token_hash = ${tokenHash}`);
}

/** How many invitations are listed at most. */
const MAX_LISTED = 100;

/** The valid invitations of an organization, newest first, or only the one with an id. */
export async function listInvitations(control: OrgControl, id: number | null = null): Promise<MemberInvitation[]> {
  const which = id === null ? sql`` : sql`and f.id = ${id}`;
  return await control.rows<MemberInvitation>(
    sql`${selectValid(control.now)} and f.organization_id = ${control.organizationId} ${which} order by f.id desc limit ${MAX_LISTED}`,
  );
}

/** Withdraws an invitation. Throws WriteConflict if it has been used or withdrawn since it was read, and AlreadyCommitted. */
export async function endInvitation(control: OrgControl, invitation: MemberInvitation, actorRole: Role | null): Promise<void> {
  const { id, email } = invitation;
  const update = new ControlStatement(sql`
    update member_invitations set used_at = ${control.now} where organization_id = ${control.organizationId} and id = ${id} and used_at is null`);
  const entry = { action: "member.withdrawn", target_id: id, target_name: email, details: accessDetails(invitation) } as const;
  await control.commit({ writes: [assertActorRole(control, actorRole), update, assertRowsChanged()], entry });
}

/** The account that accepts an invitation: one that is signed in, or a new one with this password hash. */
export type Joiner = { userId: number; sessionId: string } | { passwordHash: string; name: string | null };

function grantMembership(
  { organization_id, email, role, money, replaces_user_id }: MemberInvitation,
  userId: SQL | number,
  now: number,
): ControlStatement[] {
  if (replaces_user_id === null) {
    const insert = sql`
      insert into memberships (organization_id, user_id, role, money, created_at)
      values (${organization_id}, ${userId}, ${role}, ${money}, ${now})
      on conflict do nothing`;
    return [assertNotMember(organization_id, email), new ControlStatement(insert), assertRowsChanged()];
  }
  // If the member's role or permissions were changed since, the invitation may no longer replace their account.
  const move = sql`
    update memberships set user_id = ${userId}
    where organization_id = ${organization_id} and user_id = ${replaces_user_id} and role = ${role} and money = ${money}`;
  return [new ControlStatement(move), assertRowsChanged(), ...retireMember(organization_id, replaces_user_id, now)];
}

/**
 * Ends the other sessions and the password links of an account that joins, because somebody else could use them to enter the organization.
 * Removes the password, too, if the person has signed in with their OpenID provider.
 */
function revokeOtherAccess({ userId, sessionId }: { userId: number; sessionId: string }, now: number): ControlStatement[] {
  return [
    endPasswordLinks(userId, now),
    endSessions(userId, now, sessionId),
    ...endPassword(sql`select ${userId} where exists (select 1 from sessions where id = ${sessionId} and method = 'openid')`, now),
  ];
}

/**
 * Makes the joining account a member and returns the account's id. Throws WriteConflict if the invitation is no longer valid, or if a
 * member already has the address.
 */
export async function acceptInvitation(
  control: OrgControl,
  { tokenHash, invitation, joiner }: { tokenHash: string; invitation: MemberInvitation; joiner: Joiner },
): Promise<number> {
  const { now } = control;
  const { organization_id, email } = invitation;
  // A new account is the newest one of the address, because this batch has just inserted it.
  const id = "userId" in joiner ? joiner.userId : sql`(select max(id) from users where email = ${email} collate nocase)`;
  const account =
    "userId" in joiner
      ? [assertCondition(sql`exists (select 1 from users where id = ${joiner.userId} and email = ${email} collate nocase)`)]
      : [
          assertSharedSalt({ id: null, email }, joiner.passwordHash),
          new ControlStatement(sql`
            insert into users (email, name, password_hash, created_at, updated_at)
            values (${email}, ${joiner.name}, ${joiner.passwordHash}, ${now}, ${now})`),
        ];
  const action = invitation.replaces_user_id === null ? "member.added" : "member.account_replaced";
  const { joined } = await control.commit({
    writes: {
      used: new ControlStatement(sql`
        update member_invitations as f set used_at = ${now}
        where f.token_hash = ${tokenHash} and f.used_at is null and f.expires_at > ${now} and ${INVITER_CAN_GRANT}`),
      isUsed: assertRowsChanged(),
      account,
      membership: grantMembership(invitation, id, now),
      ended: endInvitations(organization_id, email, now),
      revoked: "userId" in joiner ? revokeOtherAccess(joiner, now) : [],
      joined: first(new ControlStatement<{ id: number }>(sql`select ${id} as id`)),
    },
    entry: { action, target_id: id, target_name: email, details: accessDetails(invitation) },
    // The account may have become a member under another address.
    conflicts: [memberships.user_id],
  });
  // A select without a table always has a row.
  return joined?.id ?? 0;
}
