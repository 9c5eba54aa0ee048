import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import * as z from "zod";
import type { Device } from "../../sign-in/password-sign-in";
import { passwordFingerprint } from "../../../platform/crypto/password";
import { newId } from "../../../platform/crypto/random";
import { sealText, unsealText } from "../../../platform/crypto/seal";
import type { Account } from "../../sign-in/accounts.sql.ts";
import { settingsOf } from "../../../env";
import type { HttpEnv } from "../../../platform/http/context";

const NAME = "device";
const SEALING = { purpose: "console-devices", context: NAME } as const;
const DAY_SECONDS = 24 * 3600;
/** The maximum cookie lifetime in browsers (RFC 6265bis, section 5.5). */
const MAX_AGE_SECONDS = 400 * DAY_SECONDS;
const ATTRIBUTES = { path: "/", secure: true, httpOnly: true, sameSite: "Lax", prefix: "host", maxAge: MAX_AGE_SECONDS } as const;
/** Accounts remembered for one browser. Beyond that, the one with the oldest sign-in is dropped. */
const MAX_ACCOUNTS = 10;

/** The fingerprint is called `mark` in the cookie, because cookies of earlier releases must stay valid. */
const KnownAccount = z.object({ id: z.int(), mark: z.string().nullable() }).transform(({ id, mark }) => ({ id, fingerprint: mark }));
const DeviceRecord = z.object({ id: z.string(), accounts: z.array(KnownAccount), expires_at: z.int() });

/** The device record of the browser. Null if nobody has signed in with it, or if its cookie is invalid or expired. */
export async function deviceOf(c: Context<HttpEnv>): Promise<Device | null> {
  const sealed = getCookie(c, NAME, "host");
  if (sealed === undefined) return null;
  try {
    const device = DeviceRecord.parse(JSON.parse(await unsealText(settingsOf(c.env).masterSecrets, SEALING, sealed)));
    return device.expires_at > c.get("state").now ? device : null;
  } catch {
    return null;
  }
}

/**
 * Remembers that the browser has signed in to an account, until the account's password changes. From then on, wrong passwords from other
 * clients do not lock it out. The cookie is not a credential and signs nobody in.
 */
export async function rememberDevice(c: Context<HttpEnv>, { id, password_hash }: Pick<Account, "id" | "password_hash">): Promise<void> {
  const { now } = c.get("state");
  const known = await deviceOf(c);
  const others = (known?.accounts ?? []).filter((account) => account.id !== id);
  const latest = [{ id, fingerprint: await passwordFingerprint(password_hash) }, ...others].slice(0, MAX_ACCOUNTS);
  const accounts = latest.map((account) => ({ id: account.id, mark: account.fingerprint }));
  const device = { id: known?.id ?? newId("dev", now), accounts, expires_at: now + MAX_AGE_SECONDS * 1000 };
  setCookie(c, NAME, await sealText(settingsOf(c.env).masterSecrets, SEALING, JSON.stringify(device)), ATTRIBUTES);
}
