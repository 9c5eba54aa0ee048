import type { Context } from "hono";
import type { Account } from "../../../accounts/sign-in/accounts.sql.ts";
import { PASSWORD_LENGTH } from "../../../accounts/sign-in/password-rules";
import { isCurrentPassword } from "../../../accounts/sign-in/password-sign-in";
import { controlOf, type HttpEnv } from "../../../platform/http/context";
import { withPasswordPlace } from "../../../platform/http/password-queue";
import type { SignedIn } from "../sign-in/signed-in";

/** Checks the current password, with the same protection against guessing as the sign-in. Returns null if it is right. */
export async function currentPasswordError(
  c: Context<HttpEnv>,
  { sessionId }: SignedIn,
  { account, password }: { account: Account; password: string },
): Promise<string | null> {
  const check = async () => await isCurrentPassword(controlOf(c), account, { password, sessionId });
  // A longer text is no password, since a character has at most two UTF-16 units. It is not worth hashing.
  const isCorrect = password.length <= 2 * PASSWORD_LENGTH.max && (await withPasswordPlace({ key: sessionId, isKnown: true }, check));
  return isCorrect ? null : "This is not your current password.";
}
