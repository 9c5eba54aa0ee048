import { edgeError } from "./edge-status";
import { type Excerpt, readExcerpt } from "../../platform/reading/response-body";
import { toStorableText } from "../../platform/values/storable-text";

/**
 * Why an attempt failed (docs/spec/webhooks.md#error-codes). The runtime's own error messages are not passed on. `rejected`: a shop does not accept a
 * fulfillment. `outcome_unknown` is recorded for lost attempts (settle.sql.ts). The API has `cancelled` too, but no attempt gets it.
 */
type AttemptError =
  | "timeout"
  | "connection"
  | "tls_or_dns"
  | "redirect"
  | "http_status"
  | "blocked_url"
  | "outcome_unknown"
  | "cancelled"
  | "rejected";

export interface AttemptOutcome {
  /** ms since 1970. */
  startedAt: number;
  /** ms until the response was read or the attempt was stopped. */
  durationMs: number;
  responseStatus: number | null;
  /** The first 4 KB of the response as text. */
  responseBody: string | null;
  /** Null if the event was delivered. */
  error: AttemptError | null;
  /** The Retry-After header as it was received. */
  retryAfter: string | null;
  /** The receiver works, but does not accept this delivery, and will not accept it later. */
  final?: true;
}

/** The longest time in ms to wait for the response headers, and then for the body (docs/spec/webhooks.md#success). */
export interface SendLimits {
  headersMs: number;
  bodyMs: number;
}

const SEND_LIMITS: SendLimits = { headersMs: 10_000, bodyMs: 1_000 };

/** The headers that are the same for every attempt. */
export const FIXED_HEADERS = { "Content-Type": "application/json", "User-Agent": "Order-Operations-Webhooks/1.0" } as const;

const MAX_READ_BYTES = 16 * 1024;
const MAX_EXCERPT_BYTES = 4 * 1024;

/** The outcome of an attempt that sent nothing, because its URL may not be called. */
export function blockedOutcome(now: number): AttemptOutcome {
  return { startedAt: now, durationMs: 0, responseStatus: null, responseBody: null, error: "blocked_url", retryAfter: null };
}

/**
 * Makes one POST and returns its outcome. Never throws. Only the status decides whether it succeeded: a slow, large or broken body changes
 * nothing. Redirects are not followed.
 */
export async function send(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: Uint8Array },
  limits: SendLimits = SEND_LIMITS,
): Promise<AttemptOutcome> {
  const startedAt = Date.now();
  const abort = new AbortController();
  const outcome = (rest: Omit<AttemptOutcome, "startedAt" | "durationMs">): AttemptOutcome => ({
    startedAt,
    // The clock may be set back during the request.
    durationMs: Math.max(0, Date.now() - startedAt),
    ...rest,
  });
  const timer = setTimeout(() => abort.abort(), limits.headersMs);
  try {
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal: abort.signal });
    clearTimeout(timer);
    const responseBody = await excerptOf(response, limits.bodyMs);
    abort.abort();
    return outcome({
      responseStatus: response.status,
      responseBody,
      error: statusError(response.status, responseBody),
      retryAfter: response.headers.get("Retry-After"),
    });
  } catch (error) {
    const code = abort.signal.aborted ? "timeout" : networkError(error);
    return outcome({ responseStatus: null, responseBody: null, error: code, retryAfter: null });
  } finally {
    clearTimeout(timer);
  }
}

function statusError(status: number, body: string | null): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  const unreached = edgeError(status, body);
  if (unreached !== null) return unreached;
  return status >= 300 && status < 400 ? "redirect" : "http_status";
}

/** The runtime has one message for a broken connection, and a message with a random reference for every error before the connection. */
function networkError(error: unknown): AttemptError {
  return error instanceof Error && error.message.includes("Network connection lost") ? "connection" : "tls_or_dns";
}

/** Reads at most 16 KB for at most `ms`, and returns the first 4 KB as text. An error ends the reading: the status has already decided. */
async function excerptOf(response: Response, ms: number): Promise<string | null> {
  const excerpt = await readExcerpt(response, { maxBytes: MAX_READ_BYTES, keptBytes: MAX_EXCERPT_BYTES, ms });
  return excerpt === null ? null : decodeText(excerpt);
}

/** Decodes a response, replacing invalid UTF-8 and control characters. A character that our limit has cut is omitted. */
function decodeText({ bytes, isCut }: Excerpt): string {
  const text = toStorableText(new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(bytes, { stream: isCut }), "\uFFFD");
  // A replacement character has three bytes and may replace a single one, so the text is cut a second time.
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(MAX_EXCERPT_BYTES)).read);
}
