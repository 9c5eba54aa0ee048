import type { Context } from "hono";
import type { Account } from "../../../accounts/sign-in/accounts.sql.ts";
import { passwordError } from "../../../accounts/sign-in/password-rules";
import { organizationsOf } from "../../../accounts/sign-in/sessions.sql.ts";
import { controlOf, type HttpEnv } from "../../../platform/http/context";
import { type Body, textField } from "../../../console/body";
import { mismatchError } from "./choose-password-page";

/** Of how many of a person's organizations the name is compared with a new password. */
const MAX_ORGANIZATION_NAMES = 50;

/** Checks a new password that was typed twice. Returns null if it is valid. */
export async function newPasswordError(c: Context<HttpEnv>, { id, email, name }: Account, fields: Body["fields"]): Promise<string | null> {
  const organizations = await organizationsOf(controlOf(c), id);
  const details = [email, name, ...organizations.slice(0, MAX_ORGANIZATION_NAMES).map((organization) => organization.name)];
  return (
    passwordError(textField(fields, "password"), details)?.message ??
    mismatchError(textField(fields, "password"), textField(fields, "again"))
  );
}
