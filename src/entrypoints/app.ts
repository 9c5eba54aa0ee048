import { type Context, Hono } from "hono";
import { getPath } from "hono/utils/url";
import { LINK_PATH } from "../accounts/links/links";
import { principalOf } from "../accounts/credentials/credential-principal";
import { Meter } from "../platform/db/statement";
import { settingsOf } from "../platform/env";
import type { Endpoint } from "../platform/http/endpoint";
import { clientRequestId, newRequestId, setHsts } from "../platform/http/common-headers";
import type { HttpEnv, RequestState } from "../platform/http/context";
import { logRequest } from "../platform/http/log";
import { setMeasurements } from "../platform/http/measurements";
import { allowedMethods, isOperator, toResponse, mount } from "../platform/http/mount";
import { apiErrorFor, renderError } from "../platform/http/respond";
import { operatorSurface, type Surface, v1, v2 } from "../platform/http/surface";
import { OrganizationMoving } from "../platform/db/change";
import { invalid, ApiError, unknownPath } from "../platform/api-error";
import { invalidSettingsResponse } from "../platform/http/settings-check";
import { discard } from "../platform/reading/response-body";
import { followFileLink, isFileLink } from "./file-link";
import { fanOut } from "../resources/webhooks/deliveries/fan-out.sql.ts";
import { enqueueDeliveries } from "../resources/webhooks/relay";

/**
 * All endpoints, by surface. Routes, documents and the tests of every route are derived from this. A surface's endpoints are loaded by the
 * first request to it, so that an isolate's start does not build their schemas. Public V1 is the last, because its paths have no prefix (routerFor).
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
  const [resources, { operatorDocument, v1Document }, { siteEndpoints }] = await Promise.all([
    import("./api/v1"),
    import("./api/documents"),
    import("./api/site"),
  ]);
  return [...resources.v1Endpoints, v1Document, operatorDocument, ...siteEndpoints];
}

/** Finishes a move whose process stopped while the organization was closed: nobody else may notice for a minute. */
async function finishSwitch(env: Env, organizationId: number): Promise<void> {
  const { finishSwitch: finish } = await import("./operator/moves");
  await finish(env, organizationId);
}

const RELAY = { fanOut, enqueueDeliveries };

function newState(c: Context<HttpEnv>): RequestState {
  return {
    requestId: newRequestId(),
    clientRequestId: clientRequestId(c.req.raw.headers),
    now: Date.now(),
    meter: new Meter(),
    gateCalls: 0,
    gateMs: 0,
    admission: null,
    readFrom: null,
    errorCode: null,
    caller: { organizationId: null, credentialId: null, personId: null },
    memory: null,
    headers: {},
    route: null,
  };
}

/** Sets the headers that every response has (docs/spec/responses.md#headers). */
function setApiHeaders(state: RequestState, surface: Surface, response: Response): void {
  const { headers } = response;
  headers.set("X-Request-Id", state.requestId);
  if (state.clientRequestId !== null) headers.set("X-Client-Request-Id", state.clientRequestId);
  headers.set("X-Api-Version", surface.version);
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  for (const [name, value] of Object.entries(state.headers)) headers.set(name, value);
}

/** Whether to reject a request over plain HTTP: in production only, since `wrangler dev` serves plain HTTP. */
function isForbiddenHttp({ req, env }: Context<HttpEnv>): boolean {
  return req.raw.url.startsWith("http:") && settingsOf(env).ENVIRONMENT === "production";
}

/** The parts in which the routers of the APIs, the console and the pages behind links differ. */
interface RouterOptions {
  setHeaders: (c: Context<HttpEnv>) => void;
  renderError: (c: Context<HttpEnv>, error: ApiError) => Response | Promise<Response>;
  /** The error for an unknown path; by default 404 Not Found. */
  notFoundError?: (c: Context<HttpEnv>) => Promise<ApiError>;
  /** Converts thrown errors other than ApiError; null for unexpected ones. */
  convertError?: (c: Context<HttpEnv>, error: unknown) => ApiError | Response | null;
}

function newRouter(options: RouterOptions): Hono<HttpEnv> {
  const router = new Hono<HttpEnv>({ strict: false });
  const respondWithError = async (c: Context<HttpEnv>, error: ApiError) => {
    const { caller } = c.get("state");
    c.get("state").errorCode = error.code;
    if (error instanceof OrganizationMoving && caller.organizationId !== null)
      c.executionCtx.waitUntil(finishSwitch(c.env, caller.organizationId));
    return await options.renderError(c, error);
  };

  router.use(async (c, next) => {
    const state = newState(c);
    c.set("state", state);
    // The caller sets the host, which may not form a valid URL. Later code parses the URL.
    if (!URL.canParse(c.req.raw.url)) c.res = await respondWithError(c, invalid("Host", "invalid_host", "Expected a host name."));
    // This is checked first, and never redirects: a client that follows redirects would keep sending its secrets unencrypted.
    else if (isForbiddenHttp(c)) c.res = await respondWithError(c, new ApiError("https_required"));
    else await next();
    // Nobody reads the body of a response to a HEAD request, so a file would never end.
    if (c.req.raw.method === "HEAD") await discard(c.res);
    state.memory?.release();
    options.setHeaders(c);
    setHsts(c.req.raw, c.res.headers);
    await setMeasurements(c, state);
    logRequest(c, state);
  });

  router.onError(async (error, c) => {
    const converted = options.convertError?.(c, error) ?? apiErrorFor(error, c.get("state"));
    return converted instanceof Response ? converted : await respondWithError(c, converted);
  });
  router.notFound(async (c) => await respondWithError(c, (await options.notFoundError?.(c)) ?? new ApiError("not_found")));
  return router;
}

