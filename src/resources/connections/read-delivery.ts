import { createHash, type Hash } from "node:crypto";
import type { Context } from "hono";
import { ApiError } from "../../platform/api-error";
import { sha256HexOfBytes } from "../../platform/crypto/digest";
import { concatBytes } from "../../platform/crypto/encoding";
import type { HttpEnv } from "../../platform/http/context";
import { ReadError } from "../../platform/reading/read-stream";
import { contentLength, MAX_UNVERIFIED_SENDING_MS, readRequestParts } from "../../platform/reading/request-body";
import { recordProvenSender, countRejection } from "./delivery-limits";
import type { SignatureCheck } from "./platforms/adapter";

/** The body of a verified delivery. */
export interface DeliveredBody {
  /** The first bytes, at most as many as are kept. */
  bytes: Uint8Array;
  /** Whether there were more. */
  isCut: boolean;
  /** SHA-256 of all bytes. */
  hash: string;
}

interface ReadOptions {
  check: SignatureCheck;
  connectionId: string;
  keptBytes: number;
  maxBytes: number;
}

/**
 * Reads the body of a delivery and verifies its signature while it arrives. Only the first bytes are kept. Null: there are more than `maxBytes`, so
 * the signature was not verified. Throws 400 Bad Request if it does not arrive in time, 401 Unauthorized, and 429 Too Many Requests.
 */
export async function readDelivery(
  c: Context<HttpEnv>,
  { check, connectionId, keptBytes, maxBytes }: ReadOptions,
): Promise<DeliveredBody | null> {
  if ((contentLength(c.req.raw) ?? 0) > maxBytes) return null;
  const parts: Uint8Array[] = [];
  /** The hash of a body that is too long to be kept. */
  let hash: Hash | null = null;
  const take = (part: Uint8Array, total: number) => {
    check.update(part);
    if (hash === null && total > keptBytes) {
      hash = createHash("sha256");
      for (const each of parts) hash.update(each);
    }
    hash?.update(part);
    const room = keptBytes - (total - part.byteLength);
    if (room > 0) parts.push(part.slice(0, room));
  };
  try {
    await readRequestParts(c.req.raw, { maxBytes, ms: MAX_UNVERIFIED_SENDING_MS }, take);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    if (error.failure === "too_large") return null;
    const message =
      error.failure === "too_slow"
        ? `The body did not arrive within ${MAX_UNVERIFIED_SENDING_MS / 1000} seconds.`
        : "The body is incomplete.";
    throw await countRejection(c, new ApiError("validation_error", [{ path: "", code: "incomplete_body", message }]), connectionId);
  }
  if (!check.isValid()) throw await countRejection(c, new ApiError("unauthorized"), connectionId);
  recordProvenSender(c, connectionId);
  const bytes = concatBytes(parts);
  // TypeScript does not see that `take` assigns it.
  const cutHash = hash as Hash | null;
  return { bytes, isCut: cutHash !== null, hash: cutHash?.digest("hex") ?? (await sha256HexOfBytes(bytes)) };
}
