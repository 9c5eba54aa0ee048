import { sha256Hex } from "../../platform/crypto/digest";
import { matchingHashes } from "../../platform/crypto/password";
import { randomBase62 } from "../../platform/crypto/random";
import { WriteConflict, retryOnConflict } from "../../platform/db/change";
import type { OrgControl } from "../org-control";
import { createInvitation, findInvitedRole, listInvitations, linkDelayMs } from "./invitations.sql.ts";
import {
  addMemberAsOperator,
  findInvitee,
  findMemberOf,
  createPasswordLink,
  type MemberRow,
  memberState,
  removeMembership,
  setAccess,
} from "./members.sql.ts";
import type { Role } from "../sign-in/sessions.sql.ts";
import { ApiError, conflict, notFound } from "../../platform/api-error";
import { assertVersion, type ChangeTarget } from "../../platform/values/assert-version";
import { contentVersion } from "../../platform/values/content-version";
import { type Access, accessOf, isSameAccess, storedAccess } from "./access";
import { hashAndStorePassword } from "../sign-in/account-password";
import { forbidden, memberConflict, assertCanGrant, assertOwnerRemains, assertCanManage } from "./member-rules";

const DAY_MS = 24 * 3_600_000;
const LINK_LIFETIME_MS = 7 * DAY_MS;

/** A link to join an organization or to choose a password. It is known only when it is created. */
export interface PersonalLink {
  /** `/console/join/…` or `/console/invitation/…` */
  path: string;
  /** ms since 1970. */
  expiresAt: number;
}

/** A new link to join (`join`) or to choose a password (`invitation`), and what is stored of it. */
async function newLink(kind: "join" | "invitation", now: number) {
  // 40 of 62 characters: 238 bits.
  const token = randomBase62(40);
  const link: PersonalLink = { path: `/console/${kind}/${token}`, expiresAt: now + LINK_LIFETIME_MS };
  return { link, stored: { tokenHash: sha256Hex(token), expiresAt: link.expiresAt } };
}

export { listMembers } from "./members.sql.ts";

/** Reads one member of an organization. Throws 404 Not Found. */
export async function readMember(control: OrgControl, userId: number): Promise<MemberRow> {
  const member = await findMemberOf(control, userId);
  if (member === null) throw notFound();
  return member;
}

/** Throws 429 Too Many Requests if too many links were created for the address in the last hour. */
async function assertLinkAllowed(control: OrgControl, email: string): Promise<void> {
  const seconds = Math.ceil((await linkDelayMs(control, email)) / 1000);
  if (seconds === 0) return;
  const message = `Too many links were created for ${email}. Try again in ${Math.ceil(seconds / 60)} min.`;
  throw new ApiError("rate_limited", [], { message, headers: { "Retry-After": String(seconds) } });
}

/**
 * Invites a person and returns the link. It works in the same way whether the address has an account or not, so the inviter does not learn
 * which, and an account that somebody else has created for the address does not matter. An earlier invitation to the same address ends.
 * Throws 403 Forbidden if the actor may not grant the role of either invitation, 409 Conflict for a member, and 429 Too Many Requests after many
 * links.
 */
export async function invitePerson(control: OrgControl, { email, ...access }: Access & { email: string }): Promise<PersonalLink> {
  const { role } = access;
  return await retryOnConflict(async () => {
    const [{ memberId, actorRole }, pendingRole] = await Promise.all([findInvitee(control, email), findInvitedRole(control, email)]);
    assertCanGrant(actorRole, role);
    if (pendingRole !== null) assertCanGrant(actorRole, pendingRole);
    if (memberId !== null) throw conflict("already_member", "This person is a member already. Change their role on their page.");
    await assertLinkAllowed(control, email);
    const { link, stored } = await newLink("join", control.now);
    await createInvitation(control, { email, access: storedAccess(access), actorRole, replaces: null, pendingRole, link: stored });
    return link;
  }, memberConflict);
}

/** The version that a form of a member expects. */
export function accessVersion({ role, money }: MemberRow): number {
  return contentVersion({ role, money });
}

/** A link, and the email address of the person to give it to. */
export interface LinkWithEmail {
  email: string;
  link: PersonalLink;
}

/**
 * Replaces the link of an invitation by a new one, which is valid for another seven days. The earlier one stops working. Throws 404 Not Found, 403
 * Forbidden if the actor may not grant the role, and 429 Too Many Requests after many links.
 */
export async function renewInvitation(control: OrgControl, id: number): Promise<LinkWithEmail> {
  return await retryOnConflict(async () => {
    // Only the role of the actor is needed, so the member does not matter.
    const { actorRole } = await memberState(control, control.author.actor.id ?? 0);
    const [pending] = await listInvitations(control, id);
    if (pending === undefined) throw notFound();
    const { email, role, money, replaces_user_id } = pending;
    assertCanGrant(actorRole, role);
    if (replaces_user_id !== null) return { email, link: await createMemberLink(control, replaces_user_id) };
    await assertLinkAllowed(control, email);
    const { link, stored } = await newLink("join", control.now);
    const access = { role, money };
    await createInvitation(control, { email, access, actorRole, replaces: null, pendingRole: role, link: stored });
    return { email, link };
  }, memberConflict);
}

