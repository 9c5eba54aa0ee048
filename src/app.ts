import { type Context, Hono } from "hono";
import { getPath } from "hono/utils/url";
import { principalOf } from "./accounts/credentials/credential-principal";
import { Meter } from "./platform/db/statement";
import { settingsOf } from "./env";
import type { Endpoint } from "./platform/http/endpoint";
import type { HttpEnv, RequestState } from "./platform/http/context";
import { setHsts } from "./platform/http/hsts";
import { logRequest } from "./platform/http/log";
import { allowedMethods, toResponse, mount } from "./platform/http/mount";
import { clientRequestId, newRequestId } from "./platform/http/request-id";
import { apiErrorFor, renderError } from "./platform/http/respond";
import { operatorSurface, type Surface, v1, v2 } from "./platform/http/surface";
import { invalid, ApiError } from "./platform/api-error";
import { invalidSettingsResponse } from "./platform/http/settings-check";
import { fanOut } from "./webhooks/deliveries/fan-out.sql.ts";
import { enqueueDeliveries } from "./webhooks/relay";

/**
 * Every endpoint there is, by surface. Routes, documents and the tests of every route are made from this. Each is loaded by
 * the first request to its surface: an isolate's start builds none of their schemas.
 */
export const SURFACES: readonly (readonly [Surface, () => Promise<readonly Endpoint[]>])[] = [
  [v2, v2Endpoints],
  [operatorSurface, async () => (await import("./operator/endpoints")).operatorEndpoints],
  [v1, v1Endpoints],
];

async function v2Endpoints(): Promise<readonly Endpoint[]> {
  const [resources, { v2Document }] = await Promise.all([import("./api/v2"), import("./api/documents")]);
  return [...resources.v2Endpoints, v2Document];
}

async function v1Endpoints(): Promise<readonly Endpoint[]> {
  const [resources, { v1Document }, { siteEndpoints }] = await Promise.all([
    import("./api/v1"),
    import("./api/documents"),
    import("./api/site"),
  ]);
  return [...resources.v1Endpoints, v1Document, ...siteEndpoints];
}

/** How the events of changes reach the webhooks. */
const RELAY = { fanOut, enqueueDeliveries };

function freshState(c: Context<HttpEnv>): RequestState {
  return {
    requestId: newRequestId(),
    clientRequestId: clientRequestId(c.req.raw.headers),
    now: Date.now(),
    meter: new Meter(),
    gateCalls: 0,
    admission: null,
    errorCode: null,
    caller: { organizationId: null, credentialId: null, personId: null },
    bodyMemory: null,
    headers: {},
    route: null,
  };
}

/** The headers that every answer has (docs/spec/responses.md#headers). */
function finish(state: RequestState, surface: Surface, response: Response): void {
  const { headers } = response;
  headers.set("X-Request-Id", state.requestId);
  if (state.clientRequestId !== null) headers.set("X-Client-Request-Id", state.clientRequestId);
  headers.set("X-Api-Version", surface.version);
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  for (const [name, value] of Object.entries(state.headers)) headers.set(name, value);
}

/** Whether a request came in the clear where it must not: in production. `wrangler dev` serves plain HTTP on this machine. */
function isForbiddenHttp({ req, env }: Context<HttpEnv>): boolean {
  return req.raw.url.startsWith("http:") && settingsOf(env).ENVIRONMENT === "production";
}

/** What an answer becomes before it goes out, and how a refusal is worded. */
interface RouterOptions {
  setHeaders: (c: Context<HttpEnv>) => void;
  refuse: (c: Context<HttpEnv>, refusal: ApiError) => Response | Promise<Response>;
  /** What is said of a path that nothing is registered at. */
  missing?: (c: Context<HttpEnv>) => ApiError;
  /** What else may be thrown that is no violation. */
  expected?: (c: Context<HttpEnv>, error: unknown) => ApiError | Response | null;
}

