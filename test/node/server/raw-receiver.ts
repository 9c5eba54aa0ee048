import { type AddressInfo, createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Identity } from "./certificates.ts";
import type { Received } from "./receiver.ts";

/** Responds to the `nth` request (from 1) with any bytes, or not at all. */
export type RawResponder = (socket: Socket, nth: number) => void;

export interface RawOptions {
  /** Uses TLS with this certificate. */
  identity?: Identity;
  /** Its clock. */
  now?: () => number;
}

/** A receiver on 127.0.0.1 that reads requests correctly and responds with any bytes. With TLS its name is localhost. */
export async function startRawReceiver(respond: RawResponder, { identity, now = Date.now }: RawOptions = {}) {
  const received: Received[] = [];
  const open = new Set<Socket>();
  const accept = (socket: Socket): void => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    // Either side may close the connection during a test.
    socket.on("error", () => socket.destroy());
    let bytes = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const one = readRequest(bytes, now());
      if (one === null) return;
      bytes = bytes.subarray(one.length);
      received.push(one.request);
      respond(socket, received.length);
    });
  };
  const server = identity === undefined ? createServer(accept) : createTlsServer(identity, accept);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const listening = (server.address() as AddressInfo).port;
  return {
    url: identity === undefined ? `http://127.0.0.1:${listening}` : `https://localhost:${listening}`,
    received,
    /** Connections that are still open. */
    open,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/** The request at the beginning of `bytes`, whose body has a Content-Length, and its length; null until it is complete. */
function readRequest(bytes: Buffer, at: number): { request: Received; length: number } | null {
  const headersEnd = bytes.indexOf("\r\n\r\n");
  if (headersEnd < 0) return null;
  const [start = "", ...lines] = bytes.subarray(0, headersEnd).toString("latin1").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const bodyStart = headersEnd + 4;
  const length = bodyStart + Number(headers["content-length"] ?? 0);
  if (bytes.length < length) return null;
  const raw = Buffer.from(bytes.subarray(bodyStart, length));
  return { request: { path: start.split(" ")[1] ?? "", headers, raw, at }, length };
}

/** Sends these bytes and closes the connection. */
export function respondWith(...parts: (string | Buffer)[]): RawResponder {
  return (socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
}

/** A complete response. `status` is the text after the version, `200 OK`; each header ends with a line break. */
export function responseText(status: string, headers = "", body: string | Buffer = ""): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\nContent-Length: ${bytes.length}\r\n${headers}\r\n`), bytes]);
}

/** Sends `first`, then continues with the rest, after `mayGoOn` if it is given. */
export function startWith(
  first: string,
  then: RawResponder = () => undefined,
  mayGoOn: Promise<unknown> = Promise.resolve(),
): RawResponder {
  return (socket, nth) => {
    socket.write(first);
    void mayGoOn.then(() => (socket.destroyed ? undefined : then(socket, nth)));
  };
}

/** Sends `piece` every `everyMs` until the other side closes the connection. */
export function drip(piece: string, everyMs: number): RawResponder {
  return (socket) => {
    const timer = setInterval(() => socket.write(piece), everyMs);
    socket.on("close", () => clearInterval(timer));
  };
}

/** Sends `piece` repeatedly, as fast as the other side reads, until it closes the connection. */
export function flood(piece: string): RawResponder {
  return (socket) => {
    const pour = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("drain", pour);
    pour();
  };
}
