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
import { withBodyMemory } from "../platform/http/isolate-memory";
import { admitPrincipal, type Principal } from "../platform/http/principal";
import { serveCall } from "../platform/http/serve";
import { v2 } from "../platform/http/surface";
import { ApiError } from "../platform/api-error";
import { type Exchange, serverFor } from "./server";
import type { Tool } from "./tool";
import { selectTools } from "./tools";

/** The response to an invalid message, as a JSON-RPC error. */
function protocolError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}

interface PostedMessage {
  message: unknown;
  tools: readonly Tool[];
}

/**
 * Reads the message. Returns a JSON-RPC error, or throws 413 Content Too Large, 415 Unsupported Media Type, or 400 Bad Request for the
 * URL's parameters.
 */
async function readMessage(request: Request, memory: BodyMemory | null): Promise<PostedMessage | Response> {
  const tools = selectTools(new URL(request.url).searchParams);
  assertContentLength(request, BODY_LIMIT);
  const compressionError = encodingError(request);
  if (compressionError !== null) throw compressionError;
  if (!isJsonContentType(request.headers.get("Content-Type"))) throw new ApiError("unsupported_media_type");
  const body = await readRequestBody(request, BODY_LIMIT).catch(() => null);
  if (body?.tooLarge === true) throw bodyTooLarge(BODY_LIMIT);
  await memory?.process(body?.text.length ?? 0);
  const message = parseMessage(body?.text);
  if (message === undefined) return protocolError(400, ProtocolErrorCode.ParseError, "Expected one JSON-RPC message.");
  if (Array.isArray(message))
    return protocolError(400, ProtocolErrorCode.InvalidRequest, "Expected a single message: batches are not supported.");
  // Tools never change while a subscription is open.
  if (methodOf(message) === "subscriptions/listen") {
    return protocolError(404, ProtocolErrorCode.MethodNotFound, "This server has no subscriptions.");
  }
  return { message, tools };
}

/** Parses JSON; returns undefined for malformed or incomplete JSON, and if a number is out of range. */
function parseMessage(text = ""): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => {
      // An infinite number would be serialized as null, which clears a field.
      if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError("The number is out of range.");
      return value;
    });
  } catch {
    return undefined;
  }
}

function methodOf(message: unknown): unknown {
  return typeof message === "object" && message !== null && "method" in message ? message.method : undefined;
}

/**
 * Handles a message with the SDK: the 2026 protocol by its handler, the 2025 one by a transport without a session; both respond with JSON.
 */
async function handleMessage(request: Request, message: unknown, newServer: () => Server): Promise<Response> {
  const headers = new Headers(request.headers);
  // The SDK requires both types. We also serve clients that accept only one, because the response is always JSON.
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
 * MCP over Streamable HTTP, without sessions and streams: each POST gets one JSON response. A tool call is one call of a v2 endpoint and
 * counts as such. Every other POST counts as one read. Throws the same errors as v2.
 */
export async function serveMcp(c: Context<HttpEnv>, relay: EventRelay): Promise<Response> {
  const outer = c.req.raw;
  c.get("state").route = `${v2.base}/mcp`;
  if (outer.method !== "POST") throw new ApiError("method_not_allowed", [], { headers: { Allow: "POST" } });
  // By DNS rebinding, a web page could call a server on its visitor's machine. Web pages are not clients of this server.
  const originError = originValidationResponse(outer, localhostAllowedOrigins());
  if (originError !== undefined) return originError;
  const principal = await principalOf(c, v2);
  // As on v2, a large body is read only once the gate has admitted the request.
  if (mayReadEarly(outer)) return await servePosted(c, principal, relay);
  const admitted = await admitPrincipal(principal);
  return await withBodyMemory(c, maxBodyBytes(outer, BODY_LIMIT), async () => await servePosted(c, admitted, relay));
}

/** Reads and handles a message. The principal may already have been admitted. */
async function servePosted(c: Context<HttpEnv>, known: Principal, relay: EventRelay): Promise<Response> {
  const state = c.get("state");
  const posted = await readMessage(c.req.raw, state.bodyMemory).catch((error: unknown) =>
    error instanceof ApiError ? error : Promise.reject(error),
  );
  const isToolCall = !(posted instanceof ApiError || posted instanceof Response) && methodOf(posted.message) === "tools/call";
  // The gate's result comes before any error in the request (docs/spec/requests.md#order-of-checks).
  const principal = isToolCall ? known : await admitPrincipal(known);
  if (posted instanceof ApiError) throw posted;
  if (posted instanceof Response) return posted;

  let isServed = false;
  const exchange: Exchange = {
    tools: posted.tools,
    principal,
    outer: c.req.raw,
    state,
    serve: async (call) => {
      isServed = true;
      return await serveCall(c, { call, principal, relay });
    },
    failure: null,
  };
  const response = await handleMessage(c.req.raw, posted.message, () => serverFor(exchange));
  if (exchange.failure !== null) throw exchange.failure;
  // The message counts even if it did not lead to a call of v2.
  if (!isServed) await admitPrincipal(principal);
  return response;
}
