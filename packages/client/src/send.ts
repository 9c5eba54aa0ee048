import { NoResponseError, OrderOperationsError } from "./errors.ts";
import { backoff, isTransient, type RetryPolicy, sleep } from "./retry.ts";

/** The second argument of fetch for one attempt. */
export interface FetchInit {
  method: string;
  headers: Headers;
  body: ArrayBuffer | null;
  redirect: "manual";
  /** Aborted by the caller, or when the attempt times out. */
  signal: AbortSignal;
}

/** Sends one attempt: the global fetch, or a function with the same interface. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

/** A failed attempt, and when the next one follows. */
export interface Retry {
  method: string;
  url: string;
  /** Number of the failed attempt, starting at 1. */
  tried: number;
  /** Delay until the next attempt, in ms. */
  delayMs: number;
  /** OrderOperationsError if there was a response, otherwise the error of the connection. */
  cause: unknown;
}

export interface RetryOptions {
  fetch: Fetch;
  policy: RetryPolicy;
  /** Called for every failed attempt that will be retried. */
  onRetry?: ((retry: Retry) => void) | undefined;
}

/** The methods that change nothing. */
export const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
/** With Retry-After, these statuses concern the credential or the whole service, so all requests of this client wait. */
const SERVICE_WIDE: ReadonlySet<number> = new Set([429, 503]);

/**
 * Creates a fetch with retries. All attempts of a write have the same Idempotency-Key, so that it happens once even if responses are lost.
 * Redirects are returned and not followed, so that the credential is not sent to another server.
 */
export function withRetries({ fetch, policy, onRetry }: RetryOptions): (request: Request) => Promise<Response> {
  /** The service has asked us to wait until this time (ms since 1970). This applies to all requests. */
  let pausedUntil = 0;

  async function waitWhilePaused(signal: AbortSignal): Promise<void> {
    for (let left = pausedUntil - Date.now(); left > 0; left = pausedUntil - Date.now()) await sleep(left, signal);
    signal.throwIfAborted();
  }

  return async (request) => {
    const { method, url, signal } = request;
    const headers = new Headers(request.headers);
    if (!READS.has(method) && !headers.has("Idempotency-Key")) headers.set("Idempotency-Key", crypto.randomUUID());
    const body = request.body === null ? null : await request.arrayBuffer();

    for (let tried = 1; ; tried += 1) {
      await waitWhilePaused(signal);
      const attempt = await sendAttempt(fetch, url, { method, headers, body, signal, timeoutMs: policy.timeoutMs });
      if (attempt.trouble === null) return attempt.response;
      const { response, trouble } = attempt;
      const retryAfterMs = trouble instanceof OrderOperationsError ? trouble.retryAfterMs : null;
      const isShort = (retryAfterMs ?? 0) <= policy.longestWaitMs;
      if (retryAfterMs !== null && isShort && SERVICE_WIDE.has(response?.status ?? 0))
        pausedUntil = Math.max(pausedUntil, Date.now() + retryAfterMs);
      if (tried >= policy.tries || !isShort) {
        if (response !== null) return response;
        throw new NoResponseError({ method, url, idempotencyKey: headers.get("Idempotency-Key") }, tried, trouble.cause);
      }
      const delayMs = Math.max(retryAfterMs ?? 0, backoff(policy, tried));
      onRetry?.({ method, url, tried, delayMs, cause: response === null ? trouble.cause : trouble });
      await sleep(delayMs, signal);
    }
  };
}

/** The result of one attempt: a final response, a response that may be retried, or no response. */
type Attempt =
  | { response: Response; trouble: null }
  | { response: Response; trouble: OrderOperationsError }
  | { response: null; trouble: { cause: unknown } };

/** `signal` is the caller's, without the timeout. */
type AttemptInit = Pick<FetchInit, "method" | "headers" | "body" | "signal"> & { timeoutMs: number };

/** Sends one attempt and reads the whole response. A connection that is lost halfway counts as no response. */
async function sendAttempt(fetch: Fetch, url: string, { signal, timeoutMs, ...init }: AttemptInit): Promise<Attempt> {
  const attempt = new AbortController();
  const timer = setTimeout(() => attempt.abort(new DOMException(`No response within ${timeoutMs} ms`, "TimeoutError")), timeoutMs);
  const abort = () => attempt.abort(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    const answer = await fetch(url, { ...init, redirect: "manual", signal: attempt.signal });
    // A browser returns status 0 for a redirect that it did not follow. Such a Response cannot be copied.
    if (answer.status === 0) return { response: answer, trouble: null };
    const text = await answer.arrayBuffer();
    const response = new Response(text.byteLength === 0 ? null : text, answer);
    if (response.ok) return { response, trouble: null };
    const error = new OrderOperationsError(response, parseJson(text));
    return { response, trouble: isTransient(error.status, error.code) ? error : null };
  } catch (cause) {
    signal.throwIfAborted();
    return { response: null, trouble: { cause } };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

function parseJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
