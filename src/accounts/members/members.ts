import { sha256Hex } from "../../platform/crypto/digest";
import { randomBase62 } from "../../platform/crypto/random";
import { WriteConflict, retryOnConflict } from "../../platform/db/change";
import type { OrgControl } from "../org-control";
import { createInvitation, findInvitedRole } from "./invitations.sql.ts";
import {
  addMemberAsOperator,
  findInvitee,
  findMemberOf,
  createPasswordLink,
  type MemberRow,
  memberState,
  removeMembership,
  setRole,
} from "./members.sql.ts";
import type { Role } from "../sign-in/sessions.sql.ts";
import { conflict, notFound } from "../../platform/api-error";
import { hashAndStorePassword } from "../sign-in/account-password";
import { forbidden, memberConflict, assertCanGrant, assertOwnerRemains, assertCanManage } from "./member-rules";

const DAY_MS = 24 * 3_600_000;
/** How long a link opens. */
const LINK_LIFETIME_MS = 7 * DAY_MS;

/** A link by which a person joins an organization, or chooses a password: this is the only time that it is known. */
export interface PersonalLink {
  /** `/console/join/…` or `/console/invitation/…` */
  path: string;
  /** ms since 1970. */
  expiresAt: number;
}

async function createLink(kind: "join" | "invitation", now: number) {
  // 40 of 62 characters: 238 bits.
  const token = randomBase62(40);
  const link: PersonalLink = { path: `/console/${kind}/${token}`, expiresAt: now + LINK_LIFETIME_MS };
  return { link, invitation: { tokenHash: await sha256Hex(token), expiresAt: link.expiresAt } };
}

export { memberPage as membersOf } from "./members.sql.ts";

/** One member of an organization; 404. */
export async function readMember(control: OrgControl, userId: number): Promise<MemberRow> {
  const member = await findMemberOf(control, userId);
  if (member === null) throw notFound();
  return member;
}

/**
 * Invites a person by a link, which the answer has. It is the same whether the address has an account or not: nobody learns that here, and an
 * account that somebody else has made at the address is in nobody's way. An invitation that the address has already ends. 403 where the
 * role of either may not be given, 409 for a member.
 */
export async function invitePerson(control: OrgControl, { email, role }: { email: string; role: Role }): Promise<PersonalLink> {
  return await retryOnConflict(async () => {
    const [{ memberId, actorRole }, renews] = await Promise.all([findInvitee(control, email), findInvitedRole(control, email)]);
    assertCanGrant(actorRole, role);
    if (renews !== null) assertCanGrant(actorRole, renews);
    if (memberId !== null) throw conflict("already_member", "This person is a member already. Change their role on their page.");
    const { link, invitation } = await createLink("join", control.now);
    await createInvitation(control, { email, role, actorRole, replaces: null, pendingRole: renews, link: invitation });
    return link;
  }, memberConflict);
}

/**
 * Gives a member another role. 404; 403 for one's own, for a role that one may not give, and for an owner where one is none;
 * 409 for the last owner.
 */
export async function changeRole(control: OrgControl, userId: number, role: Role): Promise<void> {
  await retryOnConflict(async () => {
    const state = await memberState(control, userId);
    const target = assertCanManage(state);
    assertCanGrant(state.actorRole, role);
    if (userId === control.author.actor.id) throw forbidden("Nobody changes their own role: ask another owner or admin.");
    if (target.role === role) return;
    assertOwnerRemains(state);
    await setRole(control, { ...state, target }, role);
  }, memberConflict);
}

/** Ends a membership, one's own too: their next request is refused. 404; 403 for an owner where one is none; 409 for the last owner. */
export async function removeMember(control: OrgControl, userId: number): Promise<void> {
  await retryOnConflict(async () => {
    const state = await memberState(control, userId);
    const target = assertCanManage(state);
    assertOwnerRemains(state);
    await removeMembership(control, { ...state, target });
  }, memberConflict);
}

/**
 * Makes a link by which a member joins anew, with another password. It touches none of their accounts: the membership moves to the account
 * that the link is used with, so that who manages this organization gets into no other, and learns of none. 404; 403 for an owner where one is
 * none, and for oneself: that would pass over one's present password.
 */
export async function createMemberLink(control: OrgControl, userId: number): Promise<PersonalLink> {
  return await retryOnConflict(async () => {
    const state = await memberState(control, userId);
    const target = assertCanManage(state);
    if (userId === control.author.actor.id) throw forbidden("Your own password is changed on your account's page.");
    const { link, invitation } = await createLink("join", control.now);
    const { email, role } = target;
    const { actorRole } = state;
    await createInvitation(control, { email, role, actorRole, replaces: target, pendingRole: null, link: invitation });
    return link;
  }, memberConflict);
}

/** The deployer's way to make a person a member, who has an account or gets one; a member's role is replaced. Answers the account's id. */
export async function upsertMember(
  control: OrgControl,
  { password, ...person }: { email: string; role: Role; password: string | null },
): Promise<number> {
  return await retryOnConflict(async () => {
    const there = await findInvitee(control, person.email);
    if (there.memberId === null) {
      const add = async (passwordHash: string | null) => await addMemberAsOperator(control, there, { ...person, passwordHash });
      // A verified account keeps the password that it has.
      if (password === null || there.verifiedId !== null) return await add(null);
      return await hashAndStorePassword(control, { owner: { id: null, email: person.email }, password }, add);
    }
    const state = await memberState(control, there.memberId);
    const { target } = state;
    if (target === null) throw new WriteConflict();
    if (target.role !== person.role) await setRole(control, { ...state, target }, person.role);
    return target.user_id;
  }, memberConflict);
}

/** The deployer's way to let a member choose a new password, where nobody else can; whatever else the account belongs to. 404. */
export async function operatorResetLink(control: OrgControl, userId: number): Promise<PersonalLink> {
  return await retryOnConflict(async () => {
    const { target } = await memberState(control, userId);
    if (target === null) throw notFound();
    const { link, invitation } = await createLink("invitation", control.now);
    await createPasswordLink(control, target, invitation);
    return link;
  }, memberConflict);
}
