import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A proxy to a server. From its request number `breaksAt` (1 is the first), it sends only half of the response, which never ends, and calls
 * `onBreak`.
 */
export async function startEndingProxy(target: string, breaksAt: number, onBreak: () => void): Promise<AsyncDisposable & { url: string }> {
  let requests = 0;
  const server = createServer((request, response) => {
    const forward = async () => {
      requests += 1;
      const chunks: Uint8Array[] = [];
      for await (const chunk of request as AsyncIterable<Uint8Array>) chunks.push(chunk);
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
      const headers = { Authorization: request.headers.authorization ?? "", "Content-Type": request.headers["content-type"] ?? "" };
      const forwarded = await fetch(target + (request.url ?? ""), { method: request.method ?? "GET", headers, ...body });
      const content = Buffer.from(await forwarded.arrayBuffer());
      const retryAfter = forwarded.headers.get("Retry-After");
      response.writeHead(forwarded.status, {
        "Content-Type": forwarded.headers.get("Content-Type") ?? "",
        ...(retryAfter !== null && { "Retry-After": retryAfter }),
      });
      if (requests < breaksAt) return response.end(content);
      // Half of the response has arrived.
      response.write(content.subarray(0, content.length / 2));
      onBreak();
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
