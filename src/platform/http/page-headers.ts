import type { Context } from "hono";
import type { HttpEnv } from "./context";

/** Forbids resources from other hosts, inline styles and scripts, frames, and forms that are sent to other hosts. Scripts need `more`. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'self'; img-src 'self' data:";

interface PageHeaders {
  referrer: "same-origin" | "no-referrer";
  /** What else the Content-Security-Policy allows. */
  more?: string;
}

/** Sets the headers of a page for people, unless it has its own policy or caching. */
export function setPageHeaders(c: Context<HttpEnv>, { referrer, more = "" }: PageHeaders): void {
  const { headers } = c.res;
  headers.set("X-Request-Id", c.get("state").requestId);
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", POLICY + more);
  headers.set("Referrer-Policy", referrer);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
}
