import type { Context } from "hono";
import { generateCookie, getCookie } from "hono/cookie";
import type { HttpEnv } from "../platform/http/context";

/** The longest time for which browsers keep a cookie (RFC 6265bis, section 5.5). */
const MAX_AGE_SECONDS = 400 * 86_400;

/** What a browser remembers under a name, or null. It is the browser's own choice, so its value must be checked like any input. */
export function preferenceOf(c: Context<HttpEnv>, name: string): string | null {
  return getCookie(c, name) ?? null;
}

/** The Set-Cookie header with which a browser remembers a choice for all organizations. */
export function preferenceCookie(name: string, value: string): string {
  return generateCookie(name, value, { path: "/console", secure: true, httpOnly: true, sameSite: "Lax", maxAge: MAX_AGE_SECONDS });
}
