import type { Context } from "hono";
import { sha256HexOfBytes, sha256OfPieces } from "../../crypto/digest";
import { concatBytes } from "../../crypto/encoding";
import { ApiError, type InputViolation } from "../../api-error";
import { ORDINARY_SHAPE, parseJson } from "../../reading/json";
import type { Release } from "../../reading/memory";
import { ReadError } from "../../reading/read-stream";
import {
  contentLength,
  MAX_EARLY_BODY_BYTES,
  MAX_SENDING_MS,
  maxBodyBytes,
  readRequest,
  tryReserveEarlyBody,
} from "../../reading/request-body";
import type { HttpEnv } from "../context";
import type { Endpoint } from "../endpoint";
import { check, mergeResults } from "./input";

/** The default maximum size of a request body, in bytes (docs/spec/requests.md#body-limits). */
export const BODY_LIMIT = 1024 * 1024;

export function bodyTooLarge(limit: number): ApiError {
  return new ApiError("payload_too_large", [{ code: "body_limit", message: `At most ${limit} bytes.`, limit }]);
}

/** Throws 413 Content Too Large if the Content-Length exceeds `limit`, without reading the body. */
export function assertContentLength(request: Request, limit: number): void {
  if ((contentLength(request) ?? 0) > limit) throw bodyTooLarge(limit);
}

/** 415 Unsupported Media Type for a compressed body, because limits and parsing apply to the bytes that are sent. */
export function encodingError({ headers }: Request): ApiError | null {
  const encoding = headers.get("Content-Encoding")?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return null;
  const message = "Send the body without Content-Encoding.";
  const detail = { path: "Content-Encoding", code: "unsupported_content_encoding", message };
  return new ApiError("unsupported_media_type", [detail], {
    headers: { "Accept-Encoding": "identity" },
    message: "The request body must not be compressed.",
  });
}

/** The error that the headers imply for the body, before it is read: 413 Content Too Large or 415 Unsupported Media Type. */
export function headersError(request: Request, { bodyLimit = BODY_LIMIT, input }: Endpoint): ApiError | null {
  if ((contentLength(request) ?? 0) > bodyLimit) return bodyTooLarge(bodyLimit);
  const isJson = /^application\/(?:[a-z0-9.-]+\+)?json *(?:;|$)/i.test(request.headers.get("Content-Type") ?? "");
  return encodingError(request) ?? (input?.json === undefined || isJson ? null : new ApiError("unsupported_media_type"));
}

export interface CallBody {
  /** Reserves memory if it may be read before the gate has responded. Returns whether it may. */
  tryReserveEarly: (organizationId: number) => boolean;
  /** Its largest possible size in bytes; null if its memory is counted elsewhere. */
  maxBytes: number | null;
  /** Reads and validates the body, only once per request. Throws 413 Content Too Large for a body that is too large. */
  read: () => Promise<ReadBody>;
  /** Removes what reading the body has stored, for a request that changes nothing. */
  discard?: () => Promise<void>;
}

export interface ReadBody {
  /** The parsed and validated JSON; undefined if it has violations. Of an upload, it is the StoredObject, also if that has violations. */
  json?: unknown;
  violations: readonly InputViolation[];
  warnings: readonly string[];
  /** The fingerprint of the request; null if it has no idempotency key. */
  fingerprint: string | null;
}

/** The result for a call without a body. */
export const NO_BODY: ReadBody = { violations: [], warnings: [], fingerprint: null };

interface BodyOptions {
  strict: boolean;
  /** Whether the request has an idempotency key, which is bound to its fingerprint. */
  isFingerprinted: boolean;
}

export function httpBody(c: Context<HttpEnv>, endpoint: Endpoint, options: BodyOptions): CallBody {
  const request = c.req.raw;
  let release: Release | null = null;
  let read: Promise<ReadBody> | null = null;
  return {
    tryReserveEarly: (organizationId) => {
      // The request may be served a second time.
      if (read === null) release ??= tryReserveEarlyBody(request, organizationId);
      return release !== null;
    },
    // A getter, because the access to the body of a request is slow.
    get maxBytes() {
      return maxBodyBytes(request, endpoint.bodyLimit ?? BODY_LIMIT);
    },
    read: async () => await (read ??= readBody(c, endpoint, options).finally(() => release?.())),
  };
}

/** The violation for a body that did not arrive, or not in time. Throws 413 Content Too Large for one that is too large. */
export function readViolation(error: unknown, limit: number, ms: number): InputViolation {
  if (!(error instanceof ReadError)) throw error;
  if (error.failure === "too_large") throw bodyTooLarge(limit);
  const message = error.failure === "too_slow" ? `The body did not arrive within ${ms / 1000} seconds.` : "The body is incomplete.";
  return { path: "", code: "incomplete_body", message };
}

/**
 * Reads the bytes of a body, and waits for the memory that it takes to process them if it is large. Returns a violation if they are incomplete.
 * Throws 413 Content Too Large.
 */
export async function readBytes(c: Context<HttpEnv>, limit: number, ms = MAX_SENDING_MS): Promise<Uint8Array | InputViolation> {
  try {
    const bytes = await readRequest(c.req.raw, { maxBytes: limit, ms });
    await c.get("state").memory?.reserveProcessing(bytes.byteLength);
    return bytes;
  } catch (error) {
    return readViolation(error, limit, ms);
  }
}

async function readBody(c: Context<HttpEnv>, endpoint: Endpoint, { strict, isFingerprinted }: BodyOptions): Promise<ReadBody> {
  const { bodyLimit = BODY_LIMIT, bodyShape = ORDINARY_SHAPE, input } = endpoint;
  const read = await readBytes(c, bodyLimit);
  const bytes = read instanceof Uint8Array ? read : new Uint8Array();
  const fingerprint = isFingerprinted ? await fingerprintOf(c.req.raw, bytes) : null;
  const invalid = (violation: InputViolation): ReadBody => ({ violations: [violation], warnings: [], fingerprint });
  if (!(read instanceof Uint8Array)) return invalid(read);
  if (input?.json === undefined) return { ...NO_BODY, fingerprint };
  const parsed = parseJson(bytes, bodyShape);
  if (parsed.violation !== null) return invalid(parsed.violation);
  const checked = check(input.json, parsed.value);
  return { json: checked.data, ...mergeResults([checked], { strict }), fingerprint };
}

/** SHA-256 of method, path, sorted query and the raw bytes of the body (docs/spec/idempotency.md#fingerprint). */
export async function fingerprintOf({ method, url }: { method: string; url: string }, body: Uint8Array): Promise<string> {
  const { pathname, searchParams } = new URL(url);
  searchParams.sort();
  const head = new TextEncoder().encode(`${method}\n${pathname}\n${searchParams.toString()}\n`);
  // Only a small body is copied: the copy of a large one would take as much memory again.
  if (body.length <= MAX_EARLY_BODY_BYTES) return await sha256HexOfBytes(concatBytes([head, body]));
  return (await sha256OfPieces([head, body])).toHex();
}
