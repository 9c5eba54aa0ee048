import { createHash } from "node:crypto";
import { ReadError, readParts } from "./read-stream";

/** An object of the bucket that was stored just now. No row names it until the request commits. */
export interface StoredObject {
  key: string;
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
  /** The beginning of its bytes, from which its type follows. */
  head: Uint8Array;
}

/** How much of the beginning is kept. The size of a JPEG in pixels may come after its color profile and its thumbnail. */
const HEAD_BYTES = 256 * 1024;

export interface StoreOptions {
  key: string;
  /** The size that the sender has stated. */
  bytes: number;
  /** How long the body may take to arrive. */
  ms: number;
  /** The checksum that the sender has stated, in lower-case hex. Null: none. */
  sha256: string | null;
}

/** Thrown if the bytes that arrived do not have the checksum that the sender has stated. */
export class ChecksumMismatch extends Error {
  override readonly name = "ChecksumMismatch";
}

/** Thrown if the bucket did not take the object. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

/**
 * Stores the body of a request in a bucket while it arrives, so that only a part of it is in memory. The object exists only once all of its bytes have
 * arrived and have the stated checksum. Throws ReadError, ChecksumMismatch and StoreError, after which nothing is stored.
 */
export async function storeBody(request: Request, bucket: R2Bucket, { key, bytes, ms, sha256 }: StoreOptions): Promise<StoredObject> {
  const { readable, writable } = new FixedLengthStream(bytes);
  const writer = writable.getWriter();
  const stored = bucket.put(key, readable).catch((error: unknown) => {
    throw new StoreError("The bucket did not store the object.", { cause: error });
  });
  // Rejects as `stored` does and never resolves, so that a write that the bucket no longer takes does not wait for ever.
  const failed = stored.then(async () => await new Promise<never>(() => undefined));
  failed.catch(() => undefined);
  const head = new Uint8Array(Math.min(HEAD_BYTES, bytes));
  const hash = createHash("sha256");
  let [arrived, digest] = [0, ""];
  try {
    if (request.body !== null) {
      await readParts(request.body, { maxBytes: bytes, ms }, async (part, total) => {
        if (arrived < head.byteLength) head.set(part.subarray(0, head.byteLength - arrived), arrived);
        arrived = total;
        hash.update(part);
        if (total === bytes) digest = hash.digest("hex");
        // The last part is held back until the checksum is known, because the object exists as soon as the bucket has it.
        if (total === bytes && sha256 !== null && sha256 !== digest) throw new ChecksumMismatch();
        await Promise.race([writer.write(part.slice()), failed]);
      });
    }
    if (arrived < bytes) throw new ReadError("incomplete");
    await Promise.race([writer.close(), failed]);
    await stored;
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    await stored.then(
      async () => await bucket.delete(key),
      () => undefined,
    );
    throw error;
  }
  return { key, bytes, sha256: digest, head };
}
