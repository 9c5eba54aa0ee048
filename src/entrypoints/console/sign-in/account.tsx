import type { Context, Hono } from "hono";
import { undeleteOrganization } from "../../../tenants/lifecycle/deletion";
import { announceVersion } from "../../../platform/http/gate-client";
import { actorOf } from "../../../accounts/actor";
import { findOrganization } from "../../../accounts/control.sql.ts";
import { type Author, OrgControl } from "../../../accounts/org-control";
import { sha256Hex } from "../../../platform/crypto/digest";
import { hashAndStorePassword } from "../../../accounts/sign-in/account-password";
import { PASSWORD_LENGTH, passwordError } from "../../../accounts/sign-in/password-rules";
import { isCurrentPassword } from "../../../accounts/sign-in/password-sign-in";
import {
  type Account,
  findAccountById,
  findAccountByLink,
  setInvitedPassword,
  setPassword,
} from "../../../accounts/sign-in/accounts.sql.ts";
import { WriteConflict } from "../../../platform/db/change";
import { liveSessions, organizationsOf, revokeSessionsOf } from "../../../accounts/sign-in/sessions.sql.ts";
import { countAttempt } from "../../../platform/http/authenticate";
import { controlOf, type HttpEnv } from "../../../platform/http/context";
import { withPasswordPlace } from "../../../platform/http/password-queue";
import { ApiError, notFound } from "../../../platform/api-error";
import { type Body, publicFormOf, textField } from "../../../console/body";
import { newFormToken } from "../../../console/form-token";
import { respondWithPlainPage } from "../../../console/respond";
import { SignedOut } from "../../../console/member-principal";
import { AccountPage, Choices } from "./account-page";
import { ChoosePassword, mismatchError } from "./choose-password-page";
import { ownPath, startPage } from "./own-path";
import { rememberDevice } from "./encrypted-cookies";
import { type SignedIn, signedIn, signedInForm } from "./signed-in";

async function showAccount(c: Context<HttpEnv>, { sessionId, person }: SignedIn, problem: string | null): Promise<Response> {
  const [sessions, token] = await Promise.all([liveSessions(controlOf(c), person.id), newFormToken(c, sessionId)]);
  const page = (
    <AccountPage
      person={person}
      sessions={sessions}
      currentSession={sessionId}
      token={token}
      problem={problem}
      done={c.req.query("done") ?? null}
    />
  );
  return await respondWithPlainPage(c, { title: "Your account", body: page, status: problem === null ? 200 : 400 }, person.email);
}

const FRESH_SIGN_IN_MS = 10 * 60_000;
/** Organizations whose names a new password may not resemble. */
const MAX_ORGANIZATION_NAMES = 50;

/** Requires a recent sign-in for a first password, because the password gives permanent access. */
async function firstPasswordError(c: Context<HttpEnv>, { sessionId, person }: SignedIn): Promise<string | null> {
  const { now } = c.get("state");
  const sessions = await liveSessions(controlOf(c), person.id);
  const isFresh = sessions.some(({ id, created_at }) => id === sessionId && now - created_at < FRESH_SIGN_IN_MS);
  return isFresh ? null : "Sign out and sign in again. You can choose a first password only within ten minutes of signing in.";
}

/** Checks the current password, with the same protection against guessing as the sign-in. */
async function currentPasswordError(
  c: Context<HttpEnv>,
  { sessionId }: SignedIn,
  { account, password }: { account: Account; password: string },
): Promise<string | null> {
  const check = async () => await isCurrentPassword(controlOf(c), account, { password, sessionId });
  const isCorrect = password.length <= 2 * PASSWORD_LENGTH.max && (await withPasswordPlace({ key: sessionId, isKnown: true }, check));
  return isCorrect ? null : "This is not your current password.";
}

/** Checks a new password that was typed twice. Returns null if it is valid. */
async function newPasswordError(c: Context<HttpEnv>, { id, email, name }: Account, fields: Body["fields"]): Promise<string | null> {
  const organizations = await organizationsOf(controlOf(c), id);
  const details = [email, name, ...organizations.slice(0, MAX_ORGANIZATION_NAMES).map((organization) => organization.name)];
  return (
    passwordError(textField(fields, "password"), details)?.message ??
    mismatchError(textField(fields, "password"), textField(fields, "again"))
  );
}

