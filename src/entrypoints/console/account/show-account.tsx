import type { Context } from "hono";
import { findAccountById } from "../../../accounts/sign-in/accounts.sql.ts";
import { providerOf } from "../../../accounts/sign-in/openid";
import { findSecondFactor } from "../../../accounts/sign-in/second-factor.sql.ts";
import { liveSessions } from "../../../accounts/sign-in/sessions.sql.ts";
import { settingsOf } from "../../../platform/env";
import { controlOf, type HttpEnv } from "../../../platform/http/context";
import type { FlashName } from "../../../console/flash";
import { flashOf } from "../../../console/flash";
import { newFormToken } from "../../../console/form-token";
import { SignedOut } from "../../../console/member-principal";
import { respondWithPlainPage } from "../../../console/respond";
import type { SignedIn } from "../sign-in/signed-in";
import { AccountPage } from "./account-page";
import type { AccountSection, Outcome } from "./account-section";

/** The messages of forms of the page, with the section of each. */
const SECTIONS: Readonly<Partial<Record<FlashName, AccountSection>>> = {
  renamed: "name",
  password_changed: "password",
  second_factor_off: "second-factor",
  sessions_ended: "sessions",
};

/** Redirects to the page, which shows the message in its section. */
export function redirectToSection(c: Context<HttpEnv>, flash: FlashName): Response {
  return c.redirect(`/console/account?done=${flash}#${SECTIONS[flash] ?? ""}`, 303);
}

function outcomeIn(c: Context<HttpEnv>): Outcome | null {
  const flash = c.req.query("done") ?? "";
  const message = flashOf(flash)?.text ?? null;
  const section = message === null ? undefined : SECTIONS[flash as FlashName];
  return message === null || section === undefined ? null : { section, kind: "good", message };
}

/** A form that was rejected. */
export interface Rejection {
  section: AccountSection;
  message: string;
  /** Default: 400 Bad Request. */
  status?: number;
  /** The name that was typed. */
  typedName?: string;
}

/** Shows the account of the person who is signed in, perhaps with a form that was rejected. */
export async function showAccount(
  c: Context<HttpEnv>,
  { sessionId, person }: SignedIn,
  rejection: Rejection | null = null,
): Promise<Response> {
  const control = controlOf(c);
  const [account, secondFactor, sessions, token] = await Promise.all([
    findAccountById(control, person.id),
    findSecondFactor(control, person.id),
    liveSessions(control, person.id),
    newFormToken(c, sessionId),
  ]);
  if (account === null) throw new SignedOut();
  const outcome = rejection === null ? outcomeIn(c) : ({ ...rejection, kind: "bad" } as const);
  const page = (
    <AccountPage
      account={account}
      secondFactor={secondFactor}
      provider={providerOf(settingsOf(c.env))?.name ?? null}
      sessions={sessions}
      currentSession={sessionId}
      now={c.get("state").now}
      token={token}
      outcome={outcome}
      {...(rejection?.typedName !== undefined && { typedName: rejection.typedName })}
    />
  );
  const status = rejection === null ? 200 : (rejection.status ?? 400);
  return await respondWithPlainPage(c, { title: "Your account", body: page, status }, person.email);
}