function routerOf(surface: Surface, endpoints: readonly Endpoint[]): Hono<HttpEnv> {
  const router = newRouter({
    setHeaders: (c) => setApiHeaders(c.get("state"), surface, c.res),
    renderError: (c, error) => toResponse(renderError(error, c.get("state").requestId)),
    notFoundError: async (c) => {
      const allowed = allowedMethods(surface, endpoints, c.req.path);
      // To others, a 405 Method Not Allowed would reveal that the operator API exists.
      const isKnown = allowed.length > 0 && (surface.name !== "operator" || (await isOperator(c, surface)));
      return isKnown ? new ApiError("method_not_allowed", [], { headers: { Allow: allowed.join(", ") } }) : unknownPath();
    },
  });
  mount(router, { surface, endpoints, relay: RELAY, principalOf });
  return router;
}

async function consoleRouter(): Promise<Hono<HttpEnv>> {
  const [{ consoleError, mountConsole, setConsoleHeaders }, { respondWithError }] = await Promise.all([
    import("./console/router"),
    import("../console/respond"),
  ]);
  const router = newRouter({ setHeaders: setConsoleHeaders, renderError: respondWithError, convertError: consoleError });
  mountConsole(router, RELAY);
  return router;
}

async function publicRouter(): Promise<Hono<HttpEnv>> {
  const [{ mountPublicPages }, { setPublicHeaders }, { respondWithFailure }, { PUBLIC_SITES }] = await Promise.all([
    import("../public/serve"),
    import("../public/headers"),
    import("../public/respond"),
    import("./public/sites"),
  ]);
  const router = newRouter({ setHeaders: setPublicHeaders, renderError: respondWithFailure });
  mountPublicPages(router, PUBLIC_SITES, RELAY);
  return router;
}

/** The router of what shops and carrier services deliver, which answers as v2 does. */
async function receiverRouter(): Promise<Hono<HttpEnv>> {
  const [{ mountReceiver }, { mountDoctorReceiver }] = await Promise.all([
    import("../resources/connections/mount-receiver"),
    import("./operator/doctor-receiver"),
  ]);
  const router = newRouter({
    setHeaders: (c) => setApiHeaders(c.get("state"), v2, c.res),
    renderError: (c, error) => toResponse(renderError(error, c.get("state").requestId)),
  });
  // mountReceiver takes every other path.
  mountDoctorReceiver(router);
  mountReceiver(router);
  return router;
}

const routers = new Map<string, Hono<HttpEnv>>();

/** The MCP server has the headers and errors of v2, and none of its endpoints: a tool calls them without another request. */
async function mcpRouter(): Promise<Hono<HttpEnv>> {
  const { serveMcp } = await import("./mcp/serve-mcp");
  const router = routerOf(v2, []);
  router.all("*", async (c) => await serveMcp(c, RELAY));
  return router;
}

/** The router for a path. Paths that belong to no other surface belong to Public V1. */
export async function routerFor(path: string): Promise<Hono<HttpEnv>> {
  if (path === `${v2.base}/mcp` || path === `${v2.base}/mcp/`) return await cachedRouter("mcp", mcpRouter);
  if (path.startsWith("/in/")) return await cachedRouter("receiver", receiverRouter);
  if (path.startsWith(LINK_PATH)) return await cachedRouter("public", publicRouter);
  if (path === "/console" || path.startsWith("/console/")) return await cachedRouter("console", consoleRouter);
  const [surface, load] = SURFACES.find(([{ base }]) => path === base || path.startsWith(`${base}/`)) ?? ([v1, v1Endpoints] as const);
  return await cachedRouter(surface.name, async () => routerOf(surface, await load()));
}

/** Creates a router once. We cache it instead of its promise, because a request must not wait for I/O of another request. */
async function cachedRouter(name: string, create: () => Promise<Hono<HttpEnv>>): Promise<Hono<HttpEnv>> {
  const cached = routers.get(name);
  if (cached !== undefined) return cached;
  const router = await create();
  routers.set(name, router);
  return router;
}

export const app = {
  fetch: async (request: Request, env: Env, ctx: ExecutionContext): Promise<Response> => {
    const rejection = invalidSettingsResponse(request, env);
    if (rejection !== null) return rejection;
    const fileRequest = isFileLink(getPath(request)) ? followFileLink(request) : null;
    if (fileRequest instanceof Response) return fileRequest;
    const requestToServe = fileRequest ?? request;
    const router = await routerFor(getPath(requestToServe));
    return await router.fetch(requestToServe, env, ctx);
  },
};
