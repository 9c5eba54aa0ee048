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
/** How long a person may take at the provider. */
const AUTH_REQUEST_MS = 10 * 60_000;

const Kept = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string(), until: z.number() });

/** Gives the browser the auth request, encrypted, to bring back from the provider. */
export async function keepAuthRequest(c: Context<HttpEnv>, authRequest: AuthRequest): Promise<void> {
  const text = JSON.stringify({ ...authRequest, until: c.get("state").now + AUTH_REQUEST_MS });
  const sealed = await sealText(settingsOf(c.env).masterSecrets, SEALING, text);
  setCookie(c, NAME, sealed, { ...ATTRIBUTES, maxAge: AUTH_REQUEST_MS / 1000 });
}

/** Takes the auth request from the browser: it is good for one return. Null if there is none, or if it has expired. */
export async function takeAuthRequest(c: Context<HttpEnv>): Promise<AuthRequest | null> {
  const sealed = getCookie(c, NAME, "host");
  deleteCookie(c, NAME, ATTRIBUTES);
  if (sealed === undefined) return null;
  try {
    const kept = Kept.parse(JSON.parse(await unsealText(settingsOf(c.env).masterSecrets, SEALING, sealed)));
    return kept.until > c.get("state").now ? kept : null;
  } catch {
    return null;
  }
}
