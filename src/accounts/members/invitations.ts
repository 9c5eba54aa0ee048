import { sha256Hex } from "../../platform/crypto/digest";
import { LostRace, untilWon } from "../../platform/db/change";
import type { Mandate } from "../control-change.sql.ts";
import { controlDatabase } from "../../platform/db/database";
import {
  acceptInvitation,
  endInvitation,
  findInvitation,
  type Joiner,
  type MemberInvitation,
  standingInvitations,
} from "./invitations.sql.ts";
import { memberState } from "./members.sql.ts";
import type { Meter } from "../../platform/db/meter";
import type { Person } from "../sign-in/sessions.sql.ts";
import { notFound, Refusal } from "../../platform/refusal";
import { withAccountHash } from "../sign-in/account-password";
import { actorOf } from "../actor";
import { forbidden, memberContention, mustGive } from "./member-rules";
import { isSameAddress } from "../sign-in/same-address";

function gone(): Refusal {
  return new Refusal("not_found", [], {}, "This link was used or taken back, or has ended. Ask for a new one.");
}

/** A link's token as it can be; what can't be one is looked up nowhere. */
const TOKEN = /^[0-9A-Za-z]{40}$/;

/** What a link invites to; null for a link that invites to nothing. */
export async function findInvitationByToken(env: Env, meter: Meter, token: string, now: number): Promise<MemberInvitation | null> {
  return TOKEN.test(token) ? await findInvitation(controlDatabase(env), meter, await sha256Hex(token), now) : null;
}

/** What a link invites to. 404. */
export async function readInvitation(env: Env, meter: Meter, token: string, now: number): Promise<MemberInvitation> {
  const invitation = await findInvitationByToken(env, meter, token, now);
  if (invitation === null) throw gone();
  return invitation;
}

/** 403 where an invitation is to another address than this person's. */
export function assertInvited({ email }: MemberInvitation, person: Person): void {
  if (!isSameAddress(email, person.email)) {
    throw forbidden(`This link is for ${email}, and you are signed in as ${person.email}. Sign out first, then open it again.`);
  }
}

async function accept(
  env: Env,
  token: string,
  by: Pick<Mandate, "actor" | "now" | "meter">,
  invitation: MemberInvitation,
  joiner: Joiner,
): Promise<number> {
  const mandate: Mandate = { ...by, organizationId: invitation.organization_id, operationId: null };
  return await acceptInvitation(controlDatabase(env), mandate, await sha256Hex(token), invitation, joiner);
}

/** Joins with the account that is signed in; the organization's id. 404, 403. */
export async function joinSignedIn(
  env: Env,
  meter: Meter,
  token: string,
  { person, sessionId }: { person: Person; sessionId: string },
  now: number,
): Promise<number> {
  const invitation = await readInvitation(env, meter, token, now);
  assertInvited(invitation, person);
  try {
    await accept(env, token, { actor: actorOf(person), now, meter }, invitation, { userId: person.id, sessionId });
  } catch (error) {
    throw error instanceof LostRace ? gone() : error;
  }
  return invitation.organization_id;
}

/** Joins with a new account, which this password opens; its id and its hash. It is told nowhere whether the address has others. 404. */
export async function joinWithPassword(
  env: Env,
  meter: Meter,
  token: string,
  invitation: MemberInvitation,
  password: string,
  now: number,
): Promise<{ id: number; password_hash: string }> {
  const { email } = invitation;
  const by = { actor: { kind: "user", id: null, name: email } as const, now, meter };
  try {
    const join = async (hash: string) => ({ id: await accept(env, token, by, invitation, { passwordHash: hash }), password_hash: hash });
    return await withAccountHash(controlDatabase(env), meter, { id: null, email }, password, join);
  } catch (error) {
    throw error instanceof LostRace ? gone() : error;
  }
}

/** The invitations of an organization that nobody has accepted yet. */
export async function invitationsOf(
  env: Env,
  { meter, organizationId, now }: Pick<Mandate, "meter" | "organizationId" | "now">,
): Promise<MemberInvitation[]> {
  return await standingInvitations(controlDatabase(env), meter, organizationId, now);
}

/** Withdraws an invitation. 404; 403 for one that one may not make. */
export async function withdrawInvitation(env: Env, by: Mandate, id: number): Promise<void> {
  await untilWon(async () => {
    const { actorRole } = await memberState(controlDatabase(env), by, by.actor.id ?? 0);
    const [invitation] = await standingInvitations(controlDatabase(env), by.meter, by.organizationId, by.now, id);
    if (invitation === undefined) throw notFound();
    mustGive(actorRole, invitation.role);
    await endInvitation(controlDatabase(env), by, invitation, actorRole);
  }, memberContention);
}
