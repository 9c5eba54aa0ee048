import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that a receiver got. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** The exact bytes of the body. */
  raw: Buffer;
  /** ms since 1970, by the receiver's clock. */
  at: number;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** Decides on the response to the `nth` request (from 1). Null: no response. */
export type Responder = (request: Received, nth: number) => Reply | null;

/** A webhook receiver on a free port of 127.0.0.1. `received` has all requests, `now` is its clock. */
export async function startReceiver(respond: Responder = () => ({ status: 200 }), now: () => number = Date.now) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const at = now();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const one = { path: request.url ?? "", headers: request.headers, raw: Buffer.concat(chunks), at };
      received.push(one);
      const reply = respond(one, received.length);
      if (reply !== null) response.writeHead(reply.status, reply.headers).end(reply.body);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Stops receiving. The port stays reserved until the process ends, so that late requests reach no other test's receiver. */
    async [Symbol.asyncDispose]() {
      server.on("connection", (socket) => socket.destroy());
      server.closeAllConnections();
      server.unref();
    },
  };
}
