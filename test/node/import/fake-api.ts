import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedCall {
  path: string;
  /** ms since 1970. */
  at: number;
  headers: IncomingHttpHeaders;
  body: { orders: Record<string, unknown>[]; on_conflict: string; on_error: string; dry_run: boolean };
}

export type Handler = (call: ReceivedCall, response: ServerResponse, nth: number) => void;

/** A store of the stand-in. */
interface FakeStore {
  id: number;
  code: string;
  name: string;
  platform: string;
}

/**
 * A stand-in for the API on a free port of 127.0.0.1: `handler` responds, and `calls` has all requests, except those for its `stores`.
 */
export async function startFakeApi(handler: Handler, stores: readonly FakeStore[] = []) {
  const calls: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method === "GET" && request.url?.startsWith("/api/v2/stores") === true) {
        respond(response, 200, { data: stores, has_more: false, next_cursor: null });
        return;
      }
      const call = {
        path: request.url ?? "",
        at: Date.now(),
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString() || "null") as ReceivedCall["body"],
      };
      calls.push(call);
      handler(call, response, calls.length);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export function respond(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

export function respondWithError(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  details?: unknown[],
  headers: Record<string, string> = {},
): void {
  respond(
    response,
    status,
    { success: false, error: { code, message, ...(details && { details }) }, meta: { request_id: "req_x" } },
    headers,
  );
}

function outcomeOf(payload: string, before: string | undefined): "created" | "unchanged" | "failed" {
  if (before === undefined) return "created";
  return before === payload ? "unchanged" : "failed";
}

/** Responds as the API does, with a record of payloads by external id: created, unchanged, or failed if they differ. */
export function rememberingApi(): Handler {
  const known = new Map<unknown, string>();
  return ({ body }, response) => {
    const results = body.orders.map((order, index) => {
      const payload = JSON.stringify(order);
      const before = known.get(order["external_id"]);
      if (before === undefined && !body.dry_run) known.set(order["external_id"], payload);
      const outcome = outcomeOf(payload, before);
      const error = outcome === "failed" ? { code: "conflict", message: "This order exists with other contents." } : null;
      return { index, outcome, id: outcome === "failed" ? null : index + 1, external_id: order["external_id"], error };
    });
    respond(response, 200, { results, summary: {} });
  };
}
