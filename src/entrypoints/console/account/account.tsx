import type { Context, Hono } from "hono";
import { hashAndStorePassword } from "../../../accounts/sign-in/account-password";
import { findAccountById, setPassword } from "../../../accounts/sign-in/accounts.sql.ts";
import { NAME_TOO_LONG, readName, renamePerson } from "../../../accounts/sign-in/person-name";
import { liveSessions, revokeSessionsOf } from "../../../accounts/sign-in/sessions.sql.ts";
import { controlOf, type HttpEnv } from "../../../platform/http/context";
import { withPasswordPlace } from "../../../platform/http/password-queue";
import { textField } from "../../../console/body";
import { SignedOut } from "../../../console/member-principal";
import { rememberDevice } from "../sign-in/encrypted-cookies";
import { newPasswordError } from "../sign-in/new-password";
import { type SignedIn, readSignedInForm, requireSignedIn } from "../sign-in/signed-in";
import { currentPasswordError } from "./current-password";
import { redirectToSection, showAccount } from "./show-account";

const FRESH_SIGN_IN_MS = 10 * 60_000;

/** Requires a recent sign-in for a first password, because the password gives permanent access. */
async function firstPasswordError(c: Context<HttpEnv>, { sessionId, person }: SignedIn): Promise<string | null> {
  const { now } = c.get("state");
  const sessions = await liveSessions(controlOf(c), person.id);
  const isFresh = sessions.some(({ id, created_at }) => id === sessionId && now - created_at < FRESH_SIGN_IN_MS);
  return isFresh ? null : "Sign out and sign in again. You can choose a first password only within ten minutes of signing in.";
}

/** Registers the page of a person's own account: their name, password and sessions. */
export function mountAccount(router: Hono<HttpEnv>): void {
  router.get("/console/account", async (c) => {
    c.get("state").route = "/console/account";
    return await showAccount(c, await requireSignedIn(c));
  });

  router.post("/console/account/name", async (c) => {
    c.get("state").route = "/console/account/name";
    const session = await readSignedInForm(c);
    const typedName = textField(session.body.fields, "name");
    const name = readName(typedName);
    if (name === undefined) return await showAccount(c, session, { section: "name", message: NAME_TOO_LONG, typedName });
    await renamePerson(controlOf(c), session.person, name);
    return redirectToSection(c, "renamed");
  });

  router.post("/console/account/password", async (c) => {
    c.get("state").route = "/console/account/password";
    const session = await readSignedInForm(c);
    const { fields } = session.body;
    const account = await findAccountById(controlOf(c), session.person.id);
    if (account === null) throw new SignedOut();
    const authorizationProblem =
      account.password_hash === null
        ? await firstPasswordError(c, session)
        : await currentPasswordError(c, session, { account, password: textField(fields, "current") });
    const problem = authorizationProblem ?? (await newPasswordError(c, account, fields));
    if (problem !== null) return await showAccount(c, session, { section: "password", message: problem });
    const control = controlOf(c);
    const newPassword = { owner: account, password: textField(fields, "password") };
    const client = { key: session.sessionId, isKnown: true };
    const store = async (hash: string) => {
      await setPassword(control, account, { passwordHash: hash, keptSession: session.sessionId });
      return hash;
    };
    const password_hash = await withPasswordPlace(client, async () => await hashAndStorePassword(control, newPassword, store));
    await rememberDevice(c, { id: account.id, password_hash });
    return redirectToSection(c, "password_changed");
  });

  router.post("/console/account/sessions/end", async (c) => {
    c.get("state").route = "/console/account/sessions/end";
    const { person, sessionId } = await readSignedInForm(c);
    await revokeSessionsOf(controlOf(c), person.id, sessionId);
    return redirectToSection(c, "sessions_ended");
  });
}
