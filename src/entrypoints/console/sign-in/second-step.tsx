import type { Context, Hono } from "hono";
import type { Account } from "../../../accounts/sign-in/accounts.sql.ts";
import { providerOf } from "../../../accounts/sign-in/openid";
import { finishSecondStep } from "../../../accounts/sign-in/second-step";
import { settingsOf } from "../../../platform/env";
import { countAttempt, signInLimitKey } from "../../../platform/http/authenticate";
import { controlOf, type HttpEnv } from "../../../platform/http/context";
import { ApiError } from "../../../platform/api-error";
import { type Body, publicFormOf, textField } from "../../../console/body";
import { keptFormIn, MAX_SIGN_IN_BYTES } from "../../../console/kept-form";
import { respondWithPlainPage } from "../../../console/respond";
import { readPending, respondWithSecondStep } from "./ask-for-code";
import { codeIn, WRONG_CODE } from "./code-in-form";
import { deviceOf } from "./encrypted-cookies";
import { askToSignIn, resumeKeptForm } from "./kept-sign-in";
import { ownPath } from "./own-path";
import { startSessionAndRedirect } from "./sign-in";
import { SignIn } from "./sign-in-page";

/** A pending sign-in has some hundred bytes. */
const MAX_PENDING_BYTES = 8192;

/** The account of a code. Null if the code is wrong, "ended" if the password must be entered again. Throws 429 Too Many Requests. */
async function checkCode(c: Context<HttpEnv>, fields: Body["fields"]): Promise<Account | "ended" | null> {
  const device = await deviceOf(c);
  if (!(await countAttempt(c, "sign-in", device?.id ?? signInLimitKey(c.req.raw.headers)))) {
    throw new ApiError("rate_limited", [], { headers: { "Retry-After": "60" }, message: "Too many attempts. Wait a minute." });
  }
  const pending = await readPending(c, textField(fields, "pending"));
  if (pending === null) return "ended";
  return await finishSecondStep(controlOf(c), settingsOf(c.env).masterSecrets, { pending, code: codeIn(fields), device });
}

const ENDED_MESSAGE = "This sign-in has ended. Enter your password again.";

/** Registers the second step of a sign-in, also of one that keeps a form, whose page `parentPage` finds by the form's path. */
export function mountSecondStep(router: Hono<HttpEnv>, parentPage: (path: string) => string): void {
  router.post("/console/sign-in/code", async (c) => {
    c.get("state").route = "/console/sign-in/code";
    const { fields } = await publicFormOf(c, MAX_SIGN_IN_BYTES + MAX_PENDING_BYTES);
    const [email, pending, to] = [textField(fields, "email"), textField(fields, "pending"), ownPath(textField(fields, "to"))];
    const kept = keptFormIn(fields);
    const askAgain = async (problem: string, status: number) =>
      await respondWithSecondStep(c, { email, pending, to, problem, ...(kept !== null && { kept }) }, status);
    try {
      const account = await checkCode(c, fields);
      if (account === null) {
        c.get("state").errorCode = "unauthorized";
        return await askAgain(WRONG_CODE, 401);
      }
      if (account === "ended") {
        c.get("state").errorCode = "unauthorized";
        if (kept !== null) return await askToSignIn(c, kept, { email, problem: ENDED_MESSAGE });
        const page = <SignIn to={to} provider={providerOf(settingsOf(c.env))} email={email} problem={ENDED_MESSAGE} />;
        return await respondWithPlainPage(c, { title: "Sign in", body: page, status: 401 });
      }
      if (kept !== null) return await resumeKeptForm(c, account, { form: kept, email, parentPage });
      return await startSessionAndRedirect(c, account, { method: "password", to });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      c.get("state").errorCode = error.code;
      const response = await askAgain(error.details[0]?.message ?? error.message, error.status);
      for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
      return response;
    }
  });
}
