import * as z from "zod";
import { open, resource } from "../../platform/http/endpoint";
import { securityText } from "./security-text";
import { staticFile } from "./static-file";

/** The policy of all pages: they load nothing from other origins, and can't be shown in a frame. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'self'; img-src 'self' data:";

const pageHeaders = (policy: string) => ({
  "Content-Security-Policy": policy,
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  // Browsers must revalidate a page, because its scripts and styles are removed by the next release.
  "Cache-Control": "public, no-cache",
});

/** The front page has no scripts. */
const FRONT = pageHeaders(POLICY);
/** The guide's script searches an index that it loads from this origin. */
const GUIDE = pageHeaders(`${POLICY}; script-src 'self'; connect-src 'self'`);
/** The reference runs our scripts, which call the API of this origin and insert styles. */
const REFERENCE = pageHeaders(
  `${POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")}; script-src 'self'; connect-src 'self'`,
);
/** An asset never changes, because its name contains a hash of its content. */
const ASSET = { "Cache-Control": "public, max-age=31536000, immutable", "Content-Security-Policy": POLICY };

const route = resource("Service", open("Public documentation. It contains nothing about organizations."));
const BROWSER_GUARD = open("Browsers and crawlers request it without credentials.");
const CACHED_FOR_A_DAY = { "Cache-Control": "public, max-age=86400" };

const PATHS = { console: "/console", docs: "/docs", health: "/health", openapi: ["/openapi.json", "/api/v2/openapi.json"] };

/** The documentation site, and the files that browsers and crawlers request. */
export const siteEndpoints = [
  route.get("/", {
    operationId: "root",
    summary: "Where the console, the documentation and the health check are",
    guard: open("It lists the paths of the service. It contains nothing about organizations."),
    responses: {},
    handle: async ({ env, acceptsHtml }) => {
      if (acceptsHtml) return await staticFile(env, "index.html", { ...FRONT, Vary: "Accept" });
      return { status: 200, data: { service: "Order Operations", ...PATHS }, headers: { Vary: "Accept" } };
    },
  }),
  route.get("/favicon.ico", {
    operationId: "favicon",
    summary: "The icon of browser tabs",
    guard: BROWSER_GUARD,
    responses: {},
    handle: async ({ env }) => await staticFile(env, "favicon.ico", CACHED_FOR_A_DAY),
  }),
  route.get("/robots.txt", {
    operationId: "robots",
    summary: "What crawlers may read: the documentation",
    guard: BROWSER_GUARD,
    responses: {},
    handle: async ({ env }) => await staticFile(env, "robots.txt", CACHED_FOR_A_DAY),
  }),
  route.get("/docs", {
    operationId: "docs",
    summary: "The reference of both surfaces as a page",
    responses: {},
    handle: async ({ env }) => await staticFile(env, "reference.html", REFERENCE),
  }),
  route.get("/docs/guide", {
    operationId: "guide",
    summary: "The guide's first page",
    responses: {},
    handle: async ({ env }) => await staticFile(env, "guide.html", GUIDE),
  }),
  route.get("/docs/guide/:page", {
    operationId: "guidePage",
    summary: "A page of the guide",
    responses: {},
    input: { param: z.strictObject({ page: z.string() }) },
    handle: async ({ env, param }) => await staticFile(env, `guide/${encodeURIComponent(param.page)}.html`, GUIDE),
  }),
  route.get("/docs/assets/:file", {
    operationId: "docsAsset",
    summary: "A script, a stylesheet or the search index of the documentation",
    responses: {},
    input: { param: z.strictObject({ file: z.string() }) },
    handle: async ({ env, param }) => await staticFile(env, `assets/${encodeURIComponent(param.file)}`, ASSET),
  }),
  securityText,
];
