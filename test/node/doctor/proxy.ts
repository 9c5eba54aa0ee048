import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface ProxyOptions {
  /** The response in place of the server's; null for the server's. */
  respond: (path: string) => { status: number; body: string } | null;
  /** Called with each request before it is forwarded. */
  onRequest?: (path: string) => void;
}

/** A proxy to a server that responds to some requests itself. */
export async function startProxy(target: string, { respond, onRequest }: ProxyOptions): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const forward = async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request as AsyncIterable<Uint8Array>) chunks.push(chunk);
      onRequest?.(path);
      const own = respond(path);
      if (own !== null) return response.writeHead(own.status).end(own.body);
      const {
        host: _host,
        connection: _connection,
        "content-length": _length,
        "transfer-encoding": _encoding,
        ...headers
      } = request.headers;
      const forwarded = await fetch(target + path, {
        method: request.method ?? "GET",
        headers: headers as Record<string, string>,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
        redirect: "manual",
      });
      const {
        "content-encoding": _coded,
        "content-length": _size,
        "transfer-encoding": _parts,
        ...kept
      } = Object.fromEntries(forwarded.headers);
      return response.writeHead(forwarded.status, kept).end(Buffer.from(await forwarded.arrayBuffer()));
    };
    forward().catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
