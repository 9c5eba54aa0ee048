import type { Context, Hono } from "hono";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { settingsOf } from "../env";
import type { EventRelay } from "../platform/db/org-db";
import type { HttpEnv } from "../platform/http/context";
import { ApiError } from "../platform/api-error";
import { consoleAsset } from "./assets";
import { consoleRoutes } from "./routes";
import { SignedOut } from "./member-principal";
import { serveAction, servePage } from "./serve";
import { mountSignIn } from "../accounts/console/sign-in/mount";

const BASE = "/console";
const IN_ORGANIZATION = `${BASE}/:org{[0-9]+}`;

/** Nothing of another host, nothing inline, no frame; forms lead here alone. */
const POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'";

/** The headers of every answer of the console. */
export function sealConsole(c: Context<HttpEnv>): void {
  const { headers } = c.res;
  headers.set("X-Request-Id", c.get("state").requestId);
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", POLICY);
  // Not no-referrer: a form's Origin would be null, and that a form is our own is told by it.
  headers.set("Referrer-Policy", "same-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
}

/** What a thrown error means: a refusal, a way to the sign-in; null for anything else. */
export function consoleError(c: Context<HttpEnv>, error: unknown): ApiError | Response | null {
  if (error instanceof SignedOut) {
    if (c.req.method !== "GET") return new ApiError("unauthorized", [], {}, "You are signed out. Sign in, then send it again.");
    const { pathname, search } = new URL(c.req.raw.url);
    return c.redirect(`${BASE}/sign-in?to=${encodeURIComponent(pathname + search)}`, 303);
  }
  if (error instanceof HTTPException && error.status === 403) {
    return new ApiError("forbidden", [], {}, "This form came from another site.");
  }
  return null;
}

/** Registers every page and form of the console: the one place where a route of it meets its guard. */
export function mountConsole(router: Hono<HttpEnv>, relay: EventRelay): void {
  router.use(csrf());
  router.get(`${BASE}/assets/:file`, consoleAsset);
  router.use(`${BASE}/*`, async (c, next) => {
    // What people change while the database is put back would be lost too.
    if (settingsOf(c.env).MAINTENANCE)
      throw new ApiError("service_unavailable", [], { "Retry-After": "60" }, "Closed for maintenance. Come back soon.");
    return await next();
  });
  mountSignIn(router);
  for (const route of consoleRoutes) {
    const path = IN_ORGANIZATION + route.path;
    router.on(route.method.toUpperCase(), path, async (c) => {
      c.get("state").route = `${BASE}/:org${route.path}`;
      return route.method === "get" ? await servePage(c, route) : await serveAction(c, route, { landing, relay });
    });
  }
}

const patterns = consoleRoutes
  .filter(({ method }) => method === "get")
  .map(({ path }) => new RegExp(`^${BASE}/\\d+${path.replaceAll(/:\w+/g, "[^/]+")}$`));

/** The page that a form was on, as far as its target tells: the longest beginning of its path that is a page. */
function landing(path: string): string {
  for (let at = path; at.length > BASE.length; at = at.slice(0, at.lastIndexOf("/")))
    if (patterns.some((pattern) => pattern.test(at))) return at;
  return BASE;
}
