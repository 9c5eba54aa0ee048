import type { Context, Hono, MiddlewareHandler } from "hono";
import type { EventRelay } from "../db/org-db";
import { unknownPath } from "../api-error";
import { isOperatorToken } from "./authenticate";
import { callOf } from "./call";
import type { HttpEnv } from "./context";
import type { Endpoint } from "./endpoint";
import type { Rendered } from "./rendered";
import { validators } from "./input/input";
import type { Principal } from "./principal";
import { serveCall, serveOpen } from "./serve";
import type { Surface } from "./surface";

interface MountOptions {
  surface: Surface;
  principalOf: (c: Context<HttpEnv>, surface: Surface) => Promise<Principal>;
  endpoints: readonly Endpoint[];
  relay: EventRelay;
}

/** Registers endpoints on a surface. All guards are applied here and nowhere else. */
export function mount(app: Hono<HttpEnv>, { surface, endpoints, relay, principalOf }: MountOptions): void {
  for (const endpoint of endpoints) {
    const path = surface.base + endpoint.path;
    const mounted = { surface, endpoint };
    const identify: MiddlewareHandler<HttpEnv> = async (c, next) => {
      const { guard } = endpoint;
      c.get("state").route = path;
      // The credential and the IP allow-list are checked here; the scope is checked when the gate is called.
      if (guard.kind === "operator" && !(await isOperator(c, surface))) throw unknownPath();
      if (guard.kind === "read" || guard.kind === "write") c.set("principal", await principalOf(c, surface));
      await next();
    };
    const handler = async (c: Context<HttpEnv>) => {
      const call = callOf(c, mounted);
      const principal = c.get("principal");
      if (endpoint.guard.kind === "open" || endpoint.guard.kind === "operator") return toResponse(await serveOpen(c, call));
      if (principal === undefined) throw new Error("A guarded endpoint was reached without a principal.");
      return toResponse(await serveCall(c, { call, principal, relay }));
    };
    app.on(endpoint.method.toUpperCase(), path, identify, ...validators(endpoint), handler);
  }
}

/**
 * Whether the request has the operator token. To others, the API is 404 Not Found (docs/spec/operator.md#operator-token), so that they can't
 * tell whether it exists. A wrong token counts as a failed authentication, but never leads to a 429 Too Many Requests here.
 */
export async function isOperator(c: Context<HttpEnv>, surface: Surface): Promise<boolean> {
  const token = surface.credential.read(c.req.raw.headers);
  return token !== null && (await isOperatorToken(c, token));
}

/** Converts to a Response. The app adds the headers that every response has. */
export function toResponse({ status, body, headers, stream }: Rendered): Response {
  return new Response(stream ?? body, { status, headers });
}

/**
 * The methods of a path, for 405 Method Not Allowed and its Allow header; empty if there is no such path. GET implies HEAD
 * (docs/spec/requests.md#methods).
 */
export function allowedMethods(surface: Surface, endpoints: readonly Endpoint[], path: string): string[] {
  const methods = new Set<string>();
  for (const endpoint of endpoints) {
    const literal = (surface.base + endpoint.path).replaceAll(".", "\\.");
    const pattern = new RegExp(`^${literal.replaceAll(/:[a-zA-Z_]+/g, "[^/]+")}$`);
    if (!pattern.test(path)) continue;
    methods.add(endpoint.method.toUpperCase());
    if (endpoint.method === "get") methods.add("HEAD");
  }
  return [...methods];
}
