import type { Context } from "hono";
import { findPerson, type Person } from "../../sign-in/sessions.sql.ts";
import { controlOf, type HttpEnv } from "../../../platform/http/context";
import { type Body, formOf } from "../../../console/body";
import { assertFormToken } from "../../../console/form-token";
import { SignedOut } from "../../../console/member-principal";
import { sessionOf } from "../../../console/session-cookie";
import { counted } from "../../../console/session-limit";

export interface SignedIn {
  sessionId: string;
  person: Person;
}

/** Who asks for a page that belongs to no organization; SignedOut where nobody does. */
export async function signedIn(c: Context<HttpEnv>): Promise<SignedIn> {
  const token = await sessionOf(c);
  if (token === null) throw new SignedOut();
  const person = await counted(c, token.sessionId, () => findPerson(controlOf(c), token.sessionId));
  if (person === null) throw new SignedOut();
  c.get("state").caller = { organizationId: null, credentialId: null, personId: person.id };
  return { sessionId: token.sessionId, person };
}

/** Who sends a form that belongs to no organization, and what is in it; it must have been made for their session. */
export async function signedInForm(c: Context<HttpEnv>): Promise<SignedIn & { body: Body }> {
  const asker = await signedIn(c);
  const body = await formOf(c);
  await assertFormToken(c, asker.sessionId, body.formToken);
  return { ...asker, body };
}
