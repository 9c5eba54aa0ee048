import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What may happen to a request on its way: an answer of something in between, or trouble with the connection. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** The connection is reset, and the request never arrives. */
  | "reset"
  /** It arrives and is answered; the answer is lost. */
  | "lost_answer"
  /** It arrives and is answered; half of the answer is lost. */
  | "half_answer"
  /** It arrives nowhere, and nobody says so. */
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
 * A line to `target` on a free port of 127.0.0.1 that does to the n-th request what `faults` has at n, and carries all others.
 * Without a target there is nobody at its other end, and what `faults` does not answer is 404.
 */
export async function openLine(target: string | null, faults: (Fault | null)[]) {
  const seen: ReceivedRequest[] = [];
  const server = createServer((request, response) => void carry(request, response));

  async function carry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request);
    const { method = "", url = "", headers } = request;
    seen.push({ method, path: url, headers, body: bytes.toString(), at: Date.now() });
    const fault = faults[seen.length - 1] ?? null;
    if (fault === "reset") return void request.socket.resetAndDestroy();
    if (fault === "silence") return;
    if (typeof fault === "object" && fault !== null) return answer(response, fault);
    if (target === null) return answer(response, { status: 404 });
    const reply = await fetch(target + url, {
      method,
      headers: carried(headers),
      body: bytes.length === 0 ? null : bytes,
      redirect: "manual",
    });
    const text = await reply.text();
    if (fault === "lost_answer") return void request.socket.resetAndDestroy();
    if (fault === "half_answer") {
      response.writeHead(reply.status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
      return void response.write(text.slice(0, text.length / 2), () => request.socket.resetAndDestroy());
    }
    response.writeHead(reply.status, carried(Object.fromEntries(reply.headers))).end(text);
  }

  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** What of a message belongs to its one stretch of the way. */
const OF_THE_STRETCH = new Set(["host", "connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding"]);

function carried(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (OF_THE_STRETCH.has(name) ? [] : [[name, String(value)]])));
}

function answer(response: ServerResponse, { status, headers, body = {} }: Exclude<Fault, string>): void {
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(typeof body === "string" ? body : JSON.stringify(body));
}

/** The body of an error, as the API writes it. */
export function errorBody(code: string, message = code): unknown {
  return { success: false, error: { code, message }, meta: { request_id: "req_x" } };
}
