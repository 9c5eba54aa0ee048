import type { Context, Hono, MiddlewareHandler } from "hono";
import { equalInConstantTime } from "../crypto/digest";
import type { EventRelay } from "../db/org-db";
import { settingsOf } from "../../env";
import { ApiError } from "../api-error";
import { hasTooManyAttempts } from "./authenticate";
import { callOf } from "./call";
import type { HttpEnv } from "./context";
import type { Endpoint } from "./endpoint";
import type { Rendered } from "./rendered";
import { jsonValidator, validators } from "./input/input";
import type { Principal } from "./principal";
import { serveCall, serveOpen } from "./serve";
import type { Surface } from "./surface";

interface Mounted {
  surface: Surface;
  /** Finds the principal of a request with a credential. */
  principalOf: (c: Context<HttpEnv>, surface: Surface) => Promise<Principal>;
  endpoints: readonly Endpoint[];
  relay: EventRelay;
}

/** Registers endpoints on a surface. This is the one place where a route meets its guard. */
export function mount(app: Hono<HttpEnv>, { surface, endpoints, relay, principalOf }: Mounted): void {
  for (const endpoint of endpoints) {
    const path = surface.base + endpoint.path;
    const mounted = { surface, endpoint, validateJson: jsonValidator(endpoint) };
    const identify: MiddlewareHandler<HttpEnv> = async (c, next) => {
      const { guard } = endpoint;
      c.get("state").route = path;
      // 401 and the IP allow-list answer at once; the scope is checked when the gate is called.
      if (guard.kind === "operator") await mustBeOperator(c, surface);
      if (guard.kind === "read" || guard.kind === "write") c.set("principal", await principalOf(c, surface));
      await next();
    };
    const handler = async (c: Context<HttpEnv>) => {
      const call = callOf(c, mounted);
      const principal = c.get("principal");
      if (endpoint.guard.kind === "open" || endpoint.guard.kind === "operator") return answerWith(await serveOpen(c, call));
      if (principal === undefined) throw new Error("A guarded endpoint was reached without a principal.");
      return answerWith(await serveCall(c, { call, principal, relay }));
    };
    app.on(endpoint.method.toUpperCase(), path, identify, ...validators(endpoint), handler);
  }
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
  throw new ApiError("not_found");
}

/** Bytes and headers as a Response; the headers of every answer are added by the app. */
export function answerWith({ status, body, headers, stream }: Rendered): Response {
  return new Response(stream ?? body, { status, headers });
}

/**
 * The methods that a path has, for 405 and its Allow header; empty where nothing is there. HEAD comes with GET
 * (docs/spec/requests.md#methods).
 */
export function allowedMethods(surface: Surface, endpoints: readonly Endpoint[], path: string): string[] {
  // The operator API does not exist for those who do not know it (docs/spec/operator.md#operator-token).
  if (surface.name === "operator") return [];
  const methods = new Set<string>();
  for (const endpoint of endpoints) {
    const literal = (surface.base + endpoint.path).replaceAll(".", "\\.");
    const pattern = new RegExp(`^${literal.replaceAll(/:[a-zA-Z_]+/g, "[^/]+")}/?$`);
    if (!pattern.test(path)) continue;
    methods.add(endpoint.method.toUpperCase());
    if (endpoint.method === "get") methods.add("HEAD");
  }
  return [...methods];
}
