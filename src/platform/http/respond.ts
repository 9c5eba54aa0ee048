import type { RateState } from "../gate/rate-window";
import { burstLimit, DEFAULT_RATE_LIMIT } from "../gate/rate-window";
import type { QuotaState, AdmissionResult } from "../gate/admission";
import { sha256OfPieces } from "../crypto/digest";
import { toBase64Url } from "../crypto/encoding";
import { isDatabaseFull, isMigrationMissing, isOutage, isTooManyCalls } from "../db/outage";
import { logError } from "../log";
import { ApiError } from "../api-error";
import { discard, streamOf } from "../reading/response-body";
import type { Call } from "./call";
import type { RequestState } from "./context";
import type { Reply } from "./endpoint";
import type { Rendered } from "./rendered";
import { versionedTag } from "./precondition";

const encoder = new TextEncoder();

/**
 * Renders a success. A GET gets an ETag, or a 304 Not Modified if the caller already has this representation (docs/spec/requests.md#etag).
 */
export async function render(reply: Reply, { surface, endpoint, ifNoneMatch }: Call, requestId: string): Promise<Rendered> {
  if (reply.file !== undefined) return await renderFile(reply.file, ifNoneMatch);
  // We stringify only once, for the body and the entity tag, because the text may be long.
  const data = JSON.stringify(reply.data);
  const body = surface.body(data, reply, requestId);
  const headers: Record<string, string> = { "Content-Type": "application/json", ...reply.headers };
  if (reply.location !== undefined) headers["Location"] = surface.base + reply.location;
  if (surface.warningHeader && reply.warnings !== undefined && reply.warnings.length > 0) {
    headers["X-Warnings"] = warningHeader(reply.warnings);
  }
  const isGet = endpoint.method === "get";
  if (!isGet && reply.version === undefined) return { status: reply.status, body, headers };
  const etag = await entityTag(data, reply);
  headers["ETag"] = etag;
  if (!isGet) return { status: reply.status, body, headers };
  headers["Cache-Control"] = "private, no-cache";
  if (!matches(ifNoneMatch, etag)) return { status: reply.status, body, headers };
  // A 304 Not Modified has no content that a type could describe (RFC 9110, section 15.4.5).
  const { "Content-Type": _type, ...unchanged } = headers;
  return { status: 304, body: null, headers: unchanged };
}

/** Renders a file with the Content-Type and the ETag of the response that it comes from. */
async function renderFile({ response, headers }: NonNullable<Reply["file"]>, ifNoneMatch: string | null): Promise<Rendered> {
  const [type, etag] = [response.headers.get("Content-Type") ?? "application/octet-stream", response.headers.get("ETag")];
  const sent = { ...headers, ...(etag !== null && { ETag: etag }) };
  if (etag !== null && matches(ifNoneMatch, etag)) {
    await discard(response);
    return { status: 304, body: null, headers: sent };
  }
  const status = response.status === 206 ? 206 : 200;
  return { status, body: null, headers: { ...sent, "Content-Type": type }, stream: streamOf(response) };
}

/** Clients and proxies reject responses with long headers, so warnings that do not fit are only counted. */
const MAX_WARNING_BYTES = 2048;
/** The quotes and the comma of a warning in the JSON array. */
const WARNING_OVERHEAD_BYTES = 3;

function warningHeader(warnings: readonly string[]): string {
  const listed: string[] = [];
  let length = 0;
  for (const warning of warnings) {
    const text = warning.replaceAll(/[^\x20-\x7e]/g, "?");
    length += text.length + WARNING_OVERHEAD_BYTES;
    if (length > MAX_WARNING_BYTES) break;
    listed.push(text);
  }
  const omitted = warnings.length - listed.length;
  return JSON.stringify(omitted === 0 ? listed : [...listed, `and ${omitted} more`]);
}

/**
 * Returns an ApiError unchanged. Other errors become a 503 Service Unavailable if the database is unavailable and a 500 Internal Server
 * Error otherwise, without any details (docs/spec/errors.md#server-errors).
 */
