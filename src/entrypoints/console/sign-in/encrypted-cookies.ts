import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import * as z from "zod";
import type { AuthRequest } from "../../../accounts/sign-in/openid";
import type { Device } from "../../../accounts/sign-in/password-sign-in";
import type { Account } from "../../../accounts/sign-in/accounts.sql.ts";
import { passwordFingerprint } from "../../../platform/crypto/password";
import { newId } from "../../../platform/crypto/random";
import { encryptText, decryptText } from "../../../platform/crypto/encryption";
import { settingsOf } from "../../../platform/env";
import type { HttpEnv } from "../../../platform/http/context";
import { parseStored } from "../../../platform/reading/json";

/** The encrypted cookies, with the purpose of each one's key. */
const PURPOSES = { device: "console-devices", "auth-request": "console-auth-requests" } as const;
type Name = keyof typeof PURPOSES;

const ATTRIBUTES = { path: "/", secure: true, httpOnly: true, sameSite: "Lax", prefix: "host" } as const;

async function setEncrypted(c: Context<HttpEnv>, name: Name, { value, maxAge }: { value: object; maxAge: number }): Promise<void> {
  const scope = { purpose: PURPOSES[name], context: name };
  setCookie(c, name, await encryptText(settingsOf(c.env).masterSecrets, scope, JSON.stringify(value)), { ...ATTRIBUTES, maxAge });
}

/** Returns the value of a cookie. Null if there is none or if it is invalid. */
async function readEncrypted<Value>(c: Context<HttpEnv>, name: Name, schema: z.ZodType<Value>): Promise<Value | null> {
  const encrypted = getCookie(c, name, "host");
  if (encrypted === undefined) return null;
  try {
    return schema.parse(
      parseStored(await decryptText(settingsOf(c.env).masterSecrets, { purpose: PURPOSES[name], context: name }, encrypted)),
    );
  } catch {
    return null;
  }
}

/** The maximum cookie lifetime in browsers (RFC 6265bis, section 5.5). */
const DEVICE_SECONDS = 400 * 24 * 3600;
/** Accounts remembered for one browser. Beyond that, the one with the oldest sign-in is dropped. */
const MAX_ACCOUNTS = 10;

const KnownAccount = z.object({ id: z.int(), fingerprint: z.string().nullable() });
const DeviceRecord = z.object({ id: z.string(), accounts: z.array(KnownAccount), expires_at: z.int() });

/** The device record of the browser. Null if nobody has signed in with it, or if its cookie is invalid or expired. */
export async function deviceOf(c: Context<HttpEnv>): Promise<Device | null> {
  const device = await readEncrypted(c, "device", DeviceRecord);
  return device !== null && device.expires_at > c.get("state").now ? device : null;
}

/**
 * Remembers that the browser has signed in to an account, until the account's password changes. From then on, wrong passwords from other
 * clients do not lock it out. The cookie is not a credential and signs nobody in.
 */
export async function rememberDevice(c: Context<HttpEnv>, { id, password_hash }: Pick<Account, "id" | "password_hash">): Promise<void> {
  const { now } = c.get("state");
  const known = await deviceOf(c);
  const others = (known?.accounts ?? []).filter((account) => account.id !== id);
  const accounts = [{ id, fingerprint: await passwordFingerprint(password_hash) }, ...others].slice(0, MAX_ACCOUNTS);
  const device = { id: known?.id ?? newId("dev", now), accounts, expires_at: now + DEVICE_SECONDS * 1000 };
  await setEncrypted(c, "device", { value: device, maxAge: DEVICE_SECONDS });
}

const AUTH_REQUEST_SECONDS = 10 * 60;

const StoredRequest = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string(), until: z.number() });

export async function keepAuthRequest(c: Context<HttpEnv>, authRequest: AuthRequest): Promise<void> {
  const value = { ...authRequest, until: c.get("state").now + AUTH_REQUEST_SECONDS * 1000 };
  await setEncrypted(c, "auth-request", { value, maxAge: AUTH_REQUEST_SECONDS });
}

/** Reads the auth request and deletes its cookie, so that it serves one return. Returns null if there is none or it has expired. */
export async function takeAuthRequest(c: Context<HttpEnv>): Promise<AuthRequest | null> {
  const stored = await readEncrypted(c, "auth-request", StoredRequest);
  deleteCookie(c, "auth-request", ATTRIBUTES);
  return stored !== null && stored.until > c.get("state").now ? stored : null;
}
