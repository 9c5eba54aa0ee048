import type { Context } from "hono";
import { findPerson, type Person } from "../../../accounts/sign-in/sessions.sql.ts";
import { controlOf, type HttpEnv } from "../../../platform/http/context";
import { type Body, publicFormOf } from "../../../console/body";
import { assertFormToken } from "../../../console/form-token";
import { SignedOut } from "../../../console/member-principal";
import { sessionOf } from "../../../console/session-cookie";
import { withSessionLimit } from "../../../console/session-limit";
import { recordUseLater } from "../../../console/session-use";

export interface SignedIn {
  sessionId: string;
  person: Person;
}

/** Returns the signed-in person for a page outside any organization. Throws SignedOut if nobody is signed in. */
export async function requireSignedIn(c: Context<HttpEnv>): Promise<SignedIn> {
  const token = await sessionOf(c);
  if (token === null) throw new SignedOut();
  const found = await withSessionLimit(c, { sessionId: token.sessionId, as: "pages" }, () => findPerson(controlOf(c), token.sessionId));
  if (found === null) throw new SignedOut();
  const { person, isUseDue } = found;
  if (isUseDue) recordUseLater(c, { sessionId: token.sessionId, organizationId: null });
  c.get("state").caller = { organizationId: null, credentialId: null, personId: person.id };
  return { sessionId: token.sessionId, person };
}

/** Reads a form outside any organization and the person who sent it. The form token must be of their session. */
export async function readSignedInForm(c: Context<HttpEnv>): Promise<SignedIn & { body: Body }> {
  const session = await requireSignedIn(c);
  const body = await publicFormOf(c);
  await assertFormToken(c, session.sessionId, body.formToken);
  return { ...session, body };
}
