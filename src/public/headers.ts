import type { Context } from "hono";
import { ApiError } from "../platform/api-error";
import type { HttpEnv } from "../platform/http/context";
import { setPageHeaders } from "../platform/http/page-headers";

/** Sets the headers of every response behind a link. The address is a secret, so no other site and no search engine may learn it. */
export function setPublicHeaders(c: Context<HttpEnv>): void {
  setPageHeaders(c, { referrer: "no-referrer" });
  c.res.headers.set("X-Robots-Tag", "noindex");
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
