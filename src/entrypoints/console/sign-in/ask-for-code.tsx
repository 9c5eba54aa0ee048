import type { Context } from "hono";
import * as z from "zod";
import type { Account } from "../../../accounts/sign-in/accounts.sql.ts";
import { type PendingSignIn, pendingSignIn } from "../../../accounts/sign-in/second-step";
import type { HttpEnv } from "../../../platform/http/context";
import { respondWithPlainPage } from "../../../console/respond";
import { decryptField, encryptField } from "./encrypted-fields";
import { SecondStep, type SecondStepProps } from "./second-step-page";

/** Nothing that is encrypted for this purpose is a session: the cookie of a session is signed with another key and has another form. */
const SCOPE = { purpose: "second-steps", context: "sign-in" } as const;

/** A PendingSignIn in the field. */
const Pending = z.object({ accounts: z.array(z.object({ id: z.int(), fingerprint: z.string().nullable() })), until: z.int() });

/** Reads the sign-in that a code is for. Null if there is none. */
export async function readPending(c: Context<HttpEnv>, text: string): Promise<PendingSignIn | null> {
  return await decryptField(c, SCOPE, { text, schema: Pending });
}

/** Responds with the page for the code. */
export async function respondWithSecondStep(c: Context<HttpEnv>, props: SecondStepProps, status = 200): Promise<Response> {
  return await respondWithPlainPage(c, { title: "Enter your code", body: <SecondStep {...props} />, status });
}

/** Asks for a code after the password. Nobody is signed in yet: the page has no cookie, and its hidden field is good only for this step. */
export async function askForCode(
  c: Context<HttpEnv>,
  { accounts, ...props }: Omit<SecondStepProps, "pending"> & { accounts: readonly Account[] },
): Promise<Response> {
  const pending = await encryptField(c, SCOPE, await pendingSignIn(accounts, c.get("state").now));
  return await respondWithSecondStep(c, { ...props, pending });
}