/** Registers the pages outside any organization: the choice of one, and the person's password and sessions. */
export function mountAccount(router: Hono<HttpEnv>): void {
  router.get("/console", (c) => c.redirect("/console/organizations", 303));

  router.get("/console/organizations", async (c) => {
    c.get("state").route = "/console/organizations";
    const { person, sessionId } = await signedIn(c);
    const [choices, token] = await Promise.all([organizationsOf(controlOf(c), person.id), newFormToken(c, sessionId)]);
    const to = ownPath(c.req.query("to"));
    const [only] = choices;
    // After a sign-in, continue to the page that was requested, or to the person's only organization.
    if (c.req.query("to") !== undefined) {
      if (to !== "/console" && !to.startsWith("/console/organizations")) return c.redirect(to, 303);
      if (only?.closed_for === null && choices.length === 1) return c.redirect(startPage(only.id), 303);
    }
    return await respondWithPlainPage(
      c,
      { title: "Choose an organization", body: <Choices choices={choices} token={token} /> },
      person.email,
    );
  });

  router.post("/console/organizations/:id/undelete", async (c) => {
    c.get("state").route = "/console/organizations/:id/undelete";
    const { person } = await signedInForm(c);
    const control = controlOf(c);
    const id = Number(c.req.param("id"));
    const [choices, organization] = await Promise.all([organizationsOf(control, person.id), findOrganization(control, id)]);
    const isOwner = choices.some((choice) => choice.id === id && choice.role === "owner");
    if (!isOwner || organization === null) throw notFound();
    const author: Author = {
      organizationId: id,
      actor: actorOf(person),
      operationId: null,
      announceVersion: async (credential, version) => await announceVersion(c.env, credential, version),
    };
    await undeleteOrganization(c.env, new OrgControl(control, author), organization);
    return c.redirect(startPage(id), 303);
  });

  router.get("/console/account", async (c) => {
    c.get("state").route = "/console/account";
    return await showAccount(c, await signedIn(c), null);
  });

  router.post("/console/account/password", async (c) => {
    c.get("state").route = "/console/account/password";
    const session = await signedInForm(c);
    const { fields } = session.body;
    const account = await findAccountById(controlOf(c), session.person.id);
    if (account === null) throw new SignedOut();
    const problem =
      account.password_hash === null
        ? await firstPasswordError(c, session)
        : await currentPasswordError(c, session, { account, password: textField(fields, "current") });
    if (problem !== null) return await showAccount(c, session, problem);
    const invalidPassword = await newPasswordError(c, account, fields);
    if (invalidPassword !== null) return await showAccount(c, session, invalidPassword);
    const control = controlOf(c);
    const choice = { owner: account, password: textField(fields, "password") };
    const client = { key: session.sessionId, isKnown: true };
    const store = async (hash: string) => {
      await setPassword(control, account, { passwordHash: hash, keptSession: session.sessionId });
      return hash;
    };
    const password_hash = await withPasswordPlace(client, async () => await hashAndStorePassword(control, choice, store));
    await rememberDevice(c, { id: account.id, password_hash });
    return c.redirect("/console/account?done=password_changed", 303);
  });

  router.post("/console/account/sessions/end", async (c) => {
    c.get("state").route = "/console/account/sessions/end";
    const { person, sessionId } = await signedInForm(c);
    await revokeSessionsOf(controlOf(c), person.id, sessionId);
    return c.redirect("/console/account?done=sessions_ended", 303);
  });
}

function linkExpired(): ApiError {
  return new ApiError("not_found", [], { message: "This link was used or has expired. Ask for a new one." });
}

export function mountInvitation(router: Hono<HttpEnv>): void {
  const route = "/console/invitation/:token";
  const accountOfLink = async (c: Context<HttpEnv>) => {
    c.get("state").route = route;
    const account = await findAccountByLink(controlOf(c), sha256Hex(c.req.param("token") ?? ""));
    if (account !== null) return account;
    if (!(await countAttempt(c, "link"))) throw new ApiError("rate_limited", [], { headers: { "Retry-After": "60" } });
    throw linkExpired();
  };

  router.get(route, async (c) => {
    const { email } = await accountOfLink(c);
    return await respondWithPlainPage(c, { title: "Choose a password", body: <ChoosePassword email={email} problem={null} /> });
  });

  router.post(route, async (c) => {
    const account = await accountOfLink(c);
    const { fields } = await publicFormOf(c);
    const problem = await newPasswordError(c, account, fields);
    if (problem !== null) {
      const body = <ChoosePassword email={account.email} problem={problem} />;
      return await respondWithPlainPage(c, { title: "Choose a password", body, status: 400 });
    }
    const control = controlOf(c);
    const link = { account, tokenHash: sha256Hex(c.req.param("token")) };
    const choice = { owner: account, password: textField(fields, "password") };
    const client = { key: `link:${account.id}`, isKnown: true };
    const store = async (hash: string) => {
      await setInvitedPassword(control, link, hash);
      return hash;
    };
    const hashAndStore = async () => await hashAndStorePassword(control, choice, store);
    const password_hash = await withPasswordPlace(client, hashAndStore).catch((error: unknown) => {
      throw error instanceof WriteConflict ? linkExpired() : error;
    });
    await rememberDevice(c, { id: account.id, password_hash });
    return c.redirect(`/console/sign-in?email=${encodeURIComponent(account.email)}`, 303);
  });
}
