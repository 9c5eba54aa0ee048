import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { sha256HexOfBytes, sha256OfPieces } from "../../crypto/digest";
import { concatBytes } from "../../crypto/encoding";
import { ApiError, type ErrorDetail } from "../../api-error";
import type { HttpEnv } from "../context";
import type { Endpoint } from "../endpoint";
import { type ValidationResult, validatedPart, type Validator, mergeResults } from "./input";
import { shapeViolation } from "./json-shape";

/** The default maximum size of a request body, in bytes (docs/spec/requests.md#body-limits). */
export const BODY_LIMIT = 1024 * 1024;

/** A body of at most this size is read while the gate is called. A larger one is read only after the gate has admitted the request. */
export const MAX_EARLY_BODY_BYTES = 64 * 1024;

/** The Content-Length of a request; null if it has none. */
function contentLength({ headers }: Request): number | null {
  const stated = headers.get("Content-Length");
  return stated !== null && /^\d+$/.test(stated) ? Number(stated) : null;
}

/** The largest possible size of a request's body, in bytes. */
export function maxBodyBytes(request: Request, limit: number): number {
  return Math.min(contentLength(request) ?? limit, limit);
}

/** Whether a body may be read before the gate has responded: only if its Content-Length is small. */
export function mayReadEarly(request: Request): boolean {
  const length = contentLength(request);
  // Even the access to `body` costs a quarter of a millisecond, which a flood of rejected bodies would multiply.
  return length === null ? request.body === null : length <= MAX_EARLY_BODY_BYTES;
}

/** 413 Content Too Large for a body of more than `limit` bytes. */
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

/** The body of a call. */
export interface CallBody {
  /** Whether it may be read before the gate has responded. */
  isEarly: boolean;
  /** Its largest possible size in bytes; null if its memory is counted elsewhere. */
  maxBytes: number | null;
  /**
   * Reads and validates the body, only once per request. Throws 413 Content Too Large for a body without Content-Length that is too large.
   */
  read: () => Promise<ReadBody>;
}

export interface ReadBody {
  /** The parsed and validated JSON; undefined if it has violations. */
  json?: unknown;
  violations: readonly ErrorDetail[];
  warnings: readonly string[];
  /** The fingerprint of the request; null if it has no idempotency key. */
  fingerprint: string | null;
}

/** The result for a call without a body. */
export const NO_BODY: ReadBody = { violations: [], warnings: [], fingerprint: null };

interface BodyOptions {
  validateJson: Validator | null;
  strict: boolean;
  isFingerprinted: boolean;
}

/** The body of an HTTP request. */
export function httpBody(c: Context<HttpEnv>, endpoint: Endpoint, options: BodyOptions): CallBody {
  let read: Promise<ReadBody> | null = null;
  return {
    get isEarly() {
      return mayReadEarly(c.req.raw);
    },
    maxBytes: maxBodyBytes(c.req.raw, endpoint.bodyLimit ?? BODY_LIMIT),
    read: async () => await (read ??= readBody(c, endpoint, options)),
  };
}

async function readBody(
  c: Context<HttpEnv>,
  endpoint: Endpoint,
  { validateJson, strict, isFingerprinted }: BodyOptions,
): Promise<ReadBody> {
  const { bodyLimit = BODY_LIMIT, bodyShape } = endpoint;
  const bytes = await readBytes(c.req.raw, bodyLimit).catch(() => undefined);
  if (bytes === null) throw bodyTooLarge(bodyLimit);
  if (bytes !== undefined) await c.get("state").bodyMemory?.process(bytes.byteLength);
  const fingerprint = isFingerprinted ? await fingerprintOf(c.req.raw, bytes ?? new Uint8Array()) : null;
  const invalid = (violation: ErrorDetail): ReadBody => ({ violations: [violation], warnings: [], fingerprint });
  if (bytes === undefined) return invalid({ path: "", code: "incomplete_body", message: "The body is incomplete." });
  const tooMuch = bodyShape === undefined ? null : shapeViolation(bytes, bodyShape);
  if (tooMuch !== null) return invalid(tooMuch);
  const checked = validateJson === null ? undefined : await checkJson(c, validateJson, bytes);
  return { json: checked?.data, ...mergeResults([checked], strict), fingerprint };
}

/** SHA-256 of method, path, sorted query and the raw bytes of the body (docs/spec/idempotency.md#fingerprint). */
export async function fingerprintOf({ method, url }: { method: string; url: string }, body: Uint8Array): Promise<string> {
  const { pathname, searchParams } = new URL(url);
  searchParams.sort();
  const head = new TextEncoder().encode(`${method}\n${pathname}\n${searchParams.toString()}\n`);
  if (body.length <= MAX_EARLY_BODY_BYTES) return await sha256HexOfBytes(concatBytes([head, body]));
  return (await sha256OfPieces([head, body])).toHex();
}

/** Parses and validates a JSON body. */
async function checkJson(c: Context<HttpEnv>, validateJson: Validator, bytes: Uint8Array): Promise<ValidationResult> {
  const text = textOf(bytes);
  // Hono parses the body from its cache. The cache contains promises, despite its type.
  c.req.bodyCache = { text: Promise.resolve(text) as unknown as string };
  try {
    if (text !== null) await validateJson(c, async () => undefined);
  } catch (error) {
    if (!(error instanceof HTTPException)) throw error;
  }
  c.req.bodyCache = {};
  const message = "Expected a body of well-formed JSON in UTF-8.";
  return validatedPart(c, "json") ?? { violations: [{ path: "", code: "malformed_json", message }], unknown: [] };
}

/** Decodes UTF-8. Returns null for malformed UTF-8, which would otherwise be changed silently. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return null;
  }
}

/** Reads a request's body; returns null if it exceeds `limit`. Throws if the body is incomplete. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array | null> {
  if (request.body === null) return new Uint8Array();
  const stated = contentLength(request);
  // HTTP guarantees that a body is not longer than its Content-Length. Without one, we read up to the limit.
  if (stated !== null) return stated > limit ? null : new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return concatBytes(chunks);
}