/**
 * Gives a member another role or permission. Throws 404 Not Found; 412 Precondition Failed if they have another version; 403 Forbidden for the
 * actor's own, for a role that the actor may not grant, and for an owner unless the actor is one; 409 Conflict for the last owner.
 */
export async function changeAccess(control: OrgControl, { id: userId, expectedVersion }: ChangeTarget, access: Access): Promise<void> {
  await retryOnConflict(async () => {
    const state = await memberState(control, userId);
    const target = assertCanManage(state);
    assertVersion(accessVersion(target), expectedVersion);
    const next = storedAccess(access);
    assertCanGrant(state.actorRole, next.role);
    if (userId === control.author.actor.id) throw forbidden("You cannot change your own role. Ask another owner or admin.");
    if (isSameAccess(target, next)) return;
    assertOwnerRemains(state);
    await setAccess(control, { ...state, target }, next);
  }, memberConflict);
}

/**
 * Ends a membership, possibly the actor's own, with the next request. Throws 404 Not Found; 403 Forbidden for an owner unless the actor is
 * one; 409 Conflict for the last owner.
 */
export async function removeMember(control: OrgControl, userId: number): Promise<void> {
  await retryOnConflict(async () => {
    const state = await memberState(control, userId);
    const target = assertCanManage(state);
    assertOwnerRemains(state);
    await removeMembership(control, { ...state, target });
  }, memberConflict);
}

/**
 * Creates a link for a member who has lost their password. It changes none of their accounts: the membership moves to the account that uses
 * the link. So a manager of this organization gets no access to the member's other organizations, and does not learn of them. Throws 404
 * Not Found; 403 Forbidden for an owner unless the actor is one, and for the actor, who would otherwise not need their current password.
 */
export async function createMemberLink(control: OrgControl, userId: number): Promise<PersonalLink> {
  return await retryOnConflict(async () => {
    const state = await memberState(control, userId);
    const target = assertCanManage(state);
    if (userId === control.author.actor.id) throw forbidden("Your own password is changed on your account's page.");
    await assertLinkAllowed(control, target.email);
    const { link, stored } = await newLink("join", control.now);
    const { actorRole } = state;
    const { email, role, money } = target;
    await createInvitation(control, { email, access: { role, money }, actorRole, replaces: target, pendingRole: null, link: stored });
    return link;
  }, memberConflict);
}

interface OperatorMember {
  email: string;
  /** Null: a new account has none, and the person gets a link to choose one. */
  password: string | null;
  role: Role;
  /** Undefined: a member keeps what they have, and a new one does not get it. */
  money?: boolean | undefined;
}

/**
 * Makes a person a member on behalf of the operator, or replaces a member's role and permissions. Creates an account if needed. Returns the
 * account's id, and the access that the person has now.
 */
export async function upsertMember(
  control: OrgControl,
  { email, password, role, money }: OperatorMember,
): Promise<Access & { userId: number }> {
  return await retryOnConflict(async () => {
    const invitee = await findInvitee(control, email);
    const hasAccount = invitee.memberId !== null || invitee.verifiedId !== null;
    if (hasAccount && password !== null && (await matchingHashes(password, [invitee.passwordHash])).length === 0) {
      const message =
        "This person already has an account, which keeps its password. Omit password. To let them choose another one, create a link with POST …/members/{user_id}/invitation.";
      throw conflict("account_exists", message);
    }
    if (invitee.memberId === null) {
      const access = { role, money: money ?? false };
      const add = async (passwordHash: string | null) => ({
        userId: await addMemberAsOperator(control, invitee, { email, access: storedAccess(access), passwordHash }),
        ...access,
      });
      if (password === null || hasAccount) return await add(null);
      return await hashAndStorePassword(control, { owner: { id: null, email }, password }, add);
    }
    const state = await memberState(control, invitee.memberId);
    const { target } = state;
    if (target === null) throw new WriteConflict();
    const access = { role, money: money ?? accessOf(target).money };
    const next = storedAccess(access);
    if (!isSameAccess(target, next)) await setAccess(control, { ...state, target }, next);
    return { userId: target.user_id, ...access };
  }, memberConflict);
}

/**
 * Creates a link for a member to choose a new password, on behalf of the operator. The account may belong to other organizations, too.
 * Throws 404 Not Found.
 */
export async function operatorResetLink(control: OrgControl, userId: number): Promise<PersonalLink> {
  return await retryOnConflict(async () => {
    const { target } = await memberState(control, userId);
    if (target === null) throw notFound();
    const { link, stored } = await newLink("invitation", control.now);
    await createPasswordLink(control, target, stored);
    return link;
  }, memberConflict);
}
