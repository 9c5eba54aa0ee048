import { concatBytes } from "../crypto/encoding";

/** Why bytes could not be read: there are too many, they came too slowly, or they ended early. */
export type ReadFailure = "too_large" | "too_slow" | "incomplete";

export class ReadError extends Error {
  override readonly name = "ReadError";

  constructor(readonly failure: ReadFailure) {
    super(failure);
  }
}

export interface ReadLimits {
  maxBytes: number;
  /** How long it may take until all bytes have arrived. */
  ms: number;
}

/** The size of the parts that are read. The default reader of the runtime has parts of 4 KiB, which take several times the CPU time. */
const PART_BYTES = 64 * 1024;

interface PartReader {
  /** The next part, which is valid until the next call; null at the end. */
  next: () => Promise<Uint8Array | null>;
  cancel: () => Promise<void>;
}

/** Reads a stream in parts. Streams that were made in JavaScript have parts of their own. */
function partsOf(stream: ReadableStream<Uint8Array>): PartReader {
  let byob: ReadableStreamBYOBReader;
  try {
    byob = stream.getReader({ mode: "byob" });
  } catch {
    const reader = stream.getReader();
    return { next: async () => (await reader.read()).value ?? null, cancel: async () => await reader.cancel() };
  }
  let buffer = new Uint8Array(PART_BYTES);
  const next = async () => {
    const { value, done } = await byob.read(buffer);
    // The read takes the buffer away, and returns its memory with the value.
    if (value !== undefined) buffer = new Uint8Array(value.buffer);
    return done || value === undefined ? null : value;
  };
  return { next, cancel: async () => await byob.cancel() };
}

/**
 * Reads a stream in parts, each of which is valid until the next one. Stops the stream at a limit. Throws ReadError, and what `take` throws.
 * `take` may return a promise to wait for.
 */
export async function readParts(
  stream: ReadableStream<Uint8Array>,
  { maxBytes, ms }: ReadLimits,
  take: (part: Uint8Array, total: number) => void | Promise<void>,
): Promise<void> {
  const parts = partsOf(stream);
  const deadline = Promise.withResolvers<never>();
  // It may be rejected while nobody waits for it, which must not be reported as unhandled.
  deadline.promise.catch(() => undefined);
  const timer = setTimeout(() => deadline.reject(new ReadError("too_slow")), ms);
  try {
    for (let total = 0; ;) {
      const next = parts.next().catch(() => {
        throw new ReadError("incomplete");
      });
      const part = await Promise.race([next, deadline.promise]);
      if (part === null) return;
      total += part.byteLength;
      if (total > maxBytes) throw new ReadError("too_large");
      await take(part, total);
    }
  } catch (error) {
    // A stream that is not read to its end would keep its connection open.
    parts.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Reads all of a stream. `admit` may wait for memory before a total is reached. Throws ReadError, and what `admit` throws. */
export async function readAll(
  stream: ReadableStream<Uint8Array>,
  limits: ReadLimits,
  admit?: (total: number) => Promise<void>,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  await readParts(stream, limits, async (part, total) => {
    await admit?.(total);
    parts.push(part.slice());
  });
  return concatBytes(parts);
}
