import { withTimeout } from "../timeout";
import { MAX_HOLD_MS } from "./byte-budget";
import { type Release, tryReserveEarly } from "./memory";
import { readAll, ReadError, type ReadLimits, readParts } from "./read-stream";

/** How long a body may take to arrive: as long as its memory is reserved. */
export const MAX_SENDING_MS = MAX_HOLD_MS;

/** How long a body may take whose sender is not verified. */
export const MAX_UNVERIFIED_SENDING_MS = 10_000;

/** A body of at most this size is read while the gate is called. A larger one is read only after the gate has admitted the request. */
export const MAX_EARLY_BODY_BYTES = 64 * 1024;

export function contentLength({ headers }: Request): number | null {
  const header = headers.get("Content-Length");
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

/** The largest possible size of a request's body, in bytes. */
export function maxBodyBytes(request: Request, limit: number): number {
  return Math.min(contentLength(request) ?? (request.body === null ? 0 : limit), limit);
}

/**
 * Reserves memory for a body that may be read before the gate has responded: only if its Content-Length is small, and if there is room.
 * Null: it may not.
 */
export function tryReserveEarlyBody(request: Request, organizationId: number): Release | null {
  // Even the access to `body` costs a quarter of a millisecond, which a flood of rejected bodies would multiply.
  const bytes = contentLength(request) ?? (request.body === null ? 0 : Infinity);
  return bytes > MAX_EARLY_BODY_BYTES ? null : tryReserveEarly(bytes, organizationId);
}

/** Reads the body of a request. Throws ReadError. */
export async function readRequest(request: Request, { maxBytes, ms }: ReadLimits): Promise<Uint8Array> {
  const length = contentLength(request);
  if (length !== null && length > maxBytes) throw new ReadError("too_large");
  if (request.body === null) return new Uint8Array();
  // HTTP guarantees that a body is not longer than its Content-Length. Without one, we read up to the limit.
  if (length === null) return await readAll(request.body, { maxBytes, ms });
  const throwIncomplete = () => {
    throw new ReadError("incomplete");
  };
  return new Uint8Array(await withTimeout(request.arrayBuffer().catch(throwIncomplete), ms, () => new ReadError("too_slow")));
}

/** Reads the body of a request in parts, each of which is valid until the next one. Throws ReadError. */
export async function readRequestParts(
  request: Request,
  limits: ReadLimits,
  take: (part: Uint8Array, total: number) => void,
): Promise<void> {
  if (request.body !== null) await readParts(request.body, limits, take);
}
