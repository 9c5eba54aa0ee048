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
import type { CredentialRecord } from "../accounts/credentials/find-credential.sql.ts";
import { settingsOf } from "../env";
import { type Admitted, admit, CredentialChanged, markAdmitted, refuseWhileLimited } from "../platform/http/admission";
import { authenticate } from "../platform/http/authenticate";
import { assertStatedLength, BODY_LIMIT, bodyTooLarge, encodingRefusal, maxBodyBytes, mayReadEarly } from "../platform/http/input/body";
import { withBodyMemory } from "../platform/http/input/body-memory";
import type { BodyMemory, HttpEnv } from "../platform/http/context";
import { limitPages } from "../platform/http/serve";
import { v2 } from "../platform/http/surface";
import { Refusal } from "../platform/refusal";
import { offeredBy } from "./offer";
import { MCP_PAGE_LIMIT } from "./page-limit";
import { type Exchange, serverFor } from "./server";
import type { Tool } from "./tool";

/** A credential whose gate has counted this request. */
interface AdmittedRead {
  /** As the credential is now. */
  record: CredentialRecord;
  admitted: Admitted;
}

/** Counts this request as one read of its credential. Throws 401, 403, 429 or 503. */
async function admitAsRead(c: Context<HttpEnv>, record: CredentialRecord): Promise<AdmittedRead> {
  try {
    return { record, admitted: await admit(c, record, null) };
  } catch (error) {
    if (!(error instanceof CredentialChanged)) throw error;
    const changed = await authenticate(c, v2, true);
    return { record: changed, admitted: await admit(c, changed, null) };
  }
}

/** A message that is none, in the protocol's own words. */
function protocolFault(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}

interface Posted {
  message: unknown;
  offered: readonly Tool[];
}

/** Reads the message. What is not even JSON-RPC is an answer of HTTP: 413, 415, or 400 for the URL's own parameters. */
async function readPosted(request: Request, memory: BodyMemory | null): Promise<Posted | Response> {
  const offered = offeredBy(new URL(request.url).searchParams);
  assertStatedLength(request, BODY_LIMIT);
  const encoded = encodingRefusal(request);
  if (encoded !== null) throw encoded;
  if (!isJsonContentType(request.headers.get("Content-Type"))) throw new Refusal("unsupported_media_type");
  const body = await readRequestBody(request, BODY_LIMIT).catch(() => null);
  if (body?.tooLarge === true) throw bodyTooLarge(BODY_LIMIT);
  await memory?.process(body?.text.length ?? 0);
  const message = parsed(body?.text);
  if (message === undefined) return protocolFault(400, ProtocolErrorCode.ParseError, "Expected one JSON-RPC message.");
  if (Array.isArray(message)) return protocolFault(400, ProtocolErrorCode.InvalidRequest, "Expected one message: no batches.");
  // What it would tell of never changes while it is open.
  if (methodOf(message) === "subscriptions/listen") {
    return protocolFault(404, ProtocolErrorCode.MethodNotFound, "This server has nothing to subscribe to.");
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
  const asked = new Request(request.url, { method: "POST", headers });
  if (!(await isLegacyRequest(asked, message))) {
    return await createMcpHandler(newServer, { legacy: "reject" }).fetch(asked, { parsedBody: message });
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = newServer();
  await server.connect(transport);
  try {
    return await transport.handleRequest(asked, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/**
 * MCP over Streamable HTTP, without sessions and without streams: one POST, one JSON answer. A tool call is served by v2 as a
 * request of its own (`serve`), and counted as that; every other POST is counted as one read. Throws refusals as v2 does.
 */
export async function serveMcp(c: Context<HttpEnv>, serve: (request: Request) => Promise<Response>): Promise<Response> {
  const state = c.get("state");
  const outer = c.req.raw;
  state.route = `${v2.base}/mcp`;
  if (outer.method !== "POST") throw new Refusal("method_not_allowed", [], { Allow: "POST" });
  // A web page could reach a server on its visitor's machine under a name of its own (DNS rebinding); no page is a client of this one.
  const foreign = originValidationResponse(outer, localhostAllowedOrigins());
  if (foreign !== undefined) return foreign;
  if (settingsOf(c.env).MAINTENANCE) throw new Refusal("service_unavailable", [], { "Retry-After": "60" });
  const known = await authenticate(c, v2);
  refuseWhileLimited(c, known);
  // As on v2, a large body is read only once the gate has admitted the request.
  if (mayReadEarly(outer)) return await servePosted(c, serve, known, null);
  const admitted = await admitAsRead(c, known);
  return await withBodyMemory(c, maxBodyBytes(outer, BODY_LIMIT), async () => await servePosted(c, serve, known, admitted));
}

/** Reads a message and has it answered. `admitted` is null where the gate has not been asked yet. */
async function servePosted(
  c: Context<HttpEnv>,
  serve: (request: Request) => Promise<Response>,
  known: CredentialRecord,
  admitted: AdmittedRead | null,
): Promise<Response> {
  const state = c.get("state");
  const outer = c.req.raw;
  let counted = admitted;
  const posted = await readPosted(outer, state.bodyMemory).catch((error: unknown) =>
    error instanceof Refusal ? error : Promise.reject(error),
  );
  const calls = !(posted instanceof Refusal || posted instanceof Response) && methodOf(posted.message) === "tools/call";
  // The gate's verdict comes before whatever is wrong with the request (docs/spec/requests.md#order-of-checks).
  if (!calls) counted ??= await admitAsRead(c, known);
  if (posted instanceof Refusal) throw posted;
  if (posted instanceof Response) return posted;

  const serveCounted = async (request: Request) => {
    if (counted !== null) markAdmitted(request, counted.admitted);
    limitPages(request, MCP_PAGE_LIMIT);
    return await serve(request);
  };
  const { scopes } = counted?.record ?? known;
  const exchange: Exchange = {
    offered: posted.offered,
    scopes,
    outer,
    requestId: state.requestId,
    serve: serveCounted,
    served: null,
    failure: null,
  };
  const answer = await speak(outer, posted.message, () => serverFor(exchange));
  if (exchange.failure !== null) throw exchange.failure;
  if (exchange.served !== null) {
    for (const name of ["RateLimit", "RateLimit-Policy"]) {
      const limits = exchange.served.headers.get(name);
      if (limits !== null) state.headers[name] = limits;
    }
  } else {
    // It came to no request of v2: it counts all the same.
    counted ??= await admitAsRead(c, known);
  }
  return answer;
}
