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
/** The longest that browsers keep a cookie (RFC 6265bis, section 5.5). */
const MAX_AGE_SECONDS = 400 * DAY_SECONDS;
const ATTRIBUTES = { path: "/", secure: true, httpOnly: true, sameSite: "Lax", prefix: "host", maxAge: MAX_AGE_SECONDS } as const;
/** Accounts that one browser is known for; with more, the one that signed in the longest ago is forgotten. */
const MAX_ACCOUNTS = 10;

const Known = z.object({ id: z.int(), mark: z.string().nullable() });
const Sealed = z.object({ id: z.string(), accounts: z.array(Known), expires_at: z.int() });

/** The browser that asks, as far as it has signed in here before; null where it has not, or its cookie is none of ours. */
export async function deviceOf(c: Context<HttpEnv>): Promise<Device | null> {
  const sealed = getCookie(c, NAME, "host");
  if (sealed === undefined) return null;
  try {
    const device = Sealed.parse(JSON.parse(await unsealText(settingsOf(c.env).masterSecrets, SEALING, sealed)));
    return device.expires_at > c.get("state").now ? device : null;
  } catch {
    return null;
  }
}

/**
 * Makes the browser known for an account that it has signed in to, as long as the account keeps its password: other clients' wrong passwords
 * do not hold it up from then on. The cookie signs nobody in.
 */
export async function rememberDevice(c: Context<HttpEnv>, { id, password_hash }: Pick<Account, "id" | "password_hash">): Promise<void> {
  const { now } = c.get("state");
  const known = await deviceOf(c);
  const others = (known?.accounts ?? []).filter((account) => account.id !== id);
  const accounts = [{ id, mark: await passwordFingerprint(password_hash) }, ...others].slice(0, MAX_ACCOUNTS);
  const device = { id: known?.id ?? newId("dev", now), accounts, expires_at: now + MAX_AGE_SECONDS * 1000 };
  setCookie(c, NAME, await sealText(settingsOf(c.env).masterSecrets, SEALING, JSON.stringify(device)), ATTRIBUTES);
}
