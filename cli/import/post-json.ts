import { type IncomingHttpHeaders, request as plain } from "node:http";
import { request as secure } from "node:https";

/** An answer, whatever its status. Redirects are not followed: they would turn the POST into a GET. */
export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * Posts JSON and reads the whole answer. Rejects where none came within `timeoutMs` or the connection failed. Not
 * fetch, with which the importer's memory peaks 15 MB higher.
 */
export function postJson(target: string, headers: Record<string, string>, body: Buffer, timeoutMs: number): Promise<Reply> {
  const url = new URL(target);
  const request = url.protocol === "https:" ? secure : plain;
  return new Promise((done, fail) => {
    const call = request(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "content-length": body.length },
      signal: AbortSignal.timeout(timeoutMs),
    });
    call.on("error", fail);
    // A connection that ends without an answer, one that changes its protocol say, is told by this alone.
    call.on("close", () => fail(new Error("The connection was closed.")));
    call.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("error", fail);
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    call.end(body);
  });
}
