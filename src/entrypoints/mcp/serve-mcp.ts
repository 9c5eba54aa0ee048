import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  localhostAllowedOrigins,
  originValidationResponse,
  ProtocolErrorCode,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Context } from "hono";
import { principalOf } from "../../accounts/credentials/credential-principal";
import { BULK_SHAPE } from "../../resources/orders/ingest/v2/parse-incoming";
import type { EventRelay } from "../../platform/db/org-db";
import type { HttpEnv } from "../../platform/http/context";
import { assertContentLength, BODY_LIMIT, encodingError, readBytes } from "../../platform/http/input/body";
import { withBodyMemory } from "../../platform/http/isolate-memory";
import { admitPrincipal, type Principal } from "../../platform/http/principal";
import { serveCall } from "../../platform/http/serve";
import { v2 } from "../../platform/http/surface";
import { ApiError } from "../../platform/api-error";
import { parseJson } from "../../platform/reading/json";
import type { JsonShape } from "../../platform/reading/json-shape";
import { maxBodyBytes, tryReserveEarlyBody } from "../../platform/reading/request-body";
import { type Exchange, serverFor } from "./server";
import type { Tool } from "./tool";
import { selectTools } from "./tools";

function protocolError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}

/** The limits of a message. Its arguments may be a bulk body, at a depth of 3. */
const MESSAGE_SHAPE: JsonShape = { maxDepth: BULK_SHAPE.maxDepth + 3, maxValues: BULK_SHAPE.maxValues };

interface PostedMessage {
  message: unknown;
  tools: readonly Tool[];
}

/**
 * Reads the message. Returns a JSON-RPC error, or throws 413 Content Too Large, 415 Unsupported Media Type, or 400 Bad Request for the
 * URL's parameters.
 */
async function readMessage(c: Context<HttpEnv>): Promise<PostedMessage | Response> {
  const request = c.req.raw;
  const tools = selectTools(new URL(request.url).searchParams);
  assertContentLength(request, BODY_LIMIT);
  const compressionError = encodingError(request);
  if (compressionError !== null) throw compressionError;
  if (!isJsonContentType(request.headers.get("Content-Type"))) throw new ApiError("unsupported_media_type");
  const bytesOrViolation = await readBytes(c, BODY_LIMIT);
  if (!(bytesOrViolation instanceof Uint8Array)) return protocolError(400, ProtocolErrorCode.ParseError, bytesOrViolation.message);
  const { value: message, violation } = parseJson(bytesOrViolation, MESSAGE_SHAPE);
  // An infinite number would be serialized as null, which clears a field.
  if (violation?.code === "malformed_json" || (violation === null && !hasFiniteNumbers(message)))
    return protocolError(400, ProtocolErrorCode.ParseError, "Expected one JSON-RPC message.");
  if (violation !== null) return protocolError(400, ProtocolErrorCode.InvalidRequest, violation.message);
  if (Array.isArray(message))
    return protocolError(400, ProtocolErrorCode.InvalidRequest, "Expected a single message: batches are not supported.");
  // Tools never change while a subscription is open.
  if (methodOf(message) === "subscriptions/listen") {
    return protocolError(404, ProtocolErrorCode.MethodNotFound, "This server has no subscriptions.");
  }
  return { message, tools };
}

/** Whether all numbers in parsed JSON are in range. */
function hasFiniteNumbers(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(hasFiniteNumbers);
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
  const sdkRequest = new Request(request.url, { method: "POST", headers });
  if (!(await isLegacyRequest(sdkRequest, message))) {
    return await createMcpHandler(newServer, { legacy: "reject" }).fetch(sdkRequest, { parsedBody: message });
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = newServer();
  await server.connect(transport);
  try {
    return await transport.handleRequest(sdkRequest, { parsedBody: message });
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
  // As on v2, a large body, or one for which there is no room now, is read only once the gate has admitted the request.
  const organizationId = principal.organization.id;
  const releaseEarlyBody = tryReserveEarlyBody(outer, organizationId);
  if (releaseEarlyBody !== null) return await servePosted(c, principal, relay).finally(releaseEarlyBody);
  const admitted = await admitPrincipal(principal);
  const body = { bytes: maxBodyBytes(outer, BODY_LIMIT), organizationId };
  return await withBodyMemory(c, body, async () => await servePosted(c, admitted, relay));
}

/** Reads and handles a message. The principal may already have been admitted. */
async function servePosted(c: Context<HttpEnv>, known: Principal, relay: EventRelay): Promise<Response> {
  const state = c.get("state");
  const messageOrError = await readMessage(c).catch((error: unknown) => (error instanceof ApiError ? error : Promise.reject(error)));
  const isToolCall =
    !(messageOrError instanceof ApiError || messageOrError instanceof Response) && methodOf(messageOrError.message) === "tools/call";
  // The gate's result comes before any error in the request (docs/spec/requests.md#order-of-checks).
  const principal = isToolCall ? known : await admitPrincipal(known);
  if (messageOrError instanceof ApiError) throw messageOrError;
  if (messageOrError instanceof Response) return messageOrError;

  let isServed = false;
  const exchange: Exchange = {
    tools: messageOrError.tools,
    principal,
    outer: c.req.raw,
    state,
    serve: async (call) => {
      isServed = true;
      return await serveCall(c, { call, principal, relay });
    },
    failure: null,
  };
  const response = await handleMessage(c.req.raw, messageOrError.message, () => serverFor(exchange));
  if (exchange.failure !== null) throw exchange.failure;
  // The message counts even if it did not lead to a call of v2.
  if (!isServed) await admitPrincipal(principal);
  return response;
}
