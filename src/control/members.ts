import { sha256Hex } from "../crypto/digest";
import { randomBase62 } from "../crypto/random";
import { LostRace, untilWon } from "../db/commit";
import type { Mandate } from "../db/control-change";
import { controlDatabase } from "../db/database";
import {
  addressee,
  findMemberOf,
  inviteMember,
  join,
  memberPage,
  type MemberRow,
  memberState,
  removeMembership,
  setRole,
} from "../db/members";
import { offerPlace } from "../db/membership-offers";
import type { Meter } from "../db/meter";
import type { Role } from "../db/sessions";
import { notFound } from "../refusal";
import { conflict } from "./conflict";
import { forbidden, memberContention, mustGive, mustLeaveOwner, mustSteer } from "./member-rules";

const DAY_MS = 24 * 3_600_000;
/** How long a link opens. */
const LINK_MS = 7 * DAY_MS;

/** A link by which a person chooses a password, or takes up an offer: this is the only time that it is known. */
export interface PersonalLink {
  /** `/console/invitation/…` or `/console/offer/…` */
  path: string;
  /** ms since 1970. */
  expiresAt: number;
}

/** How a person was added: as a member with a link to choose a password, or by an offer with a link to take it up. */
export interface AddedByLink {
  link: PersonalLink;
  offered: boolean;
}

async function newLink(kind: "invitation" | "offer", now: number) {
  // 40 of 62 characters: 238 bits.
  const token = randomBase62(40);
  const link: PersonalLink = { path: `/console/${kind}/${token}`, expiresAt: now + LINK_MS };
  return { link, invitation: { tokenHash: await sha256Hex(token), expiresAt: link.expiresAt } };
}

/** Members of an organization by id of their account: at most `limit`, behind `after`. */
export async function membersOf(
  env: Env,
  meter: Meter,
  organizationId: number,
  { after, limit }: { after: number; limit: number },
): Promise<MemberRow[]> {
  return await memberPage(controlDatabase(env), meter, organizationId, after, limit);
}

/** One member of an organization; 404. */
export async function readMember(env: Env, meter: Meter, organizationId: number, userId: number): Promise<MemberRow> {
  const member = await findMemberOf(controlDatabase(env), meter, organizationId, userId);
  if (member === null) throw notFound();
  return member;
}

/**
 * Adds a person by a link, which the answer has. An account that is new, or that nobody can sign in to and that has no other organization, is a member at
 * once: by the link its person chooses a password. Any other is offered a place, which begins when its person takes it up, signed
 * in, by the link: who has that account, nobody here can tell. 403 where the role may not be given, 409 for a member.
 */
export async function addMember(env: Env, by: Mandate, { email, role }: { email: string; role: Role }): Promise<AddedByLink> {
  return await untilWon(async () => {
    const there = await addressee(controlDatabase(env), by, email);
    const { account, actorRole } = there;
    mustGive(actorRole, role);
    if (there.role !== null) throw conflict("already_member", "This person is a member already. Change their role on their page.");
    if (account !== null && (account.can_sign_in === 1 || account.elsewhere === 1)) {
      const { link, invitation } = await newLink("offer", by.now);
      await offerPlace(controlDatabase(env), by, account, { role, actorRole, link: invitation });
      return { link, offered: true };
    }
    const { link, invitation } = await newLink("invitation", by.now);
    await join(controlDatabase(env), by, there, { email, role, passwordHash: null, invitation });
    return { link, offered: false };
  }, memberContention);
}

/**
 * Gives a member another role. 404; 403 for one's own, for a role that one may not give, and for an owner where one is none;
 * 409 for the last owner.
 */
export async function changeRole(env: Env, by: Mandate, userId: number, role: Role): Promise<void> {
  await untilWon(async () => {
    const state = await memberState(controlDatabase(env), by, userId);
    const target = mustSteer(state);
    mustGive(state.actorRole, role);
    if (userId === by.actor.id) throw forbidden("Nobody changes their own role: ask another owner or admin.");
    if (target.role === role) return;
    mustLeaveOwner(state);
    await setRole(controlDatabase(env), by, target, state.actorRole, role);
  }, memberContention);
}

/** Ends a membership, one's own too: their next request is refused. 404; 403 for an owner where one is none; 409 for the last owner. */
export async function removeMember(env: Env, by: Mandate, userId: number): Promise<void> {
  await untilWon(async () => {
    const state = await memberState(controlDatabase(env), by, userId);
    const target = mustSteer(state);
    mustLeaveOwner(state);
    await removeMembership(controlDatabase(env), by, target, state.actorRole);
  }, memberContention);
}

/**
 * Makes a member's link to choose a new password; links made before no longer open. 404; 403 for an owner where one is none, and
 * for oneself: that would pass over one's present password. 409 where the account belongs to another organization too: who
 * manages this one must not get into that.
 */
export async function linkForMember(env: Env, by: Mandate, userId: number): Promise<PersonalLink> {
  return await untilWon(async () => {
    const state = await memberState(controlDatabase(env), by, userId);
    const target = mustSteer(state);
    if (userId === by.actor.id) throw forbidden("Your own password is changed on your account's page.");
    if (state.elsewhere) {
      const message = "This person's account is not of this organization alone. Whoever runs this service can make the link.";
      throw conflict("account_elsewhere", message);
    }
    if (state.byProvider) {
      throw conflict("signs_in_by_provider", "This person signs in with the provider: they need no password.");
    }
    const { link, invitation } = await newLink("invitation", by.now);
    await inviteMember(controlDatabase(env), by, { ...state, target }, invitation);
    return link;
  }, memberContention);
}

/** The deployer's way to make a person a member, who has an account or gets one; a member's role is replaced. Answers the account's id. */
export async function placeMember(
  env: Env,
  by: Mandate,
  { email, role, passwordHash }: { email: string; role: Role; passwordHash: string | null },
): Promise<number> {
  return await untilWon(async () => {
    const there = await addressee(controlDatabase(env), by, email);
    if (there.role === null) return await join(controlDatabase(env), by, there, { email, role, passwordHash, invitation: null });
    const { target, actorRole } = await memberState(controlDatabase(env), by, there.account?.id ?? 0);
    if (target === null) throw new LostRace();
    if (target.role !== role) await setRole(controlDatabase(env), by, target, actorRole, role);
    return target.user_id;
  }, memberContention);
}

/** The deployer's way to let a member choose a new password, where nobody else can; whatever else the account belongs to. 404. */
export async function linkForAnybody(env: Env, by: Mandate, userId: number): Promise<PersonalLink> {
  return await untilWon(async () => {
    const state = await memberState(controlDatabase(env), by, userId);
    if (state.target === null) throw notFound();
    const { link, invitation } = await newLink("invitation", by.now);
    await inviteMember(controlDatabase(env), by, { ...state, target: state.target }, invitation);
    return link;
  }, memberContention);
}
