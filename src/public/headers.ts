import type { Context } from "hono";
import { ApiError } from "../platform/api-error";
import type { HttpEnv } from "../platform/http/context";

/** As the console's, without scripts: nothing from other hosts, nothing inline, no frames, and no forms that are sent elsewhere. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'self'; img-src 'self' data:";

/** Sets the headers of every response behind a link. The address is a secret, so no other site and no search engine may learn it. */
export function setPublicHeaders(c: Context<HttpEnv>): void {
  const { headers } = c.res;
  headers.set("X-Request-Id", c.get("state").requestId);
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", POLICY);
  headers.set("Referrer-Policy", "no-referrer");
  headers.set("X-Robots-Tag", "noindex");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
}

/**
 * Throws 403 Forbidden for a form from another site. The link itself is the credential, so another site would have to know it. With no-referrer, a
 * browser without `Sec-Fetch-Site` sends `Origin: null`, which says nothing.
 */
export function assertNotForeign({ req }: Context<HttpEnv>): void {
  if (req.method === "GET" || req.method === "HEAD") return;
  const [site, origin = "null"] = [req.header("Sec-Fetch-Site"), req.header("Origin")];
  const isForeign = site === undefined ? origin !== "null" && origin !== new URL(req.raw.url).origin : site !== "same-origin";
  if (isForeign) throw new ApiError("forbidden");
}