export function apiErrorFor(error: unknown, { requestId, route }: RequestState): ApiError {
  if (error instanceof ApiError) return error;
  if (isMigrationMissing(error)) {
    const fix = "npx wrangler d1 migrations apply DB --remote (or --local)";
    logError("database.not_migrated", error, { request_id: requestId, route, fix });
    return new ApiError("service_unavailable", [], { headers: { "Retry-After": "60" } });
  }
  if (isDatabaseFull(error)) {
    // Without Retry-After: only the operator can help.
    logError("database.full", error, { request_id: requestId, route });
    return new ApiError("service_unavailable", [{ code: "database_full", message: "The database is full, so nothing can be written." }]);
  }
  if (isTooManyCalls(error)) {
    logError("request.too_many_calls", error, { request_id: requestId, route });
    return new ApiError("internal_error");
  }
  const isTemporary = isOutage(error);
  logError(isTemporary ? "request.unavailable" : "request.unexpected", error, { request_id: requestId, route });
  return isTemporary ? new ApiError("service_unavailable", [], { headers: { "Retry-After": "1" } }) : new ApiError("internal_error");
}

/** Renders an error, with the same body on every surface (docs/spec/errors.md#error-body). */
export function renderError(error: ApiError, requestId: string): Rendered {
  const { code, message, details, headers, status } = error;
  const publicError = { code, message, ...(details.length > 0 && { details }) };
  const body = JSON.stringify({ success: false, error: publicError, meta: { request_id: requestId } });
  return { status, body, headers: { "Content-Type": "application/json", ...headers } };
}

/** A long text is encoded in pieces of this many characters: a second copy of all of it might not fit in the isolate's memory. */
const PIECE_LENGTH = 256 * 1024;

function* encodedPieces(texts: readonly string[]): Generator<Uint8Array> {
  for (const text of texts) {
    for (let from = 0; from < text.length;) {
      const end = Math.min(from + PIECE_LENGTH, text.length);
      // Do not split a surrogate pair.
      const to = end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;
      yield encoder.encode(text.slice(from, to));
      from = to;
    }
  }
}

async function sha256(texts: readonly string[]): Promise<Uint8Array> {
  const isLong = texts.some(({ length }) => length > PIECE_LENGTH);
  if (isLong) return await sha256OfPieces(encodedPieces(texts));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(texts.join(""))));
}

async function entityTag(data: string, { pagination, version }: Reply): Promise<string> {
  const hash = await sha256(pagination === undefined ? [data] : [data, JSON.stringify(pagination)]);
  // 15 bytes are 20 characters of base64, without padding.
  const digest = toBase64Url(hash.subarray(0, 15));
  return version === undefined ? `W/"${digest}"` : versionedTag(version, digest);
}

/** If-None-Match compares weakly (RFC 9110, section 13.1.2). */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));
}

/** RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-11; docs/spec/rate-limits.md#headers). */
export function rateHeaders(
  { rateLimit, dailyQuota }: { rateLimit: number | null; dailyQuota: number | null },
  result: Exclude<AdmissionResult, { outcome: "stale" }>,
): Record<string, string> {
  const { rate, quota } = result;
  const limit = rateLimit ?? DEFAULT_RATE_LIMIT;
  const policies = [`"default";q=${limit};w=60`, `"burst";q=${burstLimit(limit)};w=1`];
  // If another limit rejects the request, the gate does not check the quota, but the policy still applies.
  if (dailyQuota !== null) policies.push(`"daily";q=${dailyQuota};w=86400`);
  const violated = result.outcome === "limited" ? result.policy : null;
  const item = (name: string, state: RateState | QuotaState) => `"${name}";r=${state.remaining};t=${state.resetSeconds}`;
  const states: string[] = [];
  if (violated !== "daily") states.push(item(violated ?? "default", rate));
  if (quota !== null && violated !== "burst" && violated !== "default") states.push(item("daily", quota));
  return { "RateLimit-Policy": policies.join(", "), RateLimit: states.join(", ") };
}
