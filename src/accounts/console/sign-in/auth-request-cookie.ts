import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import * as z from "zod";
import type { AuthRequest } from "../../sign-in/openid";
import { sealText, unsealText } from "../../../platform/crypto/seal";
import { settingsOf } from "../../../env";
import type { HttpEnv } from "../../../platform/http/context";

const NAME = "auth-request";
const SEALING = { purpose: "console-auth-requests", context: NAME } as const;
const ATTRIBUTES = { path: "/", secure: true, httpOnly: true, sameSite: "Lax", prefix: "host" } as const;
/** The time that a person may spend at the provider. */
const AUTH_REQUEST_MS = 10 * 60_000;

const StoredRequest = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string(), until: z.number() });

/** Stores the encrypted auth request in a cookie, for the return from the provider. */
export async function keepAuthRequest(c: Context<HttpEnv>, authRequest: AuthRequest): Promise<void> {
  const text = JSON.stringify({ ...authRequest, until: c.get("state").now + AUTH_REQUEST_MS });
  const sealed = await sealText(settingsOf(c.env).masterSecrets, SEALING, text);
  setCookie(c, NAME, sealed, { ...ATTRIBUTES, maxAge: AUTH_REQUEST_MS / 1000 });
}

/** Reads the auth request and deletes its cookie, so that it serves one return. Returns null if there is none or it has expired. */
export async function takeAuthRequest(c: Context<HttpEnv>): Promise<AuthRequest | null> {
  const sealed = getCookie(c, NAME, "host");
  deleteCookie(c, NAME, ATTRIBUTES);
  if (sealed === undefined) return null;
  try {
    const stored = StoredRequest.parse(JSON.parse(await unsealText(settingsOf(c.env).masterSecrets, SEALING, sealed)));
    return stored.until > c.get("state").now ? stored : null;
  } catch {
    return null;
  }
}
