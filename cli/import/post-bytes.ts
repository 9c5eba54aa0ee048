import { type IncomingMessage, request as plain } from "node:http";
import { request as secure } from "node:https";

interface Post {
  headers: Headers;
  body: ArrayBuffer | null;
  timeoutMs: number;
}

/**
 * Sends a POST and reads the whole response. Rejects after `timeoutMs`, or if the connection fails. Redirects are returned, because following
 * them would turn the POST into a GET. It does not use fetch, which increases the importer's peak memory.
 */
export async function postBytes(target: string, post: Post): Promise<Response> {
  const { response, bytes } = await exchange(new URL(target), post);
  const given = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(bytes.length === 0 ? null : bytes, { status: response.statusCode ?? 0, headers: given });
}

function exchange(url: URL, { headers, body, timeoutMs }: Post): Promise<{ response: IncomingMessage; bytes: Buffer<ArrayBuffer> }> {
  const bytes = new Uint8Array(body ?? new ArrayBuffer());
  const request = url.protocol === "https:" ? secure : plain;
  return new Promise((done, fail) => {
    const call = request(url, {
      method: "POST",
      headers: { ...Object.fromEntries(headers), "content-length": bytes.length },
      signal: AbortSignal.timeout(timeoutMs),
    });
    call.on("error", fail);
    // Some connections end with neither a response nor an error, for example on a protocol upgrade.
    call.on("close", () => fail(new Error("The connection was closed.")));
    call.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("error", fail);
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => done({ response, bytes: Buffer.concat(chunks) }));
    });
    call.end(bytes);
  });
}
