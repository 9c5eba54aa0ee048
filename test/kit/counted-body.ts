import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { app } from "../../src/entrypoints/app";
import { logOf } from "./log";

/** A response, and how often the request's body was read and the gate was called before it. */
export interface CountedResponse {
  status: number;
  /** The error's code and the codes of its details; empty for a success. */
  codes: string[];
  headers: Headers;
  /** Includes the read that finds the end of the body. */
  reads: number;
  gateCalls: number;
}

const CHUNK_BYTES = 64 * 1024;

/** Sends a body as a stream that counts its reads. A `contentLength` of null omits the header. */
export async function sendCounted(
  path: string,
  headers: Record<string, string>,
  body: Uint8Array,
  { contentLength = body.byteLength }: { contentLength?: number | null } = {},
): Promise<CountedResponse> {
  let reads = 0;
  let offset = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        reads += 1;
        if (offset >= body.byteLength) return controller.close();
        controller.enqueue(body.slice(offset, offset + CHUNK_BYTES));
        offset += CHUNK_BYTES;
      },
    },
    // Otherwise the first part would be read before the Worker requests it.
    { highWaterMark: 0 },
  );
  const request = new Request(`https://api.example.com${path}`, {
    method: "POST",
    body: stream,
    headers: { "Content-Type": "application/json", ...(contentLength !== null && { "Content-Length": String(contentLength) }), ...headers },
  });
  const responses: Response[] = [];
  const { gate_calls: gateCalls } = await logOf(async () => {
    const context = createExecutionContext();
    responses.push(await app.fetch(request, env, context));
    await waitOnExecutionContext(context);
  });
  const [response] = responses;
  if (response === undefined) throw new Error("The Worker gave no response.");
  const { error } = await response.json<{ error?: { code: string; details?: { code: string }[] } }>();
  const codes = error === undefined ? [] : [error.code, ...(error.details ?? []).map(({ code }) => code)];
  return { status: response.status, codes, headers: response.headers, reads, gateCalls };
}

/** JSON text as bytes. */
export function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
