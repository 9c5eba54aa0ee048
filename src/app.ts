import { type Context, Hono } from "hono";
import { reference, v1Document, v2Document } from "./api/documents";
import { v1Endpoints } from "./api/v1/endpoints";
import { v2Endpoints } from "./api/v2/endpoints";
import { Meter } from "./db/meter";
import { allowedMethods } from "./http/allowed-methods";
import type { HttpEnv, RequestState } from "./http/context";
import { logRequest } from "./http/log";
import { answerWith, mount } from "./http/mount";
import { clientRequestId, newRequestId } from "./http/request-id";
import { renderRefusal } from "./http/respond";
import { operatorSurface, type Surface, v1, v2 } from "./http/surface";
import { operatorEndpoints } from "./operator/endpoints";
import { Refusal } from "./refusal";
import { ring } from "./webhooks/relay";

/** Every endpoint there is, by surface. Routes, documents and the sweeps over all endpoints are made from this. */
export const MOUNTED = [
  [v2, [...v2Endpoints, v2Document(v2Endpoints)]],
  [operatorSurface, operatorEndpoints],
  [v1, [...v1Endpoints, v1Document(v1Endpoints), reference(v1Endpoints, v2Endpoints)]],
] as const;

function surfaceOf(path: string): Surface {
  return [v2, operatorSurface].find(({ base }) => path === base || path.startsWith(`${base}/`)) ?? v1;
}

function freshState(c: Context<HttpEnv>): RequestState {
  return {
    requestId: newRequestId(),
    clientRequestId: clientRequestId(c.req.raw.headers),
    now: Date.now(),
    meter: new Meter(),
    gateCalls: 0,
    credential: null,
    deferred: null,
    unreadable: false,
    faults: [],
    warnings: [],
    body: new Uint8Array(),
    json: undefined,
    headers: {},
    route: null,
  };
}

/** The headers that every answer has (decisions A14). */
function finish(state: RequestState, surface: Surface, response: Response): void {
  const { headers } = response;
  headers.set("X-Request-Id", state.requestId);
  if (state.clientRequestId !== null) headers.set("X-Client-Request-Id", state.clientRequestId);
  headers.set("X-Api-Version", surface.version);
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  for (const [name, value] of Object.entries(state.headers)) headers.set(name, value);
}

/** A refusal as it is; anything else is our own fault and shows nothing of itself (decisions A6). */
function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  console.error("unexpected", error);
  return new Refusal("internal_error");
}

/** The HTTP side: request id → surfaces → errors. */
export const app = new Hono<HttpEnv>({ strict: false });

app.use(async (c, next) => {
  const state = freshState(c);
  c.set("state", state);
  await next();
  finish(state, surfaceOf(c.req.path), c.res);
  logRequest(c.req.raw, state, c.res.status);
});

app.onError((error, c) => answerWith(renderRefusal(refusalFor(error), c.get("state").requestId)));

app.notFound((c) => {
  const allowed = allowedMethods(MOUNTED, c.req.path);
  const refusal = allowed.length > 0 ? new Refusal("method_not_allowed", [], { Allow: allowed.join(", ") }) : new Refusal("not_found");
  return answerWith(renderRefusal(refusal, c.get("state").requestId));
});

for (const [surface, endpoints] of MOUNTED) mount(app, surface, endpoints, ring);
