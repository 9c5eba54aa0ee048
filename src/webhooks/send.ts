import { toStorableText } from "../platform/values/storable-text";

/** Why an attempt failed: a closed set (docs/spec/webhooks.md#error-codes). What the runtime says never leaves this file. */
type AttemptError = "timeout" | "connection" | "tls_or_dns" | "redirect" | "http_status" | "blocked_url" | "outcome_unknown" | "cancelled";

/** What became of one attempt. */
export interface AttemptOutcome {
  /** ms since 1970. */
  startedAt: number;
  /** ms until the answer was read, or given up. */
  durationMs: number;
  /** Null where no answer came. */
  responseStatus: number | null;
  /** The first 4 KB of the answer as text. */
  responseBody: string | null;
  /** Null: delivered. */
  error: AttemptError | null;
  /** Retry-After as it was received. */
  retryAfter: string | null;
}

/** Longest waits in ms: to the response headers, and from there to the end of the body (docs/spec/webhooks.md#success). */
export interface SendLimits {
  headersMs: number;
  bodyMs: number;
}

const SEND_LIMITS: SendLimits = { headersMs: 10_000, bodyMs: 1_000 };

/** The headers that every attempt has besides those that sign it. */
export const SENT_ALWAYS = { "Content-Type": "application/json", "User-Agent": "Order-Operations-Webhooks/1.0" } as const;

const READ_BYTES = 16 * 1024;
const KEPT_BYTES = 4 * 1024;

/** An attempt that sent nothing, because its URL is not one that we call. */
export function blocked(now: number): AttemptOutcome {
  return { startedAt: now, durationMs: 0, responseStatus: null, responseBody: null, error: "blocked_url", retryAfter: null };
}

/**
 * Makes one POST and tells what became of it; never throws. The status alone decides, as soon as the headers are here:
 * a body that drips, floods or breaks changes nothing, and no redirect is followed.
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
    // The clock may be set back meanwhile.
    durationMs: Math.max(0, Date.now() - startedAt),
    ...rest,
  });
  const timer = setTimeout(() => abort.abort(), limits.headersMs);
  try {
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal: abort.signal });
    clearTimeout(timer);
    const responseBody = await excerpt(response.body, limits.bodyMs);
    abort.abort();
    return outcome({
      responseStatus: response.status,
      responseBody,
      error: faultOf(response.status),
      retryAfter: response.headers.get("Retry-After"),
    });
  } catch (error) {
    const code = abort.signal.aborted ? "timeout" : networkFault(error);
    return outcome({ responseStatus: null, responseBody: null, error: code, retryAfter: null });
  } finally {
    clearTimeout(timer);
  }
}

function faultOf(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "http_status";
}

/** The runtime has one text for a broken connection, and one with a random reference for all that fails before it. */
function networkFault(error: unknown): AttemptError {
  return error instanceof Error && error.message.includes("Network connection lost") ? "connection" : "tls_or_dns";
}

/** Reads at most 16 KB for at most `ms`; answers the first 4 KB as text. What goes wrong ends the reading. */
async function excerpt(body: ReadableStream<Uint8Array> | null, ms: number): Promise<string | null> {
  if (body === null) return null;
  const reader = body.getReader();
  const kept = new Uint8Array(KEPT_BYTES);
  let read = 0;
  const deadline = Promise.withResolvers<{ value?: Uint8Array }>();
  const timer = setTimeout(() => deadline.resolve({}), ms);
  try {
    while (read < READ_BYTES) {
      const { value } = await Promise.race([reader.read(), deadline.promise]);
      if (value === undefined) break;
      if (read < KEPT_BYTES) kept.set(value.subarray(0, KEPT_BYTES - read), read);
      read += value.length;
    }
  } catch {
    // A broken or wrongly compressed body: the status has decided already.
  } finally {
    clearTimeout(timer);
    // An unread body would hold its connection.
    reader.cancel().catch(() => undefined);
  }
  return textOf(kept.subarray(0, Math.min(read, KEPT_BYTES)), read > KEPT_BYTES);
}

/** Invalid UTF-8 and control characters are replaced; a character cut by our own limit is left out. */
function textOf(bytes: Uint8Array, cut: boolean): string {
  const text = toStorableText(new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(bytes, { stream: cut }), "\uFFFD");
  // The replacement takes three bytes where there was one.
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(KEPT_BYTES)).read);
}
