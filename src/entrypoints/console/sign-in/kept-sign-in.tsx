import type { Context, Hono } from "hono";
import { providerOf } from "../../../accounts/sign-in/openid";
import { readSessionToken } from "../../../accounts/sign-in/session";
import type { Account } from "../../../accounts/sign-in/accounts.sql.ts";
import { settingsOf } from "../../../platform/env";
import type { HttpEnv } from "../../../platform/http/context";
import { ApiError } from "../../../platform/api-error";
import { publicFormOf, textField } from "../../../console/body";
import { isOwnForm, newFormToken } from "../../../console/form-token";
import { type KeptForm, keptFormIn, MAX_SIGN_IN_BYTES, organizationOfPath } from "../../../console/kept-form";
import { respondWithPlainPage } from "../../../console/respond";
import { ForeignForm, SendAgain } from "../../../console/parts/send-again";
import { askForCode } from "./ask-for-code";
import { checkPassword, startSession } from "./sign-in";
import { SignIn } from "./sign-in-page";

const KEPT_FORM_MESSAGE = "You are signed out. Sign in to send what you typed. Nothing is saved yet.";

/** The page that asks to sign in and keeps a form that was sent without a session. */
export async function askToSignIn(
  c: Context<HttpEnv>,
  form: KeptForm,
  { email, problem = KEPT_FORM_MESSAGE, status = 401 }: { email?: string; problem?: string; status?: number } = {},
): Promise<Response> {
  const page = (
    <SignIn to={form.path} provider={providerOf(settingsOf(c.env))} kept={form} problem={problem} {...(email !== undefined && { email })} />
  );
  return await respondWithPlainPage(c, { title: "Sign in", body: page, status });
}

/** Starts a session, and shows the form to be sent again if it belongs to this person and organization. */
export async function resumeKeptForm(
  c: Context<HttpEnv>,
  account: Account,
  { form, email, parentPage }: { form: KeptForm; email: string; parentPage: (path: string) => string },
): Promise<Response> {
  const { masterSecrets } = settingsOf(c.env);
  const session = await readSessionToken(masterSecrets, await startSession(c, account, "password"), c.get("state").now);
  // A kept form always has the path of an organization (keptFormIn), so 0 is never used.
  const owner = { personId: account.id, organizationId: organizationOfPath(form.path) ?? 0 };
  if (session === null || !(await isOwnForm(c, owner, form.token))) {
    return await respondWithPlainPage(c, { title: "You are signed in", body: <ForeignForm /> }, email);
  }
  const formToken = await newFormToken(c, session.sessionId, owner);
  const page = parentPage(new URL(form.path, "https://console.local").pathname);
  return await respondWithPlainPage(c, { title: "Send again", body: <SendAgain form={form} formToken={formToken} page={page} /> }, email);
}

/**
 * Registers the sign-in that keeps a form. Only the person who filled it in, in the same organization, is asked to send it again. `parentPage`
 * finds the page that a form is on by the form's path.
 */
export function mountKeptSignIn(router: Hono<HttpEnv>, parentPage: (path: string) => string): void {
  router.post("/console/sign-in/again", async (c) => {
    c.get("state").route = "/console/sign-in/again";
    const { fields } = await publicFormOf(c, MAX_SIGN_IN_BYTES);
    const form = keptFormIn(fields);
    if (form === null) return c.redirect("/console/sign-in", 303);
    const email = textField(fields, "email");
    try {
      const result = await checkPassword(c, { email, password: textField(fields, "password") });
      if ("accountsForCode" in result) return await askForCode(c, { accounts: result.accountsForCode, email, to: "/console", kept: form });
      return await resumeKeptForm(c, result.account, { form, email, parentPage });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      c.get("state").errorCode = error.code;
      const { status, details, message, headers } = error;
      const response = await askToSignIn(c, form, { email, problem: details[0]?.message ?? message, status });
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    }
  });
}
