import * as z from "zod";
import { endpoint, open, type Reply } from "../platform/http/endpoint";
import { notFound } from "../platform/api-error";
import { securityText } from "./security-text";

/** The policy of all pages: they load nothing from other origins, and can't be shown in a frame. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'self'; img-src 'self' data:";

const pageHeaders = (policy: string) => ({
  "Content-Security-Policy": policy,
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  // Browsers must revalidate a page, because its scripts and styles are removed by the next release.
  "Cache-Control": "public, no-cache",
});

/** The guide has no scripts. */
const GUIDE = pageHeaders(POLICY);
/** The reference runs our scripts, which call the API of this origin and insert styles. */
const REFERENCE = pageHeaders(
  `${POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")}; script-src 'self'; connect-src 'self'`,
);
/** An asset never changes, because its name contains a hash of its content. */
const ASSET = { "Cache-Control": "public, max-age=31536000, immutable", "Content-Security-Policy": POLICY };

/** Reads a file of the site that `npm run docs` builds. Throws 404 if there is no such file. */
async function fileOf(env: Env, path: string, headers: Record<string, string>): Promise<Reply> {
  // The binding ignores the host.
  const response = await env.ASSETS.fetch(`https://assets.local/${path}`);
  if (response.ok) return { status: 200, data: null, file: { response, headers } };
  await response.body?.cancel();
  throw notFound();
}

const SITE = { method: "get", tag: "Service", responses: {} } as const;
const OPEN = open("Public documentation. It contains nothing about organizations.");

const reference = endpoint(
  { ...SITE, path: "/docs", operationId: "docs", summary: "The reference of both surfaces as a page", guard: OPEN },
  async ({ env }) => await fileOf(env, "reference.html", REFERENCE),
);

const guide = endpoint(
  { ...SITE, path: "/docs/guide", operationId: "guide", summary: "The guide's first page", guard: OPEN },
  async ({ env }) => await fileOf(env, "guide.html", GUIDE),
);

const guidePage = endpoint(
  {
    ...SITE,
    path: "/docs/guide/:page",
    operationId: "guidePage",
    summary: "A page of the guide",
    guard: OPEN,
    input: { param: z.strictObject({ page: z.string() }) },
  },
  async ({ env, param }) => await fileOf(env, `guide/${encodeURIComponent(param.page)}.html`, GUIDE),
);

const asset = endpoint(
  {
    ...SITE,
    path: "/docs/assets/:file",
    operationId: "docsAsset",
    summary: "A script or a stylesheet of the documentation",
    guard: OPEN,
    input: { param: z.strictObject({ file: z.string() }) },
  },
  async ({ env, param }) => await fileOf(env, `assets/${encodeURIComponent(param.file)}`, ASSET),
);

const ENTRY = open("It lists the paths of the service. It contains nothing about organizations.");

/** The response of `/` to programs. */
const PATHS = { console: "/console", docs: "/docs", health: "/health", openapi: ["/openapi.json", "/api/v2/openapi.json"] };

const root = endpoint(
  { ...SITE, path: "/", operationId: "root", summary: "Where the console, the documentation and the health check are", guard: ENTRY },
  async ({ env, acceptsHtml }) => {
    if (acceptsHtml) return await fileOf(env, "index.html", { ...GUIDE, Vary: "Accept" });
    return { status: 200, data: { service: "Order Operations", ...PATHS }, headers: { Vary: "Accept" } };
  },
);

const BROWSERS = open("Browsers and crawlers request it without credentials.");
const DAY = { "Cache-Control": "public, max-age=86400" };

const favicon = endpoint(
  { ...SITE, path: "/favicon.ico", operationId: "favicon", summary: "The icon of browser tabs", guard: BROWSERS },
  async ({ env }) => await fileOf(env, "favicon.ico", DAY),
);

const robots = endpoint(
  { ...SITE, path: "/robots.txt", operationId: "robots", summary: "What crawlers may read: the documentation", guard: BROWSERS },
  async ({ env }) => await fileOf(env, "robots.txt", DAY),
);

export const siteEndpoints = [root, favicon, robots, reference, guide, guidePage, asset, securityText];
