import { startPage } from "./own-path";
import type { Context, Hono } from "hono";
import {
  assertInvited,
  type InvitationWithToken,
  joinWithSession,
  joinWithPassword,
  readInvitation,
} from "../../../accounts/members/invitations";
import { NAME_TOO_LONG, readName } from "../../../accounts/sign-in/person-name";
import { passwordError } from "../../../accounts/sign-in/password-rules";
import type { MemberInvitation } from "../../../accounts/members/invitations.sql.ts";
import { findPerson } from "../../../accounts/sign-in/sessions.sql.ts";
import { countAttempt } from "../../../platform/http/authenticate";
import { controlOf, type HttpEnv } from "../../../platform/http/context";
import { withPasswordPlace } from "../../../platform/http/password-queue";
import { ApiError } from "../../../platform/api-error";
import { publicFormOf, textField } from "../../../console/body";
import { newFormToken } from "../../../console/form-token";
import { Notice } from "../../../console/parts/notice";
import { respondWithPlainPage } from "../../../console/respond";
import { sessionOf } from "../../../console/session-cookie";
import { NameField, NewPassword, mismatchError } from "./choose-password-page";
import { startSessionAndRedirect } from "./sign-in";
import { type SignedIn, readSignedInForm } from "./signed-in";

const ROUTE = "/console/join/:token";

interface JoinProps {
  invitation: MemberInvitation;
  /** The form token of the session. Null if nobody is signed in. */
  formToken: string | null;
  /** The path of the sign-in page, which returns here. */
  signInPath: string;
  /** The name that was typed. */
  name: string;
  problem: string | null;
}

function JoinWithAccount({ invitation, formToken }: { invitation: MemberInvitation; formToken: string }) {
  return (
    <>
      <p>
        You are signed in as <strong>{invitation.email}</strong>.
      </p>
      <form method="post">
        <input type="hidden" name="form_token" value={formToken} />
        <button class="primary big">Join organization</button>
      </form>
    </>
  );
}

function JoinWithPassword({ invitation: { email }, signInPath, name }: JoinProps) {
  return (
    <>
      <form method="post">
        <p>
          Choose a password for <strong>{email}</strong>. You can use this link only once.
        </p>
        <input type="hidden" name="email" autocomplete="username" value={email} />
        <NameField name={name} />
        <NewPassword />
        <button class="primary big">Create account and join</button>
      </form>
      <p>
        Already have an account with this email address? <a href={signInPath}>Sign in</a> to join with it.
      </p>
    </>
  );
}

/** Looks the same for every address, so that it does not reveal whether the address has an account. */
function JoinPage(props: JoinProps) {
  const { invitation, formToken, problem } = props;
  return (
    <section class="card">
      <h1>Join {invitation.organization_name}</h1>
      {problem === null ? null : <Notice kind="bad">{problem}</Notice>}
      <p>
        You have been invited to join this organization. Your role will be <strong>{invitation.role}</strong>
        {invitation.money === 1 ? ", and you will also see costs, profit, expenses and analytics" : null}.
      </p>
      {formToken === null ? <JoinWithPassword {...props} /> : <JoinWithAccount invitation={invitation} formToken={formToken} />}
      <p class="soft">If you do not know who invited you, close this page.</p>
    </section>
  );
}

async function invitationOf(c: Context<HttpEnv>): Promise<InvitationWithToken> {
  c.get("state").route = ROUTE;
  const token = c.req.param("token") ?? "";
  try {
    return { token, invitation: await readInvitation(controlOf(c), token) };
  } catch (error) {
    // Only invalid links count, so that guesses from the same network do not block a valid link.
    if (error instanceof ApiError && !(await countAttempt(c, "link")))
      throw new ApiError("rate_limited", [], { headers: { "Retry-After": "60" } });
    throw error;
  }
}

/** The signed-in person. Null if nobody is signed in. */
async function findSignedIn(c: Context<HttpEnv>): Promise<SignedIn | null> {
  const session = await sessionOf(c);
  const found = session === null ? null : await findPerson(controlOf(c), session.sessionId);
  return session === null || found === null ? null : { sessionId: session.sessionId, person: found.person };
}

async function show(
  c: Context<HttpEnv>,
  {
    invitation,
    signedIn,
    name = "",
    problem = null,
  }: { invitation: MemberInvitation; signedIn: SignedIn | null; name?: string; problem?: string | null },
): Promise<Response> {
  const { pathname } = new URL(c.req.raw.url);
  const formToken = signedIn === null ? null : await newFormToken(c, signedIn.sessionId);
  const signInPath = `/console/sign-in?to=${encodeURIComponent(pathname)}`;
  const body = <JoinPage invitation={invitation} formToken={formToken} signInPath={signInPath} name={name} problem={problem} />;
  const title = `Join ${invitation.organization_name}`;
  return await respondWithPlainPage(c, { title, body, status: problem === null ? 200 : 400 }, signedIn?.person.email ?? null);
}

async function joinAsNew(c: Context<HttpEnv>, found: InvitationWithToken): Promise<Response> {
  const { invitation } = found;
  const { fields } = await publicFormOf(c);
  const [password, repeated] = [textField(fields, "password"), textField(fields, "again")];
  const { email, organization_name } = invitation;
  const typedName = textField(fields, "name");
  const name = readName(typedName);
  const problem =
    name === undefined
      ? NAME_TOO_LONG
      : (passwordError(password, [email, name, organization_name])?.message ?? mismatchError(password, repeated));
  if (problem !== null) return await show(c, { invitation, signedIn: null, name: typedName, problem });
  const client = { key: `join:${invitation.id}`, isKnown: true };
  const account = await withPasswordPlace(
    client,
    async () => await joinWithPassword(controlOf(c), found, { password, name: name ?? null }),
  );
  return await startSessionAndRedirect(c, account, { method: "password", to: startPage(invitation.organization_id) });
}

/**
 * Registers the page of an invitation link. A person joins with the account that they are signed in to, if it has the invitation's address, or
 * with a new account, for which they choose a password.
 */
export function mountJoin(router: Hono<HttpEnv>): void {
  router.get(ROUTE, async (c) => {
    const { invitation } = await invitationOf(c);
    const signedIn = await findSignedIn(c);
    if (signedIn !== null) assertInvited(invitation, signedIn.person);
    return await show(c, { invitation, signedIn });
  });

  router.post(ROUTE, async (c) => {
    const found = await invitationOf(c);
    if ((await findSignedIn(c)) === null) return await joinAsNew(c, found);
    const organizationId = await joinWithSession(controlOf(c), found.token, await readSignedInForm(c));
    return c.redirect(startPage(organizationId), 303);
  });
}
