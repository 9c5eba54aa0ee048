import type { Context, Hono } from "hono";
import { MAX_EMAIL_LENGTH } from "../../../accounts/contract";
import { PASSWORD_LENGTH } from "../../../accounts/sign-in/password-rules";
import {
  findAccountsForAttempt,
  mergeIntoAccount,
  type SignInAttempt,
  signInWithPassword,
} from "../../../accounts/sign-in/password-sign-in";
import { needsSecondStep } from "../../../accounts/sign-in/second-step";
import { beginSession } from "../../../accounts/sign-in/session";
import type { Account } from "../../../accounts/sign-in/accounts.sql.ts";
import { revokeSession } from "../../../accounts/sign-in/sessions.sql.ts";
import { settingsOf } from "../../../platform/env";
import { countAttempt, signInLimitKey } from "../../../platform/http/authenticate";
import { controlOf, type HttpEnv } from "../../../platform/http/context";
import { withPasswordPlace } from "../../../platform/http/password-queue";
import { ApiError } from "../../../platform/api-error";
import { publicFormOf, textField } from "../../../console/body";
import { respondWithPlainPage } from "../../../console/respond";
import { deleteSessionCookie, setSessionCookie, sessionOf } from "../../../console/session-cookie";
import { askForCode } from "./ask-for-code";
import { deviceOf, rememberDevice } from "./encrypted-cookies";
import { ownPath } from "./own-path";
import { providerOf } from "../../../accounts/sign-in/openid";
import { SignIn } from "./sign-in-page";
import { readSignedInForm } from "./signed-in";

const WRONG_CREDENTIALS = "Incorrect email or password.";
const NO_COOKIE =
  "Your browser did not store the session cookie. Some browsers, such as Safari, never store it over plain HTTP: use HTTPS or another browser.";

/** Starts a session with a new id, and revokes the browser's previous one. Returns its token, which is in the cookie too. */
export async function startSession(
  c: Context<HttpEnv>,
  account: Pick<Account, "id" | "password_hash">,
  method: "password" | "openid",
): Promise<string> {
  const control = controlOf(c);
  const previous = await sessionOf(c);
  if (previous !== null) await revokeSession(control, previous.sessionId);
  const userAgent = c.req.header("User-Agent") ?? "";
  const token = await beginSession(control, settingsOf(c.env).masterSecrets, { personId: account.id, method, userAgent });
  setSessionCookie(c, token);
  await rememberDevice(c, account);
  c.get("state").caller = { organizationId: null, credentialId: null, personId: account.id };
  return token;
}

/**
 * Starts a session, and redirects to `to` by way of the list of organizations. That leads back to the sign-in page if the browser did not store the
 * session cookie, which is how the page knows it.
 */
export async function startSessionAndRedirect(
  c: Context<HttpEnv>,
  account: Pick<Account, "id" | "password_hash">,
  { method, to }: { method: "password" | "openid"; to: string },
): Promise<Response> {
  await startSession(c, account, method);
  return c.redirect(`/console/organizations?to=${encodeURIComponent(to)}`, 303);
}

async function renderInvalid(c: Context<HttpEnv>, error: ApiError, { email, to }: { email: string; to: string }): Promise<Response> {
  c.get("state").errorCode = error.code;
  const provider = providerOf(settingsOf(c.env));
  const problem = error.details[0]?.message ?? error.message;
  const page = <SignIn to={to} provider={provider} email={email} problem={problem} />;
  const response = await respondWithPlainPage(c, { title: "Sign in", body: page, status: error.status });
  for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
  return response;
}

/** The maximum password length in UTF-16 units. A character takes at most two. */
const MAX_PASSWORD_UNITS = 2 * PASSWORD_LENGTH.max;

/** The accounts whose password an attempt has, the one to open first. None if it is wrong. Throws 429. */
async function checkAttempt(c: Context<HttpEnv>, attempt: SignInAttempt): Promise<readonly Account[]> {
  const { email, password, network, device } = attempt;
  const accounts = await findAccountsForAttempt(controlOf(c), attempt);
  // Every attempt counts, even a correct one, because hashing a password takes a quarter of a second. Attempts count per network, or per
  // device if the browser has signed in to this account before, so that others on its network cannot lock it out.
  if (!(await countAttempt(c, "sign-in", accounts.known.length === 0 ? network : (device?.id ?? network)))) {
    throw new ApiError("rate_limited", [], {
      headers: { "Retry-After": "60" },
      message: "Too many attempts from your network. Wait a minute.",
    });
  }
  const isPlausible = email !== "" && password !== "" && email.length <= MAX_EMAIL_LENGTH && password.length <= MAX_PASSWORD_UNITS;
  return isPlausible ? await signInWithPassword(controlOf(c), attempt, accounts) : [];
}

/** What a right password opens: an account, or accounts of which at least one has a second factor, so that a code is needed. */
export type PasswordResult = { account: Account } | { accountsForCode: readonly Account[] };

/** Checks an email address and a password. Throws 401 Unauthorized, 429 and 503. */
export async function checkPassword(
  c: Context<HttpEnv>,
  { email, password }: { email: string; password: string },
): Promise<PasswordResult> {
  const attempt = { email, password, network: signInLimitKey(c.req.raw.headers), device: await deviceOf(c) };
  const client = { key: attempt.device?.id ?? attempt.network, isKnown: attempt.device !== null };
  const accounts = await withPasswordPlace(client, async () => await checkAttempt(c, attempt));
  const [first, ...others] = accounts;
  if (first === undefined) throw new ApiError("unauthorized", [], { message: WRONG_CREDENTIALS });
  return needsSecondStep(accounts) ? { accountsForCode: accounts } : { account: await mergeIntoAccount(controlOf(c), first, others) };
}

/** Registers the sign-in with a password, and the sign-out. */
export function mountPasswordSignIn(router: Hono<HttpEnv>): void {
  router.get("/console/sign-in", async (c) => {
    c.get("state").route = "/console/sign-in";
    const to = ownPath(c.req.query("to"));
    // A person who has just signed in comes back here if their browser did not store the session cookie.
    const problem = to.startsWith("/console/organizations?") ? NO_COOKIE : null;
    // After a password was chosen by a link, the redirect includes the email address.
    const email = c.req.query("email")?.slice(0, MAX_EMAIL_LENGTH);
    const page = (
      <SignIn
        to={ownPath(new URL(to, "https://console.local").searchParams.get("to") ?? to)}
        provider={providerOf(settingsOf(c.env))}
        problem={problem}
        {...(email !== undefined && { email, hasChosenPassword: true })}
      />
    );
    return await respondWithPlainPage(c, { title: "Sign in", body: page });
  });

  router.post("/console/sign-in", async (c) => {
    c.get("state").route = "/console/sign-in";
    const { fields } = await publicFormOf(c);
    const email = textField(fields, "email");
    const to = ownPath(textField(fields, "to"));
    try {
      const result = await checkPassword(c, { email, password: textField(fields, "password") });
      if ("accountsForCode" in result) return await askForCode(c, { accounts: result.accountsForCode, email, to });
      return await startSessionAndRedirect(c, result.account, { method: "password", to });
    } catch (error) {
      if (error instanceof ApiError) return await renderInvalid(c, error, { email, to });
      throw error;
    }
  });

  router.post("/console/sign-out", async (c) => {
    c.get("state").route = "/console/sign-out";
    const { sessionId } = await readSignedInForm(c);
    await revokeSession(controlOf(c), sessionId);
    deleteSessionCookie(c);
    return c.redirect("/console/sign-in", 303);
  });
}