/** An empty router: request id → (whatever is registered) → errors → log. */
function newRouter({ setHeaders, refuse, missing = () => new ApiError("not_found"), expected = () => null }: RouterOptions): Hono<HttpEnv> {
  const router = new Hono<HttpEnv>({ strict: false });
  const respondRefusal = async (c: Context<HttpEnv>, refusal: ApiError) => {
    c.get("state").errorCode = refusal.code;
    return await refuse(c, refusal);
  };

  router.use(async (c, next) => {
    const state = freshState(c);
    c.set("state", state);
    // The caller names the host: of some names no URL can be made, and much of what follows makes one.
    if (!URL.canParse(c.req.raw.url)) c.res = await respondRefusal(c, invalid("Host", "invalid_host", "Expected the name of a host."));
    // Before any route, credential or body is looked at. No redirect: a client that follows one would go on sending secrets in the clear.
    else if (isForbiddenHttp(c)) c.res = await respondRefusal(c, new ApiError("https_required"));
    else await next();
    setHeaders(c);
    setHsts(c.req.raw, c.res.headers);
    logRequest(c.req.raw, state, c.res.status);
  });

  router.onError(async (error, c) => {
    const meant = expected(c, error);
    return meant instanceof Response ? meant : await respondRefusal(c, meant ?? apiErrorFor(error, c.get("state")));
  });
  router.notFound(async (c) => await respondRefusal(c, missing(c)));
  return router;
}

/** One surface: request id → endpoints → errors. */
function routerOf(surface: Surface, endpoints: readonly Endpoint[]): Hono<HttpEnv> {
  const router = newRouter({
    setHeaders: (c) => finish(c.get("state"), surface, c.res),
    refuse: (c, refusal) => toResponse(renderError(refusal, c.get("state").requestId)),
    missing: (c) => {
      const allowed = allowedMethods(surface, endpoints, c.req.path);
      return allowed.length > 0 ? new ApiError("method_not_allowed", [], { Allow: allowed.join(", ") }) : new ApiError("not_found");
    },
  });
  mount(router, { surface, endpoints, relay: RELAY, principalOf });
  return router;
}

/** The console: pages for people. */
async function consoleRouter(): Promise<Hono<HttpEnv>> {
  const [{ consoleError, mountConsole, sealConsole }, { answerProblem }] = await Promise.all([
    import("./console/router"),
    import("./console/respond"),
  ]);
  const router = newRouter({ setHeaders: sealConsole, refuse: answerProblem, expected: consoleError });
  mountConsole(router, RELAY);
  return router;
}

const routers = new Map<string, Hono<HttpEnv>>();

/** The MCP server. Its tools call endpoints of v2. */
async function mcpRouter(): Promise<Hono<HttpEnv>> {
  const { serveMcp } = await import("./mcp/serve-mcp");
  const router = routerOf(v2, []);
  router.all("*", async (c) => await serveMcp(c, RELAY));
  return router;
}

/** The router of the surface that a path is on; V1 has all that no other has. */
export async function routerFor(path: string): Promise<Hono<HttpEnv>> {
  if (path === `${v2.base}/mcp` || path === `${v2.base}/mcp/`) return await kept("mcp", mcpRouter);
  if (path === "/console" || path.startsWith("/console/")) return await kept("console", consoleRouter);
  const [surface, load] = SURFACES.find(([{ base }]) => path === base || path.startsWith(`${base}/`)) ?? ([v1, v1Endpoints] as const);
  return await kept(surface.name, async () => routerOf(surface, await load()));
}

/** Makes a router once. It is kept, not its promise: no request waits for what another has begun. */
async function kept(name: string, make: () => Promise<Hono<HttpEnv>>): Promise<Hono<HttpEnv>> {
  const known = routers.get(name);
  if (known !== undefined) return known;
  const router = await make();
  routers.set(name, router);
  return router;
}

/** The HTTP side of the Worker. */
export const app = {
  fetch: async (request: Request, env: Env, ctx: ExecutionContext): Promise<Response> => {
    const rejection = invalidSettingsResponse(request, env);
    if (rejection !== null) return rejection;
    const router = await routerFor(getPath(request));
    return await router.fetch(request, env, ctx);
  },
};
