import type { Context, Hono } from "hono";
import { sha256Hex } from "../../../platform/crypto/digest";
import { hashAndStorePassword } from "../../../accounts/sign-in/account-password";
import { findAccountByLink, setInvitedPassword } from "../../../accounts/sign-in/accounts.sql.ts";
import { NAME_TOO_LONG, readName } from "../../../accounts/sign-in/person-name";
import { WriteConflict } from "../../../platform/db/change";
import { countAttempt } from "../../../platform/http/authenticate";
import { controlOf, type HttpEnv } from "../../../platform/http/context";
import { withPasswordPlace } from "../../../platform/http/password-queue";
import { ApiError } from "../../../platform/api-error";
import { publicFormOf, textField } from "../../../console/body";
import { respondWithPlainPage } from "../../../console/respond";
import { ChoosePassword } from "./choose-password-page";
import { rememberDevice } from "./encrypted-cookies";
import { newPasswordError } from "./new-password";

function linkExpiredError(): ApiError {
  return new ApiError("not_found", [], { message: "This link was used or has expired. Ask for a new one." });
}

/** Registers the page of a link to choose a password. */
export function mountChoosePassword(router: Hono<HttpEnv>): void {
  const route = "/console/invitation/:token";
  const accountOfLink = async (c: Context<HttpEnv>) => {
    c.get("state").route = route;
    const account = await findAccountByLink(controlOf(c), sha256Hex(c.req.param("token") ?? ""));
    if (account !== null) return account;
    // Only invalid links count, so that guesses from the same network do not block a valid link.
    if (!(await countAttempt(c, "link"))) throw new ApiError("rate_limited", [], { headers: { "Retry-After": "60" } });
    throw linkExpiredError();
  };

  router.get(route, async (c) => {
    const { email, name } = await accountOfLink(c);
    const body = <ChoosePassword email={email} asksForName={name === null} problem={null} />;
    return await respondWithPlainPage(c, { title: "Choose a password", body });
  });

  router.post(route, async (c) => {
    const account = await accountOfLink(c);
    const { fields } = await publicFormOf(c);
    const name = readName(textField(fields, "name"));
    const problem = name === undefined ? NAME_TOO_LONG : await newPasswordError(c, account, fields);
    if (problem !== null) {
      const body = (
        <ChoosePassword email={account.email} asksForName={account.name === null} name={textField(fields, "name")} problem={problem} />
      );
      return await respondWithPlainPage(c, { title: "Choose a password", body, status: 400 });
    }
    const control = controlOf(c);
    const link = { account, tokenHash: sha256Hex(c.req.param("token")) };
    const newPassword = { owner: account, password: textField(fields, "password") };
    const client = { key: `link:${account.id}`, isKnown: true };
    const store = async (hash: string) => {
      await setInvitedPassword(control, link, { passwordHash: hash, name: name ?? null });
      return hash;
    };
    const hashAndStore = async () => await hashAndStorePassword(control, newPassword, store);
    // A conflict that is left: the link was used since the account was read.
    const password_hash = await withPasswordPlace(client, hashAndStore).catch((error: unknown) => {
      throw error instanceof WriteConflict ? linkExpiredError() : error;
    });
    await rememberDevice(c, { id: account.id, password_hash });
    return c.redirect(`/console/sign-in?email=${encodeURIComponent(account.email)}`, 303);
  });
}
