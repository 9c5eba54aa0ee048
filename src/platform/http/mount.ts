import type { Context, Hono, MiddlewareHandler } from "hono";
import { equalInConstantTime } from "../crypto/digest";
import type { EventRelay } from "../db/org-db";
import { settingsOf } from "../../env";
import { Refusal } from "../refusal";
import { CredentialChanged, missingScope, refuseWhileLimited } from "./admission";
import { authenticate, hasTooManyAttempts } from "./authenticate";
import { checkBodyHeaders } from "./input/body";
import type { HttpEnv } from "./context";
import type { Endpoint } from "./endpoint";
import { validators } from "./input/input";
import type { Rendered } from "./respond";
import { scopeOf, serveOpen, serveRead } from "./serve";
import { serveWrite } from "./serve-write";
import type { Surface } from "./surface";

/** Registers endpoints on a surface. This is the one place where a route meets its guard. */
export function mount(app: Hono<HttpEnv>, surface: Surface, endpoints: readonly Endpoint[], relay: EventRelay): void {
  for (const endpoint of endpoints) {
    const path = surface.base + endpoint.path;
    const handler = async (c: Context<HttpEnv>) => answerWith(await serve(c, surface, endpoint, relay));
    // A GET has no body to read; whatever a caller sends with one is ignored.
    const body = endpoint.method === "get" ? [] : [checkBodyHeaders(endpoint)];
    app.on(endpoint.method.toUpperCase(), path, identify(surface, endpoint, path), ...body, validators(endpoint), handler);
  }
}

/** Who calls? 401 and the IP allow-list answer at once; the scope is looked at when the gate is asked. */
function identify(surface: Surface, endpoint: Endpoint, route: string): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    c.get("state").route = route;
    const { guard } = endpoint;
    if (guard.kind === "operator") await mustBeOperator(c, surface);
    if (guard.kind === "read" || guard.kind === "write") {
      if (settingsOf(c.env).MAINTENANCE) throw new Refusal("service_unavailable", [], { "Retry-After": "60" });
      refuseWhileLimited(c, await authenticate(c, surface));
    }
    await next();
  };
}

/**
 * The operator API does not exist for anybody else: 404 (docs/spec/operator.md#operator-token), also for who guesses too often; it counts
 * with the guesses elsewhere.
 */
async function mustBeOperator(c: Context<HttpEnv>, surface: Surface): Promise<void> {
  const token = surface.credential.read(c.req.raw.headers);
  const expected = settingsOf(c.env).OPERATOR_TOKEN;
  if (expected !== null && token !== null) {
    if (await equalInConstantTime(token, expected)) return;
    await hasTooManyAttempts(c, "credential");
  }
  throw new Refusal("not_found");
}

/** Serves a request; a second time where its credential had changed since it was cached. There is no third. */
async function serve(c: Context<HttpEnv>, surface: Surface, endpoint: Endpoint, relay: EventRelay): Promise<Rendered> {
  const state = c.get("state");
  const { deferred } = state;
  const faults = [...state.faults];
  try {
    return await serveOnce(c, surface, endpoint, relay);
  } catch (error) {
    if (!(error instanceof CredentialChanged)) throw error;
    await authenticate(c, surface, true);
    Object.assign(state, { deferred, faults });
    return await serveOnce(c, surface, endpoint, relay);
  }
}

async function serveOnce(c: Context<HttpEnv>, surface: Surface, endpoint: Endpoint, relay: EventRelay): Promise<Rendered> {
  const state = c.get("state");
  const { credential } = state;
  const scope = scopeOf(endpoint);
  // Before whatever was wrong with the body (docs/spec/requests.md#order-of-checks).
  if (credential !== null && scope !== null && !credential.record.scopes.has(scope)) state.deferred = missingScope(scope);
  switch (endpoint.guard.kind) {
    case "open":
    case "operator":
      return await serveOpen(c, surface, endpoint);
    case "read":
      if (credential !== null) return await serveRead(c, surface, endpoint, credential.record);
      break;
    case "write":
      if (credential !== null) return await serveWrite(c, surface, endpoint, credential.record, relay);
      break;
  }
  throw new Error("A guarded endpoint was reached without a credential.");
}

/** Bytes and headers as a Response; the headers of every answer are added by the app. */
export function answerWith({ status, body, headers, stream }: Rendered): Response {
  return new Response(stream ?? body, { status, headers });
}
