import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { readSessionToken, type SessionToken } from "../accounts/sign-in/session";
import { MAX_SESSION_MS } from "../accounts/sign-in/session-lifetime";
import { settingsOf } from "../platform/env";
import type { HttpEnv } from "../platform/http/context";

/** Hono adds the prefix `__Host-`: browsers send the cookie only to this host and never over plain HTTP (RFC 6265bis, section 4.1.3.2). */
const NAME = "session";
const ATTRIBUTES = { path: "/", secure: true, httpOnly: true, sameSite: "Lax", prefix: "host" } as const;

export function setSessionCookie(c: Context<HttpEnv>, token: string): void {
  setCookie(c, NAME, token, { ...ATTRIBUTES, maxAge: MAX_SESSION_MS / 1000 });
}

export function deleteSessionCookie(c: Context<HttpEnv>): void {
  deleteCookie(c, NAME, ATTRIBUTES);
}

/** Returns the session in the cookie; null if there is none, or if its signature is invalid or it has expired. No I/O. */
export async function sessionOf(c: Context<HttpEnv>): Promise<SessionToken | null> {
  const token = getCookie(c, NAME, "host");
  if (token === undefined) return null;
  return await readSessionToken(settingsOf(c.env).masterSecrets, token, c.get("state").now);
}
