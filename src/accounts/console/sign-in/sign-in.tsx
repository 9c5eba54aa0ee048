import type { Context, Hono } from "hono";
import { PASSWORD_LENGTH } from "../../sign-in/password-rules";
import { findAccountsForAttempt, signInWithPassword } from "../../sign-in/password-sign-in";
import { beginSession } from "../../sign-in/session";
import type { Account } from "../../sign-in/accounts.sql.ts";
import { revokeSession } from "../../sign-in/sessions.sql.ts";
import { settingsOf } from "../../../env";
import { hasTooManyAttempts, signInLimitKey } from "../../../platform/http/authenticate";
import { controlOf, type HttpEnv } from "../../../platform/http/context";
import { ApiError } from "../../../platform/api-error";
import { formOf } from "../../../console/body";
import { answerBare } from "../../../console/respond";
import { forgetSession, keepSession, sessionOf } from "../../../console/session-cookie";
import { deviceOf, rememberDevice } from "./device-cookie";
import { ownPath } from "./own-path";
import { providerOf } from "../../sign-in/openid";
import { SignIn } from "./sign-in-page";
import { signedInForm } from "./signed-in";

const WRONG = "This e-mail address and password don't belong together.";
const NOT_KEPT = "Your browser did not keep the session. Over plain HTTP, some browsers (Safari) never do: use HTTPS, or another one.";

/** Begins a person's session: a new one, under a new id, whatever session the browser had. It goes on to `to`. */
export async function enter(
  c: Context<HttpEnv>,
  account: Account,
  { method, to }: { method: "password" | "openid"; to: string },
): Promise<Response> {
  const control = controlOf(c);
  const before = await sessionOf(c);
  if (before !== null) await revokeSession(control, before.sessionId);
  const userAgent = c.req.header("User-Agent") ?? "";
  keepSession(c, await beginSession(control, settingsOf(c.env).masterSecrets, { personId: account.id, method, userAgent }));
  await rememberDevice(c, account);
  c.get("state").caller = { organizationId: null, credentialId: null, personId: account.id };
  return c.redirect(`/console/organizations?to=${encodeURIComponent(to)}`, 303);
}

/** The page again, with what went wrong. */
async function renderInvalid(c: Context<HttpEnv>, refusal: ApiError, { email, to }: { email: string; to: string }): Promise<Response> {
  c.get("state").errorCode = refusal.code;
  const provider = providerOf(settingsOf(c.env));
  const problem = refusal.details[0]?.message ?? refusal.message;
  const page = <SignIn to={to} provider={provider} email={email} problem={problem} />;
  const response = await answerBare(c, { title: "Sign in", body: page }, refusal.status);
  for (const [name, value] of Object.entries(refusal.headers)) response.headers.set(name, value);
  return response;
}

/** An address and a password, with room to spare. */
const MAX_FORM_BYTES = 8192;
/** UTF-16 units of a password: no longer one can have been chosen. */
const MAX_TYPED = 2 * PASSWORD_LENGTH.max;

/** Signing in with a password, and out. */
export function mountPasswordSignIn(router: Hono<HttpEnv>): void {
  router.get("/console/sign-in", async (c) => {
    c.get("state").route = "/console/sign-in";
    const to = ownPath(c.req.query("to"));
    // Whoever has just signed in and is here again was not believed by their own browser.
    const problem = to.startsWith("/console/organizations?") ? NOT_KEPT : null;
    // Whoever has chosen a password by a link comes with the address that it is for.
    const email = c.req.query("email")?.slice(0, 320);
    const page = (
      <SignIn
        to={ownPath(new URL(to, "https://console.local").searchParams.get("to") ?? to)}
        provider={providerOf(settingsOf(c.env))}
        problem={problem}
        {...(email !== undefined && { email, chosen: true })}
      />
    );
    return await answerBare(c, { title: "Sign in", body: page });
  });

  router.post("/console/sign-in", async (c) => {
    c.get("state").route = "/console/sign-in";
    const { fields } = await formOf(c, MAX_FORM_BYTES);
    const [email, password, to] = ["email", "password", "to"].map((name) => (typeof fields[name] === "string" ? fields[name] : ""));
    const target = ownPath(to);
    try {
      const typed = { email: email ?? "", password: password ?? "", network: signInLimitKey(c.req.raw.headers), device: await deviceOf(c) };
      const accounts = await findAccountsForAttempt(controlOf(c), typed);
      // Each try counts, right ones too, since to look at a password takes a quarter of a second: for its network, or for a browser that has
      // signed in to this account before, so that nobody else at its address keeps it from signing in.
      const who = accounts.known.length === 0 ? typed.network : (typed.device?.id ?? typed.network);
      if (await hasTooManyAttempts(c, "sign-in", who)) {
        throw new ApiError("rate_limited", [], { "Retry-After": "60" }, "Too many tries from your network. Wait a minute.");
      }
      const canBeRight = typed.email !== "" && typed.password !== "" && typed.email.length <= 320 && typed.password.length <= MAX_TYPED;
      const account = canBeRight ? await signInWithPassword(controlOf(c), typed, accounts) : null;
      if (account === null) throw new ApiError("unauthorized", [], {}, WRONG);
      return await enter(c, account, { method: "password", to: target });
    } catch (error) {
      if (error instanceof ApiError) return await renderInvalid(c, error, { email: email ?? "", to: target });
      throw error;
    }
  });

  router.post("/console/sign-out", async (c) => {
    c.get("state").route = "/console/sign-out";
    const { sessionId } = await signedInForm(c);
    await revokeSession(controlOf(c), sessionId);
    forgetSession(c);
    return c.redirect("/console/sign-in", 303);
  });
}
