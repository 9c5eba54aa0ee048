import type { Context, Hono } from "hono";
import { sha256Hex } from "../../crypto/digest";
import { hashPassword, isPassword } from "../../crypto/password";
import { findAccountById, findInvited, setPassword } from "../../db/accounts";
import { controlDatabase } from "../../db/database";
import { liveSessions, organizationsOf, revokeSessionsOf } from "../../db/sessions";
import { settingsOf } from "../../env";
import { failsTooOften } from "../../http/authenticate";
import type { HttpEnv } from "../../http/context";
import { Refusal } from "../../refusal";
import { bodyOf } from "../body";
import { newFormToken } from "../form-token";
import { answerBare } from "../respond";
import { AccountPage } from "./account-page";
import { Choices } from "./choices-page";
import { ChoosePassword } from "./choose-password-page";
import { ownPath } from "./own-path";
import { passwordFault } from "./password-rules";
import { type SignedIn, signedIn, signedInForm } from "./signed-in";

async function showAccount(
  c: Context<HttpEnv>,
  { sessionId, person }: SignedIn,
  problem: string | null,
  status: number,
): Promise<Response> {
  const { now, meter } = c.get("state");
  const [sessions, token] = await Promise.all([
    liveSessions(controlDatabase(c.env), meter, person.id, now),
    newFormToken(settingsOf(c.env).masterSecrets, sessionId),
  ]);
  const page = (
    <AccountPage
      person={person}
      sessions={sessions}
      present={sessionId}
      token={token}
      problem={problem}
      done={c.req.query("done") ?? null}
    />
  );
  return await answerBare(c, { title: "Your account", body: page }, status, person.email);
}

function text(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** What a person does that belongs to no organization: choosing one, one's own password and sessions. */
export function mountAccount(router: Hono<HttpEnv>): void {
  router.get("/console", (c) => c.redirect("/console/organizations", 303));

  router.get("/console/organizations", async (c) => {
    const state = c.get("state");
    state.route = "/console/organizations";
    const { person } = await signedIn(c);
    const choices = await organizationsOf(controlDatabase(c.env), state.meter, person.id);
    const to = ownPath(c.req.query("to"));
    const [only] = choices;
    // Right after signing in: to where the person was going, or where there is nothing to choose.
    if (c.req.query("to") !== undefined) {
      if (to !== "/console" && !to.startsWith("/console/organizations")) return c.redirect(to, 303);
      if (only !== undefined && choices.length === 1) return c.redirect(`/console/${only.id}/orders`, 303);
    }
    return await answerBare(c, { title: "Choose an organization", body: <Choices choices={choices} /> }, 200, person.email);
  });

  router.get("/console/account", async (c) => {
    c.get("state").route = "/console/account";
    return await showAccount(c, await signedIn(c), null, 200);
  });

  router.post("/console/account/password", async (c) => {
    const state = c.get("state");
    state.route = "/console/account/password";
    const asker = await signedInForm(c);
    const { fields } = asker.body;
    if (await failsTooOften(c)) throw new Refusal("rate_limited", [], { "Retry-After": "60" });
    const account = await findAccountById(controlDatabase(c.env), state.meter, asker.person.id);
    if (account === null || (account.password_hash !== null && !(await isPassword(text(fields, "current"), account.password_hash)))) {
      return await showAccount(c, asker, "This is not your present password.", 400);
    }
    const fault = passwordFault(text(fields, "password"), text(fields, "again"));
    if (fault !== null) return await showAccount(c, asker, fault, 400);
    await setPassword(controlDatabase(c.env), state.meter, account.id, hashPassword(text(fields, "password")), asker.sessionId, state.now);
    return c.redirect("/console/account?done=saved", 303);
  });

  router.post("/console/account/sessions/end", async (c) => {
    const state = c.get("state");
    state.route = "/console/account/sessions/end";
    const { person, sessionId } = await signedInForm(c);
    await revokeSessionsOf(controlDatabase(c.env), state.meter, person.id, sessionId, state.now);
    return c.redirect("/console/account?done=saved", 303);
  });
}

/** A link by which a person chooses a password: it opens once. */
export function mountInvitation(router: Hono<HttpEnv>): void {
  const route = "/console/invitation/:token";
  const invited = async (c: Context<HttpEnv>) => {
    const { now, meter } = c.get("state");
    c.get("state").route = route;
    if (await failsTooOften(c)) throw new Refusal("rate_limited", [], { "Retry-After": "60" });
    const account = await findInvited(controlDatabase(c.env), meter, await sha256Hex(c.req.param("token") ?? ""), now);
    if (account === null) throw new Refusal("not_found", [], {}, "This link was used, or has ended. Ask for a new one.");
    return account;
  };

  router.get(route, async (c) => {
    const { email } = await invited(c);
    return await answerBare(c, { title: "Choose a password", body: <ChoosePassword email={email} problem={null} /> });
  });

  router.post(route, async (c) => {
    const account = await invited(c);
    const { fields } = await bodyOf(c);
    const problem = passwordFault(text(fields, "password"), text(fields, "again"));
    if (problem !== null) {
      return await answerBare(c, { title: "Choose a password", body: <ChoosePassword email={account.email} problem={problem} /> }, 400);
    }
    const { now, meter } = c.get("state");
    await setPassword(controlDatabase(c.env), meter, account.id, hashPassword(text(fields, "password")), null, now);
    return c.redirect("/console/sign-in", 303);
  });
}
