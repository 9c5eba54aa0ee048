import { decodeUtf8, parseJson } from "./json";
import { type JsonShape, shapeViolation } from "./json-shape";
import { withMemory, type WorkMemory } from "./memory";
import { readAll, ReadError, type ReadLimits, readParts } from "./read-stream";

/** A response of unknown length has this much memory at first. If it turns out to be longer, it needs that of the longest one. */
const FIRST_BYTES = 256 * 1024;

/** The size of a response if it is stated. For a compressed response, the size before its decompression would be stated. */
function statedLength({ headers }: Response): number | null {
  const header = headers.get("Content-Length");
  return header !== null && /^\d+$/.test(header) && !headers.has("Content-Encoding") ? Number(header) : null;
}

/**
 * Reads a response of somebody else once there is memory for it, which stays reserved until the work is done. Throws ReadError, and 503
 * Service Unavailable if there is no memory in time.
 */
export async function readResponse(response: Response, { maxBytes, ms }: ReadLimits, memory: WorkMemory): Promise<Uint8Array> {
  const { body } = response;
  if (body === null) return new Uint8Array();
  let reserved = statedLength(response) ?? Math.min(FIRST_BYTES, maxBytes);
  try {
    if (reserved > maxBytes) throw new ReadError("too_large");
    await memory.reserveResponse(reserved);
  } catch (error) {
    await discard(response);
    throw error;
  }
  return await readAll(body, { maxBytes, ms }, async (total) => {
    if (total <= reserved) return;
    const missing = maxBytes - reserved;
    reserved = maxBytes;
    await memory.reserveResponse(missing);
  });
}

/** The limits on the contents of a response of a service that this installation uses, such as an identity provider. */
const SERVICE_SHAPE: JsonShape = { maxDepth: 32, maxValues: 10_000 };

/** Reads and parses a response of a service that this installation uses. Throws an error that says why it can't. */
export async function readJson(response: Response, limits: ReadLimits): Promise<unknown> {
  return await withMemory(null, async (memory) => {
    const { value, violation } = parseJson(await readResponse(response, limits, memory), SERVICE_SHAPE);
    if (violation !== null) throw new Error(violation.message);
    return value;
  });
}

/** The same response, read within limits, for a library that reads and parses it once more without any. Throws as `readJson` does. */
export async function checkedResponse(response: Response, limits: ReadLimits): Promise<Response> {
  return await withMemory(null, async (memory) => {
    const bytes = await readResponse(response, limits, memory);
    const violation = shapeViolation(bytes, SERVICE_SHAPE);
    if (violation !== null) throw new Error(violation.message);
    if (decodeUtf8(bytes) === null) throw new Error("The response is not UTF-8.");
    // A response of the status 204 or 304 may not have a body.
    return new Response(bytes.byteLength === 0 ? null : bytes, response);
  });
}

/** What was read of the beginning of a response, and whether there was more. */
export interface Excerpt {
  bytes: Uint8Array;
  isCut: boolean;
}

/**
 * Reads at most `maxBytes` of a response, of which it keeps the first `keptBytes`. Whatever ends the reading is no error. It needs no memory of
 * a budget, because it keeps so little. Null: the response has no body.
 */
export async function readExcerpt(
  { body }: Response,
  { maxBytes, keptBytes, ms }: ReadLimits & { keptBytes: number },
): Promise<Excerpt | null> {
  if (body === null) return null;
  const bytes = new Uint8Array(keptBytes);
  let read = 0;
  try {
    await readParts(body, { maxBytes: Infinity, ms }, (part, total) => {
      if (read < keptBytes) bytes.set(part.subarray(0, keptBytes - read), read);
      read = total;
      if (read >= maxBytes) throw new ReadError("too_large");
    });
  } catch {
    // The response is longer, too slow or incomplete, or its compression is invalid.
  }
  return { bytes: bytes.subarray(0, Math.min(read, keptBytes)), isCut: read > keptBytes };
}

/** Ends a response that nobody reads. It would keep its connection open. */
export async function discard(response: Response | null): Promise<void> {
  await response?.body?.cancel();
}

/** The bytes of a response of ours, which are passed on while they arrive. */
export function streamOf({ body }: Response): ReadableStream<Uint8Array> | null {
  return body;
}
