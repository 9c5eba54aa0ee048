import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  localhostAllowedOrigins,
  originValidationResponse,
  ProtocolErrorCode,
  readRequestBody,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Context } from "hono";
import { principalOf } from "../accounts/credentials/credential-principal";
import type { EventRelay } from "../platform/db/org-db";
import type { BodyMemory, HttpEnv } from "../platform/http/context";
import { assertContentLength, BODY_LIMIT, bodyTooLarge, encodingError, maxBodyBytes, mayReadEarly } from "../platform/http/input/body";
import { withBodyMemory } from "../platform/http/input/body-memory";
import { admitPrincipal, type Principal } from "../platform/http/principal";
import { serveCall } from "../platform/http/serve";
import { v2 } from "../platform/http/surface";
import { ApiError } from "../platform/api-error";
import { offeredBy } from "./offer";
import { type Exchange, serverFor } from "./server";
import type { Tool } from "./tool";

/** A message that is none, in the protocol's own words. */
function protocolError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}

interface Posted {
  message: unknown;
  offered: readonly Tool[];
}

/** Reads the message. What is not even JSON-RPC is an answer of HTTP: 413, 415, or 400 for the URL's own parameters. */
async function readPosted(request: Request, memory: BodyMemory | null): Promise<Posted | Response> {
  const offered = offeredBy(new URL(request.url).searchParams);
  assertContentLength(request, BODY_LIMIT);
  const encoded = encodingError(request);
  if (encoded !== null) throw encoded;
  if (!isJsonContentType(request.headers.get("Content-Type"))) throw new ApiError("unsupported_media_type");
  const body = await readRequestBody(request, BODY_LIMIT).catch(() => null);
  if (body?.tooLarge === true) throw bodyTooLarge(BODY_LIMIT);
  await memory?.process(body?.text.length ?? 0);
  const message = parsed(body?.text);
  if (message === undefined) return protocolError(400, ProtocolErrorCode.ParseError, "Expected one JSON-RPC message.");
  if (Array.isArray(message)) return protocolError(400, ProtocolErrorCode.InvalidRequest, "Expected one message: no batches.");
  // What it would tell of never changes while it is open.
  if (methodOf(message) === "subscriptions/listen") {
    return protocolError(404, ProtocolErrorCode.MethodNotFound, "This server has nothing to subscribe to.");
  }
  return { message, offered };
}

/** The value that a JSON text stands for; undefined for a text that is none, that broke off, or that has a number beyond all bounds. */
function parsed(text = ""): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => {
      // As JSON it would be written null, which clears a field.
      if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError("1e999 is no number.");
      return value;
    });
  } catch {
    return undefined;
  }
}

function methodOf(message: unknown): unknown {
  return typeof message === "object" && message !== null && "method" in message ? message.method : undefined;
}

/** Has the SDK answer a message: of 2025 by a transport without a session, of 2026 by its own handler; as JSON in either case. */
async function speak(request: Request, message: unknown, newServer: () => Server): Promise<Response> {
  const headers = new Headers(request.headers);
  // A client that takes JSON alone, as curl does, is served too: there is never anything else.
  headers.set("Accept", "application/json, text/event-stream");
  const posted = new Request(request.url, { method: "POST", headers });
  if (!(await isLegacyRequest(posted, message))) {
    return await createMcpHandler(newServer, { legacy: "reject" }).fetch(posted, { parsedBody: message });
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = newServer();
  await server.connect(transport);
  try {
    return await transport.handleRequest(posted, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/**
 * MCP over Streamable HTTP, without sessions and without streams: one POST, one JSON answer. A tool call is one call of v2's endpoint,
 * and counted as that; every other POST is counted as one read. Throws refusals as v2 does.
 */
export async function serveMcp(c: Context<HttpEnv>, relay: EventRelay): Promise<Response> {
  const outer = c.req.raw;
  c.get("state").route = `${v2.base}/mcp`;
  if (outer.method !== "POST") throw new ApiError("method_not_allowed", [], { Allow: "POST" });
  // A web page could reach a server on its visitor's machine under a name of its own (DNS rebinding); no page is a client of this one.
  const foreign = originValidationResponse(outer, localhostAllowedOrigins());
  if (foreign !== undefined) return foreign;
  const principal = await principalOf(c, v2);
  // As on v2, a large body is read only once the gate has admitted the request.
  if (mayReadEarly(outer)) return await servePosted(c, principal, relay);
  const counted = await admitPrincipal(principal);
  return await withBodyMemory(c, maxBodyBytes(outer, BODY_LIMIT), async () => await servePosted(c, counted, relay));
}

/** Reads a message and has it answered. The principal may have been admitted before. */
async function servePosted(c: Context<HttpEnv>, known: Principal, relay: EventRelay): Promise<Response> {
  const state = c.get("state");
  const posted = await readPosted(c.req.raw, state.bodyMemory).catch((error: unknown) =>
    error instanceof ApiError ? error : Promise.reject(error),
  );
  const calls = !(posted instanceof ApiError || posted instanceof Response) && methodOf(posted.message) === "tools/call";
  // The gate's result comes before any error in the request (docs/spec/requests.md#order-of-checks).
  const principal = calls ? known : await admitPrincipal(known);
  if (posted instanceof ApiError) throw posted;
  if (posted instanceof Response) return posted;

  let isServed = false;
  const exchange: Exchange = {
    offered: posted.offered,
    principal,
    outer: c.req.raw,
    state,
    serve: async (call) => {
      isServed = true;
      return await serveCall(c, { call, principal, relay });
    },
    failure: null,
  };
  const answer = await speak(c.req.raw, posted.message, () => serverFor(exchange));
  if (exchange.failure !== null) throw exchange.failure;
  // It came to no call of v2: it counts all the same.
  if (!isServed) await admitPrincipal(principal);
  return answer;
}
