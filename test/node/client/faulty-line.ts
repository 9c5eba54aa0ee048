import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** Failures of a request: a response of a proxy, or a failure of the connection. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** The connection is reset, and the request never arrives. */
  | "reset"
  /** The request is processed, but its response is lost. */
  | "lost_response"
  /** The request is processed, but half of its response is lost. */
  | "half_response"
  /** The request is lost without an error. */
  | "silence";

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** ms since 1970. */
  at: number;
}

/**
 * A proxy to `target` on a free port of 127.0.0.1 that applies `faults[n]` to the n-th request, and forwards all others. Without a
 * target, it returns 404 instead.
 */
export async function startFaultyProxy(target: string | null, faults: (Fault | null)[]) {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => void forward(request, response));

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request);
    const { method = "", url = "", headers } = request;
    requests.push({ method, path: url, headers, body: bytes.toString(), at: Date.now() });
    const fault = faults[requests.length - 1] ?? null;
    if (fault === "reset") return void request.socket.resetAndDestroy();
    if (fault === "silence") return;
    if (typeof fault === "object" && fault !== null) return respond(response, fault);
    if (target === null) return respond(response, { status: 404 });
    const reply = await fetch(target + url, {
      method,
      headers: forwardedHeaders(headers),
      body: bytes.length === 0 ? null : bytes,
      redirect: "manual",
    });
    const content = Buffer.from(await reply.arrayBuffer());
    if (fault === "lost_response") return void request.socket.resetAndDestroy();
    if (fault === "half_response") {
      response.writeHead(reply.status, { "content-type": "application/json", "content-length": content.length });
      return void response.write(content.subarray(0, content.length / 2), () => request.socket.resetAndDestroy());
    }
    response.writeHead(reply.status, forwardedHeaders(Object.fromEntries(reply.headers))).end(content);
  }

  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Headers that apply only to one hop. */
const HOP_BY_HOP = new Set(["host", "connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding"]);

function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (HOP_BY_HOP.has(name) ? [] : [[name, String(value)]])));
}

function respond(response: ServerResponse, { status, headers, body = {} }: Exclude<Fault, string>): void {
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(typeof body === "string" ? body : JSON.stringify(body));
}

/** The body of an error as the API sends it. */
export function errorBody(code: string, message = code): unknown {
  return { success: false, error: { code, message }, meta: { request_id: "req_x" } };
}
