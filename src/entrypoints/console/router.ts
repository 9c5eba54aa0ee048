import type { Context, Hono } from "hono";
import { DIRECTORY, settingsOf } from "../../platform/env";
import type { EventRelay } from "../../platform/db/org-db";
import type { HttpEnv } from "../../platform/http/context";
import { assertNotInMaintenance } from "../../platform/http/admission";
import { setPageHeaders } from "../../platform/http/page-headers";
import { ApiError } from "../../platform/api-error";
import { takeFlash } from "../../console/flash";
import { consoleAsset } from "../../console/assets";
import { consoleRoutes } from "./routes";
import { MAINTENANCE_MESSAGE, SignedOut } from "../../console/member-principal";
import { readKeptForm } from "../../console/kept-form";
import { serveAction, servePage } from "../../console/serve";
import { mountAccount } from "./account/account";
import { mountOrganizations } from "./account/organizations";
import { mountSecondFactor } from "./account/second-factor";
import { mountChoosePassword } from "./sign-in/choose-password";
import { mountJoin } from "./sign-in/join";
import { mountOpenId } from "./sign-in/openid";
import { askToSignIn, mountKeptSignIn } from "./sign-in/kept-sign-in";
import { mountPasswordSignIn } from "./sign-in/sign-in";
import { mountSecondStep } from "./sign-in/second-step";

const BASE = "/console";
const IN_ORGANIZATION = `${BASE}/:org{[0-9]+}`;

export function setConsoleHeaders(c: Context<HttpEnv>): void {
  // With no-referrer, browsers would send `Origin: null` with a form, and the CSRF check would reject it.
  setPageHeaders(c, { referrer: "same-origin", more: "; script-src 'self'; connect-src 'self'" });
}

/** Converts a thrown error into an API error or a redirect to the sign-in page; null for any other error. */
export function consoleError(c: Context<HttpEnv>, error: unknown): ApiError | Response | null {
  if (error instanceof SignedOut) {
    if (c.req.method !== "GET")
      return new ApiError("unauthorized", [], { message: "You are signed out. Sign in, then send the form again." });
    const { pathname, search } = takeFlash(c.req.raw.url).url;
    return c.redirect(`${BASE}/sign-in?to=${encodeURIComponent(pathname + search)}`, 303);
  }
  return null;
}

/** Throws 403 for a form or JSON from another site (CSRF). Hono's `csrf` does not check JSON. */
function assertOwnOrigin(c: Context<HttpEnv>): void {
  const isSafe = ["GET", "HEAD", "OPTIONS"].includes(c.req.method);
  const isOwn = c.req.header("Sec-Fetch-Site") === "same-origin" || c.req.header("Origin") === new URL(c.req.raw.url).origin;
  if (!isSafe && !isOwn) throw new ApiError("forbidden", [], { message: "This form came from another site." });
}

/** Registers every page and form of the console. No other place does, so none can skip the checks of the member and the form token. */
export function mountConsole(router: Hono<HttpEnv>, relay: EventRelay): void {
  router.use(async (c, next) => {
    assertOwnOrigin(c);
    await next();
  });
  router.get(`${BASE}/assets/:file`, consoleAsset);
  router.use(`${BASE}/*`, async (c, next) => {
    // Changes that are made while the database is being restored would be lost.
    assertNotInMaintenance(settingsOf(c.env), DIRECTORY, MAINTENANCE_MESSAGE);
    return await next();
  });
  for (const mount of [
    mountPasswordSignIn,
    mountOpenId,
    mountOrganizations,
    mountAccount,
    mountSecondFactor,
    mountChoosePassword,
    mountJoin,
  ])
    mount(router);
  for (const mount of [mountKeptSignIn, mountSecondStep]) mount(router, parentPage);
  for (const route of consoleRoutes) {
    const path = IN_ORGANIZATION + route.path;
    router.on(route.method.toUpperCase(), path, async (c) => {
      c.get("state").route = `${BASE}/:org${route.path}`;
      if (route.method === "get") return await servePage(c, route);
      try {
        return await serveAction(c, route, { parentPage, relay });
      } catch (error) {
        const form = error instanceof SignedOut ? await readKeptForm(c) : null;
        if (form === null) throw error;
        return await askToSignIn(c, form);
      }
    });
  }
}

const pagePatterns = consoleRoutes
  .filter(({ method }) => method === "get")
  .map(({ path }) => new RegExp(`^${BASE}/\\d+${path.replaceAll(/:\w+/g, "[^/]+")}$`));

/** Guesses the page of a form from the form's path: the longest prefix that is the path of a page. */
function parentPage(path: string): string {
  for (let at = path; at.length > BASE.length; at = at.slice(0, at.lastIndexOf("/")))
    if (pagePatterns.some((pattern) => pattern.test(at))) return at;
  return BASE;
}
