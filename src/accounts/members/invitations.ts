import { sha256Hex } from "../../platform/crypto/digest";
import { WriteConflict, retryOnConflict } from "../../platform/db/change";
import type { ControlDb } from "../../platform/db/control-db";
import { OrgControl } from "../org-control";
import type { AuditActor } from "../audit-log/audit-log.sql.ts";
import { acceptInvitation, endInvitation, findInvitation, type Joiner, type MemberInvitation, listInvitations } from "./invitations.sql.ts";
import { memberState } from "./members.sql.ts";
import type { Person } from "../sign-in/sessions.sql.ts";
import { notFound, ApiError } from "../../platform/api-error";
import { hashAndStorePassword } from "../sign-in/account-password";
import { actorOf } from "../actor";
import { forbidden, memberConflict, assertCanGrant } from "./member-rules";
import { isSameAddress } from "../sign-in/accounts.sql.ts";

function linkGoneError(): ApiError {
  return new ApiError("not_found", [], { message: "This link was used or withdrawn, or has expired. Ask for a new one." });
}

/** The format of a link's token. Other texts are not looked up. */
const TOKEN_PATTERN = /^[0-9A-Za-z]{40}$/;

/** The valid invitation of a link, or null. */
export async function findInvitationByToken(control: ControlDb, token: string): Promise<MemberInvitation | null> {
  return TOKEN_PATTERN.test(token) ? await findInvitation(control, sha256Hex(token)) : null;
}

/** The valid invitation of a link. Throws 404 Not Found. */
export async function readInvitation(control: ControlDb, token: string): Promise<MemberInvitation> {
  const invitation = await findInvitationByToken(control, token);
  if (invitation === null) throw linkGoneError();
  return invitation;
}

/** Throws 403 Forbidden if the invitation is for another address than this person's. */
export function assertInvited({ email }: MemberInvitation, person: Person): void {
  if (!isSameAddress(email, person.email)) {
    throw forbidden(`This link is for ${email}, and you are signed in as ${person.email}. Sign out first, then open it again.`);
  }
}

export interface InvitationWithToken {
  token: string;
  invitation: MemberInvitation;
}

/** Makes the joining account a member. Returns its id. Throws WriteConflict if the invitation is no longer valid. */
async function accept(
  control: ControlDb,
  { token, invitation, actor, joiner }: InvitationWithToken & { actor: AuditActor; joiner: Joiner },
): Promise<number> {
  const organizationId = invitation.organization_id;
  const orgControl = new OrgControl(control, { organizationId, actor, operationId: null, announceVersion: rejectAnnouncement });
  return await acceptInvitation(orgControl, { tokenHash: sha256Hex(token), invitation, joiner });
}

async function rejectAnnouncement(): Promise<never> {
  throw new Error("An invitation changes no credential.");
}

/** Joins with the account that is signed in. Returns the organization's id. Throws 404 Not Found, 403 Forbidden. */
export async function joinWithSession(
  control: ControlDb,
  token: string,
  { person, sessionId }: { person: Person; sessionId: string },
): Promise<number> {
  const invitation = await readInvitation(control, token);
  assertInvited(invitation, person);
  try {
    await accept(control, { token, invitation, actor: actorOf(person), joiner: { userId: person.id, sessionId } });
  } catch (error) {
    throw error instanceof WriteConflict ? linkGoneError() : error;
  }
  return invitation.organization_id;
}

/**
 * Joins with a new account with this password. Returns its id and hash. Does not reveal whether the address has other accounts. Throws 404
 * Not Found.
 */
export async function joinWithPassword(
  control: ControlDb,
  found: InvitationWithToken,
  { password, name }: { password: string; name: string | null },
): Promise<{ id: number; password_hash: string }> {
  const { email } = found.invitation;
  const actor = { kind: "user", id: null, name: name ?? email } as const;
  try {
    const join = async (hash: string) => ({
      id: await accept(control, { ...found, actor, joiner: { passwordHash: hash, name } }),
      password_hash: hash,
    });
    return await hashAndStorePassword(control, { owner: { id: null, email }, password }, join);
  } catch (error) {
    throw error instanceof WriteConflict ? linkGoneError() : error;
  }
}

export { listInvitations } from "./invitations.sql.ts";

/** Withdraws an invitation. Throws 404 Not Found; 403 Forbidden if the actor may not grant its role. */
export async function withdrawInvitation(control: OrgControl, id: number): Promise<void> {
  await retryOnConflict(async () => {
    // Only the role of the actor is needed, so the member does not matter.
    const { actorRole } = await memberState(control, control.author.actor.id ?? 0);
    const [invitation] = await listInvitations(control, id);
    if (invitation === undefined) throw notFound();
    assertCanGrant(actorRole, invitation.role);
    await endInvitation(control, invitation, actorRole);
  }, memberConflict);
}
