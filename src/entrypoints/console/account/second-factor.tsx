import type { Context, Hono } from "hono";
import * as z from "zod";
import { type Account, findAccountById } from "../../../accounts/sign-in/accounts.sql.ts";
import { codeDigits, disableSecondFactor, enableSecondFactor, renewRecoveryCodes } from "../../../accounts/sign-in/second-factor";
import { isCurrentCode } from "../../../accounts/sign-in/second-step";
import { base32, newTotpSecret, totpUri } from "../../../platform/crypto/totp";
import { settingsOf } from "../../../platform/env";
import { controlOf, type HttpEnv } from "../../../platform/http/context";
import { ApiError } from "../../../platform/api-error";
import { textField } from "../../../console/body";
import { newFormToken } from "../../../console/form-token";
import { SignedOut } from "../../../console/member-principal";
import { respondWithPlainPage } from "../../../console/respond";
import { WRONG_CODE } from "../sign-in/code-in-form";
import { decryptField, encryptField } from "../sign-in/encrypted-fields";
import { type SignedIn, readSignedInForm } from "../sign-in/signed-in";
import { currentPasswordError } from "./current-password";
import { RecoveryCodes, SecondFactorSetup } from "./second-factor-pages";
import { redirectToSection, showAccount } from "./show-account";

/** How long a code may be entered after the secret was shown. */
const SETUP_MS = 30 * 60_000;

/** Longer addresses are cut in the app, so that every one fits into a QR code. */
const MAX_LABEL_LENGTH = 64;

const Setup = z.object({ secret: z.base64(), until: z.int() });

type SentForm = Awaited<ReturnType<typeof readSignedInForm>>;

/** A new secret is only in the page until a code has confirmed it, encrypted for this person and session. */
const scopeOf = ({ person, sessionId }: SignedIn) => ({ purpose: "second-factor-setups", context: `${person.id}.${sessionId}` }) as const;

interface NewSecret {
  secret: Uint8Array;
  /** ms since 1970. */
  until: number;
}

async function showSetup(
  c: Context<HttpEnv>,
  session: SignedIn,
  { secret, until, problem }: NewSecret & { problem: string | null },
): Promise<Response> {
  const { person, sessionId } = session;
  const [setup, token] = await Promise.all([
    encryptField(c, scopeOf(session), { secret: secret.toBase64(), until }),
    newFormToken(c, sessionId),
  ]);
  const body = (
    <SecondFactorSetup
      uri={totpUri(secret, { issuer: "Order Operations", account: person.email.slice(0, MAX_LABEL_LENGTH) })}
      secret={base32(secret)}
      setup={setup}
      token={token}
      problem={problem}
    />
  );
  return await respondWithPlainPage(c, { title: "Set up second factor", body, status: problem === null ? 200 : 400 }, person.email);
}

async function showCodes(c: Context<HttpEnv>, { person }: SignedIn, { codes, isNew }: { codes: readonly string[]; isNew: boolean }) {
  return await respondWithPlainPage(c, { title: "Your recovery codes", body: <RecoveryCodes codes={codes} isNew={isNew} /> }, person.email);
}

async function rejectWith(c: Context<HttpEnv>, session: SignedIn, message: string): Promise<Response> {
  return await showAccount(c, session, { section: "second-factor", message });
}

/** Shows the message of a conflict or of too many attempts in the section of the second factor. */
async function withErrorsShown(c: Context<HttpEnv>, session: SignedIn, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    c.get("state").errorCode = error.code;
    const message = error.details[0]?.message ?? error.message;
    const response = await showAccount(c, session, { section: "second-factor", message, status: error.status });
    for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
    return response;
  }
}

async function accountOf(c: Context<HttpEnv>, { person }: SignedIn): Promise<Account> {
  const account = await findAccountById(controlOf(c), person.id);
  if (account === null) throw new SignedOut();
  return account;
}

/** Checks the current password and a code, both of which a change needs. Returns null if they are right. */
async function changeError(c: Context<HttpEnv>, session: SentForm): Promise<string | null> {
  const { fields } = session.body;
  const account = await accountOf(c, session);
  if (account.has_second_factor === 0) return "The second factor is off.";
  const passwordProblem = await currentPasswordError(c, session, { account, password: textField(fields, "current") });
  if (passwordProblem !== null) return passwordProblem;
  const attempt = { userId: account.id, sessionId: session.sessionId, code: textField(fields, "code") };
  return (await isCurrentCode(controlOf(c), settingsOf(c.env).masterSecrets, attempt)) ? null : WRONG_CODE;
}

/** Registers the forms of the second factor: setting it up, new recovery codes, turning it off. */
export function mountSecondFactor(router: Hono<HttpEnv>): void {
  router.post("/console/account/second-factor/setup", async (c) => {
    c.get("state").route = "/console/account/second-factor/setup";
    const session = await readSignedInForm(c);
    return await withErrorsShown(c, session, async () => {
      const account = await accountOf(c, session);
      if (account.has_second_factor === 1) return await rejectWith(c, session, "The second factor is on already.");
      if (account.password_hash === null) return await rejectWith(c, session, "Choose a password first. The second factor protects it.");
      const passwordProblem = await currentPasswordError(c, session, { account, password: textField(session.body.fields, "current") });
      if (passwordProblem !== null) return await rejectWith(c, session, passwordProblem);
      return await showSetup(c, session, { secret: newTotpSecret(), until: c.get("state").now + SETUP_MS, problem: null });
    });
  });

  router.post("/console/account/second-factor", async (c) => {
    c.get("state").route = "/console/account/second-factor";
    const session = await readSignedInForm(c);
    const { fields } = session.body;
    const setup = await decryptField(c, scopeOf(session), { text: textField(fields, "setup"), schema: Setup });
    if (setup === null || setup.until <= c.get("state").now) return await rejectWith(c, session, "The setup has expired. Start again.");
    const { until } = setup;
    const secret = Uint8Array.fromBase64(setup.secret);
    const digits = codeDigits(textField(fields, "code"));
    return await withErrorsShown(c, session, async () => {
      const { person, sessionId } = session;
      const { masterSecrets } = settingsOf(c.env);
      const codes = digits === null ? null : await enableSecondFactor(controlOf(c), masterSecrets, { person, sessionId, secret, digits });
      if (codes === null) return await showSetup(c, session, { secret, until, problem: WRONG_SETUP_CODE });
      return await showCodes(c, session, { codes, isNew: true });
    });
  });

  router.post("/console/account/second-factor/recovery-codes", async (c) => {
    c.get("state").route = "/console/account/second-factor/recovery-codes";
    const session = await readSignedInForm(c);
    return await withErrorsShown(c, session, async () => {
      const problem = await changeError(c, session);
      if (problem !== null) return await rejectWith(c, session, problem);
      return await showCodes(c, session, { codes: await renewRecoveryCodes(controlOf(c), session.person), isNew: false });
    });
  });

  router.post("/console/account/second-factor/off", async (c) => {
    c.get("state").route = "/console/account/second-factor/off";
    const session = await readSignedInForm(c);
    return await withErrorsShown(c, session, async () => {
      const problem = await changeError(c, session);
      if (problem !== null) return await rejectWith(c, session, problem);
      await disableSecondFactor(controlOf(c), session.person);
      return redirectToSection(c, "second_factor_off");
    });
  });
}

const WRONG_SETUP_CODE =
  "This is not the code of this key. Enter the one that your app shows now, and check that the clock of your phone is right.";
