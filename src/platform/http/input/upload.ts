import type { Context } from "hono";
import { ApiError, type InputViolation } from "../../api-error";
import { logError } from "../../log";
import { filesBucket, newObjectKey, tryRemoveObjects } from "../../object-store";
import { contentLength } from "../../reading/request-body";
import { ReadError } from "../../reading/read-stream";
import { ChecksumMismatch, storeBody, type StoredObject, StoreError } from "../../reading/store-body";
import type { HttpEnv } from "../context";
import { type CallBody, fingerprintOf, NO_BODY, type ReadBody, readViolation } from "./body";
import type { UploadRules } from "./upload-rules";

/** How long an upload may take. A write must begin to commit within five minutes of its request, whose time is that of the start. */
const MAX_UPLOAD_MS = 240_000;

/** The SHA-256 in a Content-Digest header (RFC 9530), in hex. Null: the header is missing or has another algorithm. */
function statedDigest(headers: Headers): string | null | InputViolation {
  const text = headers.get("Content-Digest");
  const found = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:,|$)/.exec(text ?? "")?.[1];
  if (found !== undefined) return Uint8Array.fromBase64(found).toHex();
  if (text === null || !/sha-256/i.test(text)) return null;
  const message = "Expected `sha-256=:…:` with the base64 of the SHA-256 of the body.";
  return { path: "Content-Digest", code: "invalid_content_digest", message };
}

/** The violation of a body that could not be stored. Throws 503 Service Unavailable if the bucket is not available. */
function storeViolation(error: unknown, maxBytes: number): InputViolation {
  if (error instanceof ChecksumMismatch)
    return {
      path: "Content-Digest",
      code: "content_digest_mismatch",
      message: "The bytes that arrived do not have this checksum. Send the file again.",
    };
  if (error instanceof StoreError) {
    logError("files.not_stored", error.cause);
    throw new ApiError("service_unavailable", [], { headers: { "Retry-After": "1" } });
  }
  if (error instanceof ReadError && error.failure === "incomplete")
    return {
      path: "Content-Length",
      code: "incomplete_body",
      message: "Fewer bytes arrived than Content-Length says. Send the file again.",
    };
  return readViolation(error, maxBytes, MAX_UPLOAD_MS);
}

interface UploadOptions {
  rules: UploadRules;
  /** Whether the request has an idempotency key, which is bound to its fingerprint. */
  isFingerprinted: boolean;
  /** Whether the rest of the request is invalid, so that nothing is to be stored. */
  isRejected: boolean;
}

/**
 * A body that is stored in the bucket while it arrives. What is read of it is the stored object. The fingerprint of the request has the checksum
 * of the bytes in place of the bytes.
 */
export function uploadBody(c: Context<HttpEnv>, { rules, isFingerprinted, isRejected }: UploadOptions): CallBody {
  const request = c.req.raw;
  const key = newObjectKey();
  let read: Promise<ReadBody> | null = null;
  const store = async (): Promise<ReadBody> => {
    const invalid = (...violations: InputViolation[]): ReadBody => ({ ...NO_BODY, violations });
    if (isRejected) return NO_BODY;
    const bucket = filesBucket(c.env);
    const bytes = contentLength(request);
    if (bytes === null)
      return invalid({ path: "Content-Length", code: "content_length_required", message: "Send the size of the file as Content-Length." });
    if (bytes === 0) return invalid({ path: "", code: "empty_file", message: "The file is empty." });
    const sha256 = statedDigest(request.headers);
    if (sha256 !== null && typeof sha256 === "object") return invalid(sha256);
    let stored: StoredObject;
    try {
      stored = await storeBody(request, bucket, { key, bytes, ms: MAX_UPLOAD_MS, sha256 });
    } catch (error) {
      return invalid(storeViolation(error, rules.maxBytes));
    }
    const problem = rules.inspect(stored);
    const fingerprint = isFingerprinted ? await fingerprintOf(request, new TextEncoder().encode(stored.sha256)) : null;
    return { json: stored, violations: problem === null ? [] : [problem], warnings: [], fingerprint };
  };
  return {
    // It is read only once its sender is admitted, and its memory is that of one part.
    tryReserveEarly: () => false,
    maxBytes: null,
    read: async () => await (read ??= store()),
    discard: async () => {
      const stored = (await read)?.json as StoredObject | undefined;
      if (stored !== undefined) await tryRemoveObjects(c.env, [stored.key]);
    },
  };
}
